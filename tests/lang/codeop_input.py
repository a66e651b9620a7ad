# What can be gone on with at a prompt.
import codeop

TEXTS = []
TEXTS += ['x = (', 'x = [1,', 'def f(a,', 'f(1, 2', 'class C:', 'class C:\n  x = 1']
TEXTS += ['@dec', '@dec\n', 'try:', 'try:\n  pass\n', 'if 1:\n  pass\nelse:', "'''abc"]
TEXTS += ["'''abc\n", 'x = \\', '\\', 'lambda x:', 'a = 1 +', 'a b']
TEXTS += ['(1 2', 'def f(:', 'x ]', 'if x:\npass', '  x', "f'{"]
TEXTS += ["f'''{", '{1: 2,', 'match x:', 'match x:\n  case 1:', 'async def f():', 'with a:']
TEXTS += ['del', '']
for text in TEXTS:
    for symbol in "single", "exec":
        try:
            print(symbol, repr(text), codeop.compile_command(text, symbol=symbol) is None)
        except SyntaxError as e:
            print(symbol, repr(text), type(e).__name__, e.msg, e.lineno)
