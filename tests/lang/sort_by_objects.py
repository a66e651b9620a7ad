"""Sorting what is neither number nor text: dates, decimals, named tuples, members of enumerations."""
import collections
import datetime
import decimal
import enum

D = datetime
L = [D.datetime(2020,1,2), D.datetime(2019,5,5,3), D.datetime(2020,1,1)]
print(sorted(L), sorted([(x, 1) for x in L])[0], max(L))
U = [x.replace(tzinfo=D.timezone.utc) for x in L]+[L[0].replace(tzinfo=D.timezone(D.timedelta(hours=2)))]
print([str(x) for x in sorted(U)])
try: sorted(L+U)
except TypeError as e: print(e)
print(sorted([D.date(2020,1,1), D.date(2019,1,1)]), sorted([D.timedelta(3), D.timedelta(1)]), sorted([D.time(3), D.time(1)]))
Dc = decimal.Decimal
print(sorted([Dc('3'), Dc('1.50'), Dc('1.5'), Dc('-2')]), sorted([Dc(2), 1, 1.5]), sorted([Dc('nan')]*1))
try: sorted([Dc('nan'), Dc(1)])
except Exception as e: print(type(e).__name__)
class E(enum.IntEnum): A=3; B=1; C=2
print(sorted([E.A, E.B, 2, E.C]))
NT = collections.namedtuple('NT', 'x y')
print(sorted([NT(2,1), NT(1,5), (1,4)]))
class R(NT):
    def __lt__(self, o): return tuple.__gt__(self, o)
print(sorted([R(2,1), R(3,5), R(1,4)]))
class St(str): pass
print(sorted([St('b'), 'a', St('c')], reverse=True))
print({D.date(2020,1,1): 1}[D.date(2020,1,1)], D.date(2020,1,1) in [D.date(2019,1,1), D.date(2020,1,1)], {Dc('1.0'): 1}[Dc(1)], D.datetime(2020,1,1) == D.date(2020,1,1))
