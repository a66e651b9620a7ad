"""Class bodies whose namespaces a metaclass has made, and names that comprehensions use as well."""
import collections
import enum


class Kind(enum.Enum):
    TOOL = enum.auto()
    FOOD = enum.auto()
    LAST = FOOD


class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases):
        return collections.OrderedDict()

    def __new__(mcs, name, bases, namespace):
        return super().__new__(mcs, name, bases, dict(namespace))


class Record(metaclass=Meta):
    x = 1
    y = x + 1
    x = 3
    del y


errors = []
for n in (0, "a"):
    try:
        print(10 // n)
    except (ZeroDivisionError, TypeError) as e:
        errors.append(e)
texts = [type(e).__name__ for e in errors]
print(texts, Kind.TOOL.name, Record.x)
