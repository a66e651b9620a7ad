from datetime import date
from enum import Enum
from typing import Optional, Union

import attrs
import cattrs
from cattrs.gen import make_dict_unstructure_fn, override


class Color(Enum):
    RED = "red"
    BLUE = "blue"


@attrs.define
class Wheel:
    size: int


@attrs.define
class Car:
    name: str
    color: Color
    wheels: list[Wheel]
    owner: Optional[str] = None
    extra: dict[str, float] = attrs.field(factory=dict)


c = cattrs.Converter()
c.register_unstructure_hook(date, lambda d: d.isoformat())
c.register_structure_hook(date, lambda v, _: date.fromisoformat(v))
car = c.structure({"name": "a", "color": "red", "wheels": [{"size": "3"}], "extra": {"k": "1.5"}}, Car)
print(car)
print(c.unstructure(car))
print(c.unstructure([date(2020, 1, 2)]), c.structure(["2020-01-02"], list[date]))
try:
    c.structure({"name": "a", "color": "pink", "wheels": [{"size": "x"}]}, Car)
except Exception as e:
    print(type(e).__name__, cattrs.transform_error(e))
c.register_unstructure_hook(Wheel, make_dict_unstructure_fn(Wheel, c, size=override(rename="diameter")))
print(c.unstructure(Wheel(4)))
