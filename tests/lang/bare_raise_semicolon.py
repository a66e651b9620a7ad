# `raise` without an exception may be followed by a semicolon.
import ast


def again(log):
    try:
        1 / 0
    except ZeroDivisionError: log.append("handling"); raise; log.append("never")


log = []
try:
    again(log)
except ZeroDivisionError as e:
    print(e, log)

for source in ["raise;x", "if a: raise ;b\n", "raise;raise;", "f(';raise;'); raise; y"]:
    print(ast.dump(ast.parse(source)))
    compile(source, "<s>", "exec")

try:
    compile("raise;)", "<s>", "exec")
except SyntaxError as e:
    print(e)
