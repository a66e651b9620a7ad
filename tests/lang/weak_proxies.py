"""Weak proxies: attributes of all kinds are those of what they stand for, and its errors too."""
import gc
import weakref

class C:
    v = 1
    def m(self): return self, 5
    @property
    def p(self): return 'prop'
    def __getattr__(self, n):
        if n == 'dyn': return 'dyn'
        raise AttributeError(f'no {n}')
o = C(); p = weakref.proxy(o)
print(p.v, p.m()[1], p.m()[0] is o, p.p, p.dyn)
p.v = 7; print(o.v, p.v, o.__dict__); p.new = 3; print(o.new); del p.new
try: p.nope
except AttributeError as e: print(e)
try: del p.nope
except AttributeError as e: print(e)
class S:
    __slots__ = ('a', '__weakref__')
s = S(); q = weakref.proxy(s); q.a = 5; print(s.a, q.a)
try: q.b = 1
except AttributeError as e: print(e)
del s
gc.collect()
for f in (lambda: q.a, lambda: setattr(q, 'a', 1), lambda: q == 1):
    try: f()
    except ReferenceError as e: print('Ref', e)
