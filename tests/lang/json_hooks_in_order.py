"""In which order the hooks of a JSON decoder are called, and what is put where."""
import json
from collections import OrderedDict

DOCUMENT = '{"a": {"b": [1, {"c": {}}, [[], {}]]}, "d": {"e": null}, "f": 2.5}'


def shown(value):
    print("hook", value)
    return value


def named(value):
    print("hook", value)
    return "<" + ",".join(sorted(value)) + ">"


def paired(pairs):
    print("pairs", pairs)
    return len(pairs)


print(json.loads(DOCUMENT, object_hook=shown) == json.loads(DOCUMENT))
print(json.loads(DOCUMENT, object_hook=named))
print(json.loads(DOCUMENT, object_pairs_hook=paired))
print(json.loads(DOCUMENT, object_hook=named, object_pairs_hook=OrderedDict))
print(json.loads(DOCUMENT, object_hook=lambda value: None), json.loads("[{}, {}, 5]", object_hook=id) is None)
for document in ('{"x": {"y": 1}, "x": 2}', '{"x": 1, "x": {"y": 1}}', '{"x": {"y": 1}, "x": {"z": 2}}', '[[{"k": []}]]', "{}", "5",
                 '"text"', "[]"):
    print(document, json.loads(document, object_hook=named), json.loads(document, object_pairs_hook=paired))
for document in ('{"x": {"y": 1}, "z": }', '{"x": {"y": 1}', '[{"x": 1}, nul]', '{"x": 1} 2', '{"x": 1,}', "", '{"x": NaN, "y": -Infinity}'):
    try:
        print(json.loads(document, object_hook=shown))
    except json.JSONDecodeError as error:
        print(error)


def failing(value):
    print("failing", value)
    if "b" in value:
        raise ValueError("b")
    return 1


try:
    json.loads(DOCUMENT, object_hook=failing)
except ValueError as error:
    print(error)
decoder = json.JSONDecoder(object_hook=named, strict=False)
print(decoder.raw_decode('[{"a\n": 1}] rest'), decoder.scan_once('x {"k": 1} y', 2))
print(json.loads('{"a": 1.5, "b": {"c": 2}}', parse_float=str, object_hook=named))


class Own(json.JSONDecoder):
    def __init__(self):
        super().__init__(object_hook=self.made)

    def made(self, value):
        return tuple(value.items())


print(json.loads(DOCUMENT, cls=Own))
nested = '{"k":' * 50 + "{}" + "}" * 50
print(json.loads(nested, object_hook=lambda value: sum(value.values()) + 1 if value else 0))
