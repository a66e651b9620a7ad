"""Subclasses of `pickle.Pickler`: what they override, and what they only seem to."""
import copyreg
import io
import pickle
import sys
import types


def known(x):
    return x + 1


def dumped(pickler, obj, **options):
    file = io.BytesIO()
    pickler(file, **options).dump(obj)
    return file.getvalue()


class Override(pickle.Pickler):
    def reducer_override(self, obj):
        print("override", type(obj).__name__)
        if obj is known:
            return str, ("a known function",)
        return NotImplemented


class Plain:
    def __init__(self):
        self.x = (1, 2.5, "s", b"b", None, True)

    def __eq__(self, other):
        return vars(self) == vars(other)


def restore(obj, state):
    obj.x = ["restored", state]


class Stateful:
    def __reduce_ex__(self, protocol):
        return Stateful, (), {"y": 1}, None, None, restore


# However the program is run, its own functions and classes are found.
sys.modules["program"] = types.SimpleNamespace(known=known, Plain=Plain, Stateful=Stateful, restore=restore)
for thing in known, Plain, Stateful, restore:
    thing.__module__ = "program"
things = [1, known, {"k": known}, frozenset([3]), bytearray(b"x"), Plain(), len, int, 2j]
print(pickle.loads(dumped(Override, things, protocol=4))[:5])
print(pickle.loads(dumped(Override, Plain(), protocol=4)) == Plain())


class Table(pickle.Pickler):
    # Means nothing here: only pickle's own class in Python looks at it.
    dispatch = {}
    dispatch_table = copyreg.dispatch_table.copy()
    dispatch_table[Plain] = lambda obj: (tuple, ([1, 2],))


print(pickle.loads(dumped(Table, [known, Plain(), int, "text"], protocol=2)) == [known, (1, 2), int, "text"])
print(Table.dispatch, pickle.Pickler.__module__, pickle.Pickler.__name__)


print(pickle.loads(dumped(pickle.Pickler, Stateful())).x)


class Persistent(pickle.Pickler):
    def persistent_id(self, obj):
        return "function" if obj is known else None


class Loads(pickle.Unpickler):
    def persistent_load(self, name):
        return name.upper()

    def find_class(self, module, name):
        print("find", module, name)
        return super().find_class(module, name)


print(Loads(io.BytesIO(dumped(Persistent, [known, Plain]))).load())
for bad in (dict(protocol=9), dict(protocol=1, buffer_callback=print)):
    try:
        dumped(pickle.Pickler, 1, **bad)
    except ValueError as error:
        print(error)
