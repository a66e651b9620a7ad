"""Unions of classes: int | str."""


class Plain:
    pass


class Meta(type):
    def __or__(cls, other):
        return f"{cls.__name__} or {other}"


class Own(metaclass=Meta):
    pass


def attempt(f):
    try:
        print(f())
    except (TypeError, AttributeError) as e:
        print(type(e).__name__ + ":", e)


u = int | str
print(u, repr(u))
print(int | None, None | int, int | None | str)
print(Plain | int, Plain | None)
print(list[int] | None, None | list[int], dict[str, int] | list[str])
print(u == str | int, u == int | str | int, u == int, u != int | float)
print(hash(u) == hash(str | int), {u: 1}[str | int])
print(u.__args__, (int | None).__args__, u.__parameters__)
print((int | (str | None)).__args__, (u | u) == u)
print(int | int, (int | int) is int, (int | str | int).__args__)
print(isinstance(1, u), isinstance("a", u), isinstance(1.5, u), isinstance(None, int | None))
print(issubclass(bool, u), issubclass(float, u), issubclass(Plain, Plain | int))
print(isinstance(1, (float, u)), isinstance(b"", (float, u)))
print(Own | 3)
attempt(lambda: int | 3)
attempt(lambda: 3 | int)
attempt(lambda: int | "str")
attempt(lambda: "str" | int)
attempt(lambda: None | None)
attempt(lambda: isinstance(1.5, int | list[int]))
attempt(lambda: isinstance(1, int | list[int]))
attempt(lambda: issubclass(float, int | list[int]))
attempt(lambda: issubclass(1, int | str))
attempt(lambda: u[int])
attempt(lambda: int.__or__(1, 2))
attempt(lambda: type.__or__(int, str))
attempt(lambda: type.__or__(int, 5))


def f(x: int | None, y: "int | str" = 2) -> list[int] | None:
    return [x, y]


print(f.__annotations__)
match "text":
    case int() | str():
        print("one of both")
