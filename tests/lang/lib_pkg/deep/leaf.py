"""Helper of import_packages."""
from .. import deep
from . import twice


def leaf():
    return twice(5) + deep.twice(1)
