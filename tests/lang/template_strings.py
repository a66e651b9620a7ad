"""Template strings."""


def attempt(f):
    try:
        print(f())
    except (TypeError, AttributeError, ValueError) as e:
        print(type(e).__name__ + ":", e)


name, n, width = "World", 42, 6
t = t"Hello {name}!"
print(t)
print(t.strings, t.values, len(t.interpolations))
i = t.interpolations[0]
print(i, i.value, i.expression, i.conversion, repr(i.format_spec))
print(type(t).__name__, type(t).__module__, type(i).__name__, type(i).__module__)
print(t"", t"".strings, t"".interpolations, list(t""))
print(list(t"{name}{n}"), t"{name}{n}".strings)
print(list(t"a{name!r}b{n:>{width}}c"))
j = t"{n:>{width}.{2}f}".interpolations[0]
print(j.expression, j.format_spec)
print(t"{ n + 1 }".interpolations[0].expression, t"{n!s:x}".interpolations[0])
print(t"{name=}", t"{n=!s}", t"{n=:5}")
print((t"a{n}" + t"b{name}c").strings, (t"a{n}" + t"b{name}c").values)
print((t"one {n} " t"two {name}").strings)
attempt(lambda: t"a" + "b")
attempt(lambda: "b" + t"a")
attempt(lambda: setattr(t, "strings", ()))
attempt(lambda: setattr(i, "value", 1))
attempt(lambda: setattr(t, "other", 1))
Template, Interpolation = type(t), type(i)
print(Template("a", "b", Interpolation(1, "x"), Interpolation(2), "c"))
print(Template(), Template("x").strings, Template(Interpolation(3)).strings)
print(Interpolation(1, "x", "r", ">5"), Interpolation.__match_args__)
attempt(lambda: Interpolation(1, "x", "q"))
attempt(lambda: Interpolation(1, 2))
attempt(lambda: Template(1))
attempt(lambda: Template(a=1))
attempt(lambda: type("S", (Template,), {}))
match i:
    case Interpolation(value, expression, conversion):
        print("matched", value, expression, conversion)


def f(template):
    out = []
    for part in template:
        if isinstance(part, str):
            out.append(part.lower())
        else:
            value = part.value
            if part.conversion == "r":
                value = repr(value)
            out.append(format(value, part.format_spec).upper())
    return "".join(out)


print(f(t"HELLO {name:>10} {n:05d} {name!r}"))
print(t is t, t == t"Hello {name}!", hash(t) == hash(t))
it = iter(t)
print(next(it), next(it).value, next(it), next(it, "end"))
raw = rt"a\{n}\n"
print(raw.strings)
nested = t"{t"in {n}"} out"
print(nested.interpolations[0].value.strings)
print(Template[int])
