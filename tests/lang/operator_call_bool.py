"""Callable instances, truth values, and the short circuit of and, or, not."""


class Adder:
    def __init__(self, n):
        self.n = n

    def __call__(self, *args, scale=1):
        return (self.n + sum(args)) * scale


add = Adder(10)
print(add(), add(1, 2), add(1, scale=3), callable(add), callable(5))
print(list(map(Adder(100), [1, 2])))


class Truth:
    def __init__(self, name, value):
        self.name, self.value = name, value

    def __bool__(self):
        print("bool", self.name)
        return self.value

    def __repr__(self):
        return self.name


class Sized:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        print("len", self.n)
        return self.n


yes, no = Truth("yes", True), Truth("no", False)
print(yes and no, no and yes, yes or no, no or yes, not yes)
print(yes and yes and no or yes)
if no or yes:
    print("taken")
elif yes:
    print("not asked")
if not (yes and no): print("one line")
while no:
    print("never")
else:
    print("else of while")
print("sized" if Sized(2) else "empty", "sized" if Sized(0) else "empty")
print(bool(Sized(1)), all([yes, no, yes]), any([no, yes, no]))
print([x for x in (yes, no) if x])
assert yes, "fine"
print(0 or "" or [] or None, 1 and "a" and [0])
x = None
print(x if x is not None else yes or no)
print(no.value == (not yes.value) == False)
