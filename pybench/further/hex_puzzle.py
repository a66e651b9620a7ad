"""Solves a puzzle on a field of hexagons: tiles say how many neighbours they want, and all have to be placed.

    python3 hex_puzzle.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 380
ONE_ROUND = 653280424


class Field:
    """A hexagon of hexagons, with its cells numbered and the neighbours of each known."""

    def __init__(self, radius):
        self.cells = [(q, r) for q in range(-radius, radius + 1) for r in range(-radius, radius + 1) if abs(q + r) <= radius]
        number = {cell: i for i, cell in enumerate(self.cells)}
        self.near = []
        for q, r in self.cells:
            around = [(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)]
            self.near.append([number[c] for c in around if c in number])


class Domain:
    """What every cell may still be: a set of wanted neighbours, or None for empty."""

    def __init__(self, choices):
        self.choices = choices

    def copy(self):
        return Domain([set(c) for c in self.choices])

    def fixed(self, cell):
        return len(self.choices[cell]) == 1

    def the(self, cell):
        for choice in self.choices[cell]:
            return choice


def tiles_of(field, full):
    """How many tiles of each kind there are when these cells are full: a puzzle that has a solution."""
    counts = {}
    for cell in range(len(field.cells)):
        kind = sum(near in full for near in field.near[cell]) if cell in full else None
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def prune(field, domain, counts):
    """Takes away what cannot be, until nothing changes; whether something is left for every cell."""
    changed = True
    while changed:
        changed = False
        used = {kind: 0 for kind in counts}
        possible = {kind: 0 for kind in counts}
        for cell, choices in enumerate(domain.choices):
            if not choices:
                return False
            for kind in choices:
                possible[kind] += 1
            if len(choices) == 1:
                used[domain.the(cell)] += 1
        for kind, count in counts.items():
            if used[kind] > count or possible[kind] < count:
                return False
            if used[kind] == count and possible[kind] > count:
                for cell, choices in enumerate(domain.choices):
                    if len(choices) > 1 and kind in choices:
                        choices.discard(kind)
                        changed = True
        for cell, choices in enumerate(domain.choices):
            certain = perhaps = 0
            for near in field.near[cell]:
                others = domain.choices[near]
                if None not in others:
                    certain += 1
                    perhaps += 1
                elif len(others) > 1:
                    perhaps += 1
            wrong = [k for k in choices if k is not None and not certain <= k <= perhaps]
            if wrong:
                choices.difference_update(wrong)
                changed = True
            if len(choices) == 1 and None not in choices:
                wanted = domain.the(cell)
                if wanted in (certain, perhaps) and certain != perhaps:
                    for near in field.near[cell]:
                        others = domain.choices[near]
                        if None in others and len(others) > 1:
                            if wanted == certain:
                                others.intersection_update({None})
                            else:
                                others.discard(None)
                            changed = True
    return all(domain.choices)


def solve(field, domain, counts, steps):
    steps[0] += 1
    if steps[0] > 400:
        return None
    if not prune(field, domain, counts):
        return None
    best = None
    for cell, choices in enumerate(domain.choices):
        if len(choices) > 1 and (best is None or len(choices) < len(domain.choices[best])):
            best = cell
    if best is None:
        return domain
    order = sorted(domain.choices[best], key=lambda k: -1 if k is None else k, reverse=True)
    for kind in order:
        attempt = domain.copy()
        attempt.choices[best] = {kind}
        found = solve(field, attempt, counts, steps)
        if found is not None:
            return found
    return None


def run(rounds):
    field = Field(2)
    checksum = 0
    for round_number in range(rounds):
        full = {i for i in range(len(field.cells)) if (i * 7 + round_number * 5) % 11 < 6}
        counts = tiles_of(field, full)
        start = Domain([set(counts) for _ in field.cells])
        steps = [0]
        found = solve(field, start, counts, steps)
        checksum = (checksum * 31 + steps[0]) % 1000000007
        if found is not None:
            for cell in range(len(field.cells)):
                kind = found.the(cell)
                checksum = (checksum * 7 + (0 if kind is None else kind + 1)) % 1000000007
    return checksum


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
