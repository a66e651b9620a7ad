"""Which questions are asked at an event and in a frame: expressions that mean something there, with their places."""
import builtins
import collections
import types

from cells import cells_of
from places import source_of
from recorder import is_plain, scope_of

DEEPEST = 3             # steps from a variable to an object
MOST_CANDIDATES = 600


class Candidates:
    """All questions that could be asked in one frame, at the present event."""

    def __init__(self, recorder, frame, born, rng, avoid):
        self.recorder, self.rng, self.avoid = recorder, rng, avoid
        self.frame, self.born = frame, born
        self.found, self.seen = [], set()
        self.variables = self.visible()

    def add(self, kind, source, place):
        if len(self.found) < MOST_CANDIDATES:
            self.found.append((kind, source, place))

    def visible(self):
        """The names that the frame sees: {name: (kind, place, whether it is bound, value)}."""
        f, seen = self.frame, {}
        here = scope_of(f)
        is_function = f.f_code.co_flags & 1
        scopes = [("global", f.f_globals)]
        if not is_function and here is not f.f_globals:
            scopes.append(("local", here))
        for kind, scope in scopes:
            for name in scope:
                if isinstance(name, str):
                    seen[name] = (kind, ("item", self.recorder.serial(scope), name), True, scope[name])
            for name in f.f_code.co_names if scope is here else ():
                seen.setdefault(name, (kind, ("item", self.recorder.serial(scope), name), False, None))
        if is_function:
            code, cells = f.f_code, cells_of(f)
            for name in code.co_varnames + code.co_cellvars + code.co_freevars:
                bound = name in here
                is_shared = name in code.co_freevars and name in cells
                place = ("shared", id(cells[name])) if is_shared else ("variable", self.born, name)
                seen[name] = ("shared" if is_shared else "local", place, bound, here[name] if bound else None)
        builtin = f.f_globals["__builtins__"]
        builtin = builtin if isinstance(builtin, dict) else vars(builtin)
        usable = {k: v for k, v in seen.items() if k.isidentifier() and k.isascii() and not k.startswith("__")}
        return {k: v for k, v in usable.items() if k not in self.avoid and (v[2] or k not in builtin)}

    def collect(self):
        for name, (kind, place, bound, value) in self.variables.items():
            if place[1] is not None:
                self.add(kind, name, place)
            if bound:
                self.walk(name, value, 0)
        self.sums()
        return self.found

    def sums(self):
        """Numbers of the frame, calculated with."""
        numbers = [name for name, (kind, place, bound, value) in self.variables.items()
                   if place[0] == "variable" and bound and type(value) is int and name not in self.frame.f_globals]
        for name in numbers:
            other = self.rng.choice(numbers)
            source = self.rng.choice([f"{name} + {other}", f"{name} * 2", f"{name} > {other}", f"{name} - 1"])
            self.add("sum", source, ("expression", self.born, source))

    def walk(self, source, value, depth):
        """Collects what can be asked about the inside of an object."""
        serial = self.recorder.serials.get(id(value))
        thing = self.recorder.things.get(serial)
        if thing is None or thing.hidden or depth >= DEEPEST or serial in self.seen:
            return
        self.seen.add(serial)
        if isinstance(value, types.ModuleType):
            return self.module(source, value, depth)
        if isinstance(value, dict):
            self.mapping(source, value, serial, depth)
        elif isinstance(value, (list, collections.deque, bytearray)):
            self.sequence(source, value, serial, depth)
        if isinstance(value, (list, dict, set, collections.deque, bytearray)) and type(value).__len__ in LENGTHS:
            self.add("length", f"len({source})", ("length", serial))
            self.members(source, value, serial)
        if thing.attributes:
            self.attributes(source, value, serial, thing, depth)

    def mapping(self, source, value, serial, depth):
        past = {k for _, state in self.recorder.things[serial].items if isinstance(state, dict) for k in state}
        for k in sorted((k for k in past if source_of(k) and k not in BUILTINS), key=repr)[:12]:
            if type(value).__getitem__ is dict.__getitem__:
                self.add(self.item_kind(value), f"{source}[{self.literal(k)}]", ("item", serial, k))
                if k in value:
                    self.walk(f"{source}[{source_of(k)}]", dict.get(value, k), depth + 1)

    def item_kind(self, value):
        return type(value).__name__ + " item" if type(value) in NATIVE else "item of a subclass"

    def sequence(self, source, value, serial, depth):
        if type(value).__getitem__ not in GET_ITEM:
            return
        for at in sorted({0, -1, 1, len(value) // 2, len(value) - 1, len(value)}):
            self.add(self.item_kind(value), f"{source}[{self.literal(at)}]", ("item", serial, at))
            if -len(value) <= at < len(value):
                self.walk(f"{source}[{at}]", value[at], depth + 1)

    def literal(self, key):
        """A key, or the name of a variable with this value."""
        same = [name for name, (_, _, bound, value) in self.variables.items()
                if bound and type(value) is type(key) and is_plain(value) and value == key]
        if same and self.rng.random() < 0.5:
            return self.rng.choice(sorted(same))
        return source_of(key)

    def members(self, source, value, serial):
        if type(value).__contains__ not in CONTAINS:
            return
        past = set()
        for _, state in self.recorder.things[serial].items:
            if isinstance(state, tuple):
                past |= {token[1] for token in state if token[0] in ("int", "str")}
            elif not isinstance(state, str):
                past |= {k for k in state if is_plain(k)}
        for k in sorted((k for k in past if source_of(k)), key=repr)[:8]:
            self.add(f"in {type(value).__name__}", f"{self.literal(k)} in {source}", ("member", serial, k))

    def module(self, source, value, depth):
        serial = self.recorder.serials.get(id(vars(value)))
        if serial not in self.recorder.things:
            return
        for name, inside in vars(value).items():
            if not name.startswith("__") and not isinstance(inside, types.FunctionType):
                self.add("module attribute", f"{source}.{name}", ("item", serial, name))
                self.walk(f"{source}.{name}", inside, depth + 1)

    def attributes(self, source, value, serial, thing, depth):
        cls = type(value)
        if any(k in vars(c) for c in cls.__mro__ if self.recorder.is_users(c)
               for k in ("__getattr__", "__getattribute__")):
            return
        past = {k for _, state in thing.attributes for k in state if not k.startswith("__")}
        of_class = set()
        for c in (value if isinstance(value, type) else cls).__mro__:
            if self.recorder.is_users(c):
                of_class |= {k for k, v in vars(c).items() if not hasattr(type(v), "__get__")}
        computed = dict(self.recorder.properties(cls)) if not isinstance(value, type) else {}
        for name in computed if thing.computed else ():
            self.add("property", f"{source}.{name}", ("property", serial, name))
        for name in sorted(past | of_class):
            if name.startswith(("__", "_abc_")) or name in computed or not name.isidentifier() or not name.isascii():
                continue
            member = member_of(value if isinstance(value, type) else cls, name)
            if isinstance(value, type):
                if hasattr(type(member), "__get__"):
                    continue
                kind = "class attribute" if name in past else "inherited attribute"
            elif type(member) is types.MemberDescriptorType:
                kind = "slot"
            elif hasattr(type(member), "__get__"):
                continue
            else:
                kind = "attribute" if name in past and name not in of_class else "attribute of the class"
            self.add(kind, f"{source}.{name}", ("attribute", serial, name))
            if not name.startswith("_"):
                self.walk(f"{source}.{name}", getattr(value, name, None), depth + 1)


def member_of(cls, name):
    """What stands under a name in the body of a class or of one that it inherits from."""
    return next((vars(c)[name] for c in cls.__mro__ if name in vars(c)), None)


BUILTINS = {"__builtins__", *dir(builtins)}
NATIVE = (list, dict, set, collections.deque, bytearray, collections.Counter, collections.defaultdict,
          collections.OrderedDict)
LENGTHS = {c.__len__ for c in NATIVE}
GET_ITEM = {c.__getitem__ for c in (list, collections.deque, bytearray)}
CONTAINS = {c.__contains__ for c in NATIVE}
