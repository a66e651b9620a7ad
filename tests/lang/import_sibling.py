"""Imports of a module in the same folder: once only, under another name, from, star, in a function."""
import lib_shapes
import lib_shapes as shapes
from lib_shapes import Box, area as compute_area
from lib_star import *

print(lib_shapes is shapes, shapes.UNIT, shapes.__name__, compute_area(2, 3))
print(Box(1, 2).area(), Box(3, 4).area(), shapes.made)
shapes.area = lambda w, h: "patched"
print(Box(1, 1).area(), compute_area(1, 1))
print(visible, "invisible" in globals(), Also.__module__)


def inside():
    import lib_shapes
    from lib_star import invisible
    return lib_shapes.made + invisible


print(inside())
import lib_star
print(lib_star.computed)
try:
    lib_star.nonsense
except AttributeError as e:
    print("AttributeError", e)
import sys
print("lib_shapes" in sys.modules, sys.modules["lib_shapes"] is shapes)
del sys.modules["lib_shapes"]
import lib_shapes as fresh
print(fresh is shapes, fresh.made, fresh.area(5, 5))
