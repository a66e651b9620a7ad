"""sys.exit with a text prints it to the standard error and ends with status 1."""
import sys


def check(values):
    for value in values:
        if value < 0:
            sys.exit(f"negative value: {value}")
        print("ok", value)


check([1, 2])
check([3, -4, 5])
