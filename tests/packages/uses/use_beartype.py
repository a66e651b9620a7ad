from typing import Annotated, Callable, Literal, NamedTuple, Optional, Protocol, TypeVar, TypedDict, Union, Generic
import re

from beartype import BeartypeConf, beartype
from beartype.door import die_if_unbearable, is_bearable, TypeHint
from beartype.roar import BeartypeCallHintViolation, BeartypeException
from beartype.vale import Is, IsAttr, IsEqual

T = TypeVar("T")


@beartype
def f(a: int, b: list[str] = [], *args: float, c: Optional[Union[dict[str, int], tuple[int, ...]]] = None, **kw: Literal["x", "y"]) -> Annotated[str, Is[lambda s: len(s) < 4]]:
    return "x" * a


print(f(2, ["a"], 1.0, c={"k": 1}, q="x"), f(1, c=(1, 2)))
for call in (lambda: f("a"), lambda: f(1, [3]), lambda: f(1, [], "s"), lambda: f(1, z="q"), lambda: f(9)):
    try:
        call()
    except BeartypeCallHintViolation as e:
        print(type(e).__name__, re.sub(r"\x1b\[\d+m|0x[0-9a-f]+|\d+ \"", "", str(e))[:300])


class P(Protocol):
    def go(self) -> int: ...


@beartype
class C(Generic[T]):
    def m(self, x: "C", y: Callable[[int], str]) -> type[int]:
        return bool


print(C().m(C(), str), is_bearable([1, "a"], list[int | str]), is_bearable({"a": [1]}, dict[str, list[str]]), is_bearable(3, Literal[3, 4]))
try:
    C().m(3, str)
except BeartypeCallHintViolation as e:
    print(str(e)[-120:])
print(TypeHint(list[int]) <= TypeHint(list), is_bearable((1, "a"), tuple[int, str]))
try:
    beartype(lambda: 1) and beartype(type("X", (), {"__annotations__": {}}))

    @beartype
    def g(x: 3): pass
    g(1)
except BeartypeException as e:
    print(type(e).__name__, str(e)[:150])
