from uncertainties import ufloat, ufloat_fromstr, umath, nominal_value, std_dev

x, y = ufloat(3, 0.1), ufloat(2.5, 0.25, "y")
z = x * y + umath.sin(x) ** 2
print(x, y, z, z.nominal_value, z.std_dev, x - x, repr(y))
print({v.tag: round(e, 5) for v, e in z.error_components().items()}, z.derivatives[x])
print(f"{z:.2f} {z:.1uS} {z:eL} {z:P} {x:.3g}", ufloat_fromstr("1.23+/-0.04"), ufloat_fromstr("12.3(4)e5"))
print(umath.sqrt(x), umath.atan2(x, y), x ** y, abs(-x), x > y, nominal_value(3), std_dev(x))
try:
    float(x)
except TypeError as e:
    print(e)
try:
    ufloat(1, -2)
except Exception as e:
    print(type(e).__name__, e)
