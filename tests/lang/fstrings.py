"""f-strings: conversions, format specifications, nesting, the = form, user __format__."""


class Money:
    def __init__(self, cents):
        self.cents = cents

    def __format__(self, spec):
        print("spec", repr(spec))
        if spec.endswith("c"):
            return format(self.cents, spec[:-1])
        return f"{self.cents / 100:{spec or '.2f'}}"

    def __str__(self):
        return "money"

    def __repr__(self):
        return f"Money({self.cents})"


m, name, n, x, width = Money(1250), "ann", 42, 3.14159, 8
print(f"{name} {name!r} {name!s:>6}| {n:5d}|{n:<5}|{n:^5}|{n:05}|{n:+}|{n:x} {n:#b} {n:o} {n:c}")
print(f"{x:.2f} {x:8.3f} {x:<8.1f}| {x:e} {x:g} {x:%} {x:.0f} {1234567.891:,.2f} {1234567:_}")
print(f"{m} {m:.1f} {m:>8c} {m!r} {m!s}")
print(f"{name:>{width}} {x:{width}.{n - 40}} {'nested ' + f'{n + 1}'}")
print(f"{n=} {n = } {name=!s} {x=:.1f} {n + 1=}")
print(f"{{}} {{{n}}} {'a' if n > 40 else 'b'} {[i for i in range(3)]} {(lambda: 5)()}")
print(f"{name:*^9} {name:.2} {True:d} {None} {'é':>3} {2 ** 70:,}")
print(
    f"line one {n} "
    f"line two {x:.1f}"
    " plain"
)
print(f"""triple {
    n
    + 1
} end""")
print(f'{"quote"} {"\n".join(["a", "b"])!r}')
print("{} {1} {name}".format(1, 2, name=3) if False else "{0} {1} {name} {0!r:>4}".format(1, 2, name=3))
print("{:>5}|{:<5}|{:^5}".format("a", "b", "c"), "{[1]} {.real}".format([1, 2], 5))
print("%s %d %5.2f %r %x %%" % ("s", 7, 2.5, "r", 255), "%(a)s-%(b)03d" % {"a": 1, "b": 2})
for action in (lambda: f"{n:q}", lambda: f"{name:d}", lambda: f"{[]:>5}", lambda: "{}".format(), lambda: "%d" % "x"):
    try:
        action()
    except (ValueError, TypeError, IndexError) as e:
        print(type(e).__name__, e)
