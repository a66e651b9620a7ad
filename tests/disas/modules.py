"""A docstring."""
x = 1.5
y = x, 2j, b"bytes", 1_000_000, ..., None, True
for i in y:
    print(i)
global_name = lambda: [global_name, y]
def setter():
    global x
    x = global_name
    del x
del y
z: int = 3
t = t"a{x}b{y!r:>5}"
s = y[1:3]
m = "é\ud800"
if x in {1, 2}: pass
all(a for a in y)
def f(a, b):
    return a[b] if b"" else any(x for x in a), list(a), tuple(b for b in a), set(a)
def late():
    raise NotImplementedError
