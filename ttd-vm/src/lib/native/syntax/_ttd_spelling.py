"""Makes a tree that can be written as text, of a tree that cannot: programs build trees with names that no source can
contain, so that they clash with no name of a source, and with strings where the grammar wants `{}` of an f-string.
"""

import _ast
import keyword
from _ttd_trees import _class_of

AST = _ast.AST
# A letter of no alphabet that programs are written in. It marks the names that stand for others.
_MARK = "\u01c2"


def spell(tree):
    """Returns such a tree (the same, if it can be written), and what its new names stand for."""
    meant = {}
    return _node(tree, meant), meant


def _node(node, meant):
    kind = _class_of(node)
    if kind is None:
        return node
    name = kind.__name__
    changed = {}
    for field in kind._types.split(", ") if kind._types else ():
        wanted, field = field.split()
        value = getattr(node, field, None)
        if wanted.startswith("identifier"):
            new = [_name(v, meant) for v in value] if type(value) is list else _name(value, meant)
        elif type(value) is list:
            new = [_node(v, meant) if isinstance(v, AST) else v for v in value]
            if name in ("JoinedStr", "TemplateStr") and field == "values":
                new = [_part(v) for v in new]
        elif isinstance(value, AST):
            new = _node(value, meant)
        else:
            continue
        if new is not value and (type(new) is not list or any(a is not b for a, b in zip(new, value))):
            changed[field] = new
    if not changed:
        return node
    made = kind.__new__(kind)
    made.__dict__.update(node.__dict__)
    made.__dict__.update(changed)
    return made


def _part(value):
    """A part of an f-string: any expression may stand there whose value is a string."""
    if not isinstance(value, _ast.expr) or type(value).__name__ in ("Constant", "FormattedValue", "Interpolation"):
        return value
    made = _ast.FormattedValue(value=value, conversion=-1, format_spec=None)
    for place in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(made, place, getattr(value, place, None))
    return made


def _name(name, meant):
    if type(name) is not str or name.isidentifier() and not keyword.iskeyword(name):
        return name
    if name == "*" or name in ("None", "True", "False"):
        return name
    if "." in name and all(name.split(".")):
        parts = [_name(part, meant) for part in name.split(".")]
        return name if parts == name.split(".") else ".".join(parts)
    for new, old in meant.items():
        if old == name:
            return new
    # Private names stay private.
    private = "__" if name.startswith("__") and not name.endswith("__") else ""
    new = f"{private}{_MARK}{len(meant)}{_MARK}"
    meant[new] = name
    return new
