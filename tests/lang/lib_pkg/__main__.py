"""Helper of the tests of `-m`: what a package's main module knows of itself."""
import sys
from . import shapes
from .deep.leaf import leaf

print(__name__, __package__, __spec__.name, sys.argv[1:], __file__ == sys.argv[0], shapes.first, leaf())
