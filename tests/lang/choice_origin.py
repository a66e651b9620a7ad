"""Values that went through choices, comprehensions, setattr and with, to be followed back."""


class Room:
    def __init__(self, heat):
        self.heat = heat

    def __enter__(self):
        return self

    def __exit__(self, *about):
        return False


def warm(given, usual):
    heat = given or usual
    room = Room(heat if heat > 10 else 10)
    return room


def copied(room):
    other = Room(0)
    setattr(other, "heat", room.heat)
    return other


def doubled(heat):
    return heat * 2


def all_doubled(levels):
    return [doubled(level) for level in levels]


usual = 21
with copied(warm(0, usual)) as room:
    first = room.heat
levels = [3, 4, 5]
twice = all_doubled(levels)
cold = first < 10 and levels[0] or levels[2]
print(first, twice, cold)
