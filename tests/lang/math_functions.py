"""The math module, with the results rounded where the last digit may depend on the platform."""
import math


def show(name, *args):
    try:
        value = getattr(math, name)(*args)
    except (ValueError, OverflowError, TypeError) as e:
        print(name, args, type(e).__name__)
        return
    print(name, args, round(value, 9) if isinstance(value, float) and math.isfinite(value) else value)


for name in "sqrt", "exp", "log", "sin", "cos", "tan", "atan", "floor", "ceil", "trunc":
    show(name, 1.5)
show("sqrt", 2)
show("sqrt", -1)
show("log", 0)
show("log", 8, 2)
show("log2", 1024)
show("log10", 10 ** 30)
show("pow", 2, 0.5)
show("exp", 1000)
show("atan2", 1, -1)
show("hypot", 3, 4)
show("gcd", 12, 18, 27)
show("lcm", 4, 6)
show("factorial", 20)
show("factorial", -1)
show("comb", 10, 3)
show("perm", 5, 2)
show("isqrt", 10 ** 20 + 1)
show("fmod", -7, 3)
show("copysign", 1, -0.0)
show("degrees", math.pi)
show("radians", 180)
show("prod", [1, 2, 3, 4])
show("dist", (0, 0), (1, 1))
show("frexp", 8.0)
show("modf", 2.5)
show("floor", math.inf)
show("sqrt", "x")
print(math.pi, math.e, math.tau, math.inf, -math.inf, math.nan, math.isnan(math.nan), math.isinf(-math.inf))
print(math.isclose(0.1 + 0.2, 0.3), math.floor(-1.5), math.ceil(-1.5), math.trunc(-1.5), math.fabs(-2))


class Height:
    def __floor__(self):
        return "floor!"

    def __float__(self):
        return 4.0


print(math.floor(Height()), math.sqrt(Height()))
