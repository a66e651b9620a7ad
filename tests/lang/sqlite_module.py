# Databases: cursors, parameters, transactions, functions, rows, errors.
import sqlite3


def failing(function, *args):
    try:
        print(function(*args))
    except (sqlite3.Error, sqlite3.Warning, TypeError, ValueError, OverflowError) as e:
        print(type(e).__name__, e, getattr(e, "sqlite_errorname", None))


class Total:
    def __init__(self):
        self.total = 0

    def step(self, value):
        self.total += value

    def finalize(self):
        return self.total


con = sqlite3.connect(":memory:")
cur = con.execute("create table t (id integer primary key, name text unique, size real, data blob)")
print(cur.description, cur.rowcount, con.in_transaction)
cur.execute("insert into t (name, size, data) values (?, ?, ?)", ("a", 1.5, b"\0\1"))
print(cur.lastrowid, cur.rowcount, con.in_transaction, con.total_changes)
cur.executemany("insert into t (name, size) values (:name, :size)", [{"name": "b", "size": 2}, {"name": "ü", "size": None}])
print(cur.rowcount)
for row in con.execute("select * from t order by id"):
    print(row)
print([d[0] for d in con.execute("select id as x, name from t").description])
con.commit()
con.create_function("twice", 1, lambda v: v * 2)
con.create_aggregate("total_of", 1, Total)
con.create_collation("back", lambda a, b: (a < b) - (a > b))
print(con.execute("select twice(name), total_of(id) from t").fetchone())
print([r[0] for r in con.execute("select name from t order by name collate back")])
con.create_function("nested", 1, lambda i: con.execute("select name from t where id = ?", (i,)).fetchone()[0])
print(con.execute("select nested(2)").fetchall())
con.create_function("broken", 0, lambda: 1 // 0)
failing(con.execute, "select broken()")
with con:
    con.execute("update t set size = 7 where id = 2")
try:
    with con:
        con.execute("delete from t")
        print(con.execute("select count(*) from t").fetchone())
        raise KeyError
except KeyError:
    print(con.execute("select count(*), sum(size) from t").fetchone())
con.row_factory = sqlite3.Row
row = con.execute("select id, name from t").fetchone()
print(row["name"], row[0], row.keys(), tuple(row), len(row), "NAME" in row.keys())
con.row_factory = None
failing(con.execute, "select * from nothing")
failing(con.execute, "selec")
failing(con.execute, "insert into t (name) values ('a')")
failing(con.execute, "select ?", ())
failing(con.execute, "select ?", (object(),))
failing(con.execute, "select ?", (1 << 70,))
failing(con.execute, "select 1; select 2")
failing(con.executemany, "select 1", [()])
failing(con.execute, "select :a", {})
con.executescript("create table u (x, y); insert into u values (1, 'it''s'); insert into u values (2.5, null);")
print(list(con.iterdump())[-4:])
con.set_authorizer(lambda action, *names: sqlite3.SQLITE_DENY if names[0] == "u" else sqlite3.SQLITE_OK)
failing(con.execute, "select x from u")
con.set_authorizer(None)
seen = []
con.set_trace_callback(seen.append)
con.execute("select x from u where x = ?", (1,)).fetchall()
con.set_trace_callback(None)
print(seen)
other = sqlite3.connect(":memory:")
con.backup(other)
print(other.execute("select count(*) from u").fetchall())
copy = sqlite3.connect(":memory:")
copy.deserialize(con.serialize())
print(copy.execute("select y from u").fetchall())
with con.blobopen("t", "data", 1) as blob:
    blob[0] = 65
    print(blob.read(), len(blob), blob.tell())
typed = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES)
sqlite3.register_adapter(complex, lambda z: f"{z.real};{z.imag}")
sqlite3.register_converter("z", lambda b: complex(*map(float, b.split(b";"))))
typed.execute("create table c (z z)")
typed.execute("insert into c values (?)", (1 + 2j,))
print(typed.execute("select z from c").fetchone())
for each in (con, other, copy, typed):
    each.close()
failing(con.execute, "select 1")
failing(cur.fetchone)
