"""Arithmetic between constants gives what it gives between variables, and the same events."""


def computed(a, b):
    return a / b, a ** -3, a * b, b % a


print(10 ** 25 / 10 ** 24, 123456789123456789 / 987654321987654321, 3 ** -7, 7 ** -3, (-3) ** -3, 2.5 ** -3, 2 ** 0.5)
print(6395627770378021837130 / 51992481661269331563, 10 ** 22 * 0.1, 0.1 + 10 ** 22, 9007199254740993 - 0.5)
print(-6.5 // 8.25, 6.5 // -8.25, -6.5 // -8.25, -6.5 % 8.25, 7 % -2.5, 1e300 // 1e-3)
print(1j / 3, (1 + 2j) / (3 - 4j), (1 + 2j) ** 2, 3j ** 0.5, 2 ** 3j, (1.5 - 2.5j) * (2.25 + 1.75j), -(1 + 2j), 1j ** 1j)
print((-9.760581124625228) ** 5.085497370534597j, 3.206807792331703j ** 7j, -(2 ** -3), not 0.0 ** 2, 1.5 + 2.5 * 3)
print(computed(10 ** 25, 10 ** 24) == (10 ** 25 / 10 ** 24, (10 ** 25) ** -3, 10 ** 25 * 10 ** 24, 10 ** 24 % 10 ** 25))
values = [
    10 ** 25 * 10,
    2 ** 10,
    "text",
]
total = (
    10 ** 25 /
    10 ** 24
    + len(values)
)
if 10 ** 25 / 10 ** 24:
    total += 1
while 2 ** -1:
    total += 2 if 3 ** -1 else 0
    break
print(values, total)
3 ** -7
for op in (lambda: 1 / 0, lambda: 10 ** 400 / 3, lambda: 0 ** -1, lambda: 1j / 0, lambda: 0j ** -1, lambda: 5.0 // 0,
           lambda: 10 ** 400 * 1.0, lambda: 5 % 0.0):
    try:
        print(op())
    except ArithmeticError as e:
        print(type(e).__name__, e)
