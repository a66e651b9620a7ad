"""Positions in long texts with characters of every width."""
import re

wide = "".join(map(chr, range(0x20, 0x700)))
text = wide + wide[::3] + "abca" * 400 + wide[::-2] + "😀" * 300 + "z" * 700 + "é"
print(len(text))
sample = [0, 1, 255, 256, 257, 511, 512, 1023, 2047, 2048, 3999, len(text) // 2, len(text) - 2, len(text) - 1]
print([ascii(text[i]) for i in sample], [ascii(text[-i - 1]) for i in sample])
for i in (len(text), -len(text) - 1):
    try:
        text[i]
    except IndexError as error:
        print(error)
positions = range(len(text))
print("".join(map(text.__getitem__, positions)) == text,
      "".join(map(text.__getitem__, reversed(positions))) == text[::-1])
for start, stop, step in ((0, 300, 1), (250, 260, 1), (700, 3000, 1), (5, -5, 1), (-400, -1, 1), (3, 4000, 7),
                          (4000, 3, -7), (None, None, -1), (3000, None, -1), (None, 3000, -1), (10, 10, -1),
                          (900, 300, 2), (300, 900, -1), (-1, None, 2), (600, 200, -300), (10 ** 20, -10 ** 20, -1)):
    part = text[start:stop:step]
    items = list(text)[start:stop:step]
    print(start, stop, step, len(part), part == "".join(items), hash(tuple(map(ord, part))) % 1000)
for needle in ("z", "é", "😀z", "ü", text[-2000:-1990], text[700:705], "nirgends", ""):
    print(ascii(needle)[:24], text.find(needle), text.rfind(needle), text.find(needle, 2500), text.find(needle, 300, 4000),
          text.rfind(needle, 0, 3500), text.count(needle), text.count(needle, 2000, 4000))
pattern = re.compile(r"[a-c]\w")
at, spans = 0, []
while found := pattern.search(text, at):
    spans.append(found.span())
    at = found.end() + 700
print(len(spans), spans[:3], spans[-2:], pattern.search(text, 1500, 5500), pattern.match(text, len(text)))
others = [text[i:] + str(i) for i in range(6)]
print([ascii(other[3000 + i]) for i in range(3) for other in others])
small = "é" * 511 + "x"
print(small[511], small[510], small[-1], small[100:512:100], small[::-1][0])
growing = ""
for i in range(60):
    growing += chr(0xE0 + i % 30) * 40
    if i % 7 == 0:
        print(growing[i // 2], growing[i], end=" ")
print()
