"""`sys.tracebacklimit`: of an uncaught exception the newest entries are printed."""
import sys


def down(n):
    if n == 0:
        raise ValueError("deep")
    down(n - 1)


sys.tracebacklimit = 2
try:
    down(3)
finally:
    down(1)
