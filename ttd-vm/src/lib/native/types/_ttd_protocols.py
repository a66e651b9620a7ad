"""The protocols of `io`: what can be read from, and what can be written to."""

from _collections_abc import _check_methods
from abc import ABCMeta, abstractmethod

_GenericAlias = type(list[int])


class Reader(metaclass=ABCMeta):
    """Something with a method that reads."""

    __slots__ = ()

    @abstractmethod
    def read(self, size=..., /):
        """Read data and return it, at most as many items as were asked for."""

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Reader:
            return _check_methods(C, "read")
        return NotImplemented

    __class_getitem__ = classmethod(_GenericAlias)


class Writer(metaclass=ABCMeta):
    """Something with a method that writes."""

    __slots__ = ()

    @abstractmethod
    def write(self, data, /):
        """Write data and return how many items were written."""

    @classmethod
    def __subclasshook__(cls, C):
        if cls is Writer:
            return _check_methods(C, "write")
        return NotImplemented

    __class_getitem__ = classmethod(_GenericAlias)


for _class in (Reader, Writer):
    _class.__module__ = "io"
