"""Makes random small programs that end, print what they do and behave alike under every Python.

    python3.13 programs.py SEED > program.py

The statements are put together so that nearly every one can fail: names may be unbound, types may not fit. Blocks in
`try` print what was raised; what nobody catches is compared by its last line.
"""

import random
import sys

HEAD = '''
class Stop(Exception):
    def __init__(self, *args):
        super().__init__(*args)
        self.note = len(args)

class Manager:
    def __init__(self, name, swallow=False, fail=None):
        self.name, self.swallow, self.fail = name, swallow, fail
    def __enter__(self):
        print("enter", self.name)
        if self.fail == "enter":
            raise ValueError(self.name)
        return self
    def __exit__(self, kind, value, tb):
        print("exit", self.name, kind and kind.__name__, value)
        if self.fail == "exit":
            raise KeyError(self.name)
        return self.swallow

def text(x):
    try:
        return repr(x)[:300] if not callable(x) else getattr(x, "__name__", "?")
    except Exception as e:
        return f"({type(e).__name__}: {e})"

def log(*values):
    print(*[text(v) if "<" not in text(v) else type(v).__name__ for v in values])
    return values[0] if values else None

def chain(e):
    out = []
    while e is not None and len(out) < 6:
        out.append(f"{type(e).__name__}({e})" + (" from" if e.__cause__ else " in" if e.__context__ and not e.__suppress_context__ else ""))
        e = e.__cause__ or (None if e.__suppress_context__ else e.__context__)
    return " ".join(out)
'''

NAMES = ["a", "b", "c", "d", "n", "s", "xs", "m"]


class Maker:
    """Makes one program."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.functions = []  # (name, number of parameters, kind)
        self.classes = []
        self.count = 0
        self.in_function = self.in_loop = self.in_generator = False
        self.locals = NAMES

    def pick(self, options):
        return self.rng.choice(options)

    def chance(self, p):
        return self.rng.random() < p

    def new_name(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    # ---- expressions

    def expr(self, depth=3):
        if depth <= 0:
            return self.atom()
        makers = [(16, self.atom_), (14, self.arith), (7, self.compare), (5, self.boolean), (4, self.conditional), (6, self.call), (5, self.display),
                  (4, self.comprehension), (4, self.subscript), (5, self.method), (3, self.fstring), (2, self.lambda_), (2, self.walrus), (3, self.attribute),
                  (2, self.unary), (2, self.builtin), (1, self.starred)]
        maker = self.rng.choices([m for _, m in makers], [w for w, _ in makers])[0]
        return maker(depth - 1)

    def atom(self):
        if self.chance(0.5):
            return self.pick(self.locals)
        return self.pick(["0", "1", "2", "3", "-1", "7", "10", "2.5", "'x'", "'abc'", "''", "None", "True", "False", "[]", "()", "{}", "[1, 2]",
                          "(1, 2)", "{'k': 1}", "{1, 2}", "b'z'", "2**40", "1j", "...", "'%s'", "0.1"])

    def atom_(self, depth):
        return self.atom()

    def arith(self, depth):
        op = self.pick(["+", "+", "-", "*", "//", "%", "/", "&", "|", "^", ">>", "@"])
        return f"({self.expr(depth)} {op} {self.expr(depth)})"

    def compare(self, depth):
        ops = ["==", "!=", "<", "<=", ">", ">=", "in", "not in", "is None or"]
        text = f"({self.expr(depth)} {self.pick(ops)} {self.expr(depth)}"
        if self.chance(0.2):
            text += f" {self.pick(ops[:6])} {self.expr(depth)}"
        return text + ")"

    def boolean(self, depth):
        return f"({self.expr(depth)} {self.pick(['and', 'or'])} {self.expr(depth)})"

    def conditional(self, depth):
        return f"({self.expr(depth)} if {self.expr(depth)} else {self.expr(depth)})"

    def unary(self, depth):
        return f"({self.pick(['-', '~', 'not ', '+'])}{self.expr(depth)})"

    def arguments(self, n, depth):
        given = [self.expr(depth) for _ in range(max(0, n + self.rng.choices([-1, 0, 1], [4, 92, 4])[0]))]
        if self.chance(0.06):
            given.append("*" + self.expr(depth))
        if self.chance(0.06):
            given.append(f"{self.pick(['a', 'b', 'key', 'p1', 'kw'])}={self.expr(depth)}")
        if self.chance(0.04):
            given.append(f"**{self.pick(['{}', '{chr(112): 1}', 'm', 'None', 'dict(kw=3)'])}")
        return ", ".join(given)

    def call(self, depth):
        if not self.functions:
            return f"log({self.expr(depth)})"
        name, n, kind = self.pick(self.functions)
        text = f"{name}({self.arguments(n, depth)})"
        if kind == "generator":
            return self.pick([f"list({text})", text, f"next({text}, 0)", f"sorted({text}, key=str)", f"[*{text}]", f"sum({text}, 0)"])
        if kind == "coroutine":
            return f"drive({text})"
        return text

    def display(self, depth):
        items = [self.expr(depth) for _ in range(self.rng.randrange(4))]
        if self.chance(0.15):
            items.append("*" + self.expr(depth))
        kind = self.pick(["list", "list", "tuple", "dict", "set"])
        if kind == "list":
            return f"[{', '.join(items)}]"
        if kind == "tuple":
            return f"({''.join(i + ', ' for i in items)})"
        if kind == "set":
            return "{" + ", ".join(items or ["1"]) + "}"
        pairs = [f"{self.expr(0)}: {self.expr(depth)}" for _ in range(self.rng.randrange(4))]
        if self.chance(0.15):
            pairs.append("**" + self.expr(depth))
        return "{" + ", ".join(pairs) + "}"

    def comprehension(self, depth):
        target = self.pick(["i", "j", "i, j", "*i, j", "a"])
        inner = self.locals
        self.locals = [*inner, "i", "j"]
        element = self.expr(depth)
        clauses = f"for {target} in {self.iterable(depth)}"
        if self.chance(0.35):
            clauses += f" if {self.expr(depth)}"
        if self.chance(0.2):
            clauses += f" for j in {self.iterable(depth)}"
        self.locals = inner
        return self.pick([f"[{element} {clauses}]", f"{{{element} {clauses}}}", f"{{{element}: i {clauses}}}", f"list({element} {clauses})",
                          f"any({element} {clauses})", f"({element} {clauses})"])

    def iterable(self, depth):
        return self.pick(["range(3)", "range(5)", "xs", "[1, 2, 3]", "'ab'", "((1, 2), (3, 4))", "enumerate(xs)", "zip(xs, 'abc')", "m.items()",
                          "sorted(xs, key=repr)", "reversed(xs)", "map(str, xs)", self.expr(min(depth, 1))])

    def subscript(self, depth):
        key = self.pick(["0", "-1", "1", ":2", "::-1", "'k'", "5", self.expr(depth), f"{self.expr(0)}:{self.expr(0)}"])
        return f"{self.pick(['xs', 's', 'm', self.expr(depth)])}[{key}]"

    def method(self, depth):
        return self.pick([f"xs.append({self.expr(depth)})", "xs.copy()", "xs.pop()", f"xs.index({self.expr(depth)})", f"xs.count({self.expr(depth)})",
                          "s.upper()", f"s.join({self.expr(depth)})", "s.split()", f"s.replace({self.expr(0)}, 'q')", f"m.get({self.expr(depth)}, 0)",
                          "list(m)", f"m.setdefault({self.expr(0)}, [])", "m.copy()", f"m.pop({self.expr(0)}, None)", f"m.update({self.expr(depth)})",
                          f"s.format({self.expr(depth)})", f"s.startswith({self.expr(0)})", f"(s % {self.expr(depth)})", "n.bit_length()",
                          f"xs.extend({self.expr(depth)})", f"xs.insert(0, {self.expr(depth)})", "xs.sort(key=repr)", "xs.clear()"])

    def fstring(self, depth):
        inner = self.expr(min(depth, 1)).replace("'", '"')
        return f"f'<{{{inner}{self.pick(['', '!r', '!s', ':>5', ':{n}', '=', ':.2f', ':x'])}}}>'"

    def lambda_(self, depth):
        return self.pick([f"(lambda a, b=2: {self.expr(depth)})({self.arguments(1, depth)})", f"list(map(lambda i: {self.expr(depth)}, {self.iterable(depth)}))",
                          f"sorted({self.iterable(depth)}, key=lambda i: {self.expr(depth)})"])

    def walrus(self, depth):
        return f"({self.pick(NAMES)} := {self.expr(depth)})"

    def attribute(self, depth):
        if self.classes and self.chance(0.7):
            name, n = self.pick(self.classes)
            made = f"{name}({self.arguments(n, depth)})"
            return self.pick([f"{made}.x", f"{made}.get()", f"{made}.prop", f"{made}.made()", f"{name}.shared", f"len({made})", f"{made} + {self.expr(0)}",
                              f"{made} == {self.expr(0)}", f"{made}[{self.expr(0)}]", f"list({made})", f"str({made})", f"bool({made})",
                              f"{made}({self.expr(0)})", f"{made}.nothing", f"isinstance({made}, {self.pick(self.classes)[0]})", f"hash({made}) == 1"])
        return f"{self.expr(depth)}.{self.pick(['real', 'x', '__class__.__name__', 'imag'])}"

    def builtin(self, depth):
        name = self.pick(["len", "abs", "str", "int", "max", "min", "sum", "sorted", "list", "tuple", "set", "dict", "bool", "repr", "type", "iter", "any",
                          "all", "divmod", "round", "isinstance", "next", "hash", "ord", "chr", "enumerate", "zip", "float", "callable"])
        n = 2 if name in ("divmod", "isinstance", "zip") else 1
        # Many hashes are addresses.
        return f"{name}({self.arguments(n, depth)})" if name != "hash" else f"isinstance(hash({self.expr(depth)}), int)"

    def starred(self, depth):
        return f"log(*{self.expr(depth)})"

    # ---- statements

    def block(self, depth, least=1):
        lines = []
        for _ in range(self.rng.randrange(least, 4)):
            lines += self.statement(depth)
        return ["    " + line for line in lines or ["pass"]]

    def statement(self, depth):
        simple = [(14, self.assign), (6, self.augmented), (10, self.print_), (3, self.unpack), (3, self.item_assign), (3, self.raise_), (1, self.delete),
                  (1, self.assert_), (2, self.expression)]
        if self.in_function:
            simple += [(4, self.return_)]
            if self.in_generator:
                simple += [(10, self.yield_)]
        if self.in_loop:
            simple += [(2, self.break_)]
        if depth <= 0:
            makers = simple
        else:
            makers = simple + [(8, self.if_), (7, self.for_), (3, self.while_), (9, self.try_), (4, self.with_), (5, self.match), (4, self.def_), (2, self.class_),
                               (2, self.drive_generator), (1, self.groups)]
        return self.rng.choices([m for _, m in makers], [w for w, _ in makers])[0](depth - 1)

    def assign(self, depth):
        if self.chance(0.1):
            return [f"{self.pick(NAMES)} = {self.pick(NAMES)} = {self.expr()}"]
        name = self.pick(NAMES)
        value = {"xs": f"[{self.expr(1)}, {self.expr(1)}]", "m": f"{{{self.expr(0)}: {self.expr(1)}}}", "s": self.pick(["'abc'", "'%s'", "str(n)", "'a b'"]),
                 "n": self.pick(["3", "n + 1", "len(xs)", "5"])}
        return [f"{name} = {value[name] if name in value and self.chance(0.7) else self.expr()}"]

    def augmented(self, depth):
        return [f"{self.pick(NAMES)} {self.pick(['+=', '-=', '*=', '//=', '|=', '%='])} {self.expr(2)}"]

    def item_assign(self, depth):
        return [self.pick([f"xs[{self.expr(0)}] = {self.expr(1)}", f"m[{self.expr(0)}] = {self.expr(2)}", f"xs[:1] = {self.expr(1)}", "del xs[0]", f"del m[{self.expr(0)}]",
                           f"m[{self.expr(0)}] += {self.expr(0)}", f"xs[0] += {self.expr(0)}"])]

    def unpack(self, depth):
        return [f"{self.pick(['a, b', 'a, *b', '*a, b', '(a, b), c', 'a, b, c', '[a, xs]'])} = {self.expr(2)}"]

    def print_(self, depth):
        return [f"log({', '.join(self.expr(2) for _ in range(self.rng.randrange(1, 4)))})"]

    def expression(self, depth):
        return [self.expr()]

    def raise_(self, depth):
        what = self.pick(["ValueError(n)", "Stop(s, n)", "KeyError('k')", "Stop", "TypeError()", "RuntimeError('r') from None", "ValueError('v') from KeyError('c')", self.expr(0)])
        return [f"if {self.expr(1)}:", f"    raise {what}"]

    def delete(self, depth):
        return [f"del {self.pick(NAMES)}"]

    def assert_(self, depth):
        return [f"assert {self.expr(1)}, {self.expr(1)}"]

    def return_(self, depth):
        return [f"return {self.expr(2)}"] if self.chance(0.6) else [f"if {self.expr(1)}:", f"    return {self.expr(2)}"]

    def yield_(self, depth):
        return [self.pick([f"yield {self.expr(2)}", f"log((yield {self.expr(1)}))", f"{self.pick(NAMES)} = yield {self.expr(1)}", f"yield from {self.iterable(1)}"])]

    def break_(self, depth):
        return [f"if {self.expr(1)}:", f"    {self.pick(['break', 'continue'])}"]

    def if_(self, depth):
        lines = [f"if {self.expr(2)}:", *self.block(depth)]
        if self.chance(0.3):
            lines += [f"elif {self.expr(2)}:", *self.block(depth)]
        if self.chance(0.5):
            lines += ["else:", *self.block(depth)]
        return lines

    def loop_block(self, depth):
        outer, self.in_loop = self.in_loop, True
        lines = self.block(depth)
        self.in_loop = outer
        return lines

    def for_(self, depth):
        target = self.pick(["a", "n", "b", "a, b", "a, *b"])
        lines = [f"for {target} in {self.iterable(2)}:", *self.loop_block(depth)]
        if self.chance(0.25):
            lines += ["else:", *self.block(depth)]
        # A program may extend the list that it iterates over.
        return ["xs = list(xs)[:6]" if self.chance(0.5) else "ticks = 0", *[lines[0], "    tick()"], *lines[1:]]

    def while_(self, depth):
        k = self.new_name("k")
        lines = [f"{k} = 0", f"while {k} < {self.rng.randrange(1, 5)} and {self.expr(1)}:", f"    {k} += 1", *self.loop_block(depth)]
        if self.chance(0.3):
            lines += ["else:", *self.block(depth)]
        return lines

    def try_(self, depth):
        lines = ["try:", *self.block(depth)]
        finally_ = self.chance(0.35)
        if not finally_ or self.chance(0.7):
            kind = self.pick(["ValueError", "TypeError", "(KeyError, IndexError)", "Stop", "LookupError", "NameError", "ArithmeticError", "AttributeError"])
            if self.chance(0.5):
                lines += [f"except {kind} as e:", "    print('caught', chain(e))", *self.block(depth)]
            if self.chance(0.85) or len(lines) == 0:
                lines += ["except Exception as e:", "    print('caught', chain(e))", *self.block(depth, 0)]
                if self.chance(0.12):
                    lines += ["    raise"]
            elif not any(line.startswith("except") for line in lines):
                finally_ = True
            if self.chance(0.2) and any(line.startswith("except") for line in lines):
                lines += ["else:", *self.block(depth)]
        if finally_:
            # A `break` or `return` in a `finally` is a SyntaxWarning of 3.14 and swallows; it is kept all the same.
            lines += ["finally:", *self.block(depth)]
        return lines

    def with_(self, depth):
        managers = ", ".join(f"Manager({self.expr(0)}, {self.pick(['True', 'False', 'n', 'False'])}, {self.pick(['None', 'None', 'None', repr('enter'), repr('exit')])})"
                             + self.pick(["", " as a", " as b"]) for _ in range(self.pick([1, 1, 2])))
        return [f"with {managers}:", *self.block(depth)]

    def pattern(self, depth=2, names=True):
        simple = ["0", "1", "'x'", "None", "True", "-1", "2.5"]
        options = [self.pick(simple), "int()", "str()", "list()"] + (["_"] if names else [])
        if depth > 0:
            p = lambda: self.pattern(depth - 1)
            options += [f"[{p()}, {p()}]", f"({p()}, *_)", f"{{'k': {p()}}}", f"{self.pick(simple)} | {self.pick(simple)}", "int(a)", "str() as b", "[a, *b]",
                        "{**c}", "[]", f"[{p()}]", "Stop(note=n)"]
            if self.classes:
                options += [f"{self.pick(self.classes)[0]}()", f"{self.pick(self.classes)[0]}(x={p()})", f"{self.pick(self.classes)[0]}({p()})"]
        return self.pick(options)

    def match(self, depth):
        lines = [f"match {self.expr(2)}:"]
        for _ in range(self.rng.randrange(1, 4)):
            pattern = self.pattern()
            guard = f" if {self.expr(1)}" if self.chance(0.25) or pattern in ("_",) else ""
            lines += [f"    case {pattern}{guard}:", *("    " + line for line in self.block(depth - 1))]
        if self.chance(0.6):
            lines += ["    case _:", *("    " + line for line in self.block(depth - 1))]
        return lines

    def def_(self, depth):
        kind = self.pick(["function", "function", "function", "generator", "coroutine"])
        name, n = self.new_name("f"), self.rng.randrange(0, 4)
        parameters = [f"p{i}" + (f"={self.expr(0)}" if i >= n - 1 and self.chance(0.3) else "") for i in range(n)]
        if n and self.chance(0.1):
            parameters.insert(1, "/")
        extra = self.pick(["", "", "", "*rest", "*, kw=1", "**more", "*rest, kw=2, **more"])
        header = ", ".join(parameters + ([extra] if extra else []))
        saved = self.in_function, self.in_loop, self.in_generator, self.locals
        self.in_function, self.in_loop, self.in_generator = True, False, kind == "generator"
        self.locals = [*saved[3], *[f"p{i}" for i in range(n)]]
        body = []
        if self.chance(0.5):
            scope = "global" if not saved[0] or self.chance(0.5) else "nonlocal"
            if scope == "global":
                body += [f"    global {', '.join(self.rng.sample(NAMES, 2))}"]
        else:
            body += ["    " + line for local in self.rng.sample(NAMES, 3) for line in [f"{local} = {self.pick(['1', '[1, 2]', repr('q'), '{}', 'None'])}"]]
        body += ["    tick()"]
        body += self.block(min(depth, 1) + 1)
        if kind == "generator":
            body += [f"    yield {self.expr(1)}"]
        elif kind == "coroutine":
            body += [f"    return {self.expr(1)}"]
        self.in_function, self.in_loop, self.in_generator, self.locals = saved
        prefix = "async " if kind == "coroutine" else ""
        decorator = ["@decorated"] if kind == "function" and self.chance(0.15) else []
        if not saved[0]:
            self.functions.append((name, n, kind))
            return [*decorator, f"{prefix}def {name}({header}):", *body]
        call = f"{name}({self.arguments(n, 1)})"
        call = {"generator": f"log(list({call}))", "coroutine": f"log(drive({call}))", "function": f"log({call})"}[kind]
        return [*decorator, f"{prefix}def {name}({header}):", *body, call]

    def class_(self, depth):
        if self.in_function:
            return self.assign(depth)
        name = self.new_name("C")
        bases = [c for c, _ in self.rng.sample(self.classes, min(len(self.classes), self.pick([0, 1, 1, 2])))]
        bases = bases or self.pick([[], [], ["dict"], ["list"], ["int"], ["Exception"], ["str"]])
        saved = self.in_function, self.locals
        self.in_function, self.locals = True, [*NAMES, "self", "v"]
        lines = [f"class {name}({', '.join(bases)}):", f"    shared = {self.expr(1)}"]
        takes = 0
        if self.chance(0.7) and not (set(bases) & {"int", "str"}):
            takes = 1
            lines += ["    def __init__(self, v=1):", *(["        super().__init__()"] if self.chance(0.6) else []), "        self.x = v"]
        for head in self.rng.sample(["get(self)", "prop(self)", "made(cls)", "__len__(self)", "__add__(self, v)", "__radd__(self, v)", "__eq__(self, v)",
                                     "__getitem__(self, v)", "__iter__(self)", "__str__(self)", "__bool__(self)", "__call__(self, v)", "__getattr__(self, v)",
                                     "__hash__(self)", "__contains__(self, v)", "__lt__(self, v)", "__repr__(self)"], self.rng.randrange(1, 6)):
            decorator = {"prop(self)": ["    @property"], "made(cls)": ["    @classmethod"]}.get(head, [])
            body = {"__iter__(self)": [f"yield {self.expr(1)}", f"yield {self.expr(1)}"], "__str__(self)": [f"return 'S' + str({self.expr(1)})"],
                    "__repr__(self)": [f"return '{name}!'"], "__getattr__(self, v)": ["if v.startswith('_'): raise AttributeError(v)", f"return {self.pick(['v', '1', '(v, n)'])}"],
                    "__hash__(self)": ["return 1"], "made(cls)": [f"return (cls.__name__, {self.expr(1).replace('self', 'cls')})"]}
            lines += [*decorator, f"    def {head}:", *["        " + line for line in ["tick()", *body.get(head, [f"return {self.expr(2)}"])]]]
        self.in_function, self.locals = saved
        self.classes.append((name, takes))
        # Making the class may fail, and then the name refers to another.
        return ["try:", *["    " + line for line in lines], "except TypeError as e:", "    print('class', e)", f"    {name} = Manager"]

    def drive_generator(self, depth):
        generators = [f for f in self.functions if f[2] == "generator"]
        if not generators or self.in_function:
            return self.print_(depth)
        name, n, _ = self.pick(generators)
        lines = ["try:", f"    g = {name}({self.arguments(n, 1)})"]
        for _ in range(self.rng.randrange(1, 5)):
            lines += ["    " + self.pick(["log(next(g))", "log(next(g, 'end'))", f"log(g.send({self.pick(['None', 'n', '1'])}))", "log(g.throw(ValueError('t')))",
                                           "g.close()", "log(g.throw(Stop))", "log(list(g))", "log(g.gi_running)"])]
        return [*lines, "except Exception as e:", "    print('driven', chain(e))"]

    def groups(self, depth):
        members = self.pick(["[ValueError(1), KeyError(2)]", "[Stop(s)]", "[TypeError(), ExceptionGroup('in', [ValueError(3), OSError(4)])]"])
        kinds = self.rng.sample(["ValueError", "(KeyError, OSError)", "Stop", "Exception"], 2)
        lines = ["try:", "    try:", f"        raise ExceptionGroup('g', {members})"]
        outer, self.in_loop, in_function, self.in_function = self.in_loop, False, self.in_function, False
        for kind in kinds:
            lines += [f"    except* {kind} as e:", "        print('group', e, [chain(x) for x in e.exceptions])", *("    " + line for line in self.block(0))]
        self.in_loop, self.in_function = outer, in_function
        return [*lines, "except Exception as e:", "    print('left', chain(e))"]

    def program(self):
        lines = ["a, b, c, d, n, s, xs, m = 1, 2.5, 'c', None, 3, 'abc', [1, 2, 3], {'k': 1}"]
        for _ in range(self.rng.randrange(6, 16)):
            made = self.statement(3)
            if self.chance(0.8) and not made[0].startswith(("def ", "async ", "@")):
                made = ["try:", *["    " + line for line in made], "except Exception as e:", "    print('top', chain(e))"]
            lines += made
        lines.append("log(a, b, c, d, n, s, xs, m)")
        return HEAD + TAIL + "\n".join(lines) + "\n"


TAIL = '''
turns = 0
def tick():
    global turns
    turns += 1
    if turns > 400:
        print("enough")
        raise SystemExit(0)

def decorated(f):
    def wrapper(*args, **kw):
        print("decorated", f.__name__)
        return f(*args, **kw)
    return wrapper

def drive(c):
    try:
        while True:
            log("sent", c.send(None))
    except StopIteration as e:
        return e.value

ticks = 0
'''


def program(seed):
    """Returns the first program from this seed on that Python accepts."""
    while True:
        text = Maker(seed).program()
        try:
            compile(text, "program", "exec")
            return text
        except SyntaxError:
            seed = seed * 7919 + 1


if __name__ == "__main__":
    print(program(int(sys.argv[1])))
