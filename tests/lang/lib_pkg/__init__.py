"""Helper of import_packages: a package with modules, a package inside, and names for a star import."""
__all__ = ["first", "leaf_of", "shapes"]
print("lib_pkg runs as", __name__, "in", __package__, __path__[0].rpartition("/")[2])
first = 1
_hidden = 2
from .deep import leaf as leaf_of
