"""The arguments of decimal's exceptions: the conditions that were met."""
from decimal import Context, Decimal, Inexact, InvalidOperation, localcontext

for compute in (
    lambda: Decimal("x"),
    lambda: Decimal(0) / 0,
    lambda: Decimal(1) / 0,
    lambda: Decimal("sNaN") + 1,
    lambda: Decimal("1e999999") * Decimal("1e999999"),
    lambda: Decimal(-1).sqrt(),
    lambda: Decimal(1) // Decimal("1e-999999"),
    lambda: Decimal("NaN") < 1,
    lambda: Decimal(10).quantize(Decimal("1e-50")),
    lambda: Decimal(0) ** 0,
    lambda: Decimal(5).logical_and(Decimal(3)),
    lambda: Decimal(-1).ln(),
):
    try:
        print(compute())
    except ArithmeticError as e:
        print(type(e).__name__, e, e.args)
with localcontext() as context:
    context.traps[Inexact] = True
    try:
        Decimal(1) / 3
    except Inexact as e:
        print(repr(e))
    context.traps[InvalidOperation] = False
    print(Decimal("y"), bool(context.flags[InvalidOperation]))
print(Context(traps=[]).divide(Decimal(1), Decimal(0)))
