import parso

CODE = "import os\nclass A(B):\n    x: int = 1\n    def f(self, *a, **k):\n        return [i for i in a if i]\n\nprint(f'{A!r:>3}')\n"
module = parso.parse(CODE)
print(module.get_code() == CODE, [c.type for c in module.children])
func = next(module.iter_funcdefs(), None) or next(next(module.iter_classdefs()).iter_funcdefs())
print(func.name.value, [p.name.value for p in func.get_params()], func.start_pos, func.end_pos)
print(module.get_leaf_for_position((2, 7)), list(module.get_used_names()))
grammar = parso.load_grammar(version="3.12")
for bad in ("def f(:\n  pass", "x = (1,\n", "return 3", "f(**a, *b)"):
    print([(e.code, e.message) for e in grammar.iter_errors(grammar.parse(bad))])
