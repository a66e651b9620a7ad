# What is wrong with an awaitable or an iterator that is delegated to, and monitoring of tools that are not in use.
import sys
import warnings


class Broken:
    def __aiter__(self):
        return self

    def __anext__(self):
        return self

    def __await__(self):
        1 / 0


async def main():
    async for _ in Broken():
        pass


try:
    main().send(None)
except TypeError as e:
    print(e, repr(e.__cause__))


class NoClose:
    def __iter__(self):
        return self

    def __next__(self):
        return 1

    def __getattr__(self, name):
        raise ValueError(name)


def delegating():
    yield from NoClose()


told = []
sys.unraisablehook = lambda args: told.append((args.exc_type.__name__, str(args.exc_value), type(args.object).__name__))
g = delegating()
print(next(g), g.close(), told)
sys.unraisablehook = sys.__unraisablehook__


async def never():
    pass


with warnings.catch_warnings(record=True) as found:
    warnings.simplefilter("always")
    coroutine = never()
    coroutine.cr_frame.clear()
    coroutine.close()
print([str(w.message) for w in found])
print(sys.monitoring.get_events(3), sys.monitoring.get_local_events(3, never.__code__))


class NoItems(tuple):
    __class_getitem__ = None


for wrong in (lambda: NoItems[int], lambda: int.__new__(bool, 0), lambda: setattr(NoItems, "__name__", "\udc80")):
    try:
        wrong()
    except (TypeError, UnicodeEncodeError) as e:
        print(e)
