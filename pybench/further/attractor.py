"""A fractal by the game of chance: a point jumps along splines, and the picture counts where it comes by.

    python3 attractor.py [SCALE]        SCALE multiplies the number of rounds
"""
import math
import sys
import time

ROUNDS = 42
ONE_ROUND = 556634611
SIZE = 48


class Chance:
    """Numbers that look random and are the same everywhere."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n

    def unit(self):
        return self.below(1 << 20) / (1 << 20)


class Vec:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return Vec(self.x - other.x, self.y - other.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    def length(self):
        return math.sqrt(self.x * self.x + self.y * self.y)

    def mixed(self, other, share):
        return self * (1 - share) + other * share


class Spline:
    """A smooth curve through control points, evaluated by mixing neighbours again and again."""

    def __init__(self, points):
        self.points = points

    def at(self, t):
        points = self.points
        while len(points) > 1:
            points = [a.mixed(b, t) for a, b in zip(points, points[1:])]
        return points[0]

    def slope(self, t):
        step = 1e-4
        return (self.at(min(1.0, t + step)) - self.at(max(0.0, t - step))) * (0.5 / step)


CURVES = [
    Spline([Vec(0.05, 0.1), Vec(0.3, 0.9), Vec(0.6, 0.2), Vec(0.95, 0.7)]),
    Spline([Vec(0.1, 0.9), Vec(0.5, 0.5), Vec(0.9, 0.05)]),
    Spline([Vec(0.2, 0.2), Vec(0.25, 0.8), Vec(0.7, 0.9), Vec(0.8, 0.3)]),
]


def jump(point, chance):
    curve = CURVES[chance.below(len(CURVES))]
    base, slope = curve.at(point.x), curve.slope(point.x)
    length = slope.length() or 1.0
    normal = Vec(-slope.y / length, slope.x / length)
    moved = base + normal * ((point.y - 0.5) * 0.3)
    moved.x += (chance.unit() - 0.5) * 0.02
    moved.y += (chance.unit() - 0.5) * 0.02
    return Vec(min(0.999, max(0.0, moved.x)), min(0.999, max(0.0, moved.y)))


def run(rounds):
    chance = Chance(2024)
    picture = [[0] * SIZE for _ in range(SIZE)]
    point = Vec(0.5, 0.5)
    for _ in range(rounds * 400):
        point = jump(point, chance)
        picture[int(point.y * SIZE)][int(point.x * SIZE)] += 1
    checksum = 0
    for row in picture:
        for count in row:
            checksum = (checksum * 33 + count) % 1000000007
    return checksum


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
