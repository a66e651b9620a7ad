"""Chooses moves on a small board of Go by playing many games at random: groups, liberties, captures, and a search tree.

    python3 go_playouts.py [SCALE]        SCALE multiplies the number of rounds
"""
import math
import sys
import time

ROUNDS = 22
ONE_ROUND = 1
SIZE = 7
EMPTY, BLACK, WHITE = 0, 1, 2
NEIGHBOURS = []
for place in range(SIZE * SIZE):
    row, column = divmod(place, SIZE)
    around = []
    if row > 0:
        around.append(place - SIZE)
    if row < SIZE - 1:
        around.append(place + SIZE)
    if column > 0:
        around.append(place - 1)
    if column < SIZE - 1:
        around.append(place + 1)
    NEIGHBOURS.append(tuple(around))


class Chance:
    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n


class Board:
    def __init__(self):
        self.stones = [EMPTY] * (SIZE * SIZE)
        self.turn = BLACK
        self.forbidden = -1
        self.passes = 0

    def copy(self):
        board = Board.__new__(Board)
        board.stones = self.stones[:]
        board.turn = self.turn
        board.forbidden = self.forbidden
        board.passes = self.passes
        return board

    def group(self, place):
        """The stones that are connected with this one, and the empty places around them."""
        colour = self.stones[place]
        stones, liberties, waiting = {place}, set(), [place]
        while waiting:
            for near in NEIGHBOURS[waiting.pop()]:
                there = self.stones[near]
                if there == EMPTY:
                    liberties.add(near)
                elif there == colour and near not in stones:
                    stones.add(near)
                    waiting.append(near)
        return stones, liberties

    def useful(self, place):
        """Whether a move is allowed and does not fill one's own eye."""
        if self.stones[place] != EMPTY or place == self.forbidden:
            return False
        own = self.turn
        eye = True
        for near in NEIGHBOURS[place]:
            there = self.stones[near]
            if there == EMPTY:
                return True
            if there != own:
                eye = False
        if eye:
            return False
        for near in NEIGHBOURS[place]:
            liberties = len(self.group(near)[1])
            if (liberties > 1) == (self.stones[near] == own):
                return True
        return False

    def play(self, place):
        own, other = self.turn, 3 - self.turn
        self.stones[place] = own
        self.forbidden = -1
        taken = []
        for near in NEIGHBOURS[place]:
            if self.stones[near] == other:
                stones, liberties = self.group(near)
                if not liberties:
                    taken.extend(stones)
                    for stone in stones:
                        self.stones[stone] = EMPTY
        if len(taken) == 1 and len(self.group(place)[0]) == 1:
            self.forbidden = taken[0]
        self.turn = other
        self.passes = 0

    def skip(self):
        self.turn = 3 - self.turn
        self.forbidden = -1
        self.passes += 1

    def score(self):
        """Stones and surrounded places of black, less those of white."""
        total = 0
        for place, stone in enumerate(self.stones):
            if stone == EMPTY:
                colours = {self.stones[near] for near in NEIGHBOURS[place]} - {EMPTY}
                stone = colours.pop() if len(colours) == 1 else EMPTY
            total += (stone == BLACK) - (stone == WHITE)
        return total


def playout(board, chance):
    moves = 0
    while board.passes < 2 and moves < 3 * SIZE * SIZE:
        start = chance.below(SIZE * SIZE)
        for offset in range(SIZE * SIZE):
            place = (start + offset * 11) % (SIZE * SIZE)
            if board.useful(place):
                board.play(place)
                break
        else:
            board.skip()
        moves += 1
    return board.score()


class Node:
    def __init__(self, move, parent):
        self.move, self.parent = move, parent
        self.visits = self.wins = 0
        self.children = []
        self.open = None

    def value(self, total):
        return self.wins / self.visits + math.sqrt(1.4 * math.log(total) / self.visits)


def search(board, games, chance):
    root = Node(None, None)
    for _ in range(games):
        node, now = root, board.copy()
        while True:
            if node.open is None:
                node.open = [p for p in range(SIZE * SIZE) if now.useful(p)]
            if node.open:
                move = node.open.pop(chance.below(len(node.open)))
                now.play(move)
                child = Node(move, node)
                node.children.append(child)
                node = child
                break
            if not node.children:
                break
            total = node.visits
            node = max(node.children, key=lambda n: n.value(total))
            now.play(node.move)
        mover = 3 - now.turn
        won = (playout(now, chance) > 0) == (mover == BLACK)
        while node is not None:
            node.visits += 1
            node.wins += won
            won = not won
            node = node.parent
    return max(root.children, key=lambda n: (n.visits, -n.move)).move


def run(rounds):
    chance = Chance(77)
    board = Board()
    checksum = 0
    for _ in range(rounds):
        move = search(board, 12, chance)
        board.play(move)
        checksum = (checksum * 53 + move + 1) % 1000000007
        if sum(stone != EMPTY for stone in board.stones) > 30:
            board = Board()
    return checksum


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
