"""What `compile` does with syntax trees: it checks them, and folds constants where that is asked for."""

import _ast

AST = _ast.AST
_PLAIN = frozenset((int, float, complex, str, bytes, bool, type(None), type(...)))
_CONSTANTS = ("None", "True", "False")


# ---- the fields: CPython converts nodes to C structures and rejects what does not fit

def _field(node, name):
    try:
        return getattr(node, name), True
    except AttributeError:
        return None, False


def _convert(node, group):
    """Checks the types of a node's fields, and of the nodes below it."""
    cls = getattr(_ast, group)
    if cls._attributes and group in _GROUPS:
        _place(node, group)
    if not isinstance(node, cls) or (group in _GROUPS and type(node) is cls):
        shown = object.__repr__(node) if isinstance(node, AST) else repr(node)
        raise TypeError(f"expected some sort of {group}, but got {shown}")
    kind = _class_of(node)
    name = kind.__name__
    for field in kind._types.split(", ") if kind._types else ():
        wanted, field = field.split()
        mark = wanted[-1] if wanted[-1] in "*?" else ""
        wanted = wanted.rstrip("*?")
        value, there = _field(node, field)
        if mark == "*":
            if not there:
                continue
            if type(value) is not list:
                raise TypeError(f"{name} field \"{field}\" must be a list, not a {type(value).__name__}")
            for item in value:
                if item is not None or wanted not in ("expr", "stmt"):
                    _value(item, wanted)
        elif value is None and wanted != "constant":
            if not there and not mark:
                raise TypeError(f"required field \"{field}\" missing from {name}")
            if not mark:
                raise ValueError(f"field '{field}' is required for {name}")
        else:
            _value(value, wanted)
    if kind._attributes and group not in _GROUPS:
        _place(node, group)


_GROUPS = frozenset([name for name, _, _ in _ast._GRAMMAR if name])


def _class_of(node):
    """The class of the grammar that a node is of."""
    for cls in type(node).__mro__:
        if cls.__module__ == "ast" and "_types" in cls.__dict__:
            return cls
    raise TypeError(f"expected some sort of node, but got {node!r}")


def _value(value, wanted):
    if wanted == "identifier":
        if type(value) is not str:
            raise TypeError("AST identifier must be of type str")
    elif wanted == "string":
        if type(value) not in (str, bytes):
            raise TypeError("AST string must be of type str")
    elif wanted == "int":
        if not isinstance(value, int):
            raise ValueError(f"invalid integer value: {value!r}")
    elif wanted != "constant":
        _convert(value, wanted)


def _place(node, group):
    numbers = []
    for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        value, there = _field(node, name)
        if value is None and name[0] == "e":
            value = numbers[len(numbers) - 2]
        elif not there:
            raise TypeError(f"required field \"{name}\" missing from {group}")
        elif not isinstance(value, int):
            raise ValueError(f"invalid integer value: {value!r}")
        elif not -2**31 <= value < 2**31:
            raise OverflowError("Python int too large to convert to C int")
        numbers.append(value)
    line, column, last, end = numbers
    if line > last:
        raise ValueError(f"AST node line range ({line}, {last}) is not valid")
    if line < 0 and last != line or column < 0 and column != end:
        raise ValueError(f"AST node column range ({column}, {end}) for line range ({line}, {last}) is not valid")
    if line == last and column > end:
        raise ValueError(f"line {line}, column {column}-{end} is not a valid range")


# ---- checks beyond the grammar

def _context(node, wanted):
    found = type(node.ctx).__name__ if "ctx" in node._fields else None
    if found is None:
        if wanted != "Load":
            raise ValueError(f"expression which can't be assigned to in {wanted} context")
    elif found != wanted:
        raise ValueError(f"expression must have {wanted} context but has {found} instead")


def _expr(node, wanted="Load"):
    if not isinstance(node, _ast.expr):
        raise TypeError(f"expected some sort of expr, but got {node!r}")
    _context(node, wanted)
    kind = type(node).__name__
    if kind == "Name":
        _name(node.id)
    elif kind == "Constant":
        _constant(node.value)
    elif kind in ("List", "Tuple"):
        _exprs(node.elts, wanted)
    elif kind == "Starred":
        _expr(node.value, wanted)
    elif kind == "BoolOp" and len(node.values) < 2:
        raise ValueError("BoolOp with less than 2 values")
    elif kind == "Compare":
        if not node.comparators:
            raise ValueError("Compare with no comparators")
        if len(node.comparators) != len(node.ops):
            raise ValueError("Compare has a different number of comparators and operands")
        _below(node)
    elif kind == "Dict":
        if len(node.keys) != len(node.values):
            raise ValueError("Dict doesn't have the same number of keys as values")
        for key in node.keys:
            if key is not None:
                _expr(key)
        _exprs(node.values)
    elif kind in ("ListComp", "SetComp", "GeneratorExp", "DictComp"):
        if not node.generators:
            raise ValueError("comprehension with no generators")
        _below(node, last=("elt", "key", "value"))
    elif kind in ("FormattedValue", "Interpolation"):
        if node.conversion not in (-1, 97, 114, 115):
            raise SystemError(f"Unrecognized conversion character {node.conversion}")
        _below(node)
    elif kind == "NamedExpr":
        if not isinstance(node.target, _ast.Name):
            raise TypeError("NamedExpr target must be a Name")
        _expr(node.target, "Store")
        _expr(node.value)
    else:
        _below(node)


def _exprs(nodes, wanted="Load"):
    for node in nodes:
        if node is None:
            raise ValueError("None disallowed in expression list")
        _expr(node, wanted)


def _name(name):
    if name in _CONSTANTS:
        raise ValueError(f"identifier field can't represent '{name}' constant")


def _constant(value):
    if type(value) in (tuple, frozenset):
        for item in value:
            _constant(item)
    elif type(value) not in _PLAIN:
        raise TypeError(f"got an invalid type in Constant: {type(value).__name__}")


_STORED = {"Assign": "targets", "For": "target", "AsyncFor": "target", "AugAssign": "target", "AnnAssign": "target",
           "withitem": "optional_vars", "comprehension": "target", "TypeAlias": "name"}
_FILLED = {"Delete": "targets", "Assign": "targets", "With": "items", "AsyncWith": "items", "Import": "names",
           "ImportFrom": "names", "Global": "names", "Nonlocal": "names", "Match": "cases"}


def _below(node, last=()):
    """The fields of a node."""
    kind = _class_of(node)
    name = kind.__name__
    filled = _FILLED.get(name)
    if filled is not None and not getattr(node, filled):
        raise ValueError(f"empty {filled} on {name}")
    stored = "Del" if name == "Delete" else "Store"
    fields = [f.split()[1] for f in kind._types.split(", ")] if kind._types else []
    for field in sorted(fields, key=last.__contains__):
        value = getattr(node, field, None)
        if field == "body" and type(value) is list and not value and name not in ("Module", "Interactive"):
            raise ValueError(f"empty body on {name}")
        wanted = stored if _STORED.get(name) == field or name == "Delete" and field == "targets" else "Load"
        if type(value) is not list:
            if isinstance(value, AST):
                _node(value, wanted)
            continue
        for item in value:
            if item is None and (name, field) not in (("arguments", "kw_defaults"), ("Dict", "keys")):
                what = "statement" if field in ("body", "orelse", "finalbody") else "expression"
                raise ValueError(f"None disallowed in {what} list")
            if isinstance(item, AST):
                _node(item, wanted)


def _node(node, wanted="Load"):
    if isinstance(node, _ast.expr):
        _expr(node, wanted)
    elif isinstance(node, _ast.pattern):
        _pattern(node, False)
    elif isinstance(node, _ast.stmt):
        _stmt(node)
    elif isinstance(node, (_ast.operator, _ast.cmpop, _ast.boolop, _ast.unaryop, _ast.expr_context)):
        return
    else:
        _below(node)
        if isinstance(node, _ast.arguments):
            if len(node.defaults) > len(node.posonlyargs) + len(node.args):
                raise ValueError("more positional defaults than args on arguments")
            if len(node.kw_defaults) != len(node.kwonlyargs):
                raise ValueError("length of kwonlyargs is not the same as kw_defaults on arguments")


def _stmt(node):
    kind = type(node).__name__
    if kind == "Raise" and node.exc is None and node.cause is not None:
        raise ValueError("Raise with cause but no exception")
    if kind == "ImportFrom" and node.level is not None and node.level < 0:
        raise ValueError("Negative ImportFrom level")
    if kind == "AnnAssign" and node.simple and not isinstance(node.target, _ast.Name):
        raise TypeError("AnnAssign with simple non-Name target")
    if kind == "TypeAlias" and not isinstance(node.name, _ast.Name):
        raise TypeError("TypeAlias with non-Name name")
    if kind in ("Try", "TryStar"):
        if not node.body:
            raise ValueError(f"empty body on {kind}")
        if not node.handlers and not node.finalbody:
            raise ValueError(f"{kind} has neither except handlers nor finalbody")
        if not node.handlers and node.orelse:
            raise ValueError(f"{kind} has orelse but no except handlers")
    _below(node)


# ---- patterns

def _pattern(node, star):
    kind = type(node).__name__
    if kind == "MatchValue":
        _pattern_value(node.value)
    elif kind == "MatchSingleton":
        if not (node.value is None or node.value is True or node.value is False):
            raise ValueError("MatchSingleton can only contain True, False and None")
    elif kind == "MatchSequence":
        _patterns(node.patterns, True)
    elif kind == "MatchMapping":
        if len(node.keys) != len(node.patterns):
            raise ValueError("MatchMapping doesn't have the same number of keys as patterns")
        if node.rest is not None:
            _capture(node.rest)
        for key in node.keys:
            if not (isinstance(key, _ast.Constant) and (key.value is None or type(key.value) is bool)):
                _pattern_value(key)
        _patterns(node.patterns, False)
    elif kind == "MatchClass":
        _pattern_class(node)
    elif kind == "MatchStar":
        if not star:
            raise ValueError("can't use MatchStar here")
        if node.name is not None:
            _capture(node.name)
    elif kind == "MatchAs":
        if node.name is not None:
            _capture(node.name)
        if node.pattern is not None:
            if node.name is None:
                raise ValueError("MatchAs must specify a target name if a pattern is given")
            _pattern(node.pattern, False)
    elif kind == "MatchOr":
        if len(node.patterns) < 2:
            raise ValueError("MatchOr requires at least 2 patterns")
        _patterns(node.patterns, False)


def _patterns(nodes, star):
    for node in nodes:
        _pattern(node, star)


def _capture(name):
    if name == "_":
        raise ValueError("can't capture name '_' in patterns")
    _name(name)


def _pattern_class(node):
    if len(node.kwd_attrs) != len(node.kwd_patterns):
        raise ValueError("MatchClass doesn't have the same number of keyword attributes as patterns")
    _expr(node.cls)
    part = node.cls
    while isinstance(part, _ast.Attribute):
        part = part.value
    if not isinstance(part, _ast.Name):
        raise ValueError("MatchClass cls field can only contain Name or Attribute nodes.")
    for name in node.kwd_attrs:
        _name(name)
    _patterns(node.patterns, False)
    _patterns(node.kwd_patterns, False)


def _pattern_value(node):
    _expr(node)
    kind = type(node).__name__
    if kind == "Constant":
        if type(node.value) not in (int, float, complex, str, bytes):
            raise ValueError("unexpected constant inside of a literal pattern")
    elif not (kind in ("Attribute", "JoinedStr") or _signed(node) or _is_complex(node)):
        raise ValueError("patterns may only match literals and attribute lookups")


def _signed(node):
    """Whether a node is a number behind a minus."""
    return (isinstance(node, _ast.UnaryOp) and isinstance(node.op, _ast.USub) and isinstance(node.operand, _ast.Constant)
            and type(node.operand.value) in (int, float, complex))


def _is_complex(node):
    """Whether a node is a real number plus or minus an imaginary one."""
    if not isinstance(node, _ast.BinOp) or not isinstance(node.op, (_ast.Add, _ast.Sub)):
        return False
    left, right = node.left, node.right
    left = left.operand if _signed(left) else left
    return (isinstance(left, _ast.Constant) and type(left.value) in (int, float)
            and isinstance(right, _ast.Constant) and type(right.value) is complex)


def check(tree):
    """Raises what is wrong with a tree."""
    _convert(tree, "mod")
    _below(tree)


# ---- features of later versions

def check_features(tree, minor):
    """Raises a SyntaxError for what Python 3.MINOR did not have yet."""
    todo = [tree]
    while todo:
        node = todo.pop()
        needed, what = _needed(node)
        if minor < needed:
            raise SyntaxError(f"{what} only supported in Python 3.{needed} and greater")
        for name in node._fields:
            value = getattr(node, name, None)
            for item in value if type(value) is list else (value,):
                if isinstance(item, AST):
                    todo.append(item)


def _needed(node):
    kind = type(node).__name__
    if kind == "NamedExpr":
        return 8, "Assignment expressions are"
    if kind == "arguments" and node.posonlyargs:
        return 8, "Positional-only parameters are"
    if kind == "Match":
        return 10, "Pattern matching is"
    if kind == "TryStar":
        return 11, "Exception groups are"
    if kind == "TypeAlias":
        return 12, "Type statement is"
    if kind in ("TypeVar", "ParamSpec", "TypeVarTuple"):
        if node.default_value is not None:
            return 13, "Type parameter defaults are"
        return 12, "Type parameter lists are"
    return 0, ""


# ---- folding of constants

_BINARY = {
    "Add": lambda x, y: x + y, "Sub": lambda x, y: x - y, "Mult": lambda x, y: x * y, "Div": lambda x, y: x / y,
    "FloorDiv": lambda x, y: x // y, "Mod": lambda x, y: x % y, "Pow": lambda x, y: x ** y,
    "LShift": lambda x, y: x << y, "RShift": lambda x, y: x >> y, "BitOr": lambda x, y: x | y,
    "BitXor": lambda x, y: x ^ y, "BitAnd": lambda x, y: x & y,
}
_UNARY = {"Invert": lambda x: ~x, "UAdd": lambda x: +x, "USub": lambda x: -x}
_OPPOSITE = {"Is": "IsNot", "IsNot": "Is", "In": "NotIn", "NotIn": "In"}


def fold(node, debug):
    """The same tree with its constants computed; `debug` is the value of `__debug__` if it is known, or None."""
    for name in node._fields:
        value = getattr(node, name, None)
        if type(value) is list:
            for i, item in enumerate(value):
                if isinstance(item, AST):
                    value[i] = fold(item, debug)
        elif isinstance(value, AST):
            setattr(node, name, fold(value, debug))
    kind = type(node).__name__
    if kind == "Name":
        if node.id == "__debug__" and debug is not None and isinstance(node.ctx, _ast.Load):
            return _made(node, debug)
    elif kind == "BinOp":
        return _fold_binary(node)
    elif kind == "UnaryOp":
        return _fold_unary(node)
    elif kind == "Tuple":
        if isinstance(node.ctx, _ast.Load) and all([isinstance(e, _ast.Constant) for e in node.elts]):
            return _made(node, tuple([e.value for e in node.elts]))
    elif kind == "Subscript":
        if (isinstance(node.ctx, _ast.Load) and isinstance(node.value, _ast.Constant)
                and isinstance(node.slice, _ast.Constant)):
            return _computed(node, lambda x, y: x[y], node.value.value, node.slice.value)
    elif kind == "Compare":
        if isinstance(node.ops[-1], (_ast.In, _ast.NotIn)):
            node.comparators[-1] = _fold_iterable(node.comparators[-1])
    elif kind in ("For", "AsyncFor", "comprehension"):
        node.iter = _fold_iterable(node.iter)
    return node


def _made(node, value):
    made = _ast.Constant(value)
    for name in node._attributes:
        if hasattr(node, name):
            setattr(made, name, getattr(node, name))
    return made


def _size(value):
    if type(value) is int:
        return value.bit_length() // 8
    return len(value) if type(value) in (str, bytes, tuple) else 1


def _computed(node, function, *values):
    # Expensive operations are left to run time.
    if type(node).__name__ == "BinOp":
        left, right = values
        op = type(node.op).__name__
        if op in ("Pow", "LShift") and type(right) is int and (right > 128 or _size(left) * max(right, 0) > 128):
            return node
        if op == "Mult" and min(_size(left), _size(right)) > 128:
            return node
        if op == "Mult" and (type(left) is int and type(right) in (str, bytes, tuple)
                             or type(right) is int and type(left) in (str, bytes, tuple)):
            count, what = (left, right) if type(left) is int else (right, left)
            if count * len(what) > (256 if type(what) is tuple else 4096):
                return node
    try:
        value = function(*values)
    except Exception:
        return node
    return _made(node, value)


def _fold_binary(node):
    op = type(node.op).__name__
    if not isinstance(node.left, _ast.Constant):
        return node
    if op == "Mod" and type(node.left.value) is str:
        if isinstance(node.right, _ast.Tuple):
            return _fold_format(node)
        return node
    if op not in _BINARY or not isinstance(node.right, _ast.Constant):
        return node
    return _computed(node, _BINARY[op], node.left.value, node.right.value)


def _fold_unary(node):
    operand = node.operand
    if isinstance(node.op, _ast.Not):
        if isinstance(operand, _ast.Compare) and len(operand.ops) == 1:
            other = _OPPOSITE.get(type(operand.ops[0]).__name__)
            if other is not None:
                operand.ops[0] = getattr(_ast, other)()
                return operand
        if isinstance(operand, _ast.Constant):
            return _made(node, not operand.value)
        return node
    if isinstance(operand, _ast.Constant):
        return _computed(node, _UNARY[type(node.op).__name__], operand.value)
    return node


def _fold_iterable(node):
    if isinstance(node, _ast.List):
        if any([isinstance(e, _ast.Starred) for e in node.elts]):
            return node
        if all([isinstance(e, _ast.Constant) for e in node.elts]):
            return _made(node, tuple([e.value for e in node.elts]))
        made = _ast.Tuple(node.elts, node.ctx)
        for name in node._attributes:
            setattr(made, name, getattr(node, name))
        return made
    if isinstance(node, _ast.Set) and all([isinstance(e, _ast.Constant) for e in node.elts]):
        return _made(node, frozenset([e.value for e in node.elts]))
    return node


def _fold_format(node):
    """`'%s and %r' % (a, b)` as an f-string, where the directives are as simple as that."""
    if any([isinstance(e, _ast.Starred) for e in node.right.elts]):
        return node
    parts, text, rest = [], "", node.left.value
    values = iter(node.right.elts)
    while rest:
        before, percent, rest = rest.partition("%")
        text += before
        if not percent:
            break
        letter, rest = rest[:1], rest[1:]
        if letter == "%":
            text += "%"
            continue
        value = next(values, None)
        if letter not in ("s", "r", "a") or value is None:
            return node
        if text:
            parts.append(_made(node.left, text))
            text = ""
        made = _ast.FormattedValue(value, ord(letter), None)
        for name in value._attributes:
            setattr(made, name, getattr(value, name))
        parts.append(made)
    if next(values, None) is not None:
        return node
    if text:
        parts.append(_made(node.left, text))
    made = _ast.JoinedStr(parts)
    for name in node._attributes:
        setattr(made, name, getattr(node, name))
    return made
