"""What a place held at each event, read from the versions of the recorder, and when it changed.

A place is something that `history` can be asked for. A variable, item or attribute changes also when the container
that it holds does:

    ("variable", frame, name)           a variable of a frame
    ("shared", cell)                    a variable of a function around a frame's own, by its cell's address
    ("item", thing, key)                what a container holds under a key or at a position
    ("attribute", thing, name)          what an object has under a name, itself or from its class
    ("property", thing, name)           the value of a property
    ("length", thing)                   len(...)
    ("member", thing, value)            value in ...
    ("expression", frame, source)       numbers of a frame, calculated with

Frames are named by the time of their first call, things by their serial numbers.
"""
import bisect
import types

from recorder import AMBIGUOUS, is_plain

# What a place can hold besides a token: docs/semantics.md, section 3.
NOT_MADE, UNREADABLE, NOTHING = ("not made",), ("unreadable",), ("nothing",)


class Unsure(Exception):
    """The contract does not say whether this is a change."""


def state_at(versions, time):
    at = bisect.bisect_right(versions, time, key=lambda v: v[0])
    return versions[at - 1][1] if at else None


class Places:
    def __init__(self, recorder, events):
        self.recorder, self.events = recorder, events

    def changes(self, place):
        """The times at which a place held something else than at the event before."""
        read = getattr(self, "read_" + place[0])
        found, old, inside = [], read(0, *place[1:]), None
        holds = place[0] in ("variable", "shared", "item", "attribute")
        for time in range(1, self.events):
            new = read(time, *place[1:])
            now = self.inside(time, new) if holds else None
            if self.counts(old, new) if new != old else now != inside:
                found.append(time)
            old, inside = new, now
        return found

    def inside(self, time, token):
        """What is in the list, dict, set, deque or bytearray that a place holds; None where it holds none."""
        if token[0] != "object" or token[1] not in self.recorder.things or not self.recorder.things[token[1]].items:
            return None
        state = self.items(time, token[1])
        return list(state.items()) if isinstance(state, dict) else state

    def counts(self, old, new):
        if old == UNREADABLE or new in (UNREADABLE, NOT_MADE) or (old, new) == (NOT_MADE, NOTHING):
            return False
        if old[0] == new[0] == "object":
            a, b = self.recorder.kept[old[1]], self.recorder.kept[new[1]]
            if type(a) is type(b) and type(a) in AMBIGUOUS and a == b:
                raise Unsure
        return True

    def thing(self, serial):
        thing = self.recorder.things[serial]
        if thing.hidden:
            raise Unsure
        return thing

    def read_variable(self, time, frame, name):
        if time < frame:
            return NOT_MADE
        state = state_at(self.recorder.frames[frame], time)
        return UNREADABLE if state is None else state.get(name, NOTHING)

    def read_shared(self, time, cell):
        versions = self.recorder.cells[cell][1]
        if time < versions[0][0]:
            return NOT_MADE
        return state_at(versions, time) or NOTHING

    def read_expression(self, time, frame, source):
        if time < frame:
            return NOT_MADE
        state = state_at(self.recorder.frames[frame], time)
        if state is None:
            return UNREADABLE
        names = compile(source, "", "eval").co_names
        tokens = [state.get(name, NOTHING) for name in names]
        if not all(token == NOTHING or token[0] in ("int", "bool") for token in tokens):
            raise Unsure
        try:
            value = eval(source, {}, {name: token[1] for name, token in zip(names, tokens) if token != NOTHING})
        except Exception:
            return NOTHING
        return ("repr", repr(value))

    def items(self, time, serial):
        thing = self.thing(serial)
        state = state_at(thing.items, time)
        if state == "large":
            raise Unsure
        return state

    def read_item(self, time, serial, key):
        state = self.items(time, serial)
        if state is None:
            return NOT_MADE
        if isinstance(state, dict):
            return state.get(key, NOTHING)
        return state[key] if -len(state) <= key < len(state) else NOTHING

    def read_length(self, time, serial):
        state = self.items(time, serial)
        return NOT_MADE if state is None else ("int", len(state))

    def read_member(self, time, serial, value):
        state = self.items(time, serial)
        if state is None:
            return NOT_MADE
        if isinstance(state, tuple):
            if not all(token[0] in ("int", "str", "bool", "NoneType") for token in state):
                raise Unsure
            return ("bool", value in [token[1] for token in state])
        return ("bool", value in state)

    def read_attribute(self, time, serial, name):
        thing = self.thing(serial)
        own = state_at(thing.attributes, time)
        if own is None:
            return NOT_MADE
        classes = own["__mro__"][1:] if "__mro__" in own else self.classes_of(time, own)
        if name in own:
            if "__class__" in own:
                self.check_stored(time, classes, name)
            return own[name]
        for cls in classes:
            obj = self.recorder.kept[cls]
            state = cls in self.recorder.things and state_at(self.recorder.things[cls].attributes, time)
            if state and name in state:
                return self.plain_member(state[name])
            if not state and name in vars(obj):
                raise Unsure
        return NOTHING

    def classes_of(self, time, own):
        if "__class__" not in own:
            return ()
        return state_at(self.thing(own["__class__"][1]).attributes, time)["__mro__"]

    def check_stored(self, time, classes, name):
        """An instance's own value is not what is read where the class computes it."""
        for cls in classes:
            state = cls in self.recorder.things and state_at(self.recorder.things[cls].attributes, time)
            if state and name in state:
                token = state[name]
                member = type(self.recorder.kept[token[1]]) if token[0] == "object" else None
                if hasattr(member, "__set__") and member is not types.MemberDescriptorType:
                    raise Unsure
                return

    def plain_member(self, token):
        """What is read through the class, unless it computes what an instance gets."""
        if token[0] == "object":
            member = type(self.recorder.kept[token[1]])
            if member is types.MemberDescriptorType:
                return NOTHING          # an empty slot
            if hasattr(member, "__get__"):
                raise Unsure
        return token

    def read_property(self, time, serial, name):
        thing = self.thing(serial)
        state = state_at(thing.computed, time)
        if state is None:
            if time >= thing.born:
                raise Unsure            # the class has got the property later
            return NOT_MADE
        value = state.get(name, "?")
        if value == "?":
            raise Unsure
        return NOTHING if value is None else ("repr", value)


def source_of(value):
    """A literal for a plain value; None where it would be hard to read."""
    if is_plain(value):
        text = repr(value)
        if len(text) <= 24 and text.isascii() and "\\" not in text and "inf" not in text and "nan" not in text:
            return text
    return None
