from typing import Callable, Literal, Optional, TypedDict, Union

from typeguard import CollectionCheckStrategy, TypeCheckError, check_type, typechecked


class T(TypedDict, total=False):
    a: int


@typechecked
def f(x: int, y: Optional[str] = None) -> list[int]:
    z: int = x
    return [z] if y is None else y


print(f(1))
for bad in (lambda: f("a"), lambda: f(1, "s"), lambda: check_type([1, "x"], list[int], collection_check_strategy=CollectionCheckStrategy.ALL_ITEMS),
            lambda: check_type({"a": "b"}, T), lambda: check_type(3, Union[str, Literal[1, 2]]),
            lambda: check_type(lambda: 1, Callable[[int], int])):
    try:
        print(bad())
    except TypeCheckError as e:
        print(e)
