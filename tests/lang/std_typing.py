"""typing: generics, protocols, aliases, hints."""
import typing
from typing import (Any, Callable, ClassVar, Concatenate, Final, Generic, Literal, NamedTuple, NewType, Optional,
                    ParamSpec, Protocol, TypedDict, TypeVar, TypeVarTuple, Union, Unpack, cast, get_args, get_origin,
                    get_type_hints, overload, runtime_checkable)


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


T = TypeVar("T")
K = TypeVar("K", bound=int)
C = TypeVar("C", int, str)
P = ParamSpec("P")
Ts = TypeVarTuple("Ts")
print(T, K, C, P, Ts, T.__module__, K.__bound__, C.__constraints__)
print(list[T], list[T][int], dict[K, T][int, str], tuple[Unpack[Ts]], Callable[P, T])
print(Optional[int] == (int | None), typing.List[int], typing.Dict[str, T], typing.Tuple[int, ...], Any)
print(Callable[[int, str], bool], Callable[..., T][int], Callable[Concatenate[int, P], T])
print(Literal[1, "a"], ClassVar[int], Final[str], type[T])
print(get_origin(list[int]), get_args(dict[str, int]), get_args(Callable[[int], str]), get_origin(Optional[int]) is not None)


class Box(Generic[T]):
    def __init__(self, item: T):
        self.item = item


class Pair(Generic[T, K]):
    pass


class IntBox(Box[int]):
    pass


print(Box[int], Box[int].__origin__, Box[int].__args__, Box.__parameters__, Pair[str, int], Box[int](3).item)
print(IntBox.__orig_bases__, IntBox.__bases__, IntBox.__mro__[-2:], Pair[T, int].__parameters__)
attempt(lambda: Pair[int])
attempt(lambda: Box[int, str])
attempt(lambda: Generic[int])
attempt(lambda: TypeVar("T", int))
attempt(lambda: TypeVar("T", covariant=True, contravariant=True))
attempt(lambda: TypeVar(1))


class New[A, *B, **Q]:
    def m[D: int](self, a: A, d: D) -> tuple[A, D]:
        return a, d


print(New.__type_params__, New.__parameters__, New.__orig_bases__, New.__bases__)
print(New[int, str, [bool]], New().m(1, 2), New.m.__type_params__)


class Sized2[A](Box[A]):
    pass


print(Sized2.__parameters__, Sized2[int].__args__, Sized2[int](2).item, Sized2.__orig_bases__)


@runtime_checkable
class HasName(Protocol):
    name: str

    def hello(self) -> str: ...


class Named:
    name = "n"

    def hello(self):
        return "hi"


print(isinstance(Named(), HasName), isinstance(3, HasName))
attempt(lambda: HasName())


class Point(NamedTuple):
    x: int
    y: int = 2


print(Point(1), Point(3, 4).y, Point._fields, Point._field_defaults, Point(1) == (1, 2), Point(5)._replace(y=0))


class Movie(TypedDict, total=False):
    title: str
    year: int


print(Movie(title="a"), Movie.__annotations__, Movie.__optional_keys__ == {"title", "year"})
UserId = NewType("UserId", int)
print(UserId(5), UserId.__name__, cast(str, 3))


def hints(a: int, b: "list[str]" = (), *c: T, d: Optional["Box"] = None) -> "Pair[str, int]":
    pass


print(sorted(get_type_hints(hints)), get_type_hints(hints)["b"], get_type_hints(hints)["return"])


class WithHints:
    a: "int"
    b: ClassVar[int] = 3


print(get_type_hints(WithHints))
print(Union[int, str] == Union[str, int], Union[int], len(Union[int, str, int].__args__), Optional[None])
attempt(lambda: Union[()])
attempt(lambda: isinstance(1, Any))
attempt(lambda: isinstance([], typing.List[int]))
print(typing.TYPE_CHECKING, typing.no_type_check(hints) is hints, typing.get_overloads(hints))
type Alias[X] = dict[str, X]
print(Alias[int], Alias[int].__value__, get_origin(Alias[int]) is Alias)
print((T | int).__args__, (int | T).__parameters__, (T | None).__args__, Union["Fwd", int].__args__[0].__forward_arg__)
