import datetime as dt

from marshmallow import EXCLUDE, Schema, ValidationError, fields, post_load, pre_load, validate, validates_schema


class Author(Schema):
    name = fields.Str(required=True, validate=validate.Length(min=2))
    email = fields.Email()


class Book(Schema):
    class Meta:
        unknown = EXCLUDE

    title = fields.Str(required=True)
    published = fields.Date()
    price = fields.Decimal(as_string=True)
    authors = fields.List(fields.Nested(Author))
    kind = fields.Str(validate=validate.OneOf(["novel", "poem"]), load_default="novel")

    @pre_load
    def strip(self, data, **kwargs):
        return {k: v.strip() if isinstance(v, str) else v for k, v in data.items()}

    @validates_schema
    def check(self, data, **kwargs):
        if data.get("title") == "bad":
            raise ValidationError("bad title", "title")

    @post_load
    def make(self, data, **kwargs):
        return dict(sorted(data.items()))


book = Book().load({"title": " x ", "published": "2001-02-03", "price": "1.50", "authors": [{"name": "ann"}], "z": 1})
print(book)
print(Book().dump({"title": "t", "published": dt.date(2000, 1, 1), "price": 3}))
for bad in ({"title": "bad"}, {"authors": [{"name": "a", "email": "no"}], "published": "x", "kind": "?"}):
    try:
        Book().load(bad)
    except ValidationError as e:
        print(sorted(e.messages.items()))
print(Author(many=True, only=["name"]).dumps([{"name": "a"}, {"name": "b"}]))
