"""The nodes of syntax trees, for the module `ast`."""

from _core import init_node as _init_node

PyCF_ALLOW_TOP_LEVEL_AWAIT = 0x2000
PyCF_ONLY_AST = 0x400
PyCF_OPTIMIZED_AST = 0x8000 | PyCF_ONLY_AST
PyCF_TYPE_COMMENTS = 0x1000


class AST:
    _fields = ()
    _attributes = ()
    _field_types = {}
    __match_args__ = ()

    def __init__(self, /, *args, **kwargs):
        if _init_node(self, args, kwargs, _SINGLES["Load"]):
            return
        fields = self._fields
        if len(args) > len(fields):
            plural = "" if len(fields) == 1 else "s"
            raise TypeError(f"{type(self).__name__} constructor takes at most {len(fields)} positional"
                            f" argument{plural}")
        for name, value in zip(fields, args):
            setattr(self, name, value)
        given = set(fields[:len(args)])
        for name, value in kwargs.items():
            if name in given:
                raise TypeError(f"{type(self).__name__} got multiple values for argument {name!r}")
            if name not in fields and name not in self._attributes:
                _deprecated(f"{type(self).__name__}.__init__ got an unexpected keyword argument {name!r}. "
                            "Support for arbitrary keyword arguments is deprecated "
                            "and will be removed in Python 3.15.")
            given.add(name)
            setattr(self, name, value)
        if len(given) < len(fields) or not given.issuperset(fields):
            _left_out(self, fields, given)

    _kinds = {}

    def __reduce__(self):
        return type(self), (), dict(self.__dict__)

    def __replace__(self, /, **changes):
        known = {*self._fields, *self._attributes}
        for name in changes:
            if name not in known:
                raise TypeError(f"{type(self).__name__}.__replace__ got an unexpected keyword argument {name!r}.")
        state = {**self.__dict__, **changes}
        missing = [name for name in self._fields if name not in state and not hasattr(type(self), name)]
        if missing:
            plural = "s" if len(missing) > 1 else ""
            raise TypeError(f"{type(self).__name__}.__replace__ missing {len(missing)} keyword argument{plural}: "
                            + ", ".join([repr(name) for name in missing]) + ".")
        return type(self)(**state)

    def __repr__(self):
        return _shown(self, 3)


def _deprecated(message):
    import _warnings
    _warnings.warn(message, DeprecationWarning)


def _left_out(node, fields, given):
    """Fields that were not given have the value that their type says."""
    cls = type(node)
    own = cls.__dict__.get("_field_types") if "_types" not in cls.__dict__ else None
    for name in fields:
        if name in given:
            continue
        if type(own) is not dict:
            required = not hasattr(cls, name) and any([name in c._fields for c in cls.__mro__ if "_types" in c.__dict__])
            mark = cls._kinds.get(name, "!" if required else "")
        elif name in own:
            mark = _mark_of(own[name])
        else:
            _deprecated(f"Field {name!r} is missing from {cls.__name__}._field_types. "
                        "This will become an error in Python 3.15.")
            continue
        if mark == "*":
            setattr(node, name, [])
        elif mark == "ctx":
            setattr(node, name, _SINGLES["Load"])
        elif mark == "?" and not hasattr(cls, name):
            setattr(node, name, None)
        elif mark == "!":
            _deprecated(f"{cls.__name__}.__init__ missing 1 required positional argument: {name!r}. "
                        "This will become an error in Python 3.15.")


def _mark_of(kind):
    """What a type of `_field_types` says of a field that is not given."""
    if getattr(kind, "__origin__", None) is list:
        return "*"
    if type(None) in getattr(kind, "__args__", ()):
        return "?"
    return "ctx" if kind is expr_context else "!"


def _shown(node, depth):
    if not isinstance(node, AST):
        if isinstance(node, list):
            shown = [_shown(item, depth) for item in node]
            if len(shown) > 2:
                shown = [shown[0], "...", shown[-1]]
            return "[" + ", ".join(shown) + "]"
        return repr(node)
    if depth <= 0:
        return f"{type(node).__name__}(...)"
    parts = [f"{name}={_shown(getattr(node, name, None), depth - 1)}" for name in node._fields]
    return f"{type(node).__name__}({', '.join(parts)})"


AST.__module__ = "ast"

_PLACE = "lineno col_offset end_lineno? end_col_offset?"
_FULL_PLACE = "lineno col_offset end_lineno end_col_offset"
_FUNCTION = "(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns,"\
            " string? type_comment, type_param* type_params)"
_LOOP = "(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)"
_WITH = "(withitem* items, stmt* body, string? type_comment)"
_TRY = "(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody)"
_GRAMMAR = (
    ("mod", "", ("Module(stmt* body, type_ignore* type_ignores)", "Interactive(stmt* body)",
                 "Expression(expr body)", "FunctionType(expr* argtypes, expr returns)")),
    ("stmt", _PLACE, (
        "FunctionDef" + _FUNCTION, "AsyncFunctionDef" + _FUNCTION,
        "ClassDef(identifier name, expr* bases, keyword* keywords, stmt* body, expr* decorator_list,"
        " type_param* type_params)",
        "Return(expr? value)", "Delete(expr* targets)", "Assign(expr* targets, expr value, string? type_comment)",
        "TypeAlias(expr name, type_param* type_params, expr value)",
        "AugAssign(expr target, operator op, expr value)",
        "AnnAssign(expr target, expr annotation, expr? value, int simple)",
        "For" + _LOOP, "AsyncFor" + _LOOP, "While(expr test, stmt* body, stmt* orelse)",
        "If(expr test, stmt* body, stmt* orelse)", "With" + _WITH, "AsyncWith" + _WITH,
        "Match(expr subject, match_case* cases)", "Raise(expr? exc, expr? cause)", "Try" + _TRY, "TryStar" + _TRY,
        "Assert(expr test, expr? msg)", "Import(alias* names)",
        "ImportFrom(identifier? module, alias* names, int? level)", "Global(identifier* names)",
        "Nonlocal(identifier* names)", "Expr(expr value)", "Pass()", "Break()", "Continue()")),
    ("expr", _PLACE, (
        "BoolOp(boolop op, expr* values)", "NamedExpr(expr target, expr value)",
        "BinOp(expr left, operator op, expr right)", "UnaryOp(unaryop op, expr operand)",
        "Lambda(arguments args, expr body)", "IfExp(expr test, expr body, expr orelse)",
        "Dict(expr* keys, expr* values)", "Set(expr* elts)", "ListComp(expr elt, comprehension* generators)",
        "SetComp(expr elt, comprehension* generators)",
        "DictComp(expr key, expr value, comprehension* generators)",
        "GeneratorExp(expr elt, comprehension* generators)", "Await(expr value)", "Yield(expr? value)",
        "YieldFrom(expr value)", "Compare(expr left, cmpop* ops, expr* comparators)",
        "Call(expr func, expr* args, keyword* keywords)",
        "FormattedValue(expr value, int conversion, expr? format_spec)",
        "Interpolation(expr value, constant str, int conversion, expr? format_spec)", "JoinedStr(expr* values)",
        "TemplateStr(expr* values)", "Constant(constant value, string? kind)",
        "Attribute(expr value, identifier attr, expr_context ctx)",
        "Subscript(expr value, expr slice, expr_context ctx)", "Starred(expr value, expr_context ctx)",
        "Name(identifier id, expr_context ctx)", "List(expr* elts, expr_context ctx)",
        "Tuple(expr* elts, expr_context ctx)", "Slice(expr? lower, expr? upper, expr? step)")),
    ("expr_context", "", ("Load", "Store", "Del")),
    ("boolop", "", ("And", "Or")),
    ("operator", "", ("Add", "Sub", "Mult", "MatMult", "Div", "Mod", "Pow", "LShift", "RShift", "BitOr", "BitXor",
                      "BitAnd", "FloorDiv")),
    ("unaryop", "", ("Invert", "Not", "UAdd", "USub")),
    ("cmpop", "", ("Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot", "In", "NotIn")),
    ("", "", ("comprehension(expr target, expr iter, expr* ifs, int is_async)",)),
    ("excepthandler", _PLACE, ("ExceptHandler(expr? type, identifier? name, stmt* body)",)),
    ("", "", ("arguments(arg* posonlyargs, arg* args, arg? vararg, arg* kwonlyargs, expr* kw_defaults, arg? kwarg,"
              " expr* defaults)",)),
    ("", _PLACE, ("arg(identifier arg, expr? annotation, string? type_comment)",
                  "keyword(identifier? arg, expr value)", "alias(identifier name, identifier? asname)")),
    ("", "", ("withitem(expr context_expr, expr? optional_vars)",
              "match_case(pattern pattern, expr? guard, stmt* body)")),
    ("pattern", _FULL_PLACE, (
        "MatchValue(expr value)", "MatchSingleton(constant value)", "MatchSequence(pattern* patterns)",
        "MatchMapping(expr* keys, pattern* patterns, identifier? rest)",
        "MatchClass(expr cls, pattern* patterns, identifier* kwd_attrs, pattern* kwd_patterns)",
        "MatchStar(identifier? name)", "MatchAs(pattern? pattern, identifier? name)",
        "MatchOr(pattern* patterns)")),
    ("type_ignore", "", ("TypeIgnore(int lineno, string tag)",)),
    ("type_param", _FULL_PLACE, (
        "TypeVar(identifier name, expr? bound, expr? default_value)",
        "ParamSpec(identifier name, expr? default_value)",
        "TypeVarTuple(identifier name, expr? default_value)")),
)
_PLAIN = {"identifier": str, "string": str, "int": int, "constant": object}


def _make(name, base, namespace):
    made = type(base)(name, (base,), {"__module__": "ast", **namespace})
    globals()[name] = made
    return made


def _place(text):
    """The attributes of a group, and None for those that need not be there."""
    names = text.split()
    namespace = {"_attributes": tuple([n.rstrip("?") for n in names])}
    for name in names:
        if name.endswith("?"):
            namespace[name[:-1]] = None
    return namespace


def _node(text, base, place):
    name, _, fields = text.rstrip(")").partition("(")
    namespace = {"__doc__": text.removesuffix("()"), **place}
    names, kinds = [], {}
    for field in fields.split(", "):
        if not field:
            continue
        kind, field = field.split()
        names.append(field)
        if kind.endswith("?"):
            namespace[field] = None
        elif kind.endswith("*"):
            kinds[field] = "*"
        elif kind == "expr_context":
            kinds[field] = "ctx"
    made = _make(name, base, {**namespace, "_fields": tuple(names), "__match_args__": tuple(names),
                              "_kinds": kinds})
    made._types = fields


def _field_types(cls):
    """The types of a node's fields, from its line of the grammar."""
    found = {}
    for field in cls._types.split(", "):
        if not field:
            continue
        kind, name = field.split()
        mark = kind[-1] if kind[-1] in "*?" else ""
        kind = kind.rstrip("*?")
        kind = _PLAIN.get(kind) or globals()[kind]
        found[name] = list[kind] if mark == "*" else kind | None if mark == "?" else kind
    return found


for _base, _text, _rows in _GRAMMAR:
    _attributes = _place(_text)
    _group = _make(_base, AST, _attributes) if _base else AST
    for _row in _rows:
        _node(_row, _group, _attributes)
    if _base:
        _plain = all(["(" not in _row or "()" in _row for _row in _rows])
        _group.__doc__ = _base + " = " + (" | " if _plain and _base != "mod" else f"\n{' ' * len(_base)} | ").join(
            [_row.removesuffix("()") for _row in _rows])


class _FieldTypes:
    def __get__(self, node, cls):
        return _field_types(cls) if "_types" in cls.__dict__ else {}


AST._field_types = _FieldTypes()
AST._types = ""
del _base, _text, _rows, _attributes, _group, _row, _plain


_CLASSES = {name: cls for name, cls in globals().items() if isinstance(cls, type) and issubclass(cls, AST)}

# The parser gives all nodes without fields as these.
_SINGLES = {name: cls.__new__(cls) for name, cls in _CLASSES.items()
            if issubclass(cls, (expr_context, boolop, operator, unaryop, cmpop)) and cls._types == "" and cls.__base__ is not AST}


def _parse(source, filename, mode, flags=PyCF_ONLY_AST, optimize=-1, feature_version=-1):
    import _core
    tree = _core.parse_tree(source, filename, mode, _CLASSES, _SINGLES)
    if feature_version >= 0:
        import _ttd_trees
        _ttd_trees.check_features(tree, feature_version)
    return _folded(tree, flags, optimize)


def _folded(tree, flags, optimize):
    if flags & PyCF_OPTIMIZED_AST != PyCF_OPTIMIZED_AST:
        return tree
    import _ttd_trees
    return _ttd_trees.fold(tree, False if optimize > 0 else None)


def _compile_tree(tree, filename, mode, flags, optimize):
    """Code from a tree."""
    expected = {"exec": "Module", "eval": "Expression", "single": "Interactive"}.get(mode)
    if expected is None:
        raise ValueError("compile() mode must be 'exec', 'eval' or 'single'")
    if flags & PyCF_OPTIMIZED_AST == PyCF_ONLY_AST:
        return tree
    if not isinstance(tree, _CLASSES[expected]):
        raise TypeError(f"expected {expected} node, got {type(tree).__name__}")
    if flags & PyCF_ONLY_AST:
        return _folded(tree, flags, optimize)
    import _core
    code = _core.compile_tree(tree, filename, mode, flags, optimize, _CLASSES)
    if code is None:
        import _ttd_trees
        _ttd_trees.check(tree)
        raise NotImplementedError("compile() of this syntax tree is not supported by ttd-py yet")
    return code


def _parse_function_type(source, filename):
    """The tree of a signature type comment, `(int, *str) -> float`: its two halves are those of a call and a name."""
    import ast
    text = source if isinstance(source, str) else bytes(source).decode()
    depth, arrow = 0, -1
    for at, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if not depth and text.startswith("->", at):
            arrow = at
            break
    if arrow < 0 or not text.lstrip().startswith("("):
        raise SyntaxError("invalid syntax", (filename, 1, 1, text, 1, 0))
    indent = len(text) - len(text.lstrip())
    try:
        call = ast.parse("f" + text[indent:arrow].rstrip(), filename, "eval").body
        returns = ast.parse("(" + text[arrow + 2:].strip() + ")", filename, "eval").body
    except SyntaxError:
        raise SyntaxError("invalid syntax", (filename, 1, 1, text, 1, 0)) from None
    if not isinstance(call, ast.Call):
        raise SyntaxError("invalid syntax", (filename, 1, 1, text, 1, 0))
    after = text[arrow + 2:]
    _shift(call, indent - 1)
    _shift(returns, arrow + 2 + len(after) - len(after.lstrip()) - 1)
    types = [arg.value if isinstance(arg, ast.Starred) else arg for arg in call.args]
    return ast.FunctionType(types + [keyword.value for keyword in call.keywords], returns)


def _shift(tree, by):
    """Moves the nodes on the first line to the right."""
    import ast
    for node in ast.walk(tree):
        if getattr(node, "lineno", 0) == 1:
            node.col_offset += by
        if getattr(node, "end_lineno", 0) == 1:
            node.end_col_offset += by
