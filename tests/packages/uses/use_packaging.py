from packaging.markers import Marker
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.tags import parse_tag
from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import InvalidVersion, Version

vs = [Version(v) for v in ("1.0", "1.0.dev1", "1.0rc1", "1!0.5", "1.0.post2", "1.0+local")]
print([str(v) for v in sorted(vs)], Version("2.3a1").pre, Version("1.0") == Version("1.0.0"))
s = SpecifierSet(">=1.0,!=1.3.*,<2; ".strip("; "))
print(list(s.filter(["0.9", "1.1", "1.3.5", "1.9", "2.0a1"])), "1.2" in s, SpecifierSet("~=1.4.2").contains("1.4.9"))
r = Requirement('requests[security]>=2.8.1,==2.8.*; python_version < "2.7" and os_name == "posix"')
print(r.name, r.extras, r.specifier, r.marker, r.marker.evaluate(), Marker("extra == 'x'").evaluate({"extra": "x"}))
print(canonicalize_name("A_b.-C"), parse_wheel_filename("foo_bar-1.0-py3-none-any.whl")[:2], len(parse_tag("py2.py3-none-any")))
for bad in (lambda: Version("a.b"), lambda: Requirement("x >> 1")):
    try:
        bad()
    except (InvalidVersion, InvalidRequirement) as e:
        print(e)
