"""Helper of import_circular."""
print("b starts")
import lib_circle_a
name = "b"
print("b sees a name:", lib_circle_a.name, "and late:", hasattr(lib_circle_a, "late"))
try:
    from lib_circle_a import late
except ImportError as e:
    print("ImportError for", e.name)


def both():
    return name + lib_circle_a.late
