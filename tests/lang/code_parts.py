"""Code objects taken apart and put together; what the garbage collector knows of objects."""
import ast
import gc
import types

PARTS = ("argcount posonlyargcount kwonlyargcount nlocals stacksize flags code consts names varnames filename name "
         "qualname firstlineno linetable exceptiontable freevars cellvars").split()


def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def make(n, *rest, key="k", **more):
    "Doc."
    def inner(x=1):
        nonlocal n
        n += x
        return n, key, len(rest)
    total = [i * n for i in (1, 2.5, 10**20) if i]
    return inner, total, {1, 2} == frozenset({1, 2}), more


def numbers():
    for i in range(2):
        yield i


for function in make, numbers:
    code = function.__code__
    again = types.CodeType(*(getattr(code, "co_" + part) for part in PARTS))
    print(again == code, again is code, again.co_name)
    copy = types.FunctionType(again, globals())
    if function is make:
        inner, *rest = copy(2, 3, z=4, key="kk")
        print(inner(), inner(5), *rest, copy.__doc__)
        part = inner.__code__
        again = types.CodeType(*(getattr(part, "co_" + name) for name in PARTS))
        print(types.FunctionType(again, {"len": len}, "again", (7,), inner.__closure__)())
    else:
        print(list(copy()))


def greet(name):
    prefix = "hello"
    return prefix + " " + name + suffix


suffix = "!"
replaced = greet.__code__.replace(
    co_consts=tuple("bye" if c == "hello" else c for c in greet.__code__.co_consts), co_name="part", co_filename="made.py",
    co_firstlineno=70, co_qualname="Some.part",
    co_names=tuple("ending" if n == "suffix" else n for n in greet.__code__.co_names))
ending = "?"
parting = types.FunctionType(replaced, globals())
print(parting("you"), greet("me"), parting.__qualname__, replaced.co_filename, replaced.co_firstlineno)
renamed = greet.__code__.replace(co_varnames=("who", "prefix"))
print(types.FunctionType(renamed, globals())(who="them"))
for change in (
        {"co_names": 3}, {"co_consts": [1]}, {"co_argcount": "a"}, {"co_names": (1,)}, {"co_nlocals": 5},
        {"co_varnames": ("a",)}, {"co_code": b"x"}, {"co_firstlineno": -1}, {"bogus": 1}, {"co_filename": 3}):
    print(attempt(greet.__code__.replace, **change))
print(attempt(types.CodeType))
print(attempt(types.CodeType, 0, -1, 0, 0, 0, 0, b"", (), (), (), "", "", "", 1, greet.__code__.co_linetable, b""))


# ---- gc
class Node:
    def __init__(self):
        self.items = []


node = Node()
node.items.append(node)
other = [node, "text"]
print(any(o is node for o in gc.get_objects()), any(o is node.items for o in gc.get_objects()))
print(any(r is other for r in gc.get_referrers(node)), any(r is node.items for r in gc.get_referrers(node)))
print([r is node or r for r in gc.get_referents(other)], gc.get_referents(1, "a"))
print(any(r is Node for r in gc.get_referents(node)), len(gc.get_referents({1: other})))
print([gc.is_tracked(v) for v in (1, "a", b"c", [], (), ([],), node, Node, make)])
seen = []


def callback(phase, info):
    seen.append((phase, sorted(info)))


gc.callbacks.append(callback)
before = gc.get_stats()[2]["collections"]
gc.collect()
gc.callbacks.remove(callback)
print(seen, gc.get_stats()[2]["collections"] - before, len(gc.get_count()))
print(gc.get_freeze_count())
gc.freeze()
print(gc.get_freeze_count() > 100)
gc.unfreeze()
print(gc.get_freeze_count(), attempt(gc.get_objects, 7), attempt(gc.collect, 3))

# ---- signature type comments
for text in "(int, *str, **Any) -> float", "() -> None", "(List[int], x.y) -> Dict[str,\\n int]".replace("\\n", " "), "int -> str":
    try:
        tree = ast.parse(text, mode="func_type")
        print(ast.dump(tree, include_attributes=True))
    except SyntaxError as e:
        print(e.msg)


def yields():
    yield 1


def told(frame, event, arg):
    if event == "return":
        # As debuggers find out whether a function has returned or an exception has left it.
        name = dis.opname[frame.f_code.co_code[frame.f_lasti]]
        print(frame.f_code.co_name, "RETURN" in name)
    return told


import dis
import sys

sys.settrace(told)
list(yields())
try:
    (lambda: 1 // 0)()
except ZeroDivisionError:
    pass
sys.settrace(None)
again = yields.__code__.replace(co_code=yields.__code__.co_code)
print(again == yields.__code__, list(type(yields)(again, {})()))
