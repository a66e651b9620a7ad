"""A module that raises while it is imported is not kept, and can be tried again."""
import sys

for attempt in range(2):
    try:
        import lib_raises
    except ZeroDivisionError as e:
        print(attempt, type(e).__name__, e, "lib_raises" in sys.modules)
try:
    lib_raises
except NameError as e:
    print(e)
try:
    from lib_shapes import missing
except ImportError as e:
    print(type(e).__name__, e.name)
try:
    import lib_shapes.sub
except ModuleNotFoundError as e:
    print(e)
try:
    import lib_nowhere
except ModuleNotFoundError as e:
    print(e, e.name)
