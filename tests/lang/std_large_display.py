"""Displays of thousands of constants, which the compiler treats apart."""
from itertools import repeat

ITEM = ("'key @': ['text @', @, -@.5, (@, b'b@', None, -@), {'en': 'New one', 'u': u'\\u00e9', 's': '\\udc80'}, int('@'), "
        "f'{1}', 1 if @ else 2, {@}, @ + 1, 0x@, 1e1@, @j]")
pairs = list(map(ITEM.replace, repeat("@"), map(str, range(100, 550))))
text = "def f(x: [" + "1, " * 120 + "] = 3): return [" + "'a', " * 120 + "]\ntable = {" + ", ".join(pairs) + "}\n"
text += "print([" + ", ".join(str(n) for n in range(150)) + "][149], '%d' % (5,), f.__annotations__['x'][5])\n"
print(len(text) > 60_000)
space = {}
exec(text, space)
table = space["table"]
print(len(table), table["key 107"], table["key 549"], sep="\n")
print([table[f"key {n}"][:3] == [f"text {n}", n, -n - 0.5] for n in range(110, 550, 49)])
print(table["key 101"][4]["en"] is table["key 108"][4]["en"], [type(x).__name__ for x in table["key 300"]])
print(space["f"]()[:3], str(table["key 100"][2]))
for wrong in ("]", " = = 1", "\nreturn 1"):
    try:
        compile(text + wrong, "wrong", "exec")
    except SyntaxError as e:
        print(e.msg, e.lineno)
numbers = eval("[" + "1.5, -2, 'a' 'b', " * 4000 + "]")
print(len(numbers), numbers[-3:])
# Tuples and sets, with equal items, and where they are folded.
row = ", ".join(f"{n % 700}, 'n{n % 500}', {n}.5" for n in range(1000))
print(len(eval("(" + row + ")")), len(eval("{" + row + "}")), eval("{" + row + "}") == set(eval("(" + row + ")")))
inside = compile("x in {" + row + "}", "inside", "eval")
print([eval(inside, {"x": x}) for x in (5, "n7", 999.5, 1000.5, None)])
nested = eval("(" + ", ".join(f"({n}, ('a{n}', {n}))" for n in range(1200)) + ")")
print(len(nested), nested[1199], hash(nested) == hash(tuple((n, (f"a{n}", n)) for n in range(1200))))
