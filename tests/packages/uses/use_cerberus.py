from cerberus import SchemaError, Validator


class V(Validator):
    def _check_with_odd(self, field, value):
        if not value & 1:
            self._error(field, "must be odd")

    def _normalize_coerce_upper(self, value):
        return value.upper()


schema = {
    "name": {"type": "string", "required": True, "minlength": 2, "coerce": "upper"},
    "age": {"type": "integer", "min": 0, "max": 150, "check_with": "odd"},
    "tags": {"type": "list", "schema": {"type": "string", "regex": "^[a-z]+$"}},
    "sub": {"type": "dict", "schema": {"x": {"type": ["float", "integer"], "default": 1}}},
    "kind": {"allowed": ["a", "b"], "excludes": "other"},
    "other": {"anyof": [{"type": "string"}, {"type": "boolean"}], "nullable": True},
}
v = V(schema)
print(v.validate({"name": "abc", "age": 3, "tags": ["x"], "sub": {}}), v.document, v.errors)
print(v.validate({"name": "a", "age": 200, "tags": ["X", 3], "sub": {"x": "no"}, "kind": "c", "zzz": 1}), v.errors)
print(v.validate({"age": 1, "kind": "a", "other": 2}), v.errors)
print(v.normalized({"name": "q"}), [e.rule for e in v._errors])
try:
    Validator({"a": {"type": "nonsense"}})
except SchemaError as e:
    print(e)
