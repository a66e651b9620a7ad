"""sys.exit with a number, from inside a function with a finally; an except clause for Exception does not stop it."""
import sys


def leave(code):
    try:
        print("leaving with", code)
        sys.exit(code)
    except Exception:
        print("not an Exception")
    finally:
        print("last words")


try:
    leave(1)
except SystemExit as e:
    print("stayed once:", e.code)
leave(3)
