import contextlib
import io

import pycodestyle

CODE = ["import os,sys\n", "def f( x ):\n", "  return x==None\n", "class A: pass\n", "l = lambda: 0 \n", "x=1;y = 2\n", "#comment\n"]
out = io.StringIO()
with contextlib.redirect_stdout(out):
    style = pycodestyle.StyleGuide(max_line_length=40)
    checker = pycodestyle.Checker("t.py", lines=CODE, options=style.options)
    count = checker.check_all()
print(count)
print(out.getvalue())
