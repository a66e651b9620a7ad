"""Questions about the events: `calls FUNCTION` and `find CONDITION`."""
import types

from places import source_of
from recorder import scope_of

# What a condition of `find` may say about an event; variables with these names are not asked about
# (nor is `token`, the number of classes that a whole library has registered).
WORDS = {"kind", "func", "file", "line", "depth", "locals", "args", "retval", "exc", "writes", "token"}
COMPARISONS = ("==", "==", "!=", ">", "<=")


def functions(stack_frame, recorder, variables):
    """What can follow `calls` in a frame: [(kind, text, code)]."""
    found = []
    for name, (_, _, bound, value) in variables.items():
        if not bound:
            continue
        if is_users(value, recorder):
            found.append(("calls of a function", name, value.__code__))
        elif isinstance(value, type) and recorder.is_users(value):
            for attribute, member in vars(value).items():
                member = getattr(member, "__func__", member)
                if is_users(member, recorder) and member.__qualname__ == f"{value.__name__}.{attribute}":
                    found.append(("calls of a method", f"{name}.{attribute}", member.__code__))
        elif recorder.is_users(type(value)) and type(value).__getattribute__ is object.__getattribute__:
            for cls in type(value).__mro__:
                for attribute, member in vars(cls).items():
                    if is_users(member, recorder) and getattr(type(value), attribute, None) is member:
                        found.append(("calls through an object", f"{name}.{attribute}", member.__code__))
    return found


def is_users(value, recorder):
    return type(value) is types.FunctionType and recorder.is_users_file(value.__code__.co_filename)


def is_unambiguous(text, code, recorder):
    """Whether every function of this name that was called is this one."""
    return "." in text or code.co_name == text and all(c is code for c in recorder.starts if c.co_name == text)


def conditions(frame, rng):
    """Conditions for `find` that hold at the present event, or nearly."""
    found = []
    function = frame.f_code.co_name
    where = rng.choice([f"func == {function!r}", f"line == {frame.f_lineno}"])
    for name, value in scope_of(frame).items():
        if name in WORDS or not name.isidentifier() or name.startswith("_"):
            continue
        if type(value) in (int, str, bool) and source_of(value):
            compare = rng.choice(COMPARISONS) if type(value) is int else "=="
            found.append(f"{where} and {name} {compare} {source_of(value)}")
        elif type(value) in (list, dict, set):
            found.append(f"{where} and len({name}) == {len(value)}")
        inside = getattr(type(value), "__module__", None) == "__main__" and getattr(value, "__dict__", {})
        for attribute, held in inside.items() if type(inside) is dict else ():
            if type(held) in (int, str) and source_of(held) and not attribute.startswith("_"):
                found.append(f"{where} and {name}.{attribute} == {source_of(held)}")
    return found


class Evaluator:
    """Evaluates conditions at every event, as `find` does."""

    def __init__(self, texts, events):
        self.events = events
        self.codes = {text: compile(text, "<condition>", "eval") for text in texts}
        self.holds = {text: [] for text in texts}

    def observe(self, t, frame, kind, how, arg, ident):
        _, file, line, function, _, depth = self.events[t]
        here = scope_of(frame)
        names = {**here, "kind": kind, "func": function, "file": file, "line": line, "depth": depth}
        has_value = kind == "return" and how != "unwind"
        if has_value:
            names["retval"] = arg
        for text, code in list(self.codes.items()):
            if "retval" in code.co_names and not has_value:
                continue
            if any(word in here or word in frame.f_globals for word in WORDS.intersection(code.co_names)):
                del self.codes[text], self.holds[text]      # a variable of that name is meant
                continue
            try:
                holds = bool(eval(code, frame.f_globals, names))
            except Exception:
                del self.codes[text], self.holds[text]      # what raises is not asked
                continue
            if holds:
                self.holds[text].append(t)
