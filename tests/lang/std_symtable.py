# `symtable`: scopes and what names are in them.
import symtable

SOURCE = '''
import os.path as p, sys
limit = 3
def outer(a, b=limit, *args, key=None, **rest):
    global counter
    counter = a
    inside = [x * b for x in args if x]
    def inner():
        nonlocal inside
        inside = __class__ if key else a
        return lambda q: q + a
    try:
        pass
    except ValueError as error:
        print(error)
    return inner, {k: v for k, v in rest.items()}, any((last := n) for n in args)
class Shape(list):
    __secret = 1
    size: int = 2
    def area(self):
        return super().area(), self.__secret
    names = [n for n in range(size)]
match limit:
    case {"a": found, **others}: pass
    case [first, *tail] | (first, tail): pass
'''


def show(table, depth=0):
    print("  " * depth, table.get_type(), table.get_name(), table.get_lineno(), table.is_nested(), table.has_children())
    print("  " * depth, " ", repr(sorted(map(repr, table.get_symbols()))).replace("|DEF_COMP_ITER", ""))
    if table.get_type() == "function":
        print("  " * depth, " ", table.get_parameters(), sorted(table.get_locals()), table.get_globals(),
              table.get_frees(), table.get_nonlocals())
    for child in table.get_children():
        show(child, depth + 1)


show(symtable.symtable(SOURCE, "<s>", "exec"))
show(symtable.symtable("[x for x in y] + f(z)", "<s>", "eval"))
for source, mode in (("def f(:", "exec"), ("nonlocal x", "exec"), ("x", "what")):
    try:
        symtable.symtable(source, "<s>", mode)
    except (SyntaxError, ValueError) as e:
        print(type(e).__name__, e)
