import io

from pyflakes import api, reporter

CODE = """import os, sys
from a import *
def f(x):
    y = 1
    print(undefined_name, f"no placeholders")
    try: pass
    except: pass
    return x is 'a'
def f(): global z; return '%s %s' % (1,)
class A:
    x: "Unknown" = 1
    def m(self): return __class__
assert (1, "msg")
"""
out, err = io.StringIO(), io.StringIO()
print(api.check(CODE, "t.py", reporter.Reporter(out, err)))
print(out.getvalue())
print(api.check("def f(:\n", "bad.py", reporter.Reporter(out, err)), err.getvalue().splitlines()[0][:14])
