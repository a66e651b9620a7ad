"""The native part of `decimal`: operators, rounding, flags, and where Python takes over."""
import decimal
import hashlib
import pickle
from decimal import Decimal as D

LITERALS = """0 1 -0.0 -2.675 1E+5 123456789012345678901234567890.12345 7 9.9999999999999999999999999999 -0.00001 12.5
2.5 99999999999999999999999999995 0E-9""".split()
ROUNDINGS = [decimal.ROUND_HALF_EVEN, decimal.ROUND_HALF_UP, decimal.ROUND_HALF_DOWN, decimal.ROUND_DOWN, decimal.ROUND_UP,
             decimal.ROUND_CEILING, decimal.ROUND_FLOOR, decimal.ROUND_05UP]
FLAGS = [decimal.Inexact, decimal.Rounded, decimal.Overflow, decimal.DivisionByZero, decimal.InvalidOperation]
VALUES = [D(text) for text in LITERALS]
OPERATIONS = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b, lambda a, b: a // b,
              lambda a, b: a % b, lambda a, b: divmod(a, b or D(7)), lambda a, b: (a < b, a == b, a >= b), lambda a, b: a.quantize(b)]


def tried(operation, *operands):
    context = decimal.getcontext()
    context.clear_flags()
    try:
        result = operation(*operands)
    except ArithmeticError as error:
        result = [type(error).__name__]
    return result, [context.flags[flag] != 0 for flag in FLAGS]


def digest(items):
    return hashlib.md5(repr(items).encode()).hexdigest()


for precision, rounding in zip((28, 9, 5, 3, 28, 16, 1, 50)[::3], ROUNDINGS[::3]):
    decimal.getcontext().prec, decimal.getcontext().rounding = precision, rounding
    for at, operation in enumerate(OPERATIONS):
        print(precision, rounding, at, digest([tried(operation, a, b) for a in VALUES[at % 4::8] for b in VALUES[at % 3::9]]))
    print(digest([tried(f, a) for a in VALUES[precision % 3::3] for f in (abs, int, float, hash, bool, str, repr, lambda x: -x, lambda x: +x,
          round, lambda x: round(x, 1), lambda x: x.normalize(), lambda x: abs(x).sqrt(), lambda x: x.adjusted())]))
decimal.setcontext(decimal.Context(prec=28))
print(D("0.1") + D("0.2"), 1 + D("1.1"), D(5) / 3, 7 // D(2), 2 ** D("0.5"), sum([D("1.1")] * 3), D("1e500") * 10)
print(D("NaN") + 1, D("Infinity") - 5, -D("Inf"), D("sNaN").is_snan(), [D(1), D("NaN")] == [D(1), 5], D("  12_3.5 "))
for bad in ("", "abc", "1e", "1.2.3", None, [], 1j, "--1"):
    try:
        D(bad)
    except (decimal.InvalidOperation, TypeError, ValueError) as error:
        print(type(error).__name__)
for operation in (lambda: D(1) / 0, lambda: D(0) / 0, lambda: D(1) + 1.5, lambda: D("sNaN") + 1, lambda: D("NaN") < 1):
    try:
        print(operation())
    except (ArithmeticError, TypeError) as error:
        print(type(error).__name__)


class Money(D):
    def __new__(cls, text):
        self = super().__new__(cls, text)
        self.currency = "EUR"
        return self


price = Money("12.34")
print(price, repr(price), price.currency, type(price + 1).__name__, price == D("12.34"), {price: 1}[D("12.34")])
with decimal.localcontext() as context:
    context.prec = 4
    context.traps[decimal.Inexact] = True
    try:
        D(1) / 3
    except decimal.Inexact:
        print("inexact", D(1) / 4)
product = D(1)
with decimal.localcontext(prec=200):
    for factor in range(1, 120):
        product *= factor
    print(product)
for value in VALUES[:6]:
    assert pickle.loads(pickle.dumps(value)).as_tuple() == value.as_tuple()
print(D(3).as_tuple(), D("-1.50").as_tuple(), f"{D('1234567.891'):,.2f}", D("1.5").as_integer_ratio(), D(10).exp(), D(2).ln())
print(D(0.1), D.from_float(0.5), D((1, (1, 2, 3), -2)), D(True), D(2**200), int(D(2**200)) == 2**200, D("1E+3") == 1000, D("2.5") == 2.5)
