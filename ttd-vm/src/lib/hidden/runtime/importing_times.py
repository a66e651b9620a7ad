"""`-X importtime`: a line on standard error for each import, with the time that it took.

The clock is asked through the host, so a run that is repeated prints what it printed first.
"""

# How deep the current import lies, and the nanoseconds that the imports within it took; None when nothing is timed.
import_times = None


def begin_timing_imports():
    global import_times, import_clock, import_line
    import_clock = find_builtin("_time").perf_counter_ns
    import_line = find_builtin("_posix").write
    import_line(2, b"import time: self [us] | cumulative | imported package\n")
    import_times = [0, 0]


def find_and_load_timed(name):
    """`find_and_load_new`, with its line. Modules that CPython has not count as part of what imports them."""
    if name.startswith("_ttd_"):
        return find_and_load_new(name)
    level, before = import_times
    import_times[:] = level + 1, 0
    began = import_clock()
    try:
        return find_and_load_new(name)
    finally:
        taken = import_clock() - began
        own, total = -((import_times[1] - taken) // 1000), -(-taken // 1000)
        import_times[:] = level, before + taken
        line = f"import time: {own:9} | {total:10} | {'  ' * level}{name}\n"
        import_line(2, line.encode("utf-8", "surrogateescape"))
