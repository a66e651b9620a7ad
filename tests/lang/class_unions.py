# Unions of classes: what is in them, in which order, and what they say of objects and classes.
import typing


class Or(type):
    def __or__(cls, other):
        return "or", other

    def __ror__(cls, other):
        return "ror", other


class C(metaclass=Or):
    pass


class Pretender:
    @property
    def __class__(self):
        return int


print((int | str).__args__, (int | None).__args__, (None | int).__args__, int | int)
print((int | str | None | int | str).__args__, (int | (str | int) | bytes).__args__)
print(C | int, int | C, (list[int] | int).__args__, (int | list[int]).__args__)
print(int | str == str | int, hash(int | str) == hash(str | int), int | str == int | None)
for value in 1, "a", None, 1.5, True, Pretender():
    print(isinstance(value, int | str), isinstance(value, int | None), isinstance(value, (float, bytes | str)))
print(issubclass(bool, int | str), issubclass(float, int | None), issubclass(type(None), int | None))
for make in (lambda: isinstance([1], list[int] | int), lambda: isinstance(1, int | list[int]), lambda: int | 5,
             lambda: 5 | int, lambda: issubclass(5, int | str), lambda: isinstance(1, typing.List[int] | int)):
    try:
        print(make())
    except TypeError as error:
        print(error)
T = typing.TypeVar("T")
union = int | list[T]
print(union[str], union.__parameters__, (int | str).__parameters__)
print(typing.get_args(int | None), typing.Optional[int] == int | None)
match 5:
    case int() | str():
        print("matched")
