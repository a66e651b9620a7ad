"""Routes through a small town, and one is too long: a shortcut that is found later is not taken."""

import heapq

ROADS = {
    "home": {"park": 2, "mill": 9},
    "park": {"mill": 3},
    "mill": {"lake": 2},
    "lake": {"shop": 1},
    "shop": {},
}


def distances(start):
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        way, place = heapq.heappop(queue)
        for other, length in ROADS[place].items():
            there = way + length
            if other not in best:
                best[other] = there
                heapq.heappush(queue, (there, other))
    return best


best = distances("home")
print(best)
if best["shop"] != 8:
    raise RuntimeError(f"8 to the shop, not {best['shop']}")
print("arrived")
