"""Statements that are executed many times, results of many rows, and cursors that nobody finished reading."""
import gc
import sqlite3

db = sqlite3.connect(":memory:")
db.execute("create table t(a, b)")


def told(call, *args):
    try:
        return call(*args)
    except Exception as e:
        return type(e).__name__, str(e)


def count():
    return db.execute("select count(*), sum(a) from t").fetchone()


many = list(zip(range(2500), [b"\0x", None, None] * 834))
print(db.executemany("insert into t values(?, ?)", many).rowcount, count())
print(db.executemany("insert into t values(?, ?)", iter(many[:3])).rowcount, count())
print(db.executemany("insert into t values(?, ?)", ([1, "x"], (2.5, "y"), (True, bytearray(b"z")))).rowcount)
print(db.execute("select a, b, typeof(b) from t where rowid > 2503").fetchall())
c = db.cursor()
for rows in ([(1, 2), (2, 3), (1 << 63, 0), (4, 4)], [(1, 1), (2,), (3, 3)], [(1, 1), (2, object())], [(1, 1), 5],
             [(1, 1), (2, "\ud800")], [{"a": 1}]):
    before = count()[0]
    print(told(c.executemany, "insert into t values(?, ?)", rows), c.rowcount, count()[0] - before)
print(told(c.executemany, "select ?", [(1,)]))
db.rollback()

# Many rows at once, and what is between them.
db.execute("create table if not exists t(a, b)")
db.executemany("insert into t values(?, ?)", many)
c.execute("select a, b from t order by a")
print(c.fetchone(), c.fetchmany(2), len(c.fetchall()), c.fetchone(), c.fetchall())
c.row_factory = sqlite3.Row
rows = c.execute("select a, b as letter from t order by a").fetchall()
print(len(rows), rows[7]["letter"], rows[-1][0], rows[3].keys(), rows[2] == rows[2], rows[2]["A"])
c.row_factory = None
print(told(c.execute("select cast(x'ff' as text) from t where a = 5 union all select 1").fetchone))
c.execute("select case a when 3 then cast(x'ff' as text) else 'x' end from t where a < 6 order by a")
print(told(c.fetchall))
db.text_factory = bytes
print(c.execute("select case a when 3 then cast(x'ff' as text) else 'x' end from t where a < 6 order by a").fetchall())
db.text_factory = str

# A table that changes under a statement.
for change in ("select 1", "alter table t add column c default 7", "alter table t rename column b to bb"):
    db.execute(change)
    c.execute("select * from t where a = 9")
    print([d[0] for d in c.description], c.fetchall())
print(c.execute("drop table if exists gone").description, told(c.fetchall))

# One text, many cursors.
half = [db.execute("select a from t order by a") for _ in range(4)]
print([cursor.fetchone() for cursor in half], [len(cursor.fetchall()) for cursor in half])
for _ in range(60):
    db.execute("select a from t order by a").fetchone()
half[0].execute("select a from t order by a")
print(half[0].fetchone(), half[0].execute("select a from t order by a").fetchone())
print(told(half[0].execute, "select a from t order by a", (1,)), half[0].fetchone())
half = None
gc.collect()

# Functions of the program.
seen = []


def twice(x):
    seen.append(x)
    if x == 4:
        raise ValueError("four")
    return 1 << 70 if x == 5 else "\ud800" if x == 6 else x if x is None else x * 2


class Longest:
    def __init__(self):
        self.longest = ""

    def step(self, text):
        self.longest = max(self.longest, text, key=len)

    def finalize(self):
        return self.longest

    def __bool__(self):
        raise TypeError("asked")


db.create_function("twice", 1, twice)
db.create_aggregate("longest", 1, Longest)
db.create_collation("backwards", lambda a, b: (a < b) - (a > b))
for value in (1, "ab", 2.5, b"q", None, 4, 5, 6):
    print(told(db.execute("select twice(?)", (value,)).fetchone) if value not in (4, 5, 6) else
          told(db.execute, "select twice(?)", (value,)))
print(seen)
print(db.execute("select longest(x) from (select 'a' x union select 'ccc' union select 'bb')").fetchone())
print(db.execute("select x from (select 'a' x union select 'c' union select 'b') order by x collate backwards").fetchall())
print(len(db.execute("select twice(a) from t where a > 2400").fetchall()), len(seen))
print(db.executemany("insert into t(a) values(twice(?))", [(10,), (20,)]).rowcount)

# Adapters of the database's own types.
sqlite3.register_adapter(int, lambda n: n + 100)
sqlite3.register_adapter(type(None), lambda n: "none")
print(db.execute("select ?, ?, ?", (1, None, True)).fetchall())
print(db.executemany("insert into t(a) values(?)", [(1,), (None,)]).rowcount)
print(db.execute("select a from t order by rowid desc limit 2").fetchall())
del sqlite3.adapters[int, sqlite3.PrepareProtocol]
db.close()
print(told(c.execute, "select 1"), told(c.fetchone))
