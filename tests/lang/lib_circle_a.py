"""Helper of import_circular: imports lib_circle_b, which imports this one again."""
print("a starts")
name = "a"
import lib_circle_b
print("a goes on, b is", lib_circle_b.name)
late = "a late"


def both():
    return name + lib_circle_b.both()
