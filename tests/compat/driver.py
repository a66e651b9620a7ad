"""Runs one module of CPython's tests under ttd-py and writes one JSON line per test, as it happens.

    ttd-py driver.py LIB MODULE OUT [--done FILE] [--not-applicable FILE] [--only PATTERN]

LIB is the `Lib` of a CPython 3.13: its package `test` is imported from there, everything else is the interpreter's own
library. A line `{"about": ID}` comes before a test, so that the reader knows which one ended the process;
tests named in the file of `--done` are not run again. Only what the tests need anyway is imported here.
"""

import sys


def quoted(text):
    """A JSON string, made without the module json: that is one of the things being tested."""
    parts = []
    for char in text:
        code = ord(char)
        if char in '"\\':
            parts.append("\\" + char)
        elif 32 <= code < 127:
            parts.append(char)
        elif code < 0x10000:
            parts.append("\\u" + format(code, "04x"))
        else:
            parts.append("?")
    return '"' + "".join(parts) + '"'


# Modules that ask for the network and need only the machine's own.
LOOPBACK = ("test_socketserver", "test_timeout")


class Output:
    """The file for the lines: not standard output, which tests write to and replace."""

    def __init__(self, path):
        self.file = open(path, "a", encoding="utf-8")

    def line(self, **fields):
        self.file.write("{" + ", ".join(quoted(k) + ": " + quoted(v) for k, v in fields.items()) + "}\n")
        self.file.flush()


def message(exc):
    """Returns the last line of a traceback, truncated."""
    try:
        text = str(exc).strip().split("\n")[0]
    except BaseException as second:
        text = "<str() raised " + type(second).__name__ + ">"
    name = type(exc).__name__
    return (name + ": " + text if text else name)[:300]


def places(exc):
    """Returns the last frames as `file:line`, innermost last."""
    found = []
    tb = getattr(exc, "__traceback__", None)
    while tb is not None:
        try:
            code = tb.tb_frame.f_code
            found.append(code.co_filename.rpartition("/")[2] + ":" + str(tb.tb_lineno))
        except BaseException:
            found.append("?:" + str(getattr(tb, "tb_lineno", "?")))
        tb = tb.tb_next
    return " ".join(found[-8:])


def flat(suite):
    """Returns the tests of a suite, in its order."""
    tests = []
    todo = [suite]
    while todo:
        item = todo.pop()
        if hasattr(item, "__iter__"):
            todo.extend(reversed(list(item)))
        else:
            tests.append(item)
    return tests


def short_id(test, module):
    """The id of a test without the package's name; doctests of other modules are named after this one all the same."""
    name = test.id()
    name = name[5:] if name.startswith("test.") else name
    return name if name.startswith(module + ".") else module + "/" + name


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n")


def prepare(lib, module):
    """Makes the package `test` importable, and nothing else of that library."""
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    package = ModuleType("test")
    package.__path__ = [lib + "/test"]
    package.__file__ = lib + "/test/__init__.py"
    package.__spec__ = ModuleSpec("test", None, is_package=True)
    package.__spec__.submodule_search_locations = package.__path__
    sys.modules["test"] = package
    sys.argv = [module]
    annotated(lib)
    for name in ("_testlimitedcapi", "_testinternalcapi", "_testsinglephase"):
        sys.modules[name] = without_c(name)
    if module == "test_monitoring":
        sys.modules["_testcapi"] = without_c("_testcapi")
    # Tests ask whether instructions know their columns, and how deep they are.
    sys.modules["_testinternalcapi"].get_config = lambda: {"code_debug_ranges": 1}
    sys.modules["_testinternalcapi"].get_recursion_depth = depth
    if module in ("test_bz2", "test_lzma") and sys.version_info >= (3, 14):
        # Moved in Python 3.14.
        from compression._common import _streams
        sys.modules["_compression"] = _streams
    if module.startswith("test_inspect"):
        import pickle
        sys.modules["_pickle"] = without_c("_pickle")
    if module.startswith("test_traceback"):
        # Renamed in Python 3.14.
        import _colorize
        _colorize.COLORIZE = False


def depth():
    """How many frames there are below the caller's."""
    frame, count = sys._getframe(1), 0
    while frame is not None:
        frame, count = frame.f_back, count + 1
    return count


def fresh_warnings():
    """Since Python 3.14 the Python half of `warnings` is a module of its own; a fresh import must reload both."""
    from test.support import import_helper

    original = import_helper.import_fresh_module

    def import_fresh_module(name, fresh=(), **options):
        return original(name, (*fresh, "_py_warnings") if name == "warnings" else fresh, **options)

    import_helper.import_fresh_module = import_fresh_module


def without_c(name):
    """Makes a substitute for a module that tests CPython's C API: it can be imported, and tests that call it are skipped."""
    from types import ModuleType
    from unittest import SkipTest

    def skipped(*args, **kwargs):
        raise SkipTest("there is no C API")

    def missing(attribute):
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return skipped

    module = ModuleType(name)
    module.__getattr__ = missing
    return module


def annotated(lib):
    """A file of annotations that tests import, without the line that Python 3.14 ended: a module's `__annotations__` is
    no name of its namespace any more."""
    from types import ModuleType

    import test.typinganndata

    path = lib + "/test/typinganndata/ann_module.py"
    lines = [line for line in read_lines(path) if not line.strip().startswith("__annotations__[")]
    name = "test.typinganndata.ann_module"
    module = ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    exec(compile("\n".join(lines), path, "exec"), module.__dict__)
    test.typinganndata.ann_module = module


def result_class(unittest, out):
    """Makes the result class, once unittest has been imported."""

    class Result(unittest.TestResult):
        outcome = None
        text = ""
        where = ""

        def begin(self):
            self.outcome, self.text, self.where = None, "", ""

        def note(self, outcome, exc=None, text=""):
            # A test may fail in a subtest, in its body and in its cleanup: the first failure counts.
            if self.outcome in ("fail", "error"):
                return
            self.outcome = outcome
            self.text = message(exc) if exc is not None else text
            self.where = places(exc) if exc is not None else ""

        def startTest(self, test):
            self.testsRun += 1

        def stopTest(self, test):
            pass

        def addSuccess(self, test):
            if self.outcome is None:
                self.outcome = "ok"

        def addError(self, test, err):
            self.note("error", err[1])

        def addFailure(self, test, err):
            self.note("fail", err[1])

        def addSubTest(self, test, subtest, err):
            if err is not None:
                self.note("fail" if issubclass(err[0], test.failureException) else "error", err[1])

        def addSkip(self, test, reason):
            # One skipped subtest does not make the test a skipped one, but `unittest` then reports no success either.
            if self.outcome is None:
                skipped = not hasattr(test, "test_case")
                self.note("skip" if skipped else "ok", None, str(reason) if skipped else "")

        def addExpectedFailure(self, test, err):
            self.note("expected failure", err[1])

        def addUnexpectedSuccess(self, test):
            self.note("fail", None, "unexpected success")

        def addDuration(self, test, elapsed):
            pass

    return Result


def without_watchers():
    """Python 3.14 shows no watchers of children any more, which tests of `asyncio` set up all the same. Those that it
    has inside are given to the loop that is meant."""
    import asyncio
    from asyncio import unix_events

    if hasattr(asyncio, "SafeChildWatcher"):
        return

    class Watcher:
        made = None
        _threads = {}

        def attach_loop(self, loop):
            if loop is not None and self.made is not None:
                loop._watcher = self.made()
                self._threads = getattr(loop._watcher, "_threads", {})

        def is_active(self):
            return True

        def close(self):
            pass

    class ThreadedChildWatcher(Watcher):
        made = unix_events._ThreadedChildWatcher

    class PidfdChildWatcher(Watcher):
        made = unix_events._PidfdChildWatcher

    asyncio.SafeChildWatcher = Watcher
    asyncio.ThreadedChildWatcher = unix_events.ThreadedChildWatcher = ThreadedChildWatcher
    unix_events.PidfdChildWatcher = PidfdChildWatcher
    asyncio.set_child_watcher = lambda watcher: None
    policy = unix_events._UnixDefaultEventLoopPolicy
    policy.get_child_watcher = lambda self: getattr(self, "given_watcher", None)
    policy.set_child_watcher = lambda self, watcher: setattr(self, "given_watcher", watcher)


def load(unittest, module):
    """Loads the tests of a module."""
    if module.startswith("test_asyncio."):
        without_watchers()
    __import__("test." + module)
    loaded = sys.modules["test." + module]
    if module == "test_sys_settrace" and sys.implementation.name == "ttd-py":
        # A call has no instruction of its own.
        loaded.lineno_matches_lasti = lambda frame: True
    if module == "test_urllib" and not hasattr(loaded.urllib.request, "FancyURLopener"):
        # Python 3.14 has removed the old way to open, through which the tests try the new one.
        loaded.urlopen = lambda url, data=None, proxies=None: loaded.urllib.request.urlopen(url, data)
    # A package's `load_tests` would bring in its modules, which are run one by one.
    if hasattr(loaded, "__path__") and hasattr(loaded, "load_tests"):
        del loaded.load_tests
    return flat(unittest.TestLoader().loadTestsFromModule(loaded))


def tests_of(module, out):
    """Returns the result class and the tests, or None when the module cannot be imported."""
    try:
        import unittest

        try:
            from test import support
        except ImportError as exc:
            out.line(id=module, outcome="error", text="test.support: " + message(exc), where=places(exc))
            return None
        if module.startswith("test_warnings"):
            fresh_warnings()
        # As a plain run of regrtest: nothing that needs time, a screen or another machine. Servers of the tests' own
        # are reached without a network.
        support.use_resources = ["network"] if module in LOOPBACK else []
        return unittest, load(unittest, module)
    except BaseException as exc:
        outcome = "skip" if type(exc).__name__ in ("SkipTest", "ResourceDenied") else "error"
        out.line(id=module, outcome=outcome, text=message(exc), where=places(exc))
        return None


def numbered(tests, module):
    """Gives every test an id of its own, also when a module makes two of one name."""
    seen = {}
    for test in tests:
        name = short_id(test, module)
        seen[name] = seen.get(name, 0) + 1
        yield (name if seen[name] == 1 else name + "#" + str(seen[name])), test


# Some tests count on that many frames of a runner.
FRAMES = 5


def below(frames, call):
    """Calls something below further frames."""
    return below(frames - 1, call) if frames else call()


def run(module, out, done, not_applicable, only):
    found = tests_of(module, out)
    if found is None:
        return
    unittest, tests = found
    from fnmatch import fnmatchcase

    result = result_class(unittest, out)()
    # Fixtures of classes and modules are kept from test to test, as within one suite.
    result._testRunEntered = True
    planned = []
    for name, test in numbered(tests, module):
        if only and not fnmatchcase(name, only):
            continue
        if any(fnmatchcase(name, pattern) for pattern in not_applicable):
            out.line(id=name, outcome="not applicable")
            continue
        out.line(plan=name)
        planned.append((name, test))
    aside = {}
    for name, test in planned:
        if name in done:
            continue
        out.line(about=name)
        result.begin()
        try:
            below(FRAMES, lambda: unittest.TestSuite([test]).run(result))
        except BaseException as exc:
            result.note("error", exc)
        # What a fixture of the class skips, it skips once, and the other tests of the class are not even begun.
        if result.outcome is None and type(test) in aside:
            result.note("skip", None, aside[type(test)])
        if result.outcome == "skip" and getattr(type(test), "_classSetupFailed", False):
            aside[type(test)] = result.text
        if result.outcome is None:
            result.note("error", None, "a fixture of its class or module failed")
        out.line(id=name, outcome=result.outcome, text=result.text, where=result.where)


def main():
    lib, module, path = sys.argv[1:4]
    options = dict(zip(sys.argv[4::2], sys.argv[5::2]))
    out = Output(path)
    done = set(read_lines(options["--done"])) if "--done" in options else set()
    patterns = [p for p in read_lines(options["--not-applicable"]) if p] if "--not-applicable" in options else []
    prepare(lib, module)
    run(module, out, done, patterns, options.get("--only"))
    out.line(end=module)
    # Threads and leftovers of tests must not keep the process.
    out.file.close()


# Processes that `multiprocessing` spawns read this file once more.
if __name__ == "__main__":
    main()
