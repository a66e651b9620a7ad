# Where a function that ends without `return` says that it returns.
import types


class Quiet:
    def __init__(self, swallow=False):
        self.swallow = swallow

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return self.swallow


class AQuiet:
    def __init__(self, swallow=False):
        self.swallow = swallow

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc):
        return self.swallow


@types.coroutine
def pause():
    yield


def run(coroutine):
    try:
        while True:
            coroutine.send(None)
    except StopIteration:
        pass


def group():
    raise ExceptionGroup("g", [ValueError(1), TypeError(2)])


def star_pass():
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError:
        pass


def star_two():
    try:
        group()
    except* ValueError:
        pass
    except* TypeError as e:
        x = e


def star_no_raise():
    try:
        x = 1
    except* ValueError:
        pass


def star_else():
    try:
        x = 1
    except* ValueError:
        pass
    else:
        y = 2


def star_finally():
    try:
        group()
    except* ValueError:
        pass
    except* TypeError:
        pass
    finally:
        y = 2


def star_partial():
    try:
        group()
    except* ValueError:
        pass


def star_unmatched():
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* TypeError:
        pass


def star_plain():
    try:
        raise ValueError(3)
    except* ValueError as e:
        pass


def star_raise():
    try:
        group()
    except* ValueError:
        raise KeyError(1)
    except* TypeError:
        pass


def star_loop():
    for i in range(2):
        try:
            raise ExceptionGroup("g", [ValueError(i)])
        except* ValueError:
            pass


def star_while():
    n = 0
    while n < 2:
        n += 1
        try:
            raise ExceptionGroup("g", [ValueError(n)])
        except* ValueError:
            z = n


def star_if(a):
    if a:
        try:
            raise ExceptionGroup("g", [ValueError(a)])
        except* ValueError:
            pass


def star_nested():
    try:
        try:
            group()
        except* ValueError:
            pass
    except* TypeError:
        pass


def star_with():
    with Quiet():
        try:
            raise ExceptionGroup("g", [ValueError(1)])
        except* ValueError:
            pass


def star_in_except():
    try:
        raise KeyError
    except KeyError:
        try:
            raise ExceptionGroup("g", [ValueError(1)])
        except* ValueError:
            pass


def star_then_code():
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError:
        pass
    return 7


def star_generator():
    yield 1
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError:
        pass


def with_last():
    with Quiet():
        x = 1


def with_swallow():
    with Quiet(True):
        raise ValueError


def with_two():
    with Quiet() as a, Quiet() as b:
        pass


def with_two_swallow():
    with Quiet(True) as a, Quiet() as b:
        raise ValueError


def with_return():
    with Quiet():
        return 3


def finally_last():
    try:
        x = 1
    finally:
        y = 2


def finally_return():
    try:
        return 1
    finally:
        y = 2


def finally_overrides():
    try:
        raise ValueError
    finally:
        return 5


def finally_raised():
    try:
        raise ValueError
    finally:
        y = 2


def except_last():
    try:
        raise ValueError
    except ValueError:
        pass


def except_named():
    try:
        raise ValueError
    except ValueError as e:
        x = e


def except_two():
    try:
        raise TypeError
    except ValueError as e:
        x = e
    except TypeError:
        pass


def except_else():
    try:
        x = 1
    except ValueError:
        pass
    else:
        y = 2


def except_finally():
    try:
        raise ValueError
    except ValueError:
        pass
    finally:
        z = 3


def if_last(a):
    if a:
        pass


def if_else_last(a):
    if a:
        x = 1
    elif a is None:
        x = 2
    else:
        x = 3


def if_and(a, b):
    if a and b or not a:
        x = 1


def for_last():
    for i in range(2):
        x = i


def for_else():
    for i in range(2):
        if i == 5:
            break
    else:
        x = 1


def for_break():
    for i in range(3):
        if i == 1:
            break


def for_continue():
    for i in range(3):
        if i == 1:
            continue
        x = i


def for_empty():
    for i in ():
        x = i


def while_last():
    n = 2
    while n:
        n -= 1


def while_else():
    n = 2
    while n:
        n -= 1
    else:
        n = 9


def while_true():
    n = 0
    while True:
        n += 1
        if n > 2:
            break


def match_last(x):
    match x:
        case 1:
            y = 1
        case [a, b]:
            y = 2
        case {"k": v} if v:
            y = 3
        case str() as s:
            pass


def match_default(x):
    match x:
        case 1:
            pass
        case _:
            y = 2


def nested_def():
    def inner():
        pass


def nested_class():
    class Inner:
        x = 1


def only_doc():
    """Doc."""


def only_pass():
    pass


def one_line(): pass


def delete_last():
    x = 1
    del x


def assert_last():
    assert True


def expression_last():
    group.__name__


def multi_line():
    print(
        "a",
        end="",
    )


def generator_last():
    yield 1


def generator_loop():
    for i in range(2):
        yield i


def generator_from():
    yield from generator_last()


def generator_with():
    with Quiet():
        yield 1


def generator_try():
    try:
        yield 1
    finally:
        x = 1


def comprehension_last():
    x = [i for i in range(2)]


def lambda_last():
    f = lambda: None
    f()


async def a_with():
    async with AQuiet():
        x = 1


async def a_with_swallow():
    async with AQuiet(True):
        raise ValueError


async def a_for():
    async for i in a_generator():
        x = i


async def a_for_else():
    async for i in a_generator():
        x = i
    else:
        y = 1


async def a_generator():
    for i in range(2):
        yield i


async def a_star():
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError:
        await pause()


async def a_star_with():
    async with AQuiet():
        try:
            raise ExceptionGroup("g", [ValueError(1)])
        except* ValueError:
            pass


async def a_await():
    await pause()


def try_in_for():
    for i in range(2):
        try:
            if i:
                raise ValueError
        except ValueError:
            pass


def with_in_for():
    for i in range(2):
        with Quiet(True):
            if i:
                raise ValueError


def try_in_while():
    n = 2
    while n:
        try:
            n -= 1
            if n:
                continue
        finally:
            x = n


def with_in_if(a):
    if a:
        with Quiet():
            pass


def finally_in_if(a):
    if a:
        try:
            x = 1
        finally:
            y = 1
    elif a is None:
        with Quiet(True):
            raise KeyError


def raise_from_finally_star():
    try:
        try:
            group()
        finally:
            x = 1
    except* ValueError:
        y = 1
    except* TypeError:
        y = 2


class Body:
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError:
        pass


class Body2:
    with Quiet():
        x = 1


class Body3:
    if Quiet:
        x = 1


CALLS = [
    star_pass, star_two, star_no_raise, star_else, star_finally, star_partial, star_unmatched, star_plain, star_raise,
    star_loop, star_while, (star_if, 1), (star_if, 0), star_nested, star_with, star_in_except, star_then_code,
    with_last, with_swallow, with_two, with_two_swallow, with_return, finally_last, finally_return, finally_overrides,
    finally_raised, except_last, except_named, except_two, except_else, except_finally, (if_last, 0), (if_last, 1),
    (if_else_last, 0), (if_else_last, 1), (if_else_last, None), (if_and, 0, 0), (if_and, 1, 0), (if_and, 1, 1), for_last,
    for_else, for_break, for_continue, for_empty, while_last, while_else, while_true, (match_last, 1),
    (match_last, [1, 2]), (match_last, {"k": 1}), (match_last, {"k": 0}), (match_last, "s"), (match_last, 9),
    (match_default, 1), (match_default, 2), nested_def, nested_class, only_doc, only_pass, one_line, delete_last,
    assert_last, expression_last, multi_line, comprehension_last, lambda_last, try_in_for, with_in_for, try_in_while,
    (with_in_if, 0), (with_in_if, 1), (finally_in_if, 0), (finally_in_if, 1), (finally_in_if, None),
    raise_from_finally_star,
]
for call in CALLS:
    function, *args = call if isinstance(call, tuple) else (call,)
    try:
        function(*args)
    except BaseException as e:
        print(function.__name__, repr(e))
for generator in star_generator, generator_last, generator_loop, generator_from, generator_with, generator_try:
    print(generator.__name__, list(generator()))
for coroutine in a_with, a_with_swallow, a_for, a_for_else, a_star, a_star_with, a_await:
    run(coroutine())
try:
    raise ExceptionGroup("g", [ValueError(1)])
except* ValueError:
    pass
