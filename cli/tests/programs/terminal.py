"""Something for every key: a long loop, questions that never end, an object with attributes."""


class Point:
    def __init__(self, latitude, longitude):
        self.latitude, self.longitude = latitude, longitude


def spin():
    while True:
        try:
            pass
        except BaseException:
            pass


def count(limit):
    total = 0
    for number in range(limit):
        total += number
    return total


place = Point(48, 16)
number_of_things = 7
small = count(3)
large = count(60_000)
while large:
    large = large + 1
