import pint

u = pint.UnitRegistry(cache_folder=None)
d = 3 * u.meter + 20 * u.cm
print(d, d.to("inch"), d.to_base_units(), (d / (2 * u.second)).to("km/hour"), repr(d), d.dimensionality)
print(u("5 kg*m/s**2").to(u.newton), u.Quantity(25, "degC").to("degF"), u.parse_expression("2 ft + 3 in"), u.Unit("m/s"))
print(f"{d:.2f~P} {d:~} {(9.8 * u.m / u.s**2):L}", d.to_compact("mm") if False else (12345 * u.m).to_compact(), d.m, d.u, d.magnitude)
for bad in (lambda: d + 1 * u.s, lambda: u("3 zorks"), lambda: d.to("kg"), lambda: u("3 *")):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
u.define("smoot = 1.7018 m = sm")
print((2 * u.smoot).to("m"), u.get_compatible_units("[length]") != set(), d == 3.2 * u.m, sorted([3 * u.m, 2 * u.cm, 1 * u.km]))


@u.wraps("m", ("m", "s"))
def far(a, b):
    return a * b


print(far(2 * u.km, 1 * u.minute), u.Quantity("3 m").check("[length]"))
import pickle
print(pickle.loads(pickle.dumps(d)))
