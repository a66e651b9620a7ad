"""How objects show themselves that are native in CPython, and that those of threads and contexts are not copied."""
import contextvars
import copy
import decimal
import io
import pickle
import struct
import threading
import weakref
import zoneinfo

DATA = b"TZif" + bytes(16) + struct.pack(">6l", 0, 0, 0, 0, 1, 4) + struct.pack(">lbb", 0, 0, 0) + b"UTC\0"


class Zone(zoneinfo.ZoneInfo):
    pass


for cls in (zoneinfo.ZoneInfo, Zone):
    print(repr(cls.from_file(io.BytesIO(DATA), key="Some/Where")), repr(cls.from_file(io.BytesIO(DATA)))[:28])
context = decimal.Context(prec=5)
print(context)
context.divide(1, 3)
print(context)
with decimal.localcontext() as local:
    local.traps[decimal.FloatOperation] = local.traps[decimal.Subnormal] = local.traps[decimal.Clamped] = True
    print(local)


def function():
    pass


class Named:
    __name__ = "its name"


class Plain:
    __name__ = 3


kept = Named(), Plain()
for target in (function, Named, *kept):
    print(repr(weakref.ref(target)).rpartition("0x")[2].lstrip("0123456789abcdef"))
variable = contextvars.ContextVar("variable")
for one in (threading.Lock(), threading.RLock(), variable, variable.set(1), contextvars.copy_context()):
    for act in (copy.copy, copy.deepcopy, pickle.dumps):
        try:
            act(one)
        except TypeError as e:
            print(e)
try:
    copy.deepcopy({"event": threading.Event()})
except TypeError as e:
    print(e)
