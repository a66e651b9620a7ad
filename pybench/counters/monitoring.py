"""Runs a program under a counter of events that listens to `sys.monitoring`, which CPython has since 3.12.

    python3 monitoring.py SCRIPT [ARGUMENTS]

The same events are counted as by `settrace.py`: starts, lines, returns and exceptions. Their number goes to standard
error.
"""
import sys

from script import load

EVENTS = 0


def count(*what):
    global EVENTS
    EVENTS += 1


def main():
    code, module = load()
    monitoring = sys.monitoring
    tool = monitoring.PROFILER_ID
    monitoring.use_tool_id(tool, "counter")
    kinds = monitoring.events
    wanted = 0
    for name in ("PY_START", "PY_RESUME", "PY_THROW", "LINE", "PY_RETURN", "PY_YIELD", "PY_UNWIND", "RAISE"):
        kind = getattr(kinds, name)
        monitoring.register_callback(tool, kind, count)
        wanted |= kind
    monitoring.set_events(tool, wanted)
    try:
        exec(code, module.__dict__)
    finally:
        monitoring.set_events(tool, 0)
        monitoring.free_tool_id(tool)
        print("events:", EVENTS, file=sys.stderr)


if __name__ == "__main__":
    main()
