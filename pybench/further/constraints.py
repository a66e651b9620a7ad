"""A network of one-way constraints with strengths that is planned and planned again, as user interfaces have them.

    python3 constraints.py [SCALE]        SCALE multiplies the number of rounds

Cells hold numbers. A rule computes one of its cells from the others, and rules that compute the same cell compete: the
strongest wins, and the loser looks for another cell to compute.
"""
import sys
import time

ROUNDS = 140
ONE_ROUND = 150728

REQUIRED, STRONG, NORMAL, WEAK, WEAKEST = range(5)


class Cell:
    def __init__(self, name, value=0):
        self.name = name
        self.value = value
        self.rules = []
        self.source = None
        self.strength = WEAKEST
        self.mark = 0


class Rule:
    """A relation between cells, and the ways in which it can be made true."""

    def __init__(self, strength):
        self.strength = strength
        self.output = None

    def cells(self):
        raise NotImplementedError

    def outputs(self):
        return self.cells()

    def compute(self):
        raise NotImplementedError

    def inputs(self):
        return [c for c in self.cells() if c is not self.output]

    def inherited(self):
        """How firmly the output stands: as the weakest that it comes from, this rule included."""
        strength = self.strength
        for cell in self.inputs():
            if cell.strength > strength:
                strength = cell.strength
        return strength


class Stay(Rule):
    def __init__(self, cell, strength):
        super().__init__(strength)
        self.cell = cell

    def cells(self):
        return [self.cell]

    def compute(self):
        pass


class Edit(Stay):
    def __init__(self, cell, strength):
        super().__init__(cell, strength)
        self.wanted = cell.value

    def compute(self):
        self.cell.value = self.wanted


class Equal(Rule):
    def __init__(self, left, right, strength):
        super().__init__(strength)
        self.left, self.right = left, right

    def cells(self):
        return [self.left, self.right]

    def compute(self):
        if self.output is self.left:
            self.left.value = self.right.value
        else:
            self.right.value = self.left.value


class Scaled(Rule):
    """right = left * factor + offset"""

    def __init__(self, left, factor, offset, right, strength):
        super().__init__(strength)
        self.left, self.factor, self.offset, self.right = left, factor, offset, right

    def cells(self):
        return [self.left, self.factor, self.offset, self.right]

    def outputs(self):
        return [self.right, self.left]

    def compute(self):
        if self.output is self.right:
            self.right.value = self.left.value * self.factor.value + self.offset.value
        else:
            self.left.value = (self.right.value - self.offset.value) // self.factor.value


class Planner:
    def __init__(self):
        self.mark = 0

    def add(self, rule):
        for cell in rule.cells():
            cell.rules.append(rule)
        waiting = [rule]
        while waiting:
            loser = self.satisfy(waiting.pop())
            if loser is not None:
                waiting.append(loser)

    def satisfy(self, rule):
        """Gives the rule the weakest cell that it may compute; who computed it so far is the answer."""
        best = None
        for cell in rule.outputs():
            if cell.strength > rule.strength and (best is None or cell.strength > best.strength):
                best = cell
        if best is None:
            if rule.strength == REQUIRED:
                raise ValueError("two requirements contradict each other")
            rule.output = None
            return None
        loser = best.source
        if loser is not None:
            loser.output = None
        rule.output = best
        best.source = rule
        self.spread(best)
        return loser

    def remove(self, rule):
        free = rule.output
        rule.output = None
        for cell in rule.cells():
            cell.rules.remove(rule)
        if free is None:
            return
        free.source = None
        free.strength = WEAKEST
        self.spread(free)
        unsatisfied = [r for cell in self.downstream(free) for r in cell.rules if r.output is None]
        for other in sorted(unsatisfied, key=lambda r: r.strength):
            if other.output is None:
                loser = self.satisfy(other)
                while loser is not None:
                    loser = self.satisfy(loser)

    def downstream(self, cell):
        self.mark += 1
        found, waiting = [], [cell]
        while waiting:
            one = waiting.pop()
            if one.mark == self.mark:
                continue
            one.mark = self.mark
            found.append(one)
            for rule in one.rules:
                if rule.output is not None and rule.output is not one:
                    waiting.append(rule.output)
        return found

    def spread(self, cell):
        for one in self.downstream(cell):
            if one.source is not None:
                one.strength = one.source.inherited()
                one.source.compute()

    def plan(self, edits):
        """The rules to compute after these edits, each after those that it needs."""
        self.mark += 1
        order, waiting = [], list(edits)
        while waiting:
            rule = waiting.pop(0)
            if rule.output is None or rule.output.mark == self.mark:
                continue
            rule.output.mark = self.mark
            order.append(rule)
            for other in rule.output.rules:
                if other.output is not None and other.output is not rule.output:
                    waiting.append(other)
        return order


def chain(length):
    planner = Planner()
    cells = [Cell("c%d" % i) for i in range(length)]
    for left, right in zip(cells, cells[1:]):
        planner.add(Equal(left, right, REQUIRED))
    planner.add(Stay(cells[-1], NORMAL))
    edit = Edit(cells[0], STRONG)
    planner.add(edit)
    total = 0
    plan = planner.plan([edit])
    for value in range(20):
        edit.wanted = value
        for rule in plan:
            rule.compute()
        total += cells[-1].value
    planner.remove(edit)
    return total


def projection(width):
    planner = Planner()
    factor, offset = Cell("factor", 10), Cell("offset", 1000)
    planner.add(Stay(factor, NORMAL))
    planner.add(Stay(offset, NORMAL))
    sources, images = [], []
    for i in range(width):
        source, image = Cell("source%d" % i, i), Cell("image%d" % i, i)
        planner.add(Stay(source, WEAK))
        planner.add(Scaled(source, factor, offset, image, REQUIRED))
        sources.append(source)
        images.append(image)
    total = 0
    for cell, values in ((sources[width // 2], (17, 5)), (images[width // 3], (1050, 3000)), (factor, (5, 7)), (offset, (2000, 1))):
        edit = Edit(cell, STRONG)
        planner.add(edit)
        plan = planner.plan([edit])
        for value in values:
            edit.wanted = value
            for rule in plan:
                rule.compute()
        planner.remove(edit)
        total += sum(image.value for image in images)
    return total


def run(rounds):
    checksum = 0
    for _ in range(rounds):
        checksum = (checksum * 31 + chain(60) + projection(40)) % 1000000007
    return checksum


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
