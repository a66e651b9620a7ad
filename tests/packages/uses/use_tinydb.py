import os
import tempfile

from tinydb import Query, TinyDB, where
from tinydb.operations import increment
from tinydb.storages import MemoryStorage

db = TinyDB(storage=MemoryStorage)
db.insert_multiple([{"name": "a", "n": 1}, {"name": "b", "n": 5, "tags": ["x", "y"]}, {"name": "c", "n": 9}])
q = Query()
print(db.search((q.n > 2) & (q.name != "c")), db.count(where("n") < 9), db.get(q.tags.any(["y"])).doc_id)
db.update(increment("n"), q.name == "a")
db.upsert({"name": "d", "n": 0}, q.name == "d")
db.remove(q.n == 9)
print(db.all(), db.table("other").insert({"k": 1}), sorted(db.tables()))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "db.json")
    with TinyDB(path, sort_keys=True) as file_db:
        file_db.insert({"b": 1, "a": [1, 2]})
        print(file_db.search(q.a.test(lambda v: len(v) == 2)))
    print(open(path).read())
print(db.search(q.name.matches("[ad]"))[0], db.contains(q.name.one_of(["z"])))
