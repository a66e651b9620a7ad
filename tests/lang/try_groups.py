"""Exception groups and except*."""


def run(*errors):
    handled = []
    try:
        raise ExceptionGroup("group", list(errors))
    except* ValueError as g:
        handled.append(("values", [str(e) for e in g.exceptions]))
    except* (KeyError, IndexError) as g:
        handled.append(("lookups", len(g.exceptions)))
    else:
        handled.append("else")
    finally:
        handled.append("finally")
    return handled


print(run(ValueError(1), KeyError("k"), ValueError(2)))
print(run(IndexError("i")))
try:
    print(run(ValueError(1), TypeError("unhandled")))
except ExceptionGroup as rest:
    print(rest.message, rest.exceptions)

try:
    raise ValueError("alone")
except* ValueError as g:
    print(type(g).__name__, g.exceptions)

nested = ExceptionGroup("outer", [ExceptionGroup("inner", [OSError("a"), KeyError("b")]), KeyError("c")])
match, rest = nested.split(KeyError)
print(match)
print(rest, rest.exceptions)
print(nested.subgroup(lambda e: isinstance(e, OSError)))
