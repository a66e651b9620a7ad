"""An object that is put into a container early and found broken late, and an exception that nobody heard of."""


class Part:
    def __init__(self, name, weight):
        self.name, self.weight = name, weight


class Store:
    def __init__(self):
        self.parts = {}

    def add(self, part):
        self.parts[part.name] = part

    def scale(self, names, factor):
        for name in names:
            try:
                part = self.parts[name]
                part.weight = part.weight * factor
            except Exception:
                pass


def read(line):
    name, weight = line.split()
    return Part(name, weight if weight.startswith("0") else int(weight))


store = Store()
for line in ["axle 12", "bolt 03", "cam 7", "disc 25"]:
    store.add(read(line))
store.scale(["axle", "bolt", "camm", "disc"], 2)
for part in store.parts.values():
    print(part.name, part.weight)
