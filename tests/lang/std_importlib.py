"""importlib: import_module, reload, find_spec, specs and loaders by hand, and the library's own modules."""
import importlib
import importlib.util
import sys
import keyword

print(importlib.import_module("lib_shapes") is sys.modules["lib_shapes"])
print(importlib.import_module(".deep", "lib_pkg").__name__)
shapes = sys.modules["lib_shapes"]
shapes.extra = 1
again = importlib.reload(shapes)
print(again is shapes, shapes.extra)
spec = importlib.util.find_spec("lib_pkg.shapes")
print(spec.name, spec.origin.endswith("lib_pkg/shapes.py"), "lib_pkg.shapes" in sys.modules)
print(importlib.util.find_spec("lib_nowhere"))
path = spec.origin.replace("shapes.py", "deep/__init__.py")
by_hand = importlib.util.spec_from_file_location("other_name", path)
module = importlib.util.module_from_spec(by_hand)
by_hand.loader.exec_module(module)
print(module.twice(21), module.__name__, "other_name" in sys.modules)
print(keyword.__spec__.name, keyword.__spec__.has_location, keyword.iskeyword("for"))
print(type(keyword.__loader__).__mro__[-2].__name__ != "", "def iskeyword" in keyword.__loader__.get_source("keyword")
      or "iskeyword" in keyword.__loader__.get_source("keyword"))
for wrong in (("x", "y"), (".x",)):
    try:
        importlib.import_module(*wrong)
    except (TypeError, ModuleNotFoundError) as e:
        print(type(e).__name__, e)
try:
    importlib.reload(type(sys)("unknown"))
except ImportError as e:
    print(e)
print(importlib.util.resolve_name("..a", "b.c.d"))
importlib.invalidate_caches()
