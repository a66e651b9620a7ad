"""The native types of `datetime`: values, operators, subclasses, pickles, and errors."""
from datetime import *
import pickle, copy
d=datetime(2024,1,2,3,4,5,6); t=timedelta(1,2,3)
print(repr(d),d,d+t,d-t,d-datetime(2020,1,1),hash(d)==hash(datetime(2024,1,2,3,4,5,6)))
print(repr(t),t,-t,t*3,t*1.5,t/2,t/0.7,t//2,t/t,t//t,t%timedelta(hours=1),divmod(t,timedelta(hours=1)),abs(-t),bool(timedelta()))
z=timezone(timedelta(hours=2)); a=datetime(2024,1,2,tzinfo=timezone.utc)
print(a.astimezone(z), a.astimezone(z)==a, a.timestamp(), a.isoformat(), repr(a), z, repr(z), timezone.utc)
class S(datetime):
    def __new__(cls,*a,**k): return super().__new__(cls,*a,**k)
s=S(2024,1,2,3); print(repr(s),type(s+t),s.replace(year=2020),type(s.replace(year=2020)),s==datetime(2024,1,2,3), pickle.loads(pickle.dumps(s)), s.date(), str(s), isinstance(s,date))
class D(date): x=1
q=D(2024,5,6); print(repr(q), q+t, type(q+t), q-date(2024,1,1), D.fromordinal(5), D.today()>q, q.replace(day=1))
for p in range(6):
    for o in (d,a,t,date(2024,1,2),time(1,2,3),time(1,tzinfo=z),z,datetime(2024,1,2,fold=1)):
        assert pickle.loads(pickle.dumps(o,p))==o and copy.deepcopy(o)==o,(p,o)
print(time(1,2,3,fold=1),repr(time(1,2,3,4,z)),time(1,2)<time(2),date.min,datetime.max,timedelta.resolution,time.max)
for f in [lambda:datetime(2024,13,1),lambda:datetime(2024,2,30),lambda:datetime(0,1,1),lambda:datetime(),lambda:datetime(1,1,1,25),lambda:timedelta('a'),lambda:timedelta(1)/0,lambda:d<date(1,1,1),lambda:d+1,lambda:d<a,lambda:d-a,lambda:datetime.max+t,lambda:timedelta(999999999)+t,lambda:datetime(2024,1,'x'),lambda:d.foo,lambda:setattr(d,'year',1),lambda:setattr(d,'foo',1),lambda:date(2024,1,1)+5,lambda:timedelta(days=1e10),lambda:timedelta(float('nan')),lambda:t<1,lambda:time(25),lambda:datetime(1,1,1,tzinfo=5),lambda:date.fromisoformat('2024-1-1'),lambda:datetime.combine(1,2)]:
    try: print('?',f())
    except Exception as e: print(type(e).__name__,e)
print(d.strftime('%Y-%m-%d'),f'{d:%H}',datetime.strptime('2024-01-02','%Y-%m-%d'),d.isocalendar(),d.timetuple()[:6],d.ctime())
print(datetime.fromisoformat('2024-01-02T03:04:05.123456+01:00'),datetime.fromisoformat('2024-01-02'),datetime.fromisoformat('20240102T030405'),date.fromisoformat('2024-W01-1'))
print(datetime.fromtimestamp(1e9,timezone.utc),datetime.fromtimestamp(0),timedelta(0.5,0.5),timedelta(hours=1.5,weeks=2), timedelta(microseconds=0.5), timedelta(microseconds=1.5),d.timestamp(), datetime.combine(date(2024,1,1),time(2,3)))
print(type(d),datetime.__module__,datetime.__mro__, {d:1}[datetime(2024,1,2,3,4,5,6)], max(d,s), sorted([d,datetime(2020,1,1)]))
