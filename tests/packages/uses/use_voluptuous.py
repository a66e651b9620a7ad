from voluptuous import (All, Any, Coerce, Email, Exclusive, Extra, In, Invalid, Length, Match, MultipleInvalid, Optional, Range, REMOVE_EXTRA,
                        Required, Schema, Self, Unique, Url)

schema = Schema({
    Required("name"): All(str, Length(min=2)),
    Optional("age", default=18): All(Coerce(int), Range(min=0, max=99)),
    "tags": [In(["a", "b"])],
    "url": Url(),
    Exclusive("x", "g"): int,
    Exclusive("y", "g"): int,
    "child": Self,
    Optional(Match(r"^k\d$")): Any(None, bool),
})
print(schema({"name": "ann", "age": "7", "tags": ["a"], "child": {"name": "bo"}, "k1": None}))
for bad in ({}, {"name": "x", "age": "q"}, {"name": "ok", "tags": ["a", "z"], "url": "nope", "zz": 1}, {"name": "ok", "x": 1, "y": 2}, {"name": "ok", "child": {}}):
    try:
        schema(bad)
    except MultipleInvalid as e:
        print(e, "|", sorted(str(x) for x in e.errors), e.path)
print(Schema({"a": int}, extra=REMOVE_EXTRA)({"a": 1, "b": 2}), schema == schema, Schema([int, str])([1, "a"]))
print(schema.extend({"new": int}).schema.keys() != schema.schema.keys())
