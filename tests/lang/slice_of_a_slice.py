"""Slices that are made only to be assigned to a slice, and some that only look like it."""


class Keeper:
    """Slices of it are lists that it keeps, and what is assigned to its slices it keeps as well."""

    def __init__(self, items):
        self.items, self.kept = items, []

    def __getitem__(self, key):
        made = self.items[key]
        self.kept.append(made)
        return made

    def __setitem__(self, key, value):
        self.kept.append(value)


class Sub(list):
    def __getitem__(self, key):
        return self

    def __setitem__(self, key, value):
        self.last = value


class Index:
    """An index that does something else before it says which."""

    def __init__(self, value, action=None):
        self.value, self.action = value, action

    def __index__(self):
        if self.action:
            self.action()
        return self.value


def reversals(n):
    deck = list(range(n))
    for k in range(n):
        deck[:k + 1] = deck[k::-1]
        deck[k:] = deck[:k:-1] + deck[k:k + 1]
        deck[::] = deck[::-1]
        deck[1:2] = deck[:1]
        deck[2:2] = deck[n:]
    return deck


def chained():
    a, b, c = [1, 2, 3], [4, 5, 6], list("xyz")
    a[:] = b[1:] = c[::-1]
    a.append(0)
    a[:1] = (taken := c[1:])
    c[:] = c[:1]
    return a, b, c, taken


def kept():
    k, target = Keeper([1, 2, 3, 4]), [0]
    for _ in range(3):
        target[:1] = k[1:]
        target[1:] = k[::2]
        k[:2] = target[1:3]
        k[:] = target[::-1]
    filler = [[i] for i in range(20)]
    return target, k.kept, filler[7]


def kept_by_a_nested_slice():
    target, hoard = [1, 2, 3, 4, 5], []

    def step():
        other = [7, 8, 9]
        hoard.append(other[::-1])
        other[:2] = other[1:]
        hoard.append(other[:])
        return len(hoard)

    for _ in range(4):
        target[:step()] = target[2:]
        target[step() - 3:step()] = target[::-2]
        target[Index(1, step):] = target[Index(0, step):3]
    return target, hoard


def subclass():
    s, target = Sub([1, 2, 3]), [9]
    target[:] = s[1:]
    s[1:] = target[1:]
    target.clear()
    return list.__getitem__(s, slice(None)), s.last, target


def broken():
    target, seen = [1, 2, 3, 4], []
    for bad in (Index(1, lambda: 1 / 0), "x", 2):
        try:
            target[bad:] = target[::-1]
        except (ZeroDivisionError, TypeError) as error:
            seen.append(type(error).__name__)
        others = [[i] * 3 for i in range(5)]
        seen.append(others[3])
    return target, seen


def suspended():
    def assign(target):
        target[:(yield target[0])] = target[::-1]
        target[(yield target[1]):(yield target[2])] = target[1:]
        yield target

    first, second = assign([1, 2, 3, 4]), assign([5, 6, 7, 8])
    got = [next(first), next(second), first.send(1), second.send(2), first.send(3)]
    got += [second.send(0), first.send(4), second.send(2)]
    return got


def other_targets():
    import array
    import collections
    a = array.array("i", [1, 2, 3])
    a[:1] = a[1:]
    b = bytearray(b"hello")
    b[:2] = [1, 2, 3][1:]
    d = collections.deque([1, 2, 3])
    try:
        d[:1] = [1, 2][::-1]
    except TypeError as error:
        print(error)
    t = [1]
    t[:] = (1, 2, 3)[1:]
    t[1:] = "text"[::2]
    return a, b, d, t


def whole(lists):
    lists[0][:] = lists[1][::1]
    lists[1][:] = lists[0][:]
    lists[0][1:2] = lists[
        1
    ][1:]
    return lists


print(reversals(12))
print(chained())
print(kept())
print(kept_by_a_nested_slice())
print(subclass())
print(broken())
print(suspended())
print(other_targets())
print(whole([[1, 2, 3], [4, 5, 6]]))
