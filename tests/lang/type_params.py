"""Type parameters and type aliases (without typing)."""


def attempt(f):
    try:
        print(f())
    except (TypeError, AttributeError, NameError, ValueError) as e:
        print(type(e).__name__ + ":", e)


def first[T](items: list[T]) -> T:
    return items[0]


print(first([3, 4]), first.__type_params__, first.__name__)
T = first.__type_params__[0]
print(T, T.__name__, T.__bound__, T.__constraints__, T.__covariant__, T.__infer_variance__, T.__module__)
print(type(T).__name__, type(T).__module__)


def several[A: int, B: (str, bytes), *Cs, **P](a: A, *args: *Cs) -> B:
    return A, B, Cs, P


print(several.__type_params__)
A, B, Cs, P = several.__type_params__
print(A.__bound__, B.__constraints__, B.__bound__, type(Cs).__name__, type(P).__name__)
print(P.args, P.kwargs, P.args.__origin__ is P, P.args == P.args)
print(several(1) == (A, B, Cs, P))

type Number = int | float
type Pair[X] = tuple[X, X]
type Tree = list[Tree] | int
type Later = undefined_yet

print(Number, Number.__value__, Number.__name__, Number.__type_params__, type(Number).__name__)
print(Pair, Pair.__type_params__, Pair.__value__, Pair[int], Pair[int].__args__, Pair[int].__origin__ is Pair)
print(Tree.__value__, Tree.__module__)
attempt(lambda: Later.__value__)
undefined_yet = 7
attempt(lambda: Later.__value__)
attempt(lambda: Number[int])
attempt(lambda: isinstance(1, Number))
print(Number | None, None | Number, (Number | str).__args__)


def lazily[T: later_defined]():
    return T.__bound__


attempt(lazily)


def later_defined():
    pass


attempt(lambda: lazily.__type_params__[0].__bound__.__name__)
print(list[T], list[T].__parameters__, dict[T, A].__parameters__)


class Outer:
    kind = int

    def method[T: kind](self, x: T) -> T:
        def inner[U: T](y: U):
            return T, U
        return inner

    type Alias = kind


inner = Outer().method(1)
print(Outer.method.__type_params__, Outer.method.__type_params__[0].__bound__)
print(inner.__type_params__, inner.__type_params__[0].__bound__, inner(1))
print(Outer.Alias, Outer.Alias.__value__)
attempt(lambda: setattr(T, "__name__", "X"))
attempt(lambda: setattr(Number, "__value__", 1))
attempt(lambda: type("D", (T,), {}))
first.__type_params__ = ()
print(first.__type_params__)
attempt(lambda: setattr(first, "__type_params__", 1))
gen = lambda: [t for t in several.__type_params__]
print(gen())
