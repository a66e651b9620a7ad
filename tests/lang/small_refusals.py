"""Details that programs of the library's kind meet: contexts of errors, what cannot be made, and how things are pickled."""
import ast
import copyreg
import hashlib
import inspect
import json.encoder
import math
import pickle
import struct
import traceback


class Asked:
    blue = 1

    def __getattr__(self, name):
        raise AttributeError


def suggestions(function):
    try:
        function()
    except AttributeError as e:
        print(e.name, type(e.obj).__name__, traceback.format_exception_only(e)[-1].strip())


suggestions(lambda: Asked().bluw)
suggestions(lambda: getattr(Asked(), "bluw"))
print(getattr(Asked(), "bluw", "default"))

print(object.__new__.__reduce__()[1], int.__new__.__reduce__()[1])


class Made:
    def __new__(cls, *args, **kwargs):
        made = object.__new__(cls)
        made.given = args, kwargs
        return made

    def __reduce_ex__(self, protocol):
        return copyreg.__newobj_ex__, (Made, *self.given)


for protocol in range(5):
    print(pickle.loads(pickle.dumps(Made(1, two=2), protocol)).given)

for kind in {type(hashlib.md5()), type(hashlib.shake_128())}:
    try:
        kind()
    except TypeError as e:
        print(str(e).split("'")[0])

encoder = json.encoder.c_make_encoder(None, str, lambda text: None, None, ": ", ", ", False, False, False)
for value in "text", {"key": 1}:
    try:
        encoder(value, 0)
    except TypeError as e:
        print(e)

tree = ast.parse(ast.Constant(3))
print(ast.dump(tree))

nan = float("nan")
print([math.copysign(1, x) for x in (nan, -nan, float("-nan"), complex("-nan").real, math.copysign(nan, -1))])
print(math.copysign(1, struct.unpack("d", struct.pack("d", -nan))[0]), -nan)

print(inspect.signature(object.__init_subclass__))
data = bytearray(b"\xff")
error = UnicodeDecodeError("ascii", data, 0, 1, "reason")
data[0] = 0
print(error.args, error.object)
