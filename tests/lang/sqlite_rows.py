"""Rows of queries, all at once and one by one, with functions, factories and statements that change between."""
import sqlite3

connection = sqlite3.connect(":memory:")
cursor = connection.cursor()
cursor.execute("create table t(a integer, b text, c blob)")
cursor.executemany("insert into t values(?, ?, ?)", [[i, f"text {i}", bytes([i])] for i in range(5)])
print(cursor.rowcount, cursor.fetchall())
print(cursor.execute("select * from t where a < ?", [3]).fetchall(), cursor.fetchall(), cursor.fetchone())
print(cursor.execute("select * from t where a < :a", {"a": 1}).fetchall())
print(cursor.execute("select a from t where b = ?", ("text 3",)).fetchall())
cursor.execute("select a from t")
print(next(cursor), cursor.fetchmany(2), cursor.fetchall())
cursor.execute("select a from t order by a")
print(cursor.fetchone(), [row for row in cursor])


def doubled(x):
    if x == 3:
        connection.text_factory = bytes
    return x * 2


def failing(x):
    if x == 2:
        raise ValueError("two")
    return x


connection.create_function("doubled", 1, doubled)
connection.create_function("failing", 1, failing)
print(cursor.execute("select doubled(a), b from t order by a").fetchall())
connection.text_factory = str
try:
    cursor.execute("select failing(a) from t order by a").fetchall()
except sqlite3.OperationalError as error:
    print(error)
print(cursor.fetchall())
connection.text_factory = lambda data: data.decode().upper()
print(cursor.execute("select b from t").fetchall())
connection.text_factory = str
cursor.row_factory = sqlite3.Row
print([tuple(row) for row in cursor.execute("select a, b from t").fetchall()])
cursor.row_factory = lambda c, row: row[0]
print(cursor.execute("select a from t").fetchall())
cursor.row_factory = None
print(cursor.execute("update t set a = a + 10").rowcount, cursor.fetchall())
print(cursor.execute("insert into t values(99, 'x', null) returning a, c").fetchall(), cursor.rowcount)


class Own(sqlite3.Cursor):
    def __next__(self):
        print("next")
        return super().__next__()


print(Own(connection).execute("select a from t").fetchall())


class Point:
    def __init__(self, x):
        self.x = x

    def __conform__(self, protocol):
        return f"P{self.x}" if protocol is sqlite3.PrepareProtocol else None


class Number(int):
    pass


print(connection.execute("select ?, ?, ?, ?", (Point(1), Number(5), None, True)).fetchall())
for parameters in ((), (1, 2), 5, (object(),)):
    try:
        connection.execute("select ?", parameters)
    except (sqlite3.Error, TypeError) as error:
        print(type(error).__name__, error)
print(connection.execute("select cast(x'ff' as text) where 0").fetchall())
try:
    connection.execute("select a, cast(x'ff' as text) from t").fetchall()
except sqlite3.OperationalError as error:
    print(error)
for a, in connection.execute("select a from t order by a"):
    if a > 12:
        connection.execute("delete from t where a = ?", (a,))
print(connection.execute("select count(*) from t").fetchone())
cursor.close()
try:
    cursor.fetchall()
except sqlite3.ProgrammingError as error:
    print(error)
connection.close()
try:
    connection.execute("select 1")
except sqlite3.ProgrammingError as error:
    print(error)
