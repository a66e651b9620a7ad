"""Many small objects with floats in them: made, normalised, and the largest of each coordinate found.

    python3 float_points.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time
from math import cos, sin, sqrt

ROUNDS = 69
ONE_ROUND = '2.351635'


class Particle:
    __slots__ = ("x", "y", "z", "speed")

    def __init__(self, i):
        angle = i * 0.37
        self.x = sin(angle)
        self.y = cos(angle) * 3.0
        self.z = self.x * self.x / 2.0
        self.speed = 0.0

    def normalise(self):
        norm = sqrt(self.x * self.x + self.y * self.y + self.z * self.z)
        self.x /= norm
        self.y /= norm
        self.z /= norm

    def larger(self, other):
        if self.x < other.x:
            self.x = other.x
        if self.y < other.y:
            self.y = other.y
        if self.z < other.z:
            self.z = other.z
        return self

    def push(self, force):
        self.speed = self.speed * 0.95 + force
        self.x += self.speed * 0.01


def run(rounds):
    total = 0.0
    for r in range(rounds):
        particles = [Particle(i + r) for i in range(5000)]
        for p in particles:
            p.normalise()
        for i, p in enumerate(particles):
            p.push((i % 17) * 0.125 - 1.0)
        most = particles[0]
        for p in particles[1:]:
            most = most.larger(p)
        total += most.x + most.y + most.z
    return "%.6f" % total


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
