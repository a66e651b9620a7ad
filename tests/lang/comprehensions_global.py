# Variables of comprehensions, where functions declare the same names global or nonlocal.
def f():
    global a, b, c
a = b = c = 1
[0 for a in 'xy']; print('module', a)
a = 1
def g():
    global a
    [0 for a in 'xy']
    return [a for a in 'xy']
g(); print('own global', a)
a = 1
def h():
    [0 for a in 'xy']
    def k():
        global a
    k()
h(); print('nested global', a)
a = 1
class C:
    x = [a for a in 'xy']
    global a
print('class', a)
a = 1
class D:
    global b
    x = [b for b in 'xy']
print('class own', b)
b=1
def n():
    x = 1
    def k():
        nonlocal x
        x = 2
    r = [x for x in 'ab']
    k()
    return x, r
print(n())
def m():
    x = 1
    def k():
        nonlocal x
        r = [x for x in 'ab']
        return x, r
    return k(), x
print(m())
x = [lambda: c for c in 'ab']; print(c, x[0]())
print({c: c for c in 'ab'}, c)
print([(b, c) for b in 'ab' for c in 'de'], b, c)
print([[c for c in 'xy'] for b in 'ab'], b, c)
a=1
print([b for b in [a for a in 'xy']], a)
w = 1
print([w for w in (5,)], w)
try:
    print({'x'.x: w for w in (5,)})
except AttributeError:
    print(w)
print(list((w := i) for i in (7, 8)), w)
