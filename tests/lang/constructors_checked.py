"""What a builtin `__new__` accepts, singletons, modules that were not initialised, and classes that derive from super."""

import types


def refused(f, *args, **kwargs):
    try:
        f(*args, **kwargs)
    except TypeError as e:
        return str(e)


class Number(int):
    pass


print(refused(int.__new__, 42))
print(refused(str.__new__, 5))
print(refused(list.__new__, list()))
print(refused(int.__new__, str))
print(refused(tuple.__new__, list))
print(refused(dict.__new__))
print(refused(object.__new__, int))
print(refused(object.__new__, Number))
print(refused(type.__new__, int, "A", (), {}))
print(int.__new__(Number, 7), int.__new__.__self__, list.__new__(list))
print([kind() is one for kind, one in ((type(None), None), (type(...), ...), (type(NotImplemented), NotImplemented))])
print(refused(type(None), 1))

bare = types.ModuleType.__new__(types.ModuleType)
print(dir(bare), bare)
try:
    bare.missing
except AttributeError as e:
    print(e)
made = types.ModuleType("made")
made.__dir__ = lambda: ["b", "a"]
print(dir(made), made)
made.__loader__ = len
print(made)


class Shown(types.ModuleType):
    __dict__ = 8


print(refused(dir, Shown("shown")))


class mysuper(super):
    def __init__(self, *args):
        super(mysuper, self).__init__(*args)


class Base:
    def name(self):
        return "Base"


class Middle(Base):
    def name(self):
        return "Middle " + mysuper(Middle, self).name()


class Last(Middle):
    def name(self):
        return f"Last {self.__up.name()} by {self.__up.__class__.__name__}"


Last._Last__up = mysuper(Last)
print(Last().name())
print(refused(super, Last, Base()))
print(refused(super, Last, Base))


class Hook:
    def __get__(self, obj, cls=None):
        return lambda name: f"{name} of {cls.__name__}"


class Asked:
    __getattr__ = Hook()


class AlwaysAsked:
    __getattribute__ = Hook()


print(Asked().anything, AlwaysAsked().something)
wrapped = classmethod(len)
wrapped.extra = 5
print(wrapped.extra, sorted(wrapped.__dict__))
del wrapped.extra
print(hasattr(wrapped, "extra"))


class Props:
    one = property()
    two = None


Props.two = property()
for name in ("one", "two"):
    for access in (getattr, delattr):
        try:
            access(Props(), name)
        except AttributeError as e:
            print(e)
print(refused(property().__set_name__, 1))


class Named:
    def __getattr__(self, name):
        raise RuntimeError(name)


try:
    property(Named()).__name__
except RuntimeError as e:
    print(repr(e))
print(super.__new__(super))
