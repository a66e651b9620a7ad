"""Runs a program under a counter of events that is written in Python: what counting costs without help from below.

    python3 settrace.py SCRIPT [ARGUMENTS]

Calls, lines, returns and exceptions are counted, as `sys.settrace` reports them. Their number goes to standard error.
"""
import sys

from script import load

EVENTS = 0


def count(frame, event, argument):
    global EVENTS
    EVENTS += 1
    return count


def main():
    code, module = load()
    sys.settrace(count)
    try:
        exec(code, module.__dict__)
    finally:
        sys.settrace(None)
        print("events:", EVENTS, file=sys.stderr)


if __name__ == "__main__":
    main()
