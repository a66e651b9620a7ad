"""Helper of import_packages: relative imports of every kind."""
print("shapes runs as", __name__, "in", __package__)
from . import first
from .deep import *
from .deep.leaf import leaf
import lib_pkg.deep.leaf as again


def both():
    return first + leaf(), again.leaf is leaf, twice(3)
