# `_json`, the native half of `json`, and `_string`.
import _json
import _string

for text in ("", "plain", 'q"b\\/', "\b\f\n\r\t\0\x1f\x7f", "é€😀\ud800", "a" * 70):
    print(ascii(_json.encode_basestring_ascii(text)), ascii(_json.encode_basestring(text)))
for text, at in (('"abc" x', 1), (r'"a\n\u00e9\ud83d\ude00\ud800" y', 1), ('"é\\"" z', 1), ("'\ttab\"", 1)):
    print(ascii(_json.scanstring(text, at, False)))


class Context:
    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = {"NaN": "nan!", "Infinity": "inf!", "-Infinity": "-inf!"}.__getitem__
    memo = {}


scan = _json.make_scanner(Context())
documents = ['{"a": [1, 2.5, -3e2, true, false, null], "b": {"a": "x"}, "a": "again"}', "[]", "{}", " [1]", "[ 1 , [ ] , { } ]", "12345678901234567890",
             "-0", "-0.0", "1E5", "NaN", "-Infinity", "[Infinity]", '"é" rest', "0123", "1.", "nul", "", "-", "[1,", "123abc", '"\\u00e9"']
for document in documents:
    try:
        print(scan(document, 0))
    except StopIteration as e:
        print("stop", e.value)
print(scan('é [1, {"k": "ü"}] é', 2), scan.strict, scan.parse_int)


def encode(value, indent=None, sort_keys=False, ascii=True, skipkeys=False, allow_nan=True):
    encoder = _json.encode_basestring_ascii if ascii else _json.encode_basestring
    make = _json.make_encoder({}, None, encoder, indent, ": ", ", ", sort_keys, skipkeys, allow_nan)
    return "".join(make(value, 0))


class Text(str):
    pass


class Number(int):
    def __repr__(self):
        return "no"


value = {"b": [1, 2.5, True, None, "é\n"], "a": {}, "c": (), 1: -1, 2.5: 1e100, None: [[]], True: 1 << 70, "n": float("nan"), "i": -float("inf")}
print(encode(value), encode(value, ascii=False))
print(encode({"b": 1, "a": {"d": 2, "c": 3}}, sort_keys=True), encode([Text("t"), Number(5)]), encode({(1,): 2, "x": 1}, skipkeys=True))
deep = []
for _ in range(200):
    deep = [deep]
print(len(encode(deep)), encode("top"), encode(5), encode(None))

for text in ("a{{b}}c{0!r:>5}", "{}{x.y[0]}", "", "plain", "{a:{b}}", "{a[}]}"):
    print(list(_string.formatter_parser(text)))
for name in ("a.b[0][key].c", "0", "", "x[a b]"):
    first, rest = _string.formatter_field_name_split(name)
    print(repr(first), list(rest))
