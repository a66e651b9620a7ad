from returns.curry import curry, partial
from returns.future import future_safe, FutureResult
from returns.io import IO, IOResult, impure_safe
from returns.maybe import Maybe, Nothing, Some, maybe
from returns.pipeline import flow, is_successful, pipe
from returns.pointfree import bind, map_
from returns.result import Failure, Result, Success, safe
from returns.context import RequiresContext
import asyncio
import injector


@safe
def div(a: int, b: int) -> float:
    return a / b


print(div(4, 2), div(1, 0), div(4, 2).bind(lambda x: Success(x + 1)), div(1, 0).lash(lambda e: Success(str(e))), div(1, 0).value_or(7), is_successful(div(1, 1)))
print(flow(3, lambda x: x + 1, safe(lambda x: x * 2), map_(str)), pipe(len, str)("abc"), Maybe.from_optional(None), Some(3).map(lambda x: x * 2), maybe(lambda d: d.get("k"))({}))


@curry
def add(a: int, b: int, c: int) -> int:
    return a + b + c


print(add(1)(2)(3), add(1, 2)(3), partial(add, 1)(2, 3), IO(3).map(str), impure_safe(lambda: 1 / 0)())
try:
    div(1, 0).unwrap()
except Exception as e:
    print(type(e).__name__, e.halted_container)


@future_safe
async def later(x):
    return 10 / x


print(asyncio.run(later(5).map(lambda v: v + 1).awaitable()), asyncio.run(later(0).awaitable()))
print(RequiresContext(lambda env: env + 1).map(str)(3))


class Db:
    pass


class Service:
    @injector.inject
    def __init__(self, db: Db, name: str):
        self.db, self.name = db, name


class Mod(injector.Module):
    def configure(self, binder):
        binder.bind(str, to="named")
        binder.bind(Db, scope=injector.singleton)

    @injector.provider
    def n(self) -> float:
        return 2.5


i = injector.Injector([Mod()])
print(i.get(Service).name, i.get(Service).db is i.get(Db), i.get(float))
try:
    class Need:
        @injector.inject
        def __init__(self, x: "list[int]"): pass
    i.get(Need)
except Exception as e:
    print(type(e).__name__)
