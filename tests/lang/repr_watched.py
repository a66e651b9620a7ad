"""A repr that leads back to its object through user code, where there are events."""
from collections import defaultdict


class Factory:
    def __call__(self):
        return 0

    def __repr__(self):
        return repr(self.owner)


factory = Factory()
factory.owner = numbered = defaultdict(factory)
print(numbered["a"], numbered)
