"""Helper of import_packages: in a folder that is no package."""
value = 7
