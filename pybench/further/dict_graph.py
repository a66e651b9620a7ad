"""Shortest ways through a graph that is a dictionary of dictionaries, with a heap of its own.

    python3 dict_graph.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 140
ONE_ROUND = 83298

SIZE = 30


def make_graph():
    graph, seed = {}, 7
    for x in range(SIZE):
        for y in range(SIZE):
            edges = graph[x, y] = {}
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                if 0 <= x + dx < SIZE and 0 <= y + dy < SIZE:
                    seed = (seed * 69069 + 1) % 4294967296
                    edges[x + dx, y + dy] = 1 + seed % 9
    return graph


def push(heap, item):
    heap.append(item)
    at = len(heap) - 1
    while at and heap[at] < heap[(at - 1) // 2]:
        up = (at - 1) // 2
        heap[at], heap[up] = heap[up], heap[at]
        at = up


def pop(heap):
    first, last = heap[0], heap.pop()
    if heap:
        heap[0] = last
        at, size = 0, len(heap)
        while True:
            child = 2 * at + 1
            if child >= size:
                break
            if child + 1 < size and heap[child + 1] < heap[child]:
                child += 1
            if not heap[child] < heap[at]:
                break
            heap[at], heap[child] = heap[child], heap[at]
            at = child
    return first


def distances(graph, start):
    known, heap = {}, [(0, start)]
    while heap:
        far, place = pop(heap)
        if place in known:
            continue
        known[place] = far
        for neighbour, length in graph[place].items():
            if neighbour not in known:
                push(heap, (far + length, neighbour))
    return known


def run(rounds):
    graph = make_graph()
    result = 0
    for r in range(rounds):
        known = distances(graph, (r % SIZE, r * 7 % SIZE))
        result += max(known.values()) + sum(known.values())
    return result


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
