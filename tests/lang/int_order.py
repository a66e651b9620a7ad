"""The order of ints where their representations change: 47, 63, 64 and 127 bits, both signs."""

LIMITS = [1, 2 ** 31, 2 ** 47, 2 ** 48, 2 ** 63, 2 ** 64, 2 ** 72, 2 ** 127, 2 ** 128, 2 ** 200]
NEAR = sorted({s * (x + d) for x in LIMITS for d in (-1, 0, 1) for s in (-1, 1)}, key=lambda x: (abs(x), x < 0))

ordered = sorted(NEAR)
print(len(NEAR), len(ordered), ordered[0], ordered[-1])
for a, b in zip(ordered, ordered[1:]):
    assert a < b and b > a and a <= b and b >= a and a != b and not a == b and not b < a, (a, b)
for x in ordered:
    copy = (x + 2 ** 300) - 2 ** 300
    assert x == copy and x <= copy and x >= copy and not x != copy and not x < copy and hash(x) == hash(copy), x
    assert {x: "found"}[copy] == "found" and copy in {x} and [x].index(copy) == 0
    assert (x > True) == (x > 1) and (x == True) == (x == 1) and (False < x) == (0 < x)

# Numbers that differ in one byte only, at every place.
base = 0x0102030405060708090A0B0C0D0E0F1011121314
for place in range(0, 160, 8):
    more = base + (1 << place)
    assert base < more and more > base and -more < -base and base != more and not -base == -more
    assert -more < base and base > -more

for x in (2 ** 47, 2 ** 63, 2 ** 64, 2 ** 70 + 1):
    print(x > float(x), x < float(x), x == float(x), -x < 0.5, x > float("inf"), -x > float("-inf"), x == float("nan"))
print(max(NEAR) == 2 ** 200 + 1, min(NEAR) == -2 ** 200 - 1, (2 ** 64).__lt__(2 ** 65), (2 ** 64).__eq__("no"))
try:
    2 ** 64 < "2"
except TypeError as e:
    print(e)
