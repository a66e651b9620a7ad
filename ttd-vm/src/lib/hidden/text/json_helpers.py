"""Helpers of `_json` that need Python code: hooks, values that are not builtin, and errors."""


def json_error(message, document, at):
    from json.decoder import JSONDecodeError
    raise JSONDecodeError(message, document, at)


def json_scan(context, document, at):
    from json.scanner import py_make_scanner
    return py_make_scanner(context)(document, at)


def json_hooked(hook, found, document, end):
    """Calls a hook with the objects of a document, and puts what it gives in their places."""
    for at in range(0, len(found), 3):
        made, container, place = hook(found[at]), found[at + 1], found[at + 2]
        if container is None:
            document = made
        elif type(place) is int and place < 0:
            container[~place] = container[~place][0], made
        else:
            container[place] = made
    return document, end


def json_encode(parts, value, level, answers, failure):
    """Encodes with the answers that `default` has given already, and the exception that ended them."""
    from json.encoder import _make_iterencode
    markers, real_default, encoder, indent, key_separator, item_separator, sort_keys, skipkeys, allow_nan = parts

    def default(o):
        nonlocal failure
        if answers:
            return answers.pop(0)
        if failure is not None:
            exc, failure = failure, None
            raise exc
        return real_default(o)

    def floatstr(x):
        if x != x:
            text = "NaN"
        elif x in (float("inf"), float("-inf")):
            text = "Infinity" if x > 0 else "-Infinity"
        else:
            return float.__repr__(x)
        if not allow_nan:
            raise ValueError("Out of range float values are not JSON compliant: " + repr(x))
        return text

    def encoded(text):
        made = encoder(text)
        if not isinstance(made, str):
            raise TypeError(f"encoder() must return a string, not {type(made).__name__}")
        return made

    iterencode = _make_iterencode(
        markers, default, encoded, indent, floatstr, key_separator, item_separator, sort_keys, skipkeys, True)
    return list(iterencode(value, level))
