"""Runs a program under a counter of events that is written in Python: what counting costs without help from below.

    python3 settrace.py SCRIPT [ARGUMENTS]

Calls, lines, returns and exceptions are counted, as `sys.settrace` reports them. Their number goes to standard error.
"""
import sys

EVENTS = 0


def count(frame, event, argument):
    global EVENTS
    EVENTS += 1
    return count


def main():
    script = sys.argv[1]
    with open(script, "rb") as file:
        code = compile(file.read(), script, "exec")
    sys.argv = sys.argv[1:]
    sys.path[0] = script.rpartition("/")[0]
    main_module = type(sys)("__main__")
    main_module.__file__ = script
    sys.modules["__main__"] = main_module
    sys.settrace(count)
    try:
        exec(code, main_module.__dict__)
    finally:
        sys.settrace(None)
        print("events:", EVENTS, file=sys.stderr)


if __name__ == "__main__":
    main()
