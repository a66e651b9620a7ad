"""Classes that say how they are pickled, for `pickle_given_up`."""


class Listed:
    def __reduce__(self):
        return list, ((1, 2),), None, iter([3, 4])


class Mapped:
    def __reduce__(self):
        return dict, (), None, None, iter([("a", 1), ("b", 2)])


class Method:
    def m(self):
        return "m"

    def __eq__(self, other):
        return type(other) is Method

    __hash__ = None


class Deep:
    class Inner:
        pass


class Bad:
    def __reduce__(self):
        def items():
            yield 1
            raise KeyError("in the iterator")
        return list, (), None, items()
