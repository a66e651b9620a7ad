"""Helper of import_errors: raises while it is imported."""
print("lib_raises starts")
value = 1


def compute(n):
    return value // n


result = compute(0)
print("never reached")
