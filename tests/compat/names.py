"""The names that the builtin types and the modules have, a line each: `type int: __abs__ __add__ …`.

    python3.13 tests/compat/names.py > tests/compat/names.txt       what CPython has

The suite runs this under ttd-py, compares, and keeps the list of missing names in COMPATIBILITY.md.
Of modules only public names count, and only of those that are native in CPython, or have a native half: the others are
the library's own text.
"""
import builtins
import sys

TYPES = {
    "list_iterator": "type(iter([]))", "tuple_iterator": "type(iter(()))", "str_iterator": "type(iter('\u20ac'))",
    "bytes_iterator": "type(iter(b''))", "bytearray_iterator": "type(iter(bytearray()))",
    "set_iterator": "type(iter(set()))", "range_iterator": "type(iter(range(1)))",
    "dict_keyiterator": "type(iter({}))", "dict_keys": "type({}.keys())", "dict_values": "type({}.values())",
    "dict_items": "type({}.items())", "callable_iterator": "type(iter(int, 1))",
    "function": "type(lambda: 0)", "method": "type(Plain().method)", "builtin_function_or_method": "type(len)",
    "method_descriptor": "type(str.join)", "wrapper_descriptor": "type(int.__add__)", "method-wrapper": "type((1).__add__)",
    "getset_descriptor": "type(type.__dict__['__name__'])", "member_descriptor": "type(Slotted.slot)",
    "classmethod_descriptor": "type(dict.__dict__['fromkeys'])",
    "generator": "type(generator())", "coroutine": "coroutine_type()", "async_generator": "type(async_generator())",
    "module": "type(sys)", "code": "type(generator.__code__)", "cell": "type(closure().__closure__[0])",
    "mappingproxy": "type(type.__dict__)", "traceback": "type(caught().__traceback__)", "frame": "type(sys._getframe())",
    "ellipsis": "type(...)", "NoneType": "type(None)", "NotImplementedType": "type(NotImplemented)",
    "GenericAlias": "type(list[int])", "UnionType": "type(int | str)",
}
MODULES = """
_abc _asyncio _bisect _codecs _collections _contextvars _csv _functools _heapq _imp _io _json _locale _operator _opcode
_random _signal _sre _stat _statistics _string _struct _thread _tokenize _tracemalloc _typing _warnings _weakref array ast
atexit binascii bz2 cmath collections contextvars csv ctypes datetime decimal errno faulthandler fcntl functools gc grp
hashlib hmac io itertools json lzma marshal math mmap operator os pickle posix pwd pyexpat queue random re readline
resource select signal socket sqlite3 ssl struct subprocess sys syslog termios threading time tokenize typing
unicodedata weakref zlib
""".split()


class Plain:
    def method(self):
        pass


class Slotted:
    __slots__ = ("slot",)


def generator():
    yield


async def async_generator():
    yield


def closure():
    x = 1
    return lambda: x


def caught():
    try:
        raise ValueError
    except ValueError as error:
        return error


def coroutine_type():
    async def nothing():
        pass
    made = nothing()
    made.close()
    return type(made)


def main():
    types = {n: n for n in dir(builtins) if isinstance(getattr(builtins, n), type) and n != "__loader__"}
    for name, expression in sorted({**types, **TYPES}.items()):
        try:
            print(f"type {name}:", *sorted(dir(eval(expression))))
        except Exception as error:
            print(f"type {name}! {type(error).__name__}: {error}")
    print("module builtins:", *sorted(n for n in dir(builtins) if not n.startswith("_")))
    for name in MODULES:
        try:
            module = __import__(name)
        except Exception as error:
            print(f"module {name}! {type(error).__name__}: {error}")
        else:
            print(f"module {name}:", *sorted(n for n in dir(module) if not n.startswith("_")))


main()
