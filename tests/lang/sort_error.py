"""Sorting that goes wrong: key functions that raise, values that do not compare, lists changed while sorted."""


def attempt(label, action):
    try:
        print(label, action())
    except Exception as e:
        print(label, type(e).__name__, e)


data = [4, 0, 2]
attempt("key raises", lambda: data.sort(key=lambda x: 8 // x))
print(data)
attempt("mixed", lambda: sorted([1, "a", 2]))
attempt("none", lambda: sorted([None, None]))
attempt("complex", lambda: min([1j, 2j]))
attempt("key is not callable", lambda: sorted([1, 2], key=5))
attempt("positional", lambda: sorted([1, 2], len))
attempt("max of nothing", lambda: max([]))
attempt("max of one number", lambda: max(5))


class Grumpy:
    count = 0

    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        Grumpy.count += 1
        if Grumpy.count == 3:
            raise ValueError("enough")
        return self.n < other.n

    def __repr__(self):
        return str(self.n)


items = [Grumpy(3), Grumpy(1), Grumpy(2), Grumpy(0)]
attempt("lt raises", lambda: items.sort())
print(sorted(i.n for i in items))
lst = [3, 2, 1]


def meddle(x):
    lst.append(x)
    return x


attempt("changed", lambda: lst.sort(key=meddle))
print(lst)
