class Door:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("in", self.name)
        return self

    def __exit__(self, *exc):
        print("out", self.name, exc[0])
        return True


def visit():
    a = 1
    with Door("one") as d:
        print(d.name)
        with Door("two"), Door("three"):
            a = 2
        a += 10
        1 / 0
    print(a)
    return a


print(visit())
