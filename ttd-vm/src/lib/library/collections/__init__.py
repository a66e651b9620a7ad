"""Specialised container datatypes. The native half is `_collections`."""

from _collections import OrderedDict, _count_elements, defaultdict, deque

__all__ = ["Counter", "OrderedDict", "defaultdict", "deque"]

_MISSING = ("ChainMap", "UserDict", "UserList", "UserString", "namedtuple")


def __getattr__(name):
    if name in _MISSING:
        raise ImportError(f"collections.{name} is not supported by ttd-py yet", name="collections")
    raise AttributeError(f"module 'collections' has no attribute {name!r}")


class Counter(dict):
    """Dict subclass for counting hashable items: elements are the keys, their counts the values.

    Missing elements count 0; counts may be zero or negative.
    """

    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        """The count of elements not in the Counter is zero."""
        return 0

    def total(self):
        """Sum of the counts."""
        return sum(self.values())

    def most_common(self, n=None):
        """The n most common elements and their counts, from the most common to the least; all of them without n."""
        ordered = sorted(self.items(), key=lambda item: item[1], reverse=True)
        if n is None:
            return ordered
        return ordered[:n] if n >= 1 else []

    def elements(self):
        """An iterator over the elements, each repeated as many times as its count."""
        return (element for element, count in self.items() for _ in range(count))

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def update(self, iterable=None, /, **kwds):
        """Like dict.update(), but adds counts instead of replacing them."""
        if iterable is not None:
            if _is_mapping(iterable):
                if self:
                    get = self.get
                    for element, count in iterable.items():
                        self[element] = count + get(element, 0)
                else:
                    super().update(iterable)
            else:
                _count_elements(self, iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        """Like update(), but takes counts away. Counts may become zero or negative."""
        if iterable is not None:
            get = self.get
            if _is_mapping(iterable):
                for element, count in iterable.items():
                    self[element] = get(element, 0) - count
            else:
                for element in iterable:
                    self[element] = get(element, 0) - 1
        if kwds:
            self.subtract(kwds)

    def copy(self):
        """A shallow copy."""
        return self.__class__(self)

    def __reduce__(self):
        return self.__class__, (dict(self),)

    def __delitem__(self, element):
        """Like dict.__delitem__(), without a KeyError for missing elements."""
        if element in self:
            super().__delitem__(element)

    def __repr__(self):
        if not self:
            return f"{self.__class__.__name__}()"
        try:
            items = dict(self.most_common())
        except TypeError:
            # Counts that cannot be ordered.
            items = dict(self)
        return f"{self.__class__.__name__}({items!r})"

    # Missing elements compare as zero.

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[e] == other[e] for c in (self, other) for e in c])

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[e] <= other[e] for c in (self, other) for e in c])

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[e] >= other[e] for c in (self, other) for e in c])

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    # Arithmetic keeps positive counts only.

    def __add__(self, other):
        return _combined(self, other, lambda a, b: a + b)

    def __sub__(self, other):
        return _combined(self, other, lambda a, b: a - b)

    def __or__(self, other):
        return _combined(self, other, lambda a, b: b if a < b else a)

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for element, count in self.items():
            least = count if count < other[element] else other[element]
            if least > 0:
                result[element] = least
        return result

    def __pos__(self):
        return _combined(self, Counter(), lambda a, b: a)

    def __neg__(self):
        return _combined(Counter(), self, lambda a, b: a - b)

    def _keep_positive(self):
        for element in [element for element, count in self.items() if not count > 0]:
            del self[element]
        return self

    def __iadd__(self, other):
        for element, count in other.items():
            self[element] += count
        return self._keep_positive()

    def __isub__(self, other):
        for element, count in other.items():
            self[element] -= count
        return self._keep_positive()

    def __ior__(self, other):
        for element, count in other.items():
            if count > self[element]:
                self[element] = count
        return self._keep_positive()

    def __iand__(self, other):
        for element, count in self.items():
            if other[element] < count:
                self[element] = other[element]
        return self._keep_positive()


def _is_mapping(value):
    return isinstance(value, dict) or hasattr(value, "keys") and hasattr(value, "items")


def _combined(a, b, combine):
    """The positive counts that `combine` gives for the elements of both, those of the first first."""
    if not isinstance(a, Counter) or not isinstance(b, Counter):
        return NotImplemented
    result = Counter()
    for element, count in a.items():
        count = combine(count, b[element])
        if count > 0:
            result[element] = count
    for element, count in b.items():
        if element not in a:
            count = combine(0, count)
            if count > 0:
                result[element] = count
    return result
