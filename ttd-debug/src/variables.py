"""The Python behind `diff`: the variables of the main module, with what the objects that they hold hold."""

import sys

# Levels of objects in objects, and objects in all, that are looked at.
DEPTH = 6
MOST = 20000


def variables():
    """For each variable its name, its value as it is shown, and all that is compared."""
    left = [MOST]
    rows = []
    for name, value in list(vars(sys.modules["__main__"]).items()):
        if name.startswith("__") or type(value) is type(sys):
            continue
        rows.append(f"{name}\t{ascii(shown(value, left))}\t{ascii(deep(value, DEPTH, (), left))}")
    return "\n".join(rows)


def shown(value, left):
    # An address says nothing.
    if type(value).__repr__ is object.__repr__ or isinstance(value, type):
        return deep(value, 2, (), left)
    return repr(value)


def deep(value, depth, inside, left):
    kind = type(value)
    if kind in (int, float, complex, bool, str, bytes, bytearray, range, type(None)):
        return repr(value)
    left[0] -= 1
    if id(value) in inside or depth == 0 or left[0] < 0:
        return "..."
    inside += (id(value),)

    def part(v):
        return deep(v, depth - 1, inside, left)

    if kind in (list, tuple, set, frozenset):
        parts = [part(v) for v in value]
        return f"{kind.__name__}({', '.join(parts if kind in (list, tuple) else sorted(parts))})"
    if isinstance(value, dict):
        items = ", ".join(f"{part(k)}: {part(v)}" for k, v in dict.items(value))
        return f"{{{items}}}" if kind is dict else f"{kind.__name__}({{{items}}})"
    if isinstance(value, type):
        if value.__module__ != "__main__":
            return repr(value)
        names = {n: v for n, v in vars(value).items() if not n.startswith("__") and not hasattr(v, "__get__")}
        return described(f"class {value.__qualname__}", names, part)
    names = attributes(value)
    own = "" if kind.__repr__ is object.__repr__ else repr(value)
    if not names:
        return own or f"<{kind.__qualname__}>"
    return own + described(kind.__qualname__, names, part)


def described(what, names, part):
    return f"<{what} " + ", ".join(f"{n}={part(v)}" for n, v in names.items()) + ">"


def attributes(value):
    held = {}
    # Those of builtin types are in their reprs.
    for name in attribute_names(value) if type(value).__flags__ & (1 << 9) else ():
        try:
            held[name] = object.__getattribute__(value, name)
        except AttributeError:
            pass
    return held
