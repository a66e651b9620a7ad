"""Finders and loaders of the program's own, `__import__` replaced, and modules made by hand."""
import builtins
import sys

texts = {"made": "x = 40\ndef f():\n    return x + len(__name__)\n", "made_pkg": "y = 1\n", "made_pkg.sub": "z = 2\n"}


class Finder:
    def __init__(self):
        self.asked = []

    def find_spec(self, name, path=None, target=None):
        self.asked.append(name)
        if name not in texts:
            return None
        Spec = type(builtins.__spec__)
        return Spec(name, Loader(), origin="texts", is_package=name == "made_pkg")


class Loader:
    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(texts[module.__name__], module.__dict__)


finder = Finder()
sys.meta_path.insert(0, finder)
import made
print(made.f(), made.__spec__.origin, made.__spec__.has_location, made.__package__ == "")
import made_pkg.sub
print(made_pkg.sub.z, made_pkg.__path__, finder.asked)
print(made)
sys.meta_path.remove(finder)

seen = []
original = builtins.__import__


def importer(name, globals=None, locals=None, fromlist=(), level=0):
    if name != "_io":
        seen.append((name, fromlist, level))
    return original(name, globals, locals, fromlist, level)


builtins.__import__ = importer
import lib_shapes
from lib_shapes import area
import sys as again
builtins.__import__ = original
import lib_shapes
print(seen, again is sys)

module = type(sys)("by_hand", "Its doc.")
print(module.__name__, module.__doc__, module.__spec__, module)
sys.modules["by_hand"] = module
module.value = 5
import by_hand
print(by_hand.value, by_hand is module)




class Broken:
    def create_module(self, spec):
        return None

    def exec_module(self, module):
        raise ValueError("no " + module.__name__)


class BrokenFinder:
    @staticmethod
    def find_spec(name, path, target=None):
        return type(sys.__spec__)(name, Broken()) if name == "broken" else None


sys.meta_path.append(BrokenFinder)
try:
    import broken
except ValueError as e:
    print(e, "broken" in sys.modules)
print(sys.__spec__.origin, sys.__loader__ is builtins.__loader__, builtins.__spec__.name)
