"""The towers of Hanoi: three pegs as lists, every move is checked."""

pegs = {"left": [4, 3, 2, 1], "middle": [], "right": []}
moves = 0


def move(source, target):
    global moves
    disc = pegs[source].pop()
    assert not pegs[target] or pegs[target][-1] > disc
    pegs[target].append(disc)
    moves += 1


def hanoi(n, source, target, spare):
    if n == 0:
        return
    hanoi(n - 1, source, spare, target)
    move(source, target)
    hanoi(n - 1, spare, target, source)


hanoi(4, "left", "right", "middle")
print(moves, pegs)
