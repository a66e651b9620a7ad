"""Statements that are used again: by cursors that are over, by ones that are not, and by functions within."""
import sqlite3

db = sqlite3.connect(":memory:")
db.execute("create table t (x, y)")
for i in range(5):
    cursor = db.execute("insert into t values (?, ?)", (i, str(i)))
    print(cursor.rowcount, cursor.lastrowid, cursor.fetchone(), cursor.description, end="; ")
print()
query = "select x from t order by x"
first = db.execute(query)
print(first.fetchone(), first.fetchone())
second = db.execute(query)
print(second.fetchone(), first.fetchone(), second.fetchall(), first.fetchall())
again = db.execute(query)
print(again.fetchone(), first.fetchall(), second.fetchone(), again.fetchall())
none = db.execute("select x from t where x > ?", (99,))
other = db.execute("select x from t where x > ?", (3,))
print(none.fetchall(), none.description, other.fetchall(), none.rowcount)
db.create_function("total", 0, lambda: db.execute("select sum(x) from t").fetchone()[0])
print(db.execute("select x, total() from t where x < 2").fetchall())


def nested(x):
    return db.execute("select max(x) from t where x < ?", (x,)).fetchone()[0]


db.create_function("below", 1, nested)
print(db.execute("select x, below(x) from t").fetchall())
print(db.execute("update t set y = 'z' where x > 2").rowcount, db.execute("delete from t").rowcount)
print(db.execute("pragma user_version").fetchall(), db.execute("pragma user_version").fetchone())
try:
    db.execute("insert into t values (?, ?)", (1,))
except sqlite3.ProgrammingError as e:
    print(e)
print(db.execute("insert into t values (?, ?)", (1, 2)).rowcount, db.execute("select * from t").fetchall())
for value in [1], [], (2,), {3}:
    for statement in "select ?", "insert into t (x) values (?)":
        try:
            db.execute(statement, (value,))
        except sqlite3.ProgrammingError as e:
            print(e)
try:
    db.executemany("insert into t (x) values (?)", [(5,), ([6],), (7,)])
except sqlite3.ProgrammingError as e:
    print(e, db.execute("select * from t").fetchall())
