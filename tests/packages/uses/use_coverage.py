import io
import json

import coverage

open("prog.py", "w").write("""def f(x):
    if x > 1:
        return 'big'
    for i in range(x):
        pass
    return 'small'

def never():
    return 1  # pragma: no cover

class A:
    def m(self):
        try:
            1 / 0
        except ZeroDivisionError:
            return [i for i in range(3)]
print(f(2), A().m())
""")
for branch in (False, True):
    cov = coverage.Coverage(data_file=None, branch=branch, include=["*prog.py"])
    cov.start()
    import importlib, sys
    sys.path.insert(0, "."), sys.modules.pop("prog", None)
    import prog
    cov.stop()
    out = io.StringIO()
    print(cov.report(file=out, show_missing=True))
    print("\n".join(line for line in out.getvalue().splitlines() if "prog" in line or "TOTAL" in line))
    print(cov.analysis2("prog.py")[1:])
