"""Packages: relative imports, packages in packages, star imports, namespace packages, and what modules know of themselves."""
import sys
from lib_pkg import *
print(first, leaf_of.leaf(), shapes.both())
import lib_pkg.deep.leaf
print(lib_pkg.deep.leaf.leaf() == leaf_of.leaf(), lib_pkg.deep is sys.modules["lib_pkg.deep"])
try:
    _hidden
except NameError as e:
    print(e)

spec = lib_pkg.__spec__
print(type(spec).__name__, spec.name, spec.parent, spec.has_location, spec.origin == lib_pkg.__file__)
print(spec.loader is lib_pkg.__loader__, type(spec.loader).__name__, spec.submodule_search_locations == lib_pkg.__path__)
leaf_spec = lib_pkg.deep.leaf.__spec__
print(leaf_spec.name, leaf_spec.parent, leaf_spec.submodule_search_locations)
print(lib_pkg.deep.leaf.__package__, lib_pkg.deep.leaf.__file__.endswith("lib_pkg/deep/leaf.py"))

import lib_ns.part
print(lib_ns.part.value, lib_ns.__spec__.origin, lib_ns.__spec__.loader is not None, len(lib_ns.__path__))
print(hasattr(lib_ns, "__file__"), list(lib_ns.__path__)[0].endswith("lib_ns"))

for statement in (
        "import lib_pkg.nothing", "from lib_pkg import nothing", "import lib_pkg.shapes.round",
        "from lib_ns import nothing", "from . import x", "from .nowhere import x", "import lib_nothing.at.all",
        "from lib_pkg.deep import leaf, no_leaf"):
    try:
        exec(statement, {"__name__": "__main__", "__package__": None, "__spec__": None})
    except ImportError as e:
        text = str(e)
        print(type(e).__name__, text[:text.find("(/")] if "(/" in text else text, "|", e.name)
try:
    exec("from ... import x", {"__name__": "lib_pkg.deep", "__package__": "lib_pkg.deep", "__path__": []})
    exec("from .... import x", {"__name__": "lib_pkg.deep", "__package__": "lib_pkg.deep", "__path__": []})
except ImportError as e:
    print(e)

module = __import__("lib_pkg.deep.leaf")
print(module.__name__, __import__("lib_pkg.deep.leaf", fromlist=["leaf"]).__name__)
print(__import__("deep", {"__package__": "lib_pkg", "__name__": "lib_pkg"}, None, ["twice"], 1).__name__)
for wrong in (("",), ("x", None, None, (), -1), (3,)):
    try:
        __import__(*wrong)
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
sys.modules["lib_blocked"] = None
try:
    import lib_blocked
except ModuleNotFoundError as e:
    print(e)
