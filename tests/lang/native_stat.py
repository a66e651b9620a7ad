# `_stat` and `_statistics`, which are native.
import _stat
import stat
import statistics
import sys
from _statistics import _normal_dist_inv_cdf

print(stat.S_ISDIR is _stat.S_ISDIR, stat.filemode is _stat.filemode)
for kind in ("DIR", "CHR", "BLK", "REG", "IFO", "LNK", "SOCK", "DOOR", "PORT", "WHT"):
    mode = getattr(stat, "S_IF" + kind) | 0o4751
    found = [name for name in sorted(dir(_stat)) if name.startswith("S_IS") and callable(getattr(_stat, name))
             and getattr(_stat, name)(mode)]
    print(kind, oct(mode), stat.filemode(mode), oct(stat.S_IMODE(mode)), oct(stat.S_IFMT(mode)), found)
for mode in (0, 0o7777, 0o100644, 0o41777, 0o102644, True, 0xFFFF_FFFF):
    print(mode, stat.filemode(mode))
for wrong in ("x", 1.5, None, -1, 1 << 32, 1 << 64, -(1 << 70)):
    try:
        stat.S_ISREG(wrong)
    except Exception as error:
        print(type(error).__name__, error)
print(stat.S_ISREG.__doc__, stat.S_IMODE.__doc__, _stat.__doc__[:20], sep="\n")
print({name: value for name, value in sorted(vars(_stat).items()) if isinstance(value, int) and name[:2] in ("SF", "UF", "ST")})

for p in (0.5, 0.3, 0.925, 0.926, 0.01, 0.999999, 1e-300, 5e-324):
    print(_normal_dist_inv_cdf(p, 0.0, 1.0), _normal_dist_inv_cdf(p, 100, 15.5))
for wrong in ((0.0, 0, 1), (1.0, 0, 1), ("x", 0, 1), (0.5, 0)):
    try:
        _normal_dist_inv_cdf(*wrong)
    except Exception as error:
        print(type(error).__name__, error)
print(statistics.NormalDist(3, 2).quantiles(5), statistics.NormalDist.inv_cdf(statistics.NormalDist(), 0.75))

print(sys.getdlopenflags(), sys.setdlopenflags(257), sys.getdlopenflags())
for wrong in ("x", 1 << 31, -1 << 40):
    try:
        sys.setdlopenflags(wrong)
    except Exception as error:
        print(type(error).__name__, error)
print(isinstance(sys.getunicodeinternedsize(), int), "stdlib_module_names" in dir(sys))
print(type(sys.stdlib_module_names).__name__, "json" in sys.stdlib_module_names, "numpy" in sys.stdlib_module_names)
