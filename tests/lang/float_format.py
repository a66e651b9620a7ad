"""Floats: repr, rounding, formatting, special values, conversions."""
import math

for x in (0.1, 1 / 3, 1e16, 1e15, 123456789.123456789, 1e-5, 0.0001, 5e-324, 1.7976931348623157e308, -0.0, 1e22, 2.5, 100.0):
    print(repr(x), str(x), f"{x:.3f}"[:20], f"{x:g}", f"{x:.3e}")
print(0.1 + 0.2, 0.1 * 3, 1.1 + 2.2, 3 * 1.1, 1e308 * 10, -1e308 * 10, math.inf - math.inf)
print(round(2.675, 2), round(0.5), round(1.5), round(-2.5), round(1234.5678, -2), round(3.14159, 3))
print(int(3.99), int(-3.99), float("1e3"), float(" -2.5 "), float("inf"), float("-infinity"), float("nan"))
print(7.5 // 2, -7.5 // 2, 7.5 % 2, -7.5 % 2, 7.5 % -2, divmod(7.5, 2), 2.0 ** 10, 2 ** 0.5, (-8) ** (1 / 3))
nan = math.nan
print(nan == nan, nan != nan, nan < 1, nan in [nan], [nan] == [nan], min(1, nan), max(nan, 1))
print(math.inf > 10 ** 400, 1e300 < 10 ** 400, 0.5 == 1 / 2, 1.0 == 1, hash(1.0) == hash(1), hash(0.5), hash(math.inf))
print((0.75).as_integer_ratio(), (2.0).is_integer(), (2.5).is_integer(), (10.5).hex(), float.fromhex("0x1.8p1"))
print(f"{1234.5:>12,.1f}|{-1.5:+08.2f}|{0.00001234:g}|{1e10:g}|{123456.789:.4g}|{1.0:.0f}|{0.25:.1%}|{1e100:.2e}")
print(1.5 + 2, 3 - 0.5, 2 * 0.5, 7 / 7, 1e3, 1_0.5, 3.0, 1.0e-10, complex(1, -2) * 2j, abs(3 + 4j), (1 + 2j).real)
total = 0.0
for i in range(10):
    total += 0.1
print(total, math.fsum([0.1] * 10), sum([0.1] * 10))
for action in (lambda: float("abc"), lambda: 1.0 / 0, lambda: int(math.inf), lambda: int(nan), lambda: 1.0 % 0, lambda: 2.0 ** 5000,
               lambda: float([]), lambda: round("x")):
    try:
        action()
    except Exception as e:
        print(type(e).__name__, e)
