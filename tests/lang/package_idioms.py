"""What packages do that programs seldom do."""
import _imp
import ast
import contextvars
import io
import platform
import struct
import threading
import weakref


class Raw:
    pass


io.RawIOBase.register(Raw)
print(isinstance(Raw(), io.IOBase), issubclass(Raw, io.TextIOBase), type(io.IOBase).__name__)
for cls in (io.FileIO, io.BytesIO, io.BufferedReader, io.BufferedRWPair, io.StringIO, io.TextIOWrapper):
    bases = (io.IOBase, io.RawIOBase, io.BufferedIOBase, io.TextIOBase)
    print(cls.__name__, [issubclass(cls, base) for base in bases])


class Source(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, buffer):
        buffer[:2] = b"ab"
        return 2


print(io.BufferedReader(Source()).read(2), [cls.__module__ for cls in Source.__mro__])

kept = [threading.Lock(), threading.RLock(), struct.Struct("i"), contextvars.copy_context()]
print([weakref.ref(thing)() is thing for thing in kept])
print(platform.python_implementation(), platform.python_branch() == "", _imp.source_hash(1, b"text").hex())

# Trees with names that no source can contain, and with strings where the grammar wants braces.
name = lambda text, ctx: ast.Name(text, ctx)
tree = ast.Module([
    ast.Import([ast.alias("builtins", "@builtins")]),
    ast.FunctionDef("<make>", ast.arguments([], [ast.arg(".self")], None, [ast.arg("if")], [ast.Constant(2)], None, []), [
        ast.Assign([name("@x", ast.Store())], ast.Constant(3)),
        ast.Return(ast.JoinedStr([ast.Constant("a"), ast.Call(name("str", ast.Load()), [name("@x", ast.Load())], []),
                                  name(".self", ast.Load())])),
    ], []),
], [])
space = {}
exec(compile(ast.fix_missing_locations(tree), "<made>", "exec"), space)
made = space["<make>"]
print(sorted(n for n in space if n != "__builtins__"), made.__name__, made.__code__.co_varnames)
print(made("s"), made(**{".self": "t", "if": 1}))

NESTED = '''
class A:
    if 1:
        a: int
    class B:
        for i in (1,):
            b: int
        if not i:
            c: int
        def m(self):
            class C:
                try:
                    d: str
                finally:
                    e: int
            return C
'''
exec(NESTED, space)
print([cls.__annotations__ for cls in (space["A"], space["A"].B, space["A"].B().m())])


def keywords(**given):
    return given


print(keywords(release=True  # True for official releases and for others
               , text="for x in y" ' if a else b'
               # and for the last one
               ))
