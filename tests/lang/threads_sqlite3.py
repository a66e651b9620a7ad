"""What a thread may ask of another thread's connection."""
import sqlite3
import threading

db = sqlite3.connect(":memory:")
db.execute("create table t(a)")
db.execute("insert into t values (1)")


def ask():
    for name in ("total_changes", "in_transaction", "isolation_level", "row_factory"):
        print(name, getattr(db, name))
    for act in (db.commit, lambda: db.execute("select 1"), lambda: db.autocommit):
        try:
            act()
        except sqlite3.ProgrammingError as e:
            print(str(e)[:60])


thread = threading.Thread(target=ask)
thread.start()
thread.join()
db.close()
for name in ("total_changes", "in_transaction", "isolation_level"):
    try:
        print(getattr(db, name))
    except sqlite3.ProgrammingError as e:
        print(name, e)
