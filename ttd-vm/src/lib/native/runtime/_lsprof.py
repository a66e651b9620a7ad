"""Fast profiler: counts and times calls, for `cProfile`."""

import sys
from time import perf_counter as _clock

_monitoring = sys.monitoring
_TOOL = _monitoring.PROFILER_ID
_EVENTS = _monitoring.events
_FUNCTION_EVENTS = (_EVENTS.PY_START | _EVENTS.PY_RESUME | _EVENTS.PY_THROW | _EVENTS.PY_RETURN | _EVENTS.PY_YIELD
                    | _EVENTS.PY_UNWIND)


def _entry(name, fields):
    import _core
    return _core.namespace()["make_struct"]("_lsprof", name, fields)


profiler_entry = _entry("profiler_entry", ("code", "callcount", "reccallcount", "totaltime", "inlinetime", "calls"))
profiler_subentry = _entry("profiler_subentry", ("code", "callcount", "reccallcount", "totaltime", "inlinetime"))


class _Times:
    """What is known about a function, or about a function as called by another one."""

    def __init__(self, code):
        self.code, self.calls, self.recursive, self.total, self.inline, self.level = code, 0, 0, 0, 0, 0
        self.called = {}

    def numbers(self, unit):
        return self.calls, self.recursive, self.total * unit, self.inline * unit


class _Context:
    """A call in progress."""

    def __init__(self, times, caller, clock):
        self.times, self.caller, self.inner = times, caller, 0
        self.start = clock


class Profiler:
    """Build a profiler object using the specified timer function."""

    def __init__(self, timer=None, timeunit=0.0, subcalls=True, builtins=True):
        self._timer = _clock if timer is None else self._call_timer
        self._given_timer, self._in_timer = timer, False
        if timer is None:
            self._unit = 1.0
        elif timeunit:
            self._unit = timeunit
        else:
            self._unit = None
        self._subcalls, self._builtins = subcalls, builtins
        self._entries, self._context, self._on = {}, None, False

    def _call_timer(self):
        """The time of the program's timer, or 0 when that fails: nobody would catch what it raises."""
        self._in_timer = True
        try:
            now = self._given_timer()
            if not hasattr(type(now), "__float__") and not hasattr(type(now), "__index__"):
                raise TypeError(f"must be real number, not {type(now).__name__}")
            return now
        except BaseException as e:
            import _core
            _core.namespace()["unraisable"](e, self._given_timer)
            return 0
        finally:
            self._in_timer = False

    def _check_timer(self, what):
        if self._in_timer:
            raise RuntimeError(f"cannot {what} profiler in external timer")

    def _factor(self):
        if self._unit is not None:
            return self._unit
        return 1.0

    def enable(self, subcalls=True, builtins=True):
        """Start collecting profiling information."""
        self._subcalls, self._builtins = bool(subcalls), bool(builtins)
        if self._on:
            return
        try:
            _monitoring.use_tool_id(_TOOL, "cProfile")
        except ValueError:
            raise ValueError("Another profiling tool is already active") from None
        for events, callback in (
                (("PY_START", "PY_RESUME"), self._entered), (("PY_THROW",), self._thrown),
                (("PY_RETURN", "PY_YIELD", "PY_UNWIND"), self._left), (("CALL",), self._calls_native),
                (("C_RETURN", "C_RAISE"), self._native_done)):
            for name in events:
                _monitoring.register_callback(_TOOL, getattr(_EVENTS, name), callback)
        self._on = True
        _monitoring.set_events(_TOOL, _FUNCTION_EVENTS | (_EVENTS.CALL if self._builtins else 0))

    def disable(self):
        """Stop collecting profiling information."""
        self._check_timer("disable")
        if self._on:
            _monitoring.free_tool_id(_TOOL)
            self._on = False
        while self._context is not None:
            self._leave()

    def clear(self):
        """Clear all profiling information collected so far."""
        self._check_timer("clear")
        self._entries = {}
        self._context = None

    def _enter(self, key, code):
        times = self._entries.get(key)
        if times is None:
            times = self._entries[key] = _Times(code)
        times.level += 1
        caller = self._context
        if self._subcalls and caller is not None:
            inner = caller.times.called.get(key)
            if inner is None:
                inner = caller.times.called[key] = _Times(code)
            inner.level += 1
        self._context = _Context(times, caller, self._timer())

    def _leave(self):
        context = self._context
        if context is None:
            return
        self._context = caller = context.caller
        passed = self._timer() - context.start
        own = passed - context.inner
        if caller is not None:
            caller.inner += passed
        self._count(context.times, passed, own)
        if self._subcalls and caller is not None:
            inner = caller.times.called.get(_key(context.times.code))
            if inner is not None:
                self._count(inner, passed, own)

    def _count(self, times, passed, own):
        times.level -= 1
        if times.level == 0:
            times.total += passed
        else:
            times.recursive += 1
        times.inline += own
        times.calls += 1

    def _entered(self, code, offset):
        self._enter(code, code)

    def _thrown(self, code, offset, exc):
        self._enter(code, code)

    def _left(self, code, offset, value):
        self._leave()

    def _calls_native(self, code, offset, callable, first):
        name = _native_name(callable, first)
        if name is not None:
            self._enter(name, name)

    def _native_done(self, code, offset, callable, first):
        if _native_name(callable, first) is not None:
            self._leave()

    def getstats(self):
        """Return the profile: a list of entries for functions, with entries for what each of them called."""
        unit = self._factor()
        found = []
        for times in self._entries.values():
            if times.calls == 0:
                continue
            inner = [profiler_subentry((called.code, *called.numbers(unit)))
                     for called in times.called.values() if called.calls]
            found.append(profiler_entry((times.code, *times.numbers(unit), inner or None)))
        return found


def _key(code):
    return code


def _native_name(callable, first):
    """How a native function is called in a profile; None for what is none."""
    kind = type(callable).__name__
    if kind == "method_descriptor":
        return f"<method {callable.__name__!r} of {callable.__objclass__.__name__!r} objects>"
    if kind != "builtin_function_or_method":
        return None
    owner = callable.__self__
    module = callable.__module__
    if owner is not None and type(owner) is not type(sys):
        cls = owner if isinstance(owner, type) else type(owner)
        if not isinstance(owner, type) and callable.__name__ in dir(cls):
            return f"<method {callable.__name__!r} of {cls.__name__!r} objects>"
        return f"<built-in method {callable.__name__}>"
    if module is not None:
        return f"<built-in method {module}.{callable.__name__}>"
    return f"<built-in method {callable.__name__}>"
