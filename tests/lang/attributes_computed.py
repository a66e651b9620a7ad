"""The same attribute of objects of many kinds at one place: what is computed, what hides it, what changes meanwhile."""
import sys


class Plain:
    shared = 1

    def method(self):
        return self


class Slotted:
    __slots__ = ("a", "__dict__")


class Child(Plain):
    def parent(self):
        return super().__dict__, super().__class__.__name__


class Hiding:
    @property
    def __dict__(self):
        return "hidden"

    __name__ = "a name"


class Text(str):
    pass


def look(objects, read):
    found = []
    for obj in objects:
        try:
            found.append(read(obj))
        except AttributeError as e:
            found.append(str(e))
    return found


def made(cls, **attributes):
    obj = cls() if cls is not Text else cls("t")
    for name, value in attributes.items():
        setattr(obj, name, value)
    return obj


things = [made(Plain, x=1), made(Plain, x=2), made(Slotted, a=1, b=2), made(Child, y=3), Hiding(), made(Text, z=5), Plain, 7]
for _ in range(2):
    print(look(things[:6], lambda o: o.__dict__))
    print(look(things, lambda o: o.__class__.__name__))
    things[0].x += 10
    things[0].__dict__["fresh"] = things[1].__dict__.get("x")
print(things[0].x, things[0].fresh, things[3].parent(), things[3].parent())

functions = [look, len, [].append, str.join, str.__add__, "a".__add__, Plain().method, Plain.method, type, lambda: 0, Hiding()]
print(look(functions, lambda f: f.__name__))
print(look(functions, lambda f: f.__qualname__))
print(look(functions, lambda f: type(f).__name__))
print(look([1, 2.5, True, 3 + 4j, 2 ** 70], lambda n: (n.real, n.imag)))


def here():
    return sys._getframe(1)


frames = [here(), here()]
print([f.f_code.co_name for f in frames], {f.f_lineno > 0 for f in frames}, frames[0].f_globals is globals())

# The class begins to hide what was computed, and ceases to.
class Number(int):
    pass


three, answers = Number(3), []
for turn in range(4):
    answers.append((three.real, three.numerator))
    if turn == 1:
        Number.real = "of the class"
        Number.numerator = property(lambda self: "of a property")
    if turn == 2:
        del Number.real, Number.numerator
print(answers)
kinds = []
for x in (1, "a", Plain(), Plain, type, None, 2.5, things[0].method, len):
    kinds.append(type(x))
print([k.__name__ for k in kinds])
