"""Profiler: counts calls and their time, by the events of `sys.setprofile`."""

import sys
import time

import _core

_make = _core.namespace()["make_struct"]
profiler_entry = _make("_lsprof", "profiler_entry", ("code", "callcount", "reccallcount", "totaltime", "inlinetime",
                                                     "calls"))
profiler_subentry = _make("_lsprof", "profiler_subentry", ("code", "callcount", "reccallcount", "totaltime",
                                                           "inlinetime"))


class _Entry:
    """What is known of a function, or of a function as called by another."""

    def __init__(self, code):
        self.code = code
        self.count = self.recursive = self.depth = 0
        self.total = self.inline = 0
        self.callees = {}

    def enter(self):
        self.depth += 1

    def leave(self, total, inline):
        self.depth -= 1
        self.inline += inline
        if self.depth:
            self.recursive += 1
        else:
            self.total += total
        self.count += 1


def _label(function):
    """The name of a builtin function in the statistics."""
    name = getattr(function, "__name__", None)
    if name is None:
        return repr(function)
    receiver = getattr(function, "__self__", None)
    if receiver is None:
        return f"<method {name!r} of {function.__objclass__.__name__!r} objects>" \
            if hasattr(function, "__objclass__") else f"<{name}>"
    if isinstance(receiver, type(sys)):
        return f"<built-in method {receiver.__name__}.{name}>"
    return f"<method {name!r} of {type(receiver).__name__!r} objects>"


class Profiler:
    """Build a profiler object using the specified timer function.

    The default timer is a fast built-in one based on real time.
    For custom timer functions returning integers, 'timeunit' can
    be a float specifying a scale (that is, how long each integer unit
    is, in seconds)."""

    def __init__(self, timer=None, timeunit=0.0, subcalls=True, builtins=True):
        self._timer = time.perf_counter if timer is None else timer
        self._unit = timeunit or 1
        self._subcalls = subcalls
        self._builtins = builtins
        self._entries = {}
        # Calls in progress: entry, entry as called by the caller or None, begin, time of callees.
        self._stack = []

    def enable(self, subcalls=True, builtins=True):
        """Start collecting profiling information."""
        if sys.getprofile() is not None:
            raise ValueError("Another profiling tool is already active")
        self._subcalls, self._builtins = bool(subcalls), bool(builtins)
        sys.setprofile(self._event)

    def disable(self):
        """Stop collecting profiling information."""
        sys.setprofile(None)
        while self._stack:
            self._leave()

    def clear(self):
        """Clear all profiling information collected so far."""
        self._entries.clear()
        self._stack.clear()

    def getstats(self):
        """Returns a list of profiler_entry objects."""
        unit = self._unit
        found = []
        for entry in self._entries.values():
            calls = [profiler_subentry((sub.code, sub.count, sub.recursive, sub.total * unit, sub.inline * unit))
                     for sub in entry.callees.values() if sub.count] or None
            if entry.count:
                found.append(profiler_entry((entry.code, entry.count, entry.recursive, entry.total * unit,
                                             entry.inline * unit, calls)))
        return found

    def _event(self, frame, event, arg):
        if event == "call":
            self._enter(frame.f_code, frame.f_code)
        elif event == "return":
            self._leave()
        elif self._builtins:
            if event == "c_call":
                label = "<method 'disable' of '_lsprof.Profiler' objects>" if arg is sys.setprofile else _label(arg)
                self._enter(label, label)
            else:
                self._leave()

    def _enter(self, key, code):
        entry = self._entries.get(key)
        if entry is None:
            entry = self._entries[key] = _Entry(code)
        sub = None
        if self._subcalls and self._stack:
            callees = self._stack[-1][0].callees
            sub = callees.get(key)
            if sub is None:
                sub = callees[key] = _Entry(code)
            sub.enter()
        entry.enter()
        self._stack.append([entry, sub, self._timer(), 0])

    def _leave(self):
        # What returns here may have been called before profiling began.
        if not self._stack:
            return
        entry, sub, begin, of_callees = self._stack.pop()
        total = self._timer() - begin
        if self._stack:
            self._stack[-1][3] += total
        entry.leave(total, total - of_callees)
        if sub is not None:
            sub.leave(total, total - of_callees)
