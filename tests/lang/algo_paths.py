"""Searching: breadth first through a maze, shortest paths with a heap of our own, topological order, a knapsack."""

MAZE = ["S.#.",
        "..#E",
        "#..."]


def escape(maze):
    cells = {(x, y): c for y, row in enumerate(maze) for x, c in enumerate(row)}
    start = next(p for p, c in cells.items() if c == "S")
    queue, seen = [(start, 0)], {start}
    while queue:
        (x, y), steps = queue.pop(0)
        if cells[x, y] == "E":
            return steps
        for p in (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1):
            if cells.get(p, "#") != "#" and p not in seen:
                seen.add(p)
                queue.append((p, steps + 1))


class Heap:
    def __init__(self):
        self.items = []

    def push(self, item):
        items = self.items
        items.append(item)
        i = len(items) - 1
        while i and items[i] < items[(i - 1) // 2]:
            items[i], items[(i - 1) // 2] = items[(i - 1) // 2], items[i]
            i = (i - 1) // 2

    def pop(self):
        items = self.items
        items[0], items[-1] = items[-1], items[0]
        top = items.pop()
        i = 0
        while (child := 2 * i + 1) < len(items):
            if child + 1 < len(items) and items[child + 1] < items[child]:
                child += 1
            if items[i] <= items[child]:
                break
            items[i], items[child] = items[child], items[i]
            i = child
        return top


def distances(graph, start):
    heap, best = Heap(), {}
    heap.push((0, start))
    while heap.items:
        d, node = heap.pop()
        if node in best:
            continue
        best[node] = d
        for neighbour, length in graph[node].items():
            heap.push((d + length, neighbour))
    return best


def order(needs):
    done = []

    def visit(task, path=()):
        if task in path:
            raise ValueError("cycle: " + " ".join(path + (task,)))
        if task not in done:
            for needed in needs.get(task, ()):
                visit(needed, path + (task,))
            done.append(task)

    for task in needs:
        visit(task)
    return done


print(escape(MAZE))
print(distances({"a": {"b": 7, "c": 3}, "b": {"d": 1}, "c": {"b": 2, "d": 9}, "d": {}}, "a"))
print(order({"dress": ["socks", "shoes"], "shoes": ["socks"], "leave": ["dress"]}))
try:
    order({"a": ["b"], "b": ["a"]})
except ValueError as e:
    print(e)
