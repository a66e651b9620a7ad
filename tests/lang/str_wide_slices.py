"""Positions in strings of characters of one to four bytes: items, slices with all steps, what is found, parts put together."""
from itertools import product, starmap

WIDTHS = ["a", "é", "€", "😀", "z", "\u0301", "ß", "中"]
TEXTS = ["".join([WIDTHS[(i * k + k) % len(WIDTHS)] for i in range(n)]) for k, n in ((1, 1), (1, 8), (3, 9), (3, 23))]
TEXTS += ["λ" * 20, "😀" * 9, "x" * 31 + "é", "é" + "x" * 31, "\ud800" + "é" * 9 + "\udfff"]


def check(text):
    items, size = list(text), len(text)
    half = size // 2
    edges = {0, 1, 8, half, size, size + 3, -1, -8, None}
    steps = [None, 2, -3]
    slices = list(starmap(slice, product(edges, edges, steps)))
    assert len(items) == size and "".join(items) == text
    assert list(map(text.__getitem__, range(-size, size))) == list(map(items.__getitem__, range(-size, size)))
    taken = list(map(text.__getitem__, slices))
    assert taken == list(map("".join, map(items.__getitem__, slices)))
    assert list(map(len, taken)) == list(map(len, map(items.__getitem__, slices)))
    assert text[half:] == "".join(items[half:]) and text[1:-1:2] == "".join(items[1:-1:2])
    assert text[:half] + text[half:] == text and len(text[:half] + text[half:]) == size
    assert text.find(items[-1]) == items.index(items[-1]) and text.count(items[0]) == items.count(items[0])
    return hash(text[:half] + text[half:]) == hash(text)


print(*map(check, TEXTS))
print(TEXTS[3][::-1], TEXTS[2][1:-1], TEXTS[3][20:2:-3], ascii(TEXTS[-1][:2] + TEXTS[-1][-1:]))
