"""The nodes of syntax trees, for the module `ast`."""

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
            given.add(name)
            setattr(self, name, value)
        kinds = self._kinds
        for name in fields:
            if name not in given:
                mark = kinds.get(name, "")
                if mark == "*":
                    setattr(self, name, [])
                elif mark == "ctx":
                    setattr(self, name, Load())

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


class _FieldTypes:
    def __get__(self, node, cls):
        return _field_types(cls) if "_types" in cls.__dict__ else {}


AST._field_types = _FieldTypes()
AST._types = ""
del _base, _text, _rows, _attributes, _group, _row


# ---- from what the parser gives

def _build(part):
    """A node from `[kind, values of its fields, place or None]`; lists of nodes come as tuples."""
    if type(part) is list:
        kind, values, place = part
        cls = _CLASSES[kind]
        node = cls.__new__(cls)
        state = node.__dict__
        for name, value in zip(cls._fields, values):
            state[name] = _build(value) if type(value) is list or type(value) is tuple else value
        if kind == "Constant":
            state["value"] = values[0]
        if place is not None:
            state["lineno"], state["col_offset"], state["end_lineno"], state["end_col_offset"] = place
        return node
    if type(part) is tuple:
        return [_build(item) if type(item) is list or type(item) is tuple else item for item in part]
    return part


_CLASSES = {name: cls for name, cls in globals().items() if isinstance(cls, type) and issubclass(cls, AST)}


def _parse(source, filename, mode):
    import _core
    return _build(_core.parse_tree(source, filename, mode))


def _compile_tree(tree, filename, mode, only_tree):
    """Code from a tree: from the text that `ast.unparse` writes, whose lines the code has."""
    expected = {"exec": "Module", "eval": "Expression", "single": "Interactive"}.get(mode)
    if expected is None:
        raise ValueError("compile() mode must be 'exec', 'eval' or 'single'")
    if not isinstance(tree, _CLASSES[expected]):
        raise TypeError(f"expected {expected} node, got {type(tree).__name__}")
    if only_tree:
        return tree
    import ast
    return compile(ast.unparse(tree), filename, mode)
