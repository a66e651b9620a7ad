# What the compiler warns about, where, and what becomes of it when warnings are errors.
import warnings


def check(source, mode="exec"):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            compile(source, "name.py", mode)
        except SyntaxError as e:
            print(repr(source), "error", e.msg)
    for w in found:
        print(repr(source), w.category.__name__, w.message, w.filename, w.lineno)
    if not found:
        print(repr(source), "-")


texts = []
texts += ["'\\d'", "b'\\q'", "r'\\d'", "'\\n\\x41\\0'", "'\\400'", "f'\\w{1}'", "f'{1}\\{2}'", "x = '''\n\n\\z'''"]
texts += ['x is 1', "x is not 'a'", '1 is x', 'x is None', 'x is ()', 'x == 1', 'x < 1 is y', 'x is -1', "assert (1, 'a')"]
texts += ['assert ()', 'assert (x)', '(1, 2) (3)', "'abc' (1)", '[1] (2)', "f'{x}' (1)", '(lambda: 1)(2)']
texts += ['None(1)', '... (1)', '1 [2]', '{1} [x]', "'abc' ['x']", '[1] [1, 2]', '(1, 2) [1.5]', "{'a': 1} ['a']"]
texts += ['(i for i in x) [1]', '1if x else y', '0x1for', '[0x1for x in y]', '1.and x', '1jor x', 'x = 12\nif x:\n    y = x is 5\n']
texts += ['lambda: x is 5', 'def f(a=1 is 2): pass']
for text in texts:
    check(text)
check("x is 1", "eval")
check("'\\d' 1")

for text in ["x = 1\ny = '\\d'", "x = 1\nif x:   x is 5", "assert (1, 2)", "1if 2 else 3"]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            compile(text, "name.py", "exec")
        except SyntaxError as e:
            print(type(e).__name__, e, e.lineno, e.offset, e.end_offset)

with warnings.catch_warnings(record=True) as found:
    warnings.simplefilter("default")
    print(eval(compile("'\\d' is 1", __file__, "eval")))
    compile("y = 1 is 1", __file__, "exec")
print([str(w.message) for w in found])
print(warnings.filters[-1][2].__name__, warnings.warn.__name__)
registry = {}
with warnings.catch_warnings(record=True) as found:
    for action in "default", "once", "module", "always", "ignore":
        warnings.resetwarnings()
        warnings.simplefilter(action)
        for line in 1, 1, 2:
            warnings.warn_explicit("text", UserWarning, "f.py", line, registry=registry)
        print(action, len(found))
for wrong in [lambda: warnings.warn("x", int), lambda: warnings.warn_explicit("x", UserWarning, "f", 1, registry=3),
              lambda: warnings.warn("x", skip_file_prefixes=("a", 1))]:
    try:
        wrong()
    except TypeError as e:
        print(e)
