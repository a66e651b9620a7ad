# What every object can do, and what descriptors tell about themselves.
class Plain:
    pass


class Ordered:
    """Compares by way of object's methods where it has none of its own."""

    def __init__(self, key):
        self.key = key

    def __lt__(self, other):
        if not isinstance(other, Ordered):
            return super().__lt__(other)
        return self.key < other.key

    def __gt__(self, other):
        answer = super().__gt__(other)
        return "nobody knows" if answer is NotImplemented else answer


a, b = Plain(), Ordered(1)
for name in "__lt__", "__le__", "__gt__", "__ge__":
    print(name, getattr(a, name)(a), getattr(object, name)(1, 2), getattr(Plain, name) is getattr(object, name))
print(b < Ordered(2), b > 3, Ordered.__lt__(b, 3), 3 .__lt__("x"))
for wrong in lambda: a < a, lambda: b < 3, lambda: a >= 1, lambda: None < None, lambda: object.__lt__(a):
    try:
        print(wrong())
    except TypeError as e:
        print(e)
print(object.__subclasshook__(int), Plain.__subclasshook__(int), int.__subclasshook__(1))


# property
class Account:
    def __init__(self):
        self.stored = 1

    @property
    def balance(self):
        "The balance."
        return self.stored

    @balance.setter
    def balance(self, value):
        self.stored = value

    @balance.deleter
    def balance(self):
        self.stored = None

    read = property(lambda self: 2)

    @staticmethod
    def plain():
        pass

    @classmethod
    def made(cls):
        pass


account = Account()
p = Account.__dict__["balance"]
print(p.__name__, p.__doc__, p.__get__(account), p.__set__(account, 5), account.balance)
print(p.__delete__(account), account.balance)
try:
    Account.read.__delete__(account)
except AttributeError as e:
    print(type(e).__name__)
print(Account.read.__name__)


def abstract(f):
    f.__isabstractmethod__ = True
    return f


print(p.__isabstractmethod__, property(abstract(lambda self: 1)).__isabstractmethod__)
print([Account.__dict__[n].__isabstractmethod__ for n in ("plain", "made")],
      staticmethod(abstract(print_ := lambda: 1)).__isabstractmethod__, classmethod(print_).__isabstractmethod__)


# super
class Child(Account):
    def look(self):
        s = super()
        return s.__thisclass__, s.__self__ is self, s.__self_class__

    @classmethod
    def look_class(cls):
        s = super()
        return s.__thisclass__, s.__self__, s.__self_class__


class Grandchild(Child):
    pass


print(Grandchild().look())
print(Grandchild.look_class())

# methods of builtin types
print(list.append.__objclass__, str.__len__.__objclass__, list.append.__get__([1], list).__name__)
items = [1]
list.append.__get__(items)(2)
print(items, list.append.__get__(None, list) is list.append)


# functions and code
def f(a, /, b, *, c):
    d = 1
    return d


code = f.__code__
print(f.__type_params__, f.__builtins__["len"] is len)
print(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_nlocals)
print(enumerate[int], type(x for x in ())[int])

# wrong calls of constructors
for wrong in (lambda: bytearray(1, 2, 3, 4), lambda: bytearray(x=1), lambda: property(1, 2, 3, 4, 5),
              lambda: classmethod(), lambda: object.__new__(), lambda: [].__setitem__(0), lambda: [].__len__(1),
              lambda: object.__eq__(1), lambda: [].__getitem__()):
    try:
        print(wrong())
    except TypeError as e:
        print(e)
