"""Generators that delegate to generators, lists and generator expressions, at random: sent to, thrown into and closed."""

import random

rng = random.Random(29)
log = []


def leaf(n, depth):
    try:
        for i in range(n):
            try:
                log.append(("got", depth, (yield depth, i)))
            except ValueError as error:
                log.append(("caught", depth, str(error)))
                if i:
                    raise
    finally:
        log.append(("left", depth))
    return depth * 100 + n


def node(depth, plan):
    total = 0
    try:
        for kind, part in plan:
            if kind == "leaf":
                total += yield from leaf(part, depth)
            elif kind == "node":
                total += yield from node(depth + 1, part)
            elif kind == "list":
                yield from [part, part + 1]
            elif kind == "own":
                total += (yield "own", depth) or 0
            else:
                yield from (x * depth for x in range(part))
    except KeyError:
        yield "rescued", depth
    return total


def a_plan(depth):
    parts = []
    for _ in range(rng.randint(1, 2)):
        kind = rng.choice(["leaf", "node", "node", "list", "own", "expression"]) if depth < 5 else "leaf"
        parts.append((kind, a_plan(depth + 1) if kind == "node" else rng.randint(1, 3)))
    return parts


def drive(generator):
    yielded = []
    try:
        yielded.append(next(generator))
        while True:
            act = rng.randint(0, 11)
            if act < 9:
                yielded.append(generator.send(act or None))
            elif act < 11:
                yielded.append(generator.throw(ValueError("v") if act == 9 else KeyError("k")))
            else:
                generator.close()
                return yielded + ["closed"]
    except StopIteration as end:
        return yielded + ["returned", end.value]
    except Exception as error:
        return yielded + [repr(error)]


for turn in range(12):
    print(turn, drive(node(0, a_plan(0))))
print(len(log), log[:9], log[-5:])
