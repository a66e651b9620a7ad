import io
import os
import tempfile

from pylint.lint import Run
from pylint.reporters.text import TextReporter

CODE = '''import os
def f(x, l=[]):
    y = 1
    if x == None:
        return undefined
    return x.foo
class a:
    def m(this): pass
'''
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("mod.py", "w") as file:
        file.write(CODE)
    out = io.StringIO()
    Run(["--persistent=n", "--score=n", "-j1", "mod.py"], reporter=TextReporter(out), exit=False)
    print(out.getvalue())
    os.chdir("/")
