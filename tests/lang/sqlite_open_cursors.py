"""Cursors over one text at once: each has its own rows, also those that were read ahead for another."""
import sqlite3
c = sqlite3.connect(":memory:")
c.execute("create table t(a)")
c.executemany("insert into t values(?)", [(i,) for i in range(5)])
q = "select a from t order by a"
one, two = c.execute(q), None
print(next(one))
two = c.execute(q)
print(next(two), next(one), one.fetchall(), two.fetchmany(2), one.fetchone(), list(two), two.fetchone())
for x in c.execute(q):
    for y in c.execute(q):
        if y[0] > x[0]:
            break
        print(x, y)
cursors = [c.execute(q) for _ in range(4)]
print([k.fetchone() for k in cursors], [k.fetchall() for k in cursors])
for _ in range(12):
    c.execute(q).fetchone()
e = "select abs(case when a = 3 then -9223372036854775807 - 1 else a end) from t"
bad = c.execute(e)
print(bad.fetchone())
good = c.execute(e)
print(good.fetchone())
for cursor in bad, good:
    try:
        while True:
            print(cursor.fetchone())
    except sqlite3.Error as x:
        print(type(x).__name__, x, cursor.fetchone())
long = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500) select i from n"
a = c.execute(long)
print(next(a))
b = c.execute(long)
print(next(b), next(a), len(a.fetchall()), len(b.fetchall()))
for i in range(102):
    c.execute(long).fetchone()
print(c.execute("select count(*) from t").fetchone())
