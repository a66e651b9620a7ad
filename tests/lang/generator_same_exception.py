# An exception that is thrown into a generator while the caller handles it belongs to the generator, too.

def handles(steps):
    try:
        yield "waits"
    except KeyError:
        for step in range(steps):
            try:
                yield step
            finally:
                pass
        raise


def nested():
    try:
        yield "waits"
    except KeyError:
        try:
            yield "first"
            1 / 0
        except ZeroDivisionError as error:
            yield repr(error.__context__)
        yield "between"
        raise


def throw_handled(generator, error):
    next(generator)
    try:
        raise error
    except KeyError as caught:
        seen = [generator.throw(caught)]
    try:
        for item in generator:
            seen.append(item)
    except Exception as raised:
        seen += [repr(raised), raised is error]
    return seen


print(throw_handled(handles(1), KeyError(1)))
print(throw_handled(handles(3), KeyError(3)))
print(throw_handled(nested(), KeyError("n")))


# A generator that only waits does not keep what its callers handle.
def waits():
    with_context = None
    while True:
        try:
            yield with_context
            raise ValueError
        except ValueError as error:
            with_context = repr(error.__context__)


waiting = waits()
next(waiting)
try:
    raise KeyError("outer")
except KeyError:
    print(next(waiting))
print(next(waiting))


# The same with coroutines, as tasks do it.
class Wait:
    def __await__(self):
        yield


async def cleans_up():
    try:
        await Wait()
    except KeyError:
        try:
            await Wait()
        finally:
            raise


async def calls():
    try:
        await cleans_up()
    finally:
        await Wait()


coroutine = calls()
coroutine.send(None)
try:
    raise KeyError("task")
except KeyError as caught:
    coroutine.throw(caught)
try:
    while True:
        coroutine.send(None)
except KeyError as error:
    print(repr(error))
