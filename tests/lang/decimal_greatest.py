"""Decimals under the greatest context there is: what is exact is computed, and only that."""
import decimal
from decimal import Decimal, MAX_EMAX, MAX_PREC, MIN_EMIN

context = decimal.getcontext()
context.prec, context.Emax, context.Emin = MAX_PREC, MAX_EMAX, MIN_EMIN


def factorial(n, m):
    if n > m:
        return factorial(m, n)
    if m == 0:
        return 1
    if n == m:
        return n
    return factorial(n, (n + m) // 2) * factorial((n + m) // 2 + 1, m)


print(factorial(Decimal(20), 0), len(str(factorial(Decimal(60), 0))))
print(Decimal(7) // 2, Decimal(7) % 2, divmod(Decimal(-7), 2), Decimal("1.5") + Decimal("1e-30"), Decimal(3) ** 40)
print(Decimal(2) * Decimal("0.5"), -Decimal("1.20"), abs(Decimal(-3)), Decimal("1e20") - 1, Decimal("12.50").normalize())
print(Decimal("2.345").quantize(Decimal("0.01")), max(Decimal(1), Decimal(2)), Decimal(5) == 5, context.prec, context.Emin)
for make in (lambda: Decimal(1) / 3, lambda: Decimal(2).sqrt()):
    try:
        print(make())
    except MemoryError:
        print("MemoryError")
context.prec = 28
print(Decimal(1) / 3, Decimal(2).sqrt())
