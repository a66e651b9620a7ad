"""`cmath`: functions of complex numbers, with the formulas that keep their precision (Kahan's), and the values at
infinities, signed zeros and NaN that the C standard gives (annex G).
"""

import _ttd_cmath as _native
import math as _math
from math import atan2 as _atan2, copysign as _copysign, e, inf, nan, pi, tau

infj = complex(0.0, inf)
nanj = complex(0.0, nan)

_LN2 = 0.6931471805599453
_LN10 = 2.302585092994046
_LARGE = 1.7976931348623157e308 / 4.0
_SQRT_LARGE = _math.sqrt(_LARGE)
_LOG_LARGE = _math.log(_LARGE)
_MIN = 2.2250738585072014e-308
_SQRT_MIN = _math.sqrt(_MIN)


def _hypot(x, y):
    # The C library's `hypot`, as in CPython; `math.hypot` rounds better.
    try:
        return abs(complex(x, y))
    except OverflowError:
        return inf


def _arg(z):
    if type(z) is complex:
        return z.real, z.imag
    if isinstance(z, (str, bytes, bytearray)):
        raise TypeError(f"must be real number, not {type(z).__name__}")
    try:
        z = complex(z)
    except TypeError:
        raise TypeError(f"must be real number, not {type(z).__name__}") from None
    return z.real, z.imag


def _domain():
    return ValueError("math domain error")


def _ranged(x, y):
    if _math.isinf(x) or _math.isinf(y):
        raise OverflowError("math range error")
    return complex(x, y)


def _kind(x):
    if x != x:
        return 6
    if x in (inf, -inf):
        return 5 if x > 0 else 0
    if x == 0:
        return 3 if _copysign(1.0, x) > 0 else 2
    return 4 if x > 0 else 1


# Rows: the real part is -inf, negative, -0, 0, positive, inf, nan; columns: the imaginary part.
_NUMBERS = {"0": 0.0, "-0": -0.0, "1": 1.0, "-1": -1.0, "i": inf, "-i": -inf, "n": nan, "u": nan, "p": pi, "-p": -pi,
            "h": pi / 2, "-h": -pi / 2, "q": pi / 4, "-q": -pi / 4, "t": 0.75 * pi, "-t": -0.75 * pi}


def _table(text):
    return [[complex(*(_NUMBERS[part] for part in cell.split(","))) for cell in row.split()]
            for row in text.strip().split("\n")]


_ACOS = _table("""t,i p,i p,i p,-i p,-i t,-i n,i
h,i u,u u,u u,u u,u h,-i n,n
h,i u,u h,0 h,-0 u,u h,-i h,n
h,i u,u h,0 h,-0 u,u h,-i h,n
h,i u,u u,u u,u u,u h,-i n,n
q,i 0,i 0,i 0,-i 0,-i q,-i n,i
n,i n,n n,n n,n n,n n,-i n,n""")
_ACOSH = _table("""i,-t i,-p i,-p i,p i,p i,t i,n
i,-h u,u u,u u,u u,u i,h n,n
i,-h u,u 0,-h 0,h u,u i,h n,n
i,-h u,u 0,-h 0,h u,u i,h n,n
i,-h u,u u,u u,u u,u i,h n,n
i,-q i,-0 i,-0 i,0 i,0 i,q i,n
i,n n,n n,n n,n n,n i,n n,n""")
_ASINH = _table("""-i,-q -i,-0 -i,-0 -i,0 -i,0 -i,q -i,n
-i,-h u,u u,u u,u u,u -i,h n,n
-i,-h u,u -0,-0 -0,0 u,u -i,h n,n
i,-h u,u 0,-0 0,0 u,u i,h n,n
i,-h u,u u,u u,u u,u i,h n,n
i,-q i,-0 i,-0 i,0 i,0 i,q i,n
i,n n,n n,-0 n,0 n,n i,n n,n""")
_ATANH = _table("""-0,-h -0,-h -0,-h -0,h -0,h -0,h -0,n
-0,-h u,u u,u u,u u,u -0,h n,n
-0,-h u,u -0,-0 -0,0 u,u -0,h -0,n
0,-h u,u 0,-0 0,0 u,u 0,h 0,n
0,-h u,u u,u u,u u,u 0,h n,n
0,-h 0,-h 0,-h 0,h 0,h 0,h 0,n
0,-h n,n n,n n,n n,n 0,h n,n""")
_COSH = _table("""i,n u,u i,0 i,-0 u,u i,n i,n
n,n u,u u,u u,u u,u n,n n,n
n,0 u,u 1,0 1,-0 u,u n,0 n,0
n,0 u,u 1,-0 1,0 u,u n,0 n,0
n,n u,u u,u u,u u,u n,n n,n
i,n u,u i,-0 i,0 u,u i,n i,n
n,n n,n n,0 n,0 n,n n,n n,n""")
_EXP = _table("""0,0 u,u 0,-0 0,0 u,u 0,0 0,0
n,n u,u u,u u,u u,u n,n n,n
n,n u,u 1,-0 1,0 u,u n,n n,n
n,n u,u 1,-0 1,0 u,u n,n n,n
n,n u,u u,u u,u u,u n,n n,n
i,n u,u i,-0 i,0 u,u i,n i,n
n,n n,n n,-0 n,0 n,n n,n n,n""")
_LOG = _table("""i,-t i,-p i,-p i,p i,p i,t i,n
i,-h u,u u,u u,u u,u i,h n,n
i,-h u,u -i,-p -i,p u,u i,h n,n
i,-h u,u -i,-0 -i,0 u,u i,h n,n
i,-h u,u u,u u,u u,u i,h n,n
i,-q i,-0 i,-0 i,0 i,0 i,q i,n
i,n n,n n,n n,n n,n i,n n,n""")
_SINH = _table("""i,n u,u -i,-0 -i,0 u,u i,n i,n
n,n u,u u,u u,u u,u n,n n,n
0,n u,u -0,-0 -0,0 u,u 0,n 0,n
0,n u,u 0,-0 0,0 u,u 0,n 0,n
n,n u,u u,u u,u u,u n,n n,n
i,n u,u i,-0 i,0 u,u i,n i,n
n,n n,n n,-0 n,0 n,n n,n n,n""")
_SQRT = _table("""i,-i 0,-i 0,-i 0,i 0,i i,i n,i
i,-i u,u u,u u,u u,u i,i n,n
i,-i u,u 0,-0 0,0 u,u i,i n,n
i,-i u,u 0,-0 0,0 u,u i,i n,n
i,-i u,u u,u u,u u,u i,i n,n
i,-i i,-0 i,-0 i,0 i,0 i,i i,n
i,-i n,n n,n n,n n,n i,i n,n""")
_TANH = _table("""-1,0 u,u -1,-0 -1,0 u,u -1,0 -1,0
n,n u,u u,u u,u u,u n,n n,n
-0,n u,u -0,-0 -0,0 u,u -0,n n,n
0,n u,u 0,-0 0,0 u,u 0,n n,n
n,n u,u u,u u,u u,u n,n n,n
1,0 u,u 1,-0 1,0 u,u 1,0 1,0
n,n n,n n,-0 n,0 n,n n,n n,n""")
_RECT = _table("""i,n u,u -i,0 -i,-0 u,u i,n i,n
n,n u,u u,u u,u u,u n,n n,n
0,0 u,u -0,0 -0,-0 u,u 0,0 0,0
0,0 u,u 0,-0 0,0 u,u 0,0 0,0
n,n u,u u,u u,u u,u n,n n,n
i,n u,u i,-0 i,0 u,u i,n i,n
n,n n,n n,0 n,0 n,n n,n n,n""")


def _finite(x, y):
    return _math.isfinite(x) and _math.isfinite(y)


def _special(table, x, y):
    return table[_kind(x)][_kind(y)]


def _acos(x, y):
    if not _finite(x, y):
        return _special(_ACOS, x, y)
    if abs(x) > _LARGE or abs(y) > _LARGE:
        large = _math.log(_hypot(x / 2.0, y / 2.0)) + _LN2 * 2.0
        return complex(_atan2(abs(y), x), -_copysign(large, y) if x < 0 else _copysign(large, -y))
    s1, s2 = _sqrt(1.0 - x, -y), _sqrt(1.0 + x, y)
    return complex(2.0 * _atan2(s1.real, s2.real), _math.asinh(s2.real * s1.imag - s2.imag * s1.real))


def _acosh(x, y):
    if not _finite(x, y):
        return _special(_ACOSH, x, y)
    if abs(x) > _LARGE or abs(y) > _LARGE:
        return complex(_math.log(_hypot(x / 2.0, y / 2.0)) + _LN2 * 2.0, _atan2(y, x))
    s1, s2 = _sqrt(x - 1.0, y), _sqrt(x + 1.0, y)
    return complex(_math.asinh(s1.real * s2.real + s1.imag * s2.imag), 2.0 * _atan2(s1.imag, s2.real))


def _asinh(x, y):
    if not _finite(x, y):
        return _special(_ASINH, x, y)
    if abs(x) > _LARGE or abs(y) > _LARGE:
        large = _math.log(_hypot(x / 2.0, y / 2.0)) + _LN2 * 2.0
        return complex(_copysign(large, x) if y >= 0 else -_copysign(large, -x), _atan2(y, abs(x)))
    s1, s2 = _sqrt(1.0 + y, -x), _sqrt(1.0 - y, x)
    return complex(_math.asinh(s1.real * s2.imag - s2.real * s1.imag),
                   _atan2(y, s1.real * s2.real - s1.imag * s2.imag))


def _atanh(x, y):
    if not _finite(x, y):
        return _special(_ATANH, x, y)
    if x < 0 or x == 0 and _copysign(1.0, x) < 0:
        made = _atanh(-x, -y)
        return complex(-made.real, -made.imag)
    ay = abs(y)
    if x > _SQRT_LARGE or ay > _SQRT_LARGE:
        h = _hypot(x / 2.0, y / 2.0)
        return complex(x / 4.0 / h / h, -_copysign(pi / 2.0, -y))
    if x == 1.0 and ay < _SQRT_MIN:
        if ay == 0:
            raise _domain()
        return complex(-_math.log(_math.sqrt(ay) / _math.sqrt(_hypot(ay, 2.0))), _copysign(_atan2(2.0, -ay) / 2, y))
    return complex(_math.log1p(4.0 * x / ((1 - x) * (1 - x) + ay * ay)) / 4.0,
                   -_atan2(-2.0 * y, (1 - x) * (1 + x) - ay * ay) / 2.0)


def _cosh(x, y):
    if not _finite(x, y):
        if _math.isinf(x) and _math.isfinite(y) and y != 0:
            real, imag = _copysign(inf, _math.cos(y)), _copysign(inf, _math.sin(y))
            return complex(real, imag if x > 0 else -imag)
        if _math.isinf(y) and x == x:
            raise _domain()
        return _special(_COSH, x, y)
    if abs(x) > _LOG_LARGE:
        less = x - _copysign(1.0, x)
        return _ranged(_math.cos(y) * _cosh_of(less) * e, _math.sin(y) * _sinh_of(less) * e)
    return _ranged(_math.cos(y) * _math.cosh(x), _math.sin(y) * _math.sinh(x))


def _cosh_of(x):
    try:
        return _math.cosh(x)
    except OverflowError:
        return inf


def _sinh_of(x):
    try:
        return _math.sinh(x)
    except OverflowError:
        return _copysign(inf, x)


def _exp(x, y):
    if not _finite(x, y):
        if _math.isinf(x) and _math.isfinite(y) and y != 0:
            size = inf if x > 0 else 0.0
            return complex(_copysign(size, _math.cos(y)), _copysign(size, _math.sin(y)))
        if _math.isinf(y) and (_math.isfinite(x) or _math.isinf(x) and x > 0):
            raise _domain()
        return _special(_EXP, x, y)
    if x > _LOG_LARGE:
        try:
            size = _math.exp(x - 1.0)
        except OverflowError:
            raise OverflowError("math range error") from None
        return _ranged(size * _math.cos(y) * e, size * _math.sin(y) * e)
    return _native.exp(complex(x, y))


def _log(x, y):
    if not _finite(x, y):
        return _special(_LOG, x, y)
    ax, ay = abs(x), abs(y)
    if ax > _LARGE or ay > _LARGE:
        real = _math.log(_hypot(ax / 2.0, ay / 2.0)) + _LN2
    elif ax < _MIN and ay < _MIN:
        if ax == 0 and ay == 0:
            raise _domain()
        real = _math.log(_hypot(_math.ldexp(ax, 53), _math.ldexp(ay, 53))) - 53 * _LN2
    else:
        return _native.log(complex(x, y))
    return complex(real, _atan2(y, x))


def _sinh(x, y):
    if not _finite(x, y):
        if _math.isinf(x) and _math.isfinite(y) and y != 0:
            real, imag = _copysign(inf, _math.cos(y)), _copysign(inf, _math.sin(y))
            return complex(real if x > 0 else -real, imag)
        if _math.isinf(y) and x == x:
            raise _domain()
        return _special(_SINH, x, y)
    if abs(x) > _LOG_LARGE:
        less = x - _copysign(1.0, x)
        return _ranged(_math.cos(y) * _sinh_of(less) * e, _math.sin(y) * _cosh_of(less) * e)
    return _ranged(_math.cos(y) * _math.sinh(x), _math.sin(y) * _math.cosh(x))


def _sqrt(x, y):
    if not _finite(x, y):
        return _special(_SQRT, x, y)
    if x == 0 and y == 0:
        return complex(0.0, y)
    ax, ay = abs(x), abs(y)
    if ax >= _MIN or ay >= _MIN:
        return _native.sqrt(complex(x, y))
    # Scaled up by 2**54, which the root halves; the sum is twice the result.
    ax = _math.ldexp(ax, 53)
    s = _math.ldexp(_math.sqrt(ax + _hypot(ax, _math.ldexp(ay, 53))), -27)
    d = ay / (2.0 * s)
    if x >= 0:
        return complex(s, _copysign(d, y))
    return complex(d, _copysign(s, y))


def _tanh(x, y):
    if not _finite(x, y):
        if _math.isinf(x) and _math.isfinite(y) and y != 0:
            return complex(_copysign(1.0, x), _copysign(0.0, 2.0 * _math.sin(y) * _math.cos(y)))
        if _math.isinf(y) and _math.isfinite(x):
            raise _domain()
        return _special(_TANH, x, y)
    if abs(x) > _LOG_LARGE:
        return complex(_copysign(1.0, x), 4.0 * _math.sin(y) * _math.cos(y) * _math.exp(-2.0 * abs(x)))
    tx, ty, cx = _math.tanh(x), _math.tan(y), 1.0 / _math.cosh(x)
    product = tx * ty
    denominator = 1.0 + product * product
    return complex(tx * (1.0 + ty * ty) / denominator, ((ty / denominator) * cx) * cx)


def acos(z, /):
    """Return the arc cosine of z."""
    return _acos(*_arg(z))


def acosh(z, /):
    """Return the inverse hyperbolic cosine of z."""
    return _acosh(*_arg(z))


def asin(z, /):
    """Return the arc sine of z."""
    x, y = _arg(z)
    made = _asinh(-y, x)
    return complex(made.imag, -made.real)


def asinh(z, /):
    """Return the inverse hyperbolic sine of z."""
    return _asinh(*_arg(z))


def atan(z, /):
    """Return the arc tangent of z."""
    x, y = _arg(z)
    made = _atanh(-y, x)
    return complex(made.imag, -made.real)


def atanh(z, /):
    """Return the inverse hyperbolic tangent of z."""
    return _atanh(*_arg(z))


def cos(z, /):
    """Return the cosine of z."""
    x, y = _arg(z)
    return _cosh(-y, x)


def cosh(z, /):
    """Return the hyperbolic cosine of z."""
    return _cosh(*_arg(z))


def exp(z, /):
    """Return the exponential value e**z."""
    made = _native.exp(z)
    return _exp(*_arg(z)) if made is None else made


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    """Determine whether two complex numbers are close in value."""
    a, b = complex(*_arg(a)), complex(*_arg(b))
    if rel_tol < 0.0 or abs_tol < 0.0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    distance = abs(a - b)
    return distance <= rel_tol * abs(b) or distance <= rel_tol * abs(a) or distance <= abs_tol


def isfinite(z, /):
    """Return True if both the real and imaginary parts of z are finite, else False."""
    return _finite(*_arg(z))


def isinf(z, /):
    """Checks if the real or imaginary part of z is infinite."""
    x, y = _arg(z)
    return _math.isinf(x) or _math.isinf(y)


def isnan(z, /):
    """Checks if the real or imaginary part of z not a number (NaN)."""
    x, y = _arg(z)
    return x != x or y != y


_ABSENT = object()


def log(z, base=_ABSENT, /):
    """log(z[, base]) -> the logarithm of z to the given base."""
    made = _native.log(z)
    if made is None:
        made = _log(*_arg(z))
    if base is _ABSENT:
        return made
    try:
        return made / _log(*_arg(base))
    except ZeroDivisionError:
        raise _domain() from None


def log10(z, /):
    """Return the base-10 logarithm of z."""
    made = _log(*_arg(z))
    return complex(made.real / _LN10, made.imag / _LN10)


def phase(z, /):
    """Return argument, also known as the phase angle, of a complex."""
    angle = _native.phase(z)
    if angle is not None:
        return angle
    x, y = _arg(z)
    return _atan2(y, x)


def polar(z, /):
    """Convert a complex from rectangular coordinates to polar coordinates."""
    made = _native.polar(z)
    if made is not None:
        return made
    x, y = _arg(z)
    size = _hypot(x, y)
    if _math.isinf(size) and _finite(x, y):
        raise OverflowError("math range error")
    return size, _atan2(y, x)


def rect(r, phi, /):
    """Convert from polar coordinates to rectangular coordinates."""
    made = _native.rect(r, phi)
    if made is not None:
        return made
    r, phi = float(r), float(phi)
    if not _finite(r, phi):
        if _math.isinf(r) and _math.isfinite(phi) and phi != 0:
            real, imag = _copysign(inf, _math.cos(phi)), _copysign(inf, _math.sin(phi))
            return complex(real, imag) if r > 0 else complex(-real, -imag)
        if r != 0 and r == r and _math.isinf(phi):
            raise _domain()
        return _special(_RECT, r, phi)
    return _native.rect(r, phi)


def sin(z, /):
    """Return the sine of z."""
    x, y = _arg(z)
    made = _sinh(-y, x)
    return complex(made.imag, -made.real)


def sinh(z, /):
    """Return the hyperbolic sine of z."""
    return _sinh(*_arg(z))


def sqrt(z, /):
    """Return the square root of z."""
    made = _native.sqrt(z)
    return _sqrt(*_arg(z)) if made is None else made


def tan(z, /):
    """Return the tangent of z."""
    x, y = _arg(z)
    made = _tanh(-y, x)
    return complex(made.imag, -made.real)


def tanh(z, /):
    """Return the hyperbolic tangent of z."""
    return _tanh(*_arg(z))
