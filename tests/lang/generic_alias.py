"""Builtin classes with type arguments: list[int]."""
import sys


def attempt(f):
    try:
        print(f())
    except (TypeError, AttributeError) as e:
        print(type(e).__name__ + ":", e)


a = list[int]
print(a, dict[str, list[int]], tuple[int, ...], tuple[()], set[str], frozenset[int], type[int])
print(list["Forward"], list[None], list[a | None], tuple[int, [str, 1]])
print(a.__origin__, a.__args__, a.__parameters__, a.__unpacked__)
print(tuple[()].__args__, tuple[(int, str)].__args__, dict[str, int].__args__)
print(a == list[int], a == list[str], a == list, a != tuple[int], hash(a) == hash(list[int]))
print(type(a).__name__, type(a).__module__, a.__class__ is type(a))
print(a("abc"), dict[str, int](a=1), tuple[int, ...]([1, 2]))
print(a.__name__, a.__qualname__, a.__module__, a.append is list.append, a.__doc__ == list.__doc__)
print(a.__mro_entries__(()), *tuple[int, str])
print(list(tuple[int, str])[0].__unpacked__, next(iter(tuple[int])) == tuple[int])
attempt(lambda: isinstance([], a))
attempt(lambda: issubclass(list, a))
attempt(lambda: a[int])
attempt(lambda: a.nothing)
attempt(lambda: int[str])
attempt(lambda: a.__bases__)
attempt(lambda: object[1])


class Box(list[int]):
    pass


class Shelf:
    def __class_getitem__(cls, item):
        return f"{cls.__name__} of {item}"


class Small(Shelf):
    pass


class Meta(type):
    def __getitem__(cls, item):
        return ("meta", item)


class Indexed(Shelf, metaclass=Meta):
    pass


print(Box.__bases__, Box.__orig_bases__, Box([1]), Box.__mro__)
print(Shelf[1], Small[2, 3], Indexed[4])
attempt(lambda: Shelf()[1])


class Holder:
    value = list[int]
    __class_getitem__ = classmethod(type(list[int]))


h = Holder[int]
print(h.__args__, h.value, h().__orig_class__.__args__)


def subscripted(*args: *tuple[int, str]):
    return args


print(subscripted.__annotations__)
print([x for x in dir(a) if x not in dir(list)])
print(type(a)(list, (int, str)), type(a)(dict, str))
attempt(lambda: type(a)(list))
attempt(lambda: type(a)())


class Sub(type(a)):
    __slots__ = ()

    def __repr__(self):
        return "Sub of " + str(self.__args__)


s = Sub(list, (int,))
print(s, s.__origin__, s == list[int], s([3]), isinstance(s, type(a)))
