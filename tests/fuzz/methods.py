"""Makes a script of random uses of the builtin types and functions: `python3.13 methods.py SEED [COUNT] > script.py`.

Each case is one small piece of Python; the script runs them one after the other and prints `number source -> outcome`.
Which methods there are is asked of the Python that runs this file, so that a missing one is found.
"""

import random
import sys

import values

HEAD = '''# coding: ascii
import sys
{zoo}
{show}
def outcome(source):
    names = dict(globals())
    try:
        exec(compile(source, "<case>", "exec"), names)
    except BaseException as e:
        try:
            text = str(e)
        except BaseException as again:
            text = f"({{type(again).__name__}}: {{again}})"
        return f"{{type(e).__name__}}: {{text}}"
    out = []
    for name in "roa":
        if name in names:
            try:
                out.append(f"{{name}}={{show(names[name])}}")
            except BaseException as e:
                out.append(f"{{name}}: {{type(e).__name__}}: {{e}}")
    return ", ".join(out)

first_case = int(sys.argv[1]) if len(sys.argv) > 1 else 0
for number, source in CASES:
    if number >= first_case:
        sys.stdout.write(f"@{{number}} ")
        sys.stdout.flush()
        sys.stdout.write(ascii(outcome(source)) + "\\n")
'''

# Not compared: pickling, the class machinery, memory.
SKIP = {"__class__", "__dir__", "__doc__", "__init_subclass__", "__reduce__", "__reduce_ex__", "__sizeof__",
        "__subclasshook__", "__new__", "__getattribute__", "__getstate__", "__setstate__", "__alloc__",
        "__class_getitem__", "__getnewargs__", "__delattr__", "__setattr__", "__dict__", "__weakref__", "with_traceback",
        "__traceback__", "__buffer__", "__release_buffer__", "__length_hint__"}

# Which kinds of arguments the methods of a type accept most often.
LIKES = {
    "int": ["int", "int", "float", "small"], "float": ["float", "int", "small"], "complex": ["complex", "float", "int"], "bool": ["int"],
    "str": ["str", "str", "small", "tuple", "dict"], "bytes": ["bytes", "bytes", "small", "bytearray", "tuple", "memoryview"],
    "bytearray": ["bytes", "small", "bytearray", "list", "byte", "slice", "memoryview"],
    "memoryview": ["small", "slice", "bytes", "format", "tuple", "memoryview"],
    "list": ["small", "list", "slice", "iterator", "tuple"], "tuple": ["small", "tuple", "slice"],
    "dict": ["dict", "small", "str", "list"], "set": ["set", "list", "small", "frozenset", "str"], "frozenset": ["set", "frozenset", "list"],
    "range": ["small", "slice", "range"], "slice": ["small", "slice"], "iterator": ["small"],
    "view": ["view", "set", "list", "small", "tuple"], "exception": ["str", "small", "class", "callable"],
}
BINARY = ["+", "-", "*", "/", "//", "%", "@", "<<", ">>", "&", "|", "^", "**", "==", "!=", "<", "<=", ">", ">=", "in", "is", "and", "or"]
INPLACE = ["+=", "-=", "*=", "/=", "//=", "%=", "@=", "<<=", ">>=", "&=", "|=", "^=", "**="]
KEYWORDS = ["key", "reverse", "sep", "maxsplit", "encoding", "errors", "keepends", "default", "start", "base", "byteorder", "signed",
            "length", "tabsize", "bytes_per_sep", "delete", "real", "imag", "x", "self", "strict", "end", "object", "ndigits", "mod", "exp", "count"]
FUNCTIONS = ["abs", "all", "any", "ascii", "bin", "bool", "bytearray", "bytes", "callable", "chr", "complex", "dict", "divmod",
             "enumerate", "filter", "float", "format", "frozenset", "getattr", "hasattr", "hash", "hex", "int", "isinstance", "issubclass",
             "iter", "len", "list", "map", "max", "min", "next", "oct", "ord", "range", "repr", "reversed", "round", "set", "slice", "sorted",
             "str", "sum", "tuple", "type", "zip", "delattr", "setattr", "vars", "str.maketrans", "bytes.maketrans", "dict.fromkeys", "int.from_bytes",
             "float.fromhex", "bytes.fromhex", "bytearray.fromhex", "memoryview", "anext", "aiter", "compile", "eval", "id", "classmethod", "property",
             "staticmethod", "super", "object", "print", "Exception", "KeyError", "OSError", "UnicodeDecodeError", "UnicodeEncodeError",
             "UnicodeTranslateError", "SyntaxError", "ImportError", "StopIteration", "SystemExit", "ExceptionGroup", "BaseExceptionGroup",
             "NameError", "AttributeError", "BlockingIOError", "MyError", "float.__getformat__", "complex.from_number", "float.from_number"]
ENCODINGS = ["'utf-8'", "'utf8'", "'ascii'", "'latin-1'", "'iso-8859-1'", "'utf-16'", "'utf-16-le'", "'utf-16-be'", "'utf-32'", "'utf-32-be'",
             "'UTF_8'", "'US-ASCII'", "'nope'", "'utf-8-sig'", "'cp1252'", "'utf-7'", "'unicode_escape'", "'raw_unicode_escape'"]
ERRORS = ["'strict'", "'ignore'", "'replace'", "'backslashreplace'", "'xmlcharrefreplace'", "'namereplace'", "'surrogateescape'",
          "'surrogatepass'", "'nope'"]
BYTE_ORDERS = ["'big'", "'little'", "'middle'"]


class Maker:
    """Makes the cases of one seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.makers = [
            (30, self.method), (12, self.binary), (4, self.inplace), (4, self.unary), (8, self.subscript), (14, self.function), (6, self.spec),
            (5, self.percent), (4, self.str_format), (5, self.number_text), (5, self.codec), (3, self.attribute), (2, self.fstring),
            (2, self.unpack), (2, self.power), (2, self.int_bytes), (3, self.two_steps), (2, self.literal),
        ]

    def case(self):
        weights = [w for w, _ in self.makers]
        return self.rng.choices([m for _, m in self.makers], weights)[0]()

    def pick(self, options):
        return self.rng.choice(options)

    def value(self, *kinds):
        """Makes an expression of one of the kinds, and now and then of any kind."""
        kinds = list(kinds) or list(values.BY_KIND)
        kind = self.pick(kinds) if self.rng.random() < 0.85 else self.pick(list(values.BY_KIND))
        if kind == "small":
            return self.pick(values.SMALL if self.rng.random() < 0.85 else values.HUGE)
        if kind == "byte":
            return str(self.rng.choice([0, 1, 65, 97, 255, 256, -1]))
        if kind == "class":
            return self.pick(["ValueError", "KeyError", "Exception", "(ValueError, OSError)", "TypeError", "int", "BaseException"])
        if kind == "format":
            return self.pick([repr(c) for c in "BbcHhIiLlQqnNfd?ePs@"] + ["'<i'", "'ii'", "''"])
        return self.pick(values.BY_KIND[kind])

    def owner(self):
        """Makes a type's name and an expression of that type."""
        kind = self.pick([k for k in values.BY_KIND if k not in ("odd", "callable", "sub")] + ["str", "bytes", "int", "bytearray", "list", "memoryview"])
        pool = values.BY_KIND[kind] + (values.LONG_RANGES if kind == "range" else [])
        text = self.pick(pool)
        if self.rng.random() < 0.06:
            text = self.pick(values.SUBS)
        return kind, text

    def arguments(self, kind, most=3):
        likes = LIKES.get(kind, [])
        n = self.rng.choices([0, 1, 2, 3, 4], [22, 46, 20, 9, 3])[0]
        given = [self.value(*likes) for _ in range(min(n, most))]
        if self.rng.random() < 0.06:
            given.append(f"{self.pick(KEYWORDS)}={self.value(*likes)}")
        if self.rng.random() < 0.01:
            given.append("*" + self.value("list", "tuple", "iterator", "str"))
        return ", ".join(given)

    def method(self):
        kind, text = self.owner()
        names = [n for n in dir(eval(text, ZOO_NAMES)) if n not in SKIP]
        plain = [n for n in names if not n.startswith("__")]
        name = self.pick(plain if plain and self.rng.random() < 0.75 else names)
        if is_slow(name, text):
            return self.case()
        if not callable(getattr(eval(text, ZOO_NAMES), name, None)):
            return f"o = {text}\nr = o.{name}"
        if name == "__hash__" and type(eval(text, ZOO_NAMES)).__hash__ is object.__hash__:
            return self.case()
        if name in ("center", "ljust", "rjust", "zfill", "expandtabs") and self.rng.random() < 0.7:
            given = self.value("small")
            if name[0] in "crl" and self.rng.random() < 0.5:
                given += ", " + self.pick(["'*'", "b'*'", "'ab'", "'\\u4e2d'", "bytearray(b'-')", "''"])
            return f"o = {text}\nr = o.{name}({given})"
        if name in ("to_bytes", "__pow__", "__rpow__", "__lshift__", "__rlshift__", "__round__"):
            return f"o = {text}\nr = o.{name}({', '.join(self.pick(values.SMALL) for _ in range(self.rng.randrange(3)))})"
        return f"o = {text}\nr = o.{name}({self.arguments(kind)})"

    def binary(self):
        op = self.pick(BINARY)
        if op in ("**", "<<") :
            return f"r = {self.any_number()} {op} {self.pick(values.SMALL)}"
        left = self.value()
        kind = self.pick(["same", "any", "number"])
        right = self.value() if kind != "same" else self.pick(next(pool for pool in values.BY_KIND.values() if left in pool))
        if kind == "number":
            left, right = self.any_number(), self.any_number()
        if op == "*" and (left in RISKY or right in RISKY):
            op = "+"
        return f"r = {left} {op} {right}" if op not in ("in",) or self.rng.random() < 0.7 else f"r = {left} not in {right}"

    def any_number(self):
        return self.pick(values.BY_KIND[self.pick(["int", "int", "float", "complex"])])

    def inplace(self):
        op = self.pick(INPLACE)
        kind, text = self.owner()
        other = self.value(*LIKES.get(kind, [])) if op not in ("**=", "<<=") else self.pick(values.SMALL)
        if op == "*=" and other in RISKY or "range(2**63" in text or "range(-2**63" in text:
            op = "+="
        if "100" in text and text.startswith("range"):
            text = "range(4)"
        return f"a = o = {text}\no {op} {other}\nr = a is o"

    def unary(self):
        return f"r = {self.pick(['-', '+', '~', 'not '])}{self.value()}"

    def index(self):
        return self.value("small", "small", "slice", "slice", "str", "odd") if self.rng.random() < 0.8 else self.value()

    def subscript(self):
        kind, text = self.owner()
        key = self.index()
        if self.rng.random() < 0.4:
            parts = [self.pick(["", "", *values.SMALL, "Index(1)", "2**63", "-2**63", "None"]) for _ in range(self.pick([2, 2, 3]))]
            key = ":".join(parts)
        if self.rng.random() < 0.1 and kind == "memoryview":
            key = f"{self.pick(values.SMALL)}, {self.pick(values.SMALL)}"
        what = self.rng.random()
        if what < 0.5:
            return f"o = {text}\nr = o[{key}]"
        if what < 0.8:
            return f"o = {text}\no[{key}] = {self.value(*LIKES.get(kind, []))}"
        return f"o = {text}\ndel o[{key}]"

    def function(self):
        name = self.pick(FUNCTIONS)
        if name in ("compile", "eval"):
            return f"r = {name}({self.value('str', 'bytes')}" + (")" if name == "eval" else ", 'f', 'eval') is None")
        if name in ("id", "hash"):
            return f"a = {self.value()}\nr = {name}(a) == {name}(a)"
        if name == "vars":
            return f"r = vars({self.value()})"
        n = self.rng.choices([0, 1, 2, 3], [6, 54, 28, 12])[0]
        kinds = ["callable", "callable", "list", "iterator"] if name in ("map", "filter") else []
        if name in ("getattr", "hasattr", "setattr", "delattr"):
            kinds = ["str", "odd"]
        if name in ("int", "float", "complex", "range", "round", "divmod", "chr", "hex", "abs"):
            kinds = ["int", "float", "str", "small", "bytes", "odd"]
        given = [self.value(*kinds) for _ in range(n)]
        if name == "round":
            given[1:] = [self.pick(values.SMALL + ["None", "'a'", "Index()", "50", "-50", "300", "-400"])] if n > 1 else []
        if self.rng.random() < 0.12:
            given.append(f"{self.pick(KEYWORDS)}={self.value('callable', 'small', 'str')}")
        if name in ("bytes", "bytearray", "range") and any(g in RISKY or g in values.LONG_RANGES for g in given):
            return self.case()
        if name in ("type",) and n == 3:
            return self.case()
        return f"r = {name}({', '.join(given)})"

    def spec_text(self):
        rng, pick = self.rng, self.pick
        out = ""
        if rng.random() < 0.4:
            out += pick(["", "*", "x", "0", "\u4e2d", "{", "<", " "]) + pick("<>=^")
        if rng.random() < 0.3:
            out += pick("+- ")
        if rng.random() < 0.08:
            out += "z"
        if rng.random() < 0.25:
            out += "#"
        if rng.random() < 0.2:
            out += "0"
        if rng.random() < 0.5:
            out += str(pick([0, 1, 3, 5, 8, 10, 12, 20, 30, 2**62, 2**63, 2**64] if rng.random() < 0.2 else [1, 3, 5, 8, 10, 12, 20, 30]))
        if rng.random() < 0.2:
            out += pick(",_")
        if rng.random() < 0.45:
            out += "." + str(pick([0, 1, 2, 3, 5, 10, 20, 50, "", 2**31, 2**63] if rng.random() < 0.2 else [0, 1, 2, 3, 5, 10]))
        if rng.random() < 0.7:
            out += pick("bcdeEfFgGnosxX%" if rng.random() < 0.9 else "raiuyZ1,_ ")
        return out

    def spec(self):
        value = self.value("int", "float", "complex", "str", "int", "float")
        return f"r = format({value}, {ascii(self.spec_text())})"

    def fstring(self):
        value = self.value("int", "float", "str", "odd", "list")
        spec = "".join(c for c in self.spec_text() if c not in "{}")
        return f"o = {value}\nr = f'<{{o{self.pick(['', '', '!r', '!s', '!a'])}:{escaped(spec)}}}>'"

    def percent(self):
        rng, pick = self.rng, self.pick
        is_bytes = rng.random() < 0.2
        out, stars, keys = "", 0, rng.random() < 0.2
        count = pick([1, 1, 1, 2, 3])
        for _ in range(count):
            out += pick(["", "x", " ", "\u00e9" if not is_bytes else "-"]) + "%"
            if keys:
                out += pick(["(a)", "(b)", "()", "(a(b)c)", "(zz)", "(a" if rng.random() < 0.1 else "(a)"])
            out += "".join(pick("#0- +") for _ in range(rng.choices([0, 1, 2], [50, 35, 15])[0]))
            if rng.random() < 0.3:
                out += pick(["5", "10", "*", "1", "20", str(2**63) if rng.random() < 0.1 else "3"])
            if rng.random() < 0.3:
                out += "." + pick(["", "0", "2", "5", "*", "10", "50"])
            out += pick(["", "", "", "l", "h", "L"])
            out += pick("diouxXeEfFgGcrsa%" if rng.random() < 0.96 else "bZyz\u00e9 ") if not is_bytes else pick("diouxXeEfFgGcrsab%")
            stars = out.count("*")
        pool = ["int", "float", "str", "small", "odd"] if not is_bytes else ["int", "float", "bytes", "small", "odd"]
        given = [self.value(*pool) for _ in range(max(0, count + stars + pick([0, 0, 0, 0, -1, 1])))]
        if keys:
            right = pick(["{'a': 1, 'b': 'x', '': 2, 'a(b)c': 2.5}", "Missing(a=1)", "{b'a': 1, b'b': b'x'}", "5", "{'a': 'x'}", "Map(a=1, b=2)"])
        elif len(given) == 1 and rng.random() < 0.4:
            right = given[0]
        else:
            right = "(" + "".join(g + ", " for g in given) + ")"
        text = ascii(out) if not is_bytes else "b" + ascii(out)
        return f"r = {text} % {right}"

    def str_format(self):
        rng, pick = self.rng, self.pick
        out = ""
        for _ in range(pick([1, 1, 2, 3])):
            field = pick(["", "0", "1", "a", "0.real", "a[0]", "0[1]", "a[key]", "b.attr", "0.x", "2", "-1", "a b", "0[", "0.", "0]", "01", "a[0].real",
                          "0[-1]", "0.__class__", str(2**63)] if rng.random() < 0.5 else ["", "0", "1", "a", "b"])
            conversion = pick(["", "", "", "", "!r", "!s", "!a", "!x", "!", "!rr"] if rng.random() < 0.4 else [""])
            spec = pick(["", "", ":" + self.spec_text(), ":{1}", ":{a}", ":{}", ":{0}.{1}", ":{a!r}", ":{", ":{{}}"] if rng.random() < 0.6 else [""])
            out += pick(["", "x", "{{", "}}", "}" if rng.random() < 0.05 else " "]) + "{" + field + conversion + spec + pick(["}", "}", "}", "}", "}}}" if rng.random() < 0.1 else "}"])
        given = [self.value("int", "str", "float", "list", "small", "complex", "odd") for _ in range(pick([0, 1, 2, 2, 3]))]
        if rng.random() < 0.6:
            given.append("a=" + self.value("int", "str", "list", "dict", "small"))
        if rng.random() < 0.3:
            given.append("b=Plain()")
        if rng.random() < 0.15:
            return f"r = {ascii(out)}.format_map({self.value('dict', 'odd', 'sub')})"
        return f"r = {ascii(out)}.format({', '.join(given)})"

    def number_text(self):
        rng = self.rng
        alphabet = pick_alphabet(rng)
        text = "".join(rng.choice(alphabet) for _ in range(rng.choice([1, 2, 3, 4, 5, 6, 8, 12, 20])))
        if rng.random() < 0.3:
            text = rng.choice([" ", "\t", "\n", "\xa0", "\u3000"]) + text + rng.choice(["", " ", "\n"])
        literal = ascii(text) if rng.random() < 0.8 else "b" + ascii(text.encode("ascii", "ignore").decode())
        what = rng.choice(["int({})", "int({}, {})", "int({}, {})", "float({})", "float({})", "complex({})", "float.fromhex({})", "eval({})",
                           "bytes.fromhex({})", "int({}, base={})"])
        return "r = " + what.format(literal, rng.choice([0, 0, 2, 8, 10, 16, 36, 1, 37, -1, 3, "Index(16)", "2**70", "None"]))

    def codec(self):
        rng, pick = self.rng, self.pick
        encoding, errors = pick(ENCODINGS[:14] if rng.random() < 0.9 else ENCODINGS), pick(ERRORS)
        given = pick([encoding, f"{encoding}, {errors}", f"{encoding}, {errors}", f"encoding={encoding}, errors={errors}", f"errors={errors}", ""])
        if rng.random() < 0.5:
            text = self.value("str") if rng.random() < 0.5 else ascii("".join(chr(rng.choice([65, 0xe9, 0x20ac, 0x1f600, 0xd800, 0xdcff, 0xdfff, 10, 0, 0xdc80, 0x100]))
                                                                         for _ in range(rng.randrange(6))))
            return pick([f"r = {text}.encode({given})", f"r = bytes({text}, {given})" if given else f"r = bytes({text})"])
        data = bytes(rng.choice([65, 0, 10, 0x80, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0xf0, 0x9f, 0x98, 0xff, 0xfe, 0xd8, 0xdc, 0xf4, 0x90, 0xc0])
                     for _ in range(rng.randrange(9)))
        return pick([f"r = {data!r}.decode({given})", f"r = str({data!r}, {given})" if given else f"r = str({data!r})",
                     f"r = bytearray({data!r}).decode({given})"])

    def attribute(self):
        _, text = self.owner()
        name = self.pick(["x", "__class__", "__doc__", "real", "__name__", "start", "args", "__len__", "__dict__", "__module__", "__notes__", "obj"])
        if name in ("__doc__", "__dict__"):
            name = "x"
        what = self.rng.random()
        if what < 0.4:
            return f"o = {text}\no.{name} = 1"
        if what < 0.6:
            return f"o = {text}\ndel o.{name}"
        return f"r = ({text}).{name}"

    def unpack(self):
        targets = self.pick(["a, b", "a, *b", "*a, b", "a, b, c", "(a, b), c", "[a]", "a, *b, c", "*a,"])
        return f"{targets} = {self.value('list', 'tuple', 'str', 'iterator', 'dict', 'set', 'odd', 'bytes', 'range', 'memoryview')}\nr = [a]"

    def power(self):
        three = [self.any_number() if self.rng.random() < 0.2 else self.pick(values.INTS) for _ in range(3)]
        if self.rng.random() < 0.6:
            return f"r = pow({', '.join(three)})"
        return f"r = pow({three[0]}, {self.pick(values.SMALL + ['0.5', '-0.5', '1j', '2.0', '0.0', '100'])})"

    def int_bytes(self):
        if self.rng.random() < 0.5:
            given = [self.pick(["0", "1", "2", "4", "8", "9", "16", "-1", "2**63", "Index()", "'a'"]), self.pick(BYTE_ORDERS)]
            signed = self.pick(["", ", signed=True", ", signed=False"])
            return f"r = ({self.pick(values.INTS)}).to_bytes({', '.join(given)}{signed})"
        return f"r = int.from_bytes({self.value('bytes', 'list', 'bytearray', 'memoryview')}, {self.pick(BYTE_ORDERS)}{self.pick(['', ', signed=True'])})"

    def two_steps(self):
        """Makes a case that changes a container during iteration, and the like."""
        kind = self.pick(["list", "dict", "set", "bytearray"])
        text = self.pick(values.BY_KIND[kind])
        steps = {
            "list": ["o.append(9)", "o.pop()", "o.clear()", "o.insert(0, 5)", "o.sort()", "o.reverse()", "o[:] = [1, 2]", "del o[0]", "o *= 2"],
            "dict": ["o['new'] = 1", "o.clear()", "o.popitem()", "o.update(q=1)", "o.pop('a', None)", "o.setdefault(5, 6)", "o |= {7: 8}"],
            "set": ["o.add(99)", "o.clear()", "o.pop()", "o.discard(1)", "o |= {50}", "o &= {1}", "o -= {1}"],
            "bytearray": ["o.append(9)", "o.pop()", "o.clear()", "o.insert(0, 5)", "o.reverse()", "o[:] = b'xy'", "del o[0]", "o *= 2", "o += b'q'"],
        }[kind]
        getters = ["iter(o)", "reversed(o)", "enumerate(o)"] + (["iter(o.items())", "reversed(o.values())"] if kind == "dict" else [])
        lines = [f"o = {text}", f"a = {self.pick(getters)}" if kind != "set" else "a = iter(o)"]
        for _ in range(self.rng.randrange(1, 5)):
            lines.append(self.pick(steps) if self.rng.random() < 0.6 else "next(a, None)")
        lines.append("r = list(a)" if self.rng.random() < 0.7 else "r = a.__length_hint__()")
        return "\n".join(lines)

    def literal(self):
        alphabet = ["\\x41", "\\n", "\\u00e9", "\\N{BULLET}", "\\'", "\\q", "\\0", "\\777", "\\x4", "\\U00110000", "\\N{nope}", "a", "{", "}", "{1}", "{1!r}",
                    "{1:>3}", "\\\n", "%", "{{", "}}", "\u4e2d", "\\ud800", "\\400", "{'a'}", "{1=}"]
        body = "".join(self.pick(alphabet) for _ in range(self.pick([1, 2, 3, 4])))
        prefix = self.pick(["", "", "b", "r", "f", "rb", "u", "fr", "bu"])
        return f"r = eval({ascii(prefix + chr(34) + body + chr(34))})"


RISKY = set(values.INTS) - set(values.SMALL) - set(values.HUGE) - {"7", "8", "16", "36", "37"}
ZOO_NAMES = {}
exec(values.ZOO, ZOO_NAMES)


def pick_alphabet(rng):
    return rng.choice(["0123456789", "01234567890_", "0123456789.eE+-", "0123456789.eE+-_j", "0x1fFp.+-", "0b1o_7", "nainfINFty+-", "09azAZ_",
                       "\u0661\u0662\u0663\u0967\U0001d7d9.e", "0123456789ab jJ()+-.", "'\"ab\\x", "[]{}(),1a:"])


def escaped(text):
    return ascii(text)[1:-1].replace('"', "")


def is_slow(name, text):
    """Whether this would iterate over a range of 2**63 numbers."""
    return text in values.LONG_RANGES and name in ("__iter__", "__reversed__", "index", "count", "__contains__") or "setrecursion" in name


def script(seed, count):
    maker = Maker(seed)
    cases = [(n, maker.case()) for n in range(count)]
    listed = "\n".join(f"    ({n}, {ascii(c)})," for n, c in cases)
    return f"CASES = [\n{listed}\n]\n" + HEAD.format(zoo=values.ZOO, show=values.SHOW)


if __name__ == "__main__":
    print(script(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 300))
