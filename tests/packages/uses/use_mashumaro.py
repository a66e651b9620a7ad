from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Generic, List, Optional, TypeVar, Union, Literal
from uuid import UUID

from mashumaro import DataClassDictMixin, field_options, pass_through
from mashumaro.codecs.json import json_decode, json_encode
from mashumaro.config import BaseConfig, TO_DICT_ADD_OMIT_NONE_FLAG
from mashumaro.jsonschema import build_json_schema
from mashumaro.mixins.json import DataClassJSONMixin
from mashumaro.types import Discriminator, SerializationStrategy

import dacite
T = TypeVar("T")


class Kind(Enum):
    A = "a"
    B = "b"


@dataclass
class Item(DataClassDictMixin, Generic[T]):
    value: T
    when: date = date(2020, 1, 1)


@dataclass
class Order(DataClassJSONMixin):
    id: UUID
    items: List[Item[int]]
    kind: Kind = Kind.A
    price: Decimal = field(default=Decimal("1.5"), metadata=field_options(alias="cost"))
    note: Optional[str] = None
    either: Union[int, str, List[float]] = 0
    mode: Literal["x", "y"] = "x"

    class Config(BaseConfig):
        code_generation_options = [TO_DICT_ADD_OMIT_NONE_FLAG]
        serialize_by_alias = True

    @classmethod
    def __pre_deserialize__(cls, d):
        return {**d, "note": d.get("note", "pre")}


o = Order.from_dict({"id": "12345678123456781234567812345678", "items": [{"value": "3", "when": "2021-02-03"}], "kind": "b", "cost": "9.99", "either": "zz"})
print(o)
print(o.to_dict(omit_none=True), o.to_json())
print(Order.from_json(o.to_json()) == o)
for bad in ({}, {"id": "nope", "items": []}, {"id": "12345678123456781234567812345678", "items": [{}]}, {"id": "12345678123456781234567812345678", "items": [], "mode": "q"}):
    try:
        Order.from_dict(bad)
    except Exception as e:
        print(type(e).__name__, e)
print(json_decode("[1, 2]", List[int]), json_encode({Kind.A: 1}, dict[Kind, int]))
print(build_json_schema(Order).to_json())


@dataclass
class D:
    a: int
    b: Optional[List["E"]]


@dataclass
class E:
    c: Union[int, str]


print(dacite.from_dict(D, {"a": 1, "b": [{"c": "x"}, {"c": 2}]}, dacite.Config(forward_references={"E": E})))
for bad in ({"a": "x", "b": None}, {"b": []}, {"a": 1, "b": [{"zz": 1}]}):
    try:
        dacite.from_dict(D, bad, dacite.Config(forward_references={"E": E}, strict=True))
    except dacite.DaciteError as e:
        print(type(e).__name__, e)
