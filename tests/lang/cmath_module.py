import cmath

VALUES = [0j, -0.0 + 0j, 1 + 0j, -1 + 0j, 0.5 + 0.25j, -2.5 - 1.5j, 1e-310 + 1e-310j, 1e308 + 1e308j, complex("inf"), complex("-inf+infj"),
          complex("nan"), complex(0, float("inf")), complex(float("inf"), 2), 710 + 1j]
FUNCTIONS = [cmath.acos, cmath.acosh, cmath.asin, cmath.asinh, cmath.atan, cmath.atanh, cmath.cos, cmath.cosh, cmath.exp, cmath.log,
             cmath.log10, cmath.sin, cmath.sinh, cmath.sqrt, cmath.tan, cmath.tanh, cmath.polar, cmath.isfinite, cmath.isinf, cmath.isnan]


def attempt(f, *args):
    try:
        return f(*args)
    except (ValueError, OverflowError, TypeError) as e:
        return f"{type(e).__name__}: {e}"


for f in FUNCTIONS:
    print(f.__name__, [attempt(f, z) for z in VALUES])
print(cmath.phase(-1), cmath.rect(2, 1), cmath.rect(1, 0), attempt(cmath.rect, 1, float("inf")), cmath.log(8, 2), attempt(cmath.log, 0))
print(cmath.isclose(1, 1 + 1e-10j), cmath.isclose(1, 1.1), attempt(lambda: cmath.isclose(1, 1, rel_tol=-1)), cmath.pi, cmath.infj, cmath.nanj)
print(attempt(cmath.sqrt, "1"), attempt(cmath.sqrt, None), cmath.sqrt(4), cmath.exp(True), cmath.sqrt(-2.0))
