"""Helper of import_packages."""
print("deep runs as", __name__, "in", __package__)


def twice(n):
    return 2 * n
