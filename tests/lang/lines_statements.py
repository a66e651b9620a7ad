"""Statements spread over several lines, several statements on one line, and statements that have no code."""
"a text that is only an expression"
1 + 1
...
pass


def decorate(*args):
    return lambda f: f


def default(x):
    return x


@decorate(
    1,
    2,
)
@decorate()
def decorated(
    a=default(1),
    b=
    default(2),
    *,
    c=default(3),
):
    "Docstring."
    global used
    used = a
    return (
        a
        + b
        + c
    )


@decorate()
class Thing(
    object,
):
    """Docstring."""

    x = (
        1
    )
    y = 2

    def method(
        self,
        other=
        x,
    ):
        return other


def empty(): pass


def only_docstring():
    """Nothing else."""


def dots(): ...


def nested():
    def inner():
        return 1
    class Local:
        z = inner()
    return Local.z


class Manager:
    def __enter__(self): return "entered"
    def __exit__(self, *args): pass


x = 1; y = 2; z = x + y
if x: y = 5; z = 6
for i in (1, 2): x += i; y -= i
while x > 3:
    x -= 1
def short(): return 1; print("never")
class Short: a = 1; b = a + 1
try: short()
except ValueError: pass
finally: z = 0
with Manager() as first: z += 1
assert (
    x
    == 3
), "message"
assert x, (
    "not "
    "evaluated"
)
del (
    x,
    y,
)
value = [0, 0]
value[
    0
], value[1] = (
    default(1),
    2,
)
value[0] += (
    default(5)
)
if (
    value[0]
    and value[1]
    and not (
        value == 3
    )
):
    print(
        "yes"
    )
else:
    print("no")
for (
    key,
    number,
) in {
    "a": 1,
    "b": 2,
}.items():
    print(
        key,
        number,
    )
try:
    raise ValueError(
        "several",
        default("lines"),
    )
except (
    KeyError,
    ValueError,
) as error:
    print(
        error
    )
match (
    value
):
    case [
        6,
        rest,
    ] if (
        rest
        == 2
    ):
        print("matched", rest)
    case _:
        print("not matched")
if 0:
    print("compiled away")
while None:
    print("compiled away")
if __debug__:
    print("debug")
print(decorated(), decorated.__doc__, Thing().method(), Thing.__doc__, empty(), only_docstring(), dots(), nested(),
      short(), Short.b, z, first, value, used)
