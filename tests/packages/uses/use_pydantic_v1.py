from datetime import date
from typing import List, Optional

from pydantic import BaseModel, Field, ValidationError, root_validator, validator


class Address(BaseModel):
    city: str
    zip: str = Field(..., regex=r"^\d{5}$")


class User(BaseModel):
    id: int
    name: str = "ann"
    born: Optional[date] = None
    tags: List[str] = []
    address: Optional[Address] = None

    class Config:
        extra = "forbid"

    @validator("name")
    def title(cls, v):
        if not v:
            raise ValueError("empty")
        return v.title()

    @root_validator
    def check(cls, values):
        return values


u = User(id="3", name="bob smith", born="2000-01-02", tags=("x", 1), address={"city": "C", "zip": "12345"})
print(u, u.dict(exclude={"address"}), u.json())
print(User.schema()["properties"]["id"], u.copy(update={"id": 9}).id, User.parse_raw('{"id": 1}') == User(id=1))
try:
    User(id="x", name="", address={"zip": "1"}, z=1)
except ValidationError as e:
    print(e)
    print(e.errors()[0])
