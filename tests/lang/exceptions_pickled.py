"""What exceptions know beside their arguments is no attribute in their `__dict__`, and passes through pickle and copy."""
import copy
import pickle


class Marked(AttributeError):
    def __init__(self, mark):
        super().__init__(mark)
        self.mark = mark


class Named(OSError):
    @property
    def name(self):
        return self.filename.upper()


def imported():
    from os import nothing_of_this_name


def made():
    e = AttributeError("m", name="n", obj=3)
    e.extra = 1
    raise e


def grouped():
    raise ExceptionGroup("g", [ValueError(1), OSError(2, "no", "file", None, "other")])


def fail(exc):
    raise exc


CASES = [lambda: open("/nothing/here"), lambda: (lambda: 0).missing, imported, made, grouped, lambda: undefined_name,
         lambda: fail(Marked("q")), lambda: fail(Named(2, "no", "file")), lambda: fail(ImportError("x", name="n", path="p")),
         lambda: fail(BlockingIOError(11, "busy", 5)), lambda: "\xe9".encode("ascii"), lambda: fail(StopIteration(3)),
         lambda: compile("a b", "f", "exec"), lambda: fail(OSError(2, "no", "a", None, "b")), lambda: {}[1], lambda: fail(SystemExit(4))]
KNOWN = "name", "path", "filename", "filename2", "extra", "mark", "value", "code", "lineno", "characters_written"


def facts(e):
    return {name: getattr(e, name) for name in KNOWN if getattr(e, name, None) is not None}


for case in CASES:
    try:
        case()
    except BaseException as e:
        caught = e
    own = vars(caught)
    state = caught.__reduce__()
    print(type(caught).__name__, own, len(state), "obj" in str(state[2:]), sorted(facts(caught).keys() - {"path"}))
    ways = [copy.copy]
    if type(caught).__module__ == "builtins":
        ways += [lambda e: pickle.loads(pickle.dumps(e)), lambda e: pickle.loads(pickle.dumps(e, 0))]
    for way in ways:
        again = way(caught)
        same = facts(again) == facts(caught)
        print("  ", type(again) is type(caught), again.args == caught.args, str(again) == str(caught), vars(again), same)
caught.name = "now an attribute"
print(vars(caught))
