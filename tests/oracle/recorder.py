"""The naive recorder: at every event, what all variables, attributes, items and containers of a program hold.

A value is reduced to a *token*, which says what docs/semantics.md, section 3, compares: numbers, None and short strings
by what they are, everything else by identity. A *thing* is an object whose inside is looked at: a container, an
instance or a class of the program. Of each thing and of each frame the recorder keeps *versions*: (time, state) for
every event at which its state was another one than at the event before. Nothing is clever here, so that it can be
believed: everything is read again at every event.
"""
import ast
import collections
import gc
import os
import sys
import types

from cells import cells_of

MOST_THINGS = 3000      # things beyond these are not looked into
MOST_ITEMS = 200        # larger containers are not looked into
LONGEST_TEXT = 64       # bytes; longer strings are compared by identity
SMALLEST, GREATEST = -(1 << 47), (1 << 47) - 1      # integers that are compared by value
# Whether equal values of these types are one object or two is the implementation's choice.
AMBIGUOUS = (int, str, bytes, tuple, frozenset, complex, range, slice)


def is_short(text):
    return len(text) <= LONGEST_TEXT and len(text.encode("utf-8", "surrogatepass")) <= LONGEST_TEXT


def is_plain(value):
    """Whether a value is equal to nothing but itself and other numbers."""
    return type(value) in (int, bool, float, str, bytes, type(None)) or type(value) is tuple and all(map(is_plain, value))


class Reference:
    """A key that is compared by identity."""

    def __init__(self, serial):
        self.serial = serial

    def __eq__(self, other):
        return type(other) is Reference and self.serial == other.serial

    def __hash__(self):
        return self.serial


def scope_of(frame):
    """The variables of a frame: a snapshot for a function, the dict itself for a module or a class body."""
    if frame.f_code.co_flags & 1:                   # CO_OPTIMIZED
        return dict(frame.f_locals)
    if frame.f_code.co_name == "<module>":          # f_locals of a module that is in a comprehension crashes 3.13.0
        return frame.f_globals
    return frame.f_locals if type(frame.f_locals) is dict else {}


class Thing:
    """An object that is looked into, with the versions of its inside."""

    def __init__(self, obj, serial, born, hidden):
        self.obj, self.serial, self.born = obj, serial, born
        self.hidden = hidden            # it was made before it could be reached
        self.items, self.attributes, self.computed = [], [], []


class Recorder:
    def __init__(self, root, at_event=None, asks_properties=True):
        self.root, self.asks_properties = root, asks_properties
        self.at_event = at_event        # called at each event with (time, stack, recorder), the innermost frame first
        self.serials, self.things, self.kept = {}, {}, []
        self.frames = {}                # frame: its versions; a state is None when it is over
        self.cells = {}                 # cells by their addresses, each with the versions of what it holds
        self.on_stack, self.suspending = {}, set()
        self.waiting = {}               # frames of generators and coroutines that wait
        self.made = {}
        self.queue, self.now = [], 0
        self.begins = self.in_one_step = False
        self.statement_of, self.starts_of = {}, {}
        self.user_modules = {}
        self.starts = {}                # code: the times of its frames' first calls
        gc.collect()
        gc.freeze()

    # Tokens

    def token(self, value):
        kind = type(value)
        if kind is int and SMALLEST <= value <= GREATEST or kind is bool or value is None:
            return (kind.__name__, value)
        if kind is float:
            return ("float", value.hex())
        if kind is str and is_short(value):
            return ("str", value)
        return ("object", self.serial(value))

    def serial(self, value):
        """The number of an object, which stays its own because the object is kept."""
        known = self.serials.get(id(value))
        if known is None:
            known = self.serials[id(value)] = len(self.kept)
            self.kept.append(value)
            if len(self.things) < MOST_THINGS and self.is_thing(value):
                thing = self.things[known] = Thing(value, known, self.now, self.is_hidden(value))
                self.queue.append(thing)
        return known

    def is_hidden(self, value):
        """Whether an object that can be reached for the first time may have been filled before."""
        if gc.is_tracked(value):
            return self.made.get(id(value), self.now) < self.now
        return bool(value) and not self.in_one_step

    def is_thing(self, value):
        if isinstance(value, (list, dict, set, bytearray, collections.deque)):
            return True
        if isinstance(value, type):
            return self.is_users(value)
        if isinstance(value, types.ModuleType):
            return self.is_users_file(getattr(value, "__file__", None))
        if isinstance(value, types.FunctionType):
            return bool(vars(value)) and self.is_users_file(value.__code__.co_filename)
        return self.is_users(type(value))

    def is_users(self, cls):
        module = cls.__dict__.get("__module__") if type(cls) is type else getattr(cls, "__module__", None)
        if not isinstance(module, str):
            return False
        if module not in self.user_modules:
            found = sys.modules.get(module)
            self.user_modules[module] = module == "__main__" or self.is_users_file(getattr(found, "__file__", None))
        return self.user_modules[module]

    def is_users_file(self, path):
        return isinstance(path, str) and os.path.abspath(path).startswith(self.root)

    # States

    def items_of(self, obj):
        """The state of a container: a tuple for sequences, a dict for mappings, a frozenset for sets; else None."""
        if isinstance(obj, dict):
            items = dict.items(obj)
        elif isinstance(obj, (list, collections.deque)):
            items = obj
        elif isinstance(obj, (set, bytearray)):
            items = obj
        else:
            return None
        if len(items) > MOST_ITEMS:
            return "large"
        if isinstance(obj, dict):
            return {self.key(k): self.token(v) for k, v in items}
        if isinstance(obj, set):
            return frozenset(map(self.key, set.__iter__(obj)))
        base = next(c for c in (list, collections.deque, bytearray) if isinstance(obj, c))
        return tuple(map(self.token, base.__iter__(obj)))

    def key(self, k):
        return k if is_plain(k) else Reference(self.serial(k))

    def attributes_of(self, obj):
        """What an object itself holds, by name; of a class, what stands in its body, and where it looks further."""
        if isinstance(obj, types.ModuleType):
            return None                 # its dict is a thing of its own
        if isinstance(obj, type):
            state = {k: self.token(v) for k, v in vars(obj).items() if not k.startswith("__")}
            state["__mro__"] = tuple(self.serial(c) for c in obj.__mro__ or ())
            return state
        if isinstance(obj, types.FunctionType):
            return {k: self.token(v) for k, v in vars(obj).items()}
        if not self.is_users(type(obj)):
            return None
        state = {"__class__": self.token(type(obj))}
        try:
            own = object.__getattribute__(obj, "__dict__")
        except AttributeError:
            own = {}
        for k, v in own.items() if type(own) is dict else ():
            if isinstance(k, str):
                state[k] = self.token(v)
        for cls in filter(self.is_users, type(obj).__mro__):
            for k, member in vars(cls).items():
                if type(member) is types.MemberDescriptorType and not k.startswith("__"):
                    try:
                        state[k] = self.token(member.__get__(obj))
                    except AttributeError:
                        pass
        return state

    def computed_of(self, obj):
        """The values of an instance's properties as reprs; None for one that raises."""
        if isinstance(obj, (type, types.ModuleType, types.FunctionType)) or not self.is_users(type(obj)):
            return None
        if not self.asks_properties:
            return None
        state = {}
        for name, member in self.properties(type(obj)):
            try:
                value = getattr(obj, name)
                state[name] = repr(value) if is_plain(value) else "?"
            except Exception:
                state[name] = None
        return state or None

    def properties(self, cls):
        found = {}
        for c in reversed(cls.__mro__):
            if self.is_users(c):
                found.update((k, v) for k, v in vars(c).items() if not k.startswith("__"))
        return [(k, v) for k, v in found.items() if type(v) is property]

    # Recording

    def observe(self, t, frame, kind, how, arg, ident):
        self.now = t
        self.follow_statements(frame, kind)
        for new in gc.get_objects():
            self.made[id(new)] = t
        if how == "start":
            self.starts.setdefault(frame.f_code, []).append(t)
        stack = []
        at = frame
        while at is not None:
            if at in ident:
                stack.append(at)
            at = at.f_back
        for f in stack:
            self.note(self.frames.setdefault(ident[f], []), self.variables_of(f))
            for cell in cells_of(f).values():
                self.cells.setdefault(id(cell), (cell, []))
        for cell, versions in self.cells.values():
            self.note(versions, self.held_by(cell))
        self.note_waiting({ident[f]: f for f in stack})
        if how == "suspend":
            self.suspending.add(frame)
        else:
            self.suspending.discard(frame)
        for thing in [*self.things.values()]:
            if sys.getrefcount(thing.obj) > 3:      # kept in two places here, and the argument: it is still used
                self.look_into(thing)
        while self.queue:
            self.look_into(self.queue.pop())
        if self.at_event:
            self.at_event(t, stack, self)
        gc.freeze()

    def note_waiting(self, stack):
        """Notes the variables of the frames that are not on the stack now, but were, and will be."""
        for left, f in self.on_stack.items():
            if f in self.suspending:
                self.waiting[left] = f
            elif left not in stack:
                self.note(self.frames[left], None)
        self.waiting = {left: f for left, f in self.waiting.items() if left not in stack}
        for left, f in [*self.waiting.items()]:
            if self.is_over(f):
                del self.waiting[left]
                self.note(self.frames[left], None)
            else:
                self.note(self.frames[left], self.variables_of(f))
        self.on_stack = stack

    def held_by(self, cell):
        try:
            return self.token(cell.cell_contents)
        except ValueError:
            return None

    def is_over(self, frame):
        """Whether a generator that was suspended has ended, without an event."""
        try:
            frame.clear()
        except RuntimeError:
            return False
        return True

    def follow_statements(self, frame, kind):
        """Notes whether what has run since the event before is a statement from its beginning."""
        statement = self.statement(frame.f_code.co_filename, frame.f_lineno)
        begins = kind == "line" and statement != self.statement_of.get(frame)
        self.in_one_step, self.begins = self.begins, begins
        self.statement_of[frame] = statement

    def statement(self, path, line):
        """The first line of the statement that stands in a line, the body of an `if`, loop or `def` aside."""
        if path not in self.starts_of:
            self.starts_of[path] = starts = {}
            with open(path, "rb") as f:
                nodes = [node for node in ast.walk(ast.parse(f.read())) if isinstance(node, ast.stmt)]
            for node in nodes:
                end = node.body[0].lineno - 1 if getattr(node, "body", None) else node.end_lineno
                starts.update((at, node.lineno) for at in range(node.lineno, end + 1))
        return self.starts_of[path].get(line, line)

    def note(self, versions, state):
        if not versions or versions[-1][1] != state or type(versions[-1][1]) is not type(state):
            versions.append((self.now, state))

    def look_into(self, thing):
        for versions, read in (thing.items, self.items_of), (thing.attributes, self.attributes_of):
            state = read(thing.obj)
            if state is not None:
                self.note(versions, state)
        state = self.computed_of(thing.obj)
        if state is not None:
            if self.attributes_of(thing.obj) != thing.attributes[-1][1]:
                state = dict.fromkeys(state, "?")   # asking changes the object
                self.note(thing.attributes, self.attributes_of(thing.obj))
            self.note(thing.computed, state)

    def variables_of(self, frame):
        """The variables of a function's frame. Those of modules and class bodies are items of a dict."""
        scope = scope_of(frame)
        if frame.f_code.co_flags & 1:
            return {k: self.token(v) for k, v in scope.items()}
        self.serial(frame.f_globals)
        self.serial(scope)
        return {}
