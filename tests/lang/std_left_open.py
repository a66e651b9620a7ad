"""What the library says of things that are left open or misused, and what it remembers of its own settings."""
import gc
import os
import sqlite3
import types
import warnings
from inspect import signature


def told(function):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        function()
        gc.collect()
    return [(w.category.__name__, str(w.message).split(" at 0x")[0]) for w in found]


def scan():
    it = os.scandir("/")
    next(it)


def scan_all():
    list(os.scandir("/"))


def scan_with():
    with os.scandir("/") as it:
        next(it)


def connect():
    sqlite3.connect(":memory:").execute("select 1")


def connect_and_close():
    sqlite3.connect(":memory:").close()


for function in scan, scan_all, scan_with, connect, connect_and_close:
    print(function.__name__, told(function))
print(told(lambda: os.fdopen(True, "w", closefd=False)))
db = sqlite3.connect(":memory:")
print(signature(db))
for args in ((), (1,), ("select 1", 2)):
    try:
        db(*args)
    except TypeError as e:
        print(e)
db.close()


class Meta(type):
    def __init__(cls, name, bases, namespace):
        print("init of", name)


Base = Meta("Base", (), {})
Derived = type("Derived", (Base,), {})
print(type(Derived).__name__)


class Fake(str):
    __class__ = types.SimpleNamespace


print(types.SimpleNamespace() == Fake(), isinstance(Fake(), types.SimpleNamespace))
with warnings.catch_warnings():
    warnings.simplefilter("error")
    kept = warnings.filters
    for text in "an error", "still an error":
        try:
            warnings.warn(text)
        except UserWarning as e:
            print("raised", e)
        if text == "an error":
            del warnings.filters
    warnings.filters = kept
print(dict.fromkeys.__text_signature__, dict.__dict__["fromkeys"].__text_signature__)
