# Lays values out over several lines, as the pprint module of the standard library does. Runs in a diversion, in a
# namespace of its own, so that it depends on nothing that the program may have changed or not yet imported.

WIDTH = 80


def pformat(value):
    out = []
    layout(value, out, 0, 0, ())
    return "".join(out)


def layout(value, out, indent, allowance, inside):
    if id(value) in inside:
        out.append(f"<Recursion on {type(value).__name__} with id={id(value)}>")
        return
    text = flat(value, inside)
    own = type(value).__repr__
    if len(text) > WIDTH - indent - allowance:
        inside += (id(value),)
        if own is dict.__repr__ and value:
            return pairs(value, out, indent, allowance, inside)
        if own is list.__repr__ and value:
            return items(value, "[", "]", out, indent, allowance, inside)
        if own is tuple.__repr__ and value:
            return items(value, "(", ",)" if len(value) == 1 else ")", out, indent, allowance, inside)
        if own in (set.__repr__, frozenset.__repr__) and value:
            start, end = "{", "}"
            if type(value) is not set:
                start, end = type(value).__name__ + "({", "})"
            return items(in_order(value), start, end, out, indent, allowance, inside, len(start))
        if own is str.__repr__ and value:
            return words(value, out, indent, allowance, len(inside) == 1)
    out.append(text)


def pairs(value, out, indent, allowance, inside):
    out.append("{")
    keys = in_order(value)
    for at, key in enumerate(keys):
        last = at == len(keys) - 1
        text = flat(key, inside)
        out.append(text + ": ")
        layout(value[key], out, indent + len(text) + 3, allowance + 1 if last else 1, inside)
        if not last:
            out.append(",\n" + " " * (indent + 1))
    out.append("}")


def items(values, start, end, out, indent, allowance, inside, step=1):
    out.append(start)
    values = list(values)
    for at, item in enumerate(values):
        last = at == len(values) - 1
        layout(item, out, indent + step, allowance + len(end) if last else 1, inside)
        if not last:
            out.append(",\n" + " " * (indent + step))
    out.append(end)


def words(value, out, indent, allowance, outermost):
    if outermost:
        indent += 1
        allowance += 1
    rows = []
    lines = value.splitlines(True)
    for at, line in enumerate(lines):
        least = allowance if at == len(lines) - 1 else 0
        if len(repr(line)) <= WIDTH - indent - least:
            rows.append(repr(line))
            continue
        row = ""
        parts = in_words(line)
        for number, part in enumerate(parts):
            end = number == len(parts) - 1 and at == len(lines) - 1
            if row and len(repr(row + part)) > WIDTH - indent - (allowance if end else 0):
                rows.append(repr(row))
                row = part
            else:
                row += part
        if row:
            rows.append(repr(row))
    if len(rows) == 1:
        out.append(rows[0])
        return
    text = ("\n" + " " * indent).join(rows)
    out.append(f"({text})" if outermost else text)


def in_words(line):
    parts = []
    start = 0
    for at in range(1, len(line)):
        if line[at - 1].isspace() and not line[at].isspace():
            parts.append(line[start:at])
            start = at
    parts.append(line[start:])
    return parts


def in_order(values):
    return sorted(values, key=Ordered)


class Ordered:
    # What cannot be compared is ordered by type and identity, pair by pair.
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        one, other = self.value, other.value
        try:
            return one < other
        except TypeError:
            return (str(type(one)), id(one)) < (str(type(other)), id(other))


def flat(value, inside):
    if id(value) in inside:
        return f"<Recursion on {type(value).__name__} with id={id(value)}>"
    own = type(value).__repr__
    inside += (id(value),)
    if own is dict.__repr__ and value:
        return "{" + ", ".join(flat(k, inside) + ": " + flat(value[k], inside) for k in in_order(value)) + "}"
    if own is list.__repr__ and value:
        return "[" + ", ".join(flat(v, inside) for v in value) + "]"
    if own is tuple.__repr__ and value:
        return "(" + ", ".join(flat(v, inside) for v in value) + (",)" if len(value) == 1 else ")")
    return repr(value)
