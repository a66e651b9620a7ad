"""Conway's game of life with a glider in a set of cells."""


def neighbours(cell):
    x, y = cell
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if dx or dy:
                yield x + dx, y + dy


def step(cells):
    counts = {}
    for cell in cells:
        for n in neighbours(cell):
            counts[n] = counts.get(n, 0) + 1
    return {cell for cell, n in counts.items() if n == 3 or n == 2 and cell in cells}


def show(cells):
    return "/".join("".join("#" if (x, y) in cells else "." for x in range(5)) for y in range(4))


cells = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
print(show(cells))
for generation in range(3):
    cells = step(cells)
    print(show(cells), len(cells))
