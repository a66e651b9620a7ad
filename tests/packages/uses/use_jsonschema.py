import jsonschema
from jsonschema import Draft7Validator, FormatChecker, ValidationError, validate

SCHEMA = {"type": "object", "required": ["name"], "properties": {
    "name": {"type": "string", "minLength": 2}, "n": {"type": "integer", "minimum": 0},
    "tags": {"type": "array", "items": {"$ref": "#/definitions/tag"}, "uniqueItems": True}},
    "additionalProperties": False, "definitions": {"tag": {"enum": ["a", "b"]}}}
validate({"name": "ann", "n": 3, "tags": ["a"]}, SCHEMA)
for bad in ({}, {"name": "x", "n": -1, "tags": ["a", "c", "a"], "z": 1}):
    for e in sorted(Draft7Validator(SCHEMA).iter_errors(bad), key=lambda e: str(e.path)):
        print(list(e.path), e.validator, e.message)
try:
    validate("2020-13-01", {"type": "string", "format": "date"}, format_checker=FormatChecker())
except ValidationError as e:
    print(e)
print(jsonschema.Draft202012Validator({"prefixItems": [{"const": 1}], "contains": {"type": "null"}}).is_valid([1, None]))
