"""One context manager: entering, leaving, leaving by return, break, continue and exception."""


class Log:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("enter", self.name)
        return self.name.upper()

    def __exit__(self, kind, value, traceback):
        print("exit", self.name, kind and kind.__name__, value, traceback is not None)


with Log("plain") as name:
    print("inside", name)
with Log("no name"):
    pass


def early(n):
    with Log("return"):
        if n:
            return "early"
    return "late"


print(early(1), early(0))
for i in range(4):
    with Log(f"loop{i}"):
        if i == 0:
            continue
        if i == 1:
            break
try:
    with Log("failing"):
        raise ValueError("oops")
except ValueError as e:
    print("outside", e)


class Broken:
    def __enter__(self):
        raise RuntimeError("cannot enter")

    def __exit__(self, *args):
        print("never called")


try:
    with Broken():
        print("never run")
except RuntimeError as e:
    print(e)


class Pair:
    def __enter__(self):
        return 1, [2, 3]

    def __exit__(self, *args):
        return None


with Pair() as (a, [b, c]):
    print(a, b, c)
try:
    with 5:
        pass
except TypeError as e:
    print(e)
