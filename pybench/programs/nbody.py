"""The sun and four giant planets under gravity: bodies are lists of floats, pairs are made once.

    python3 nbody.py [SCALE]        SCALE multiplies the number of rounds

One round is a hundred steps of 0.01 days. The checksum is the energy of the system before and after.
"""
import sys
import time

ROUNDS = 3500
ONE_ROUND = '-0.169075164 -0.169050762'
STEPS = 100
SOLAR_MASS = 4 * 3.14159265358979323 ** 2
YEAR = 365.24

# name: position, velocity per day, mass in suns
PLANETS = {
    "jupiter": ([4.84143144246472090, -1.16032004402742839, -0.103622044471123109],
                [0.00166007664274403694, 0.00769901118419740425, -0.0000690460016972063023], 0.000954791938424326609),
    "saturn": ([8.34336671824457987, 4.12479856412430479, -0.403523417114321381],
               [-0.00276742510726411196, 0.00499852801234917238, 0.0000230417297573763929], 0.000285885980666130812),
    "uranus": ([12.8943695621391310, -15.1111514016986312, -0.223307578892655734],
               [0.00296460137564761618, 0.00237847173959480950, -0.0000296589568540237556], 0.0000436624404335156298),
    "neptune": ([15.3796971148509165, -25.9193146099879641, 0.179258772950371181],
                [0.00268067772490389322, 0.00162824170038242295, -0.0000951592254519715870], 0.0000515138902046611451),
}


def system():
    bodies = [([0.0, 0.0, 0.0], [0.0, 0.0, 0.0], SOLAR_MASS)]
    for position, velocity, mass in PLANETS.values():
        bodies.append((position[:], [v * YEAR for v in velocity], mass * SOLAR_MASS))
    sun = bodies[0][1]
    for _, velocity, mass in bodies[1:]:
        for axis in range(3):
            sun[axis] -= velocity[axis] * mass / SOLAR_MASS
    return bodies


def advance(bodies, pairs, dt, steps):
    for _ in range(steps):
        for ((x1, y1, z1), v1, m1), ((x2, y2, z2), v2, m2) in pairs:
            dx = x1 - x2
            dy = y1 - y2
            dz = z1 - z2
            pull = dt * (dx * dx + dy * dy + dz * dz) ** -1.5
            by_second = m2 * pull
            by_first = m1 * pull
            v1[0] -= dx * by_second
            v1[1] -= dy * by_second
            v1[2] -= dz * by_second
            v2[0] += dx * by_first
            v2[1] += dy * by_first
            v2[2] += dz * by_first
        for position, (vx, vy, vz), _ in bodies:
            position[0] += dt * vx
            position[1] += dt * vy
            position[2] += dt * vz


def energy(bodies, pairs):
    total = 0.0
    for _, (vx, vy, vz), m in bodies:
        total += 0.5 * m * (vx * vx + vy * vy + vz * vz)
    for ((x1, y1, z1), _, m1), ((x2, y2, z2), _, m2) in pairs:
        total -= m1 * m2 / ((x1 - x2) ** 2 + (y1 - y2) ** 2 + (z1 - z2) ** 2) ** 0.5
    return total


def run(rounds):
    bodies = system()
    pairs = [(bodies[i], bodies[j]) for i in range(len(bodies)) for j in range(i + 1, len(bodies))]
    before = energy(bodies, pairs)
    for _ in range(rounds):
        advance(bodies, pairs, 0.01, STEPS)
    return f"{before:.9f} {energy(bodies, pairs):.9f}"


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
