"""__getattr__, __setattr__, __delattr__, __getattribute__, and the builtin functions around them."""


class Record:
    def __init__(self, **fields):
        super().__setattr__("fields", fields)

    def __getattr__(self, name):
        try:
            return self.fields[name]
        except KeyError:
            raise AttributeError(f"no field {name}") from None

    def __setattr__(self, name, value):
        print("set", name, value)
        self.fields[name] = value

    def __delattr__(self, name):
        print("delete", name)
        del self.fields[name]


r = Record(x=1)
r.y = 2
r.x += 10
print(r.x, r.y, r.fields)
del r.y
print(hasattr(r, "y"), getattr(r, "y", "default"))
try:
    r.z
except AttributeError as e:
    print(e)
setattr(r, "w", [])
r.w.append(1)
print(r.fields)


class Watched:
    secret = 5

    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        if not name.startswith("_"):
            print("read", name)
        return value


w = Watched()
w.n = w.secret + 1
print(w.n)


class Proxy:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        value = getattr(self._target, name)
        if callable(value):
            def wrapper(*args):
                print("calling", name, args)
                return value(*args)
            return wrapper
        return value


p = Proxy([3, 1, 2])
p.append(0)
p.sort()
print(p._target, p.index(2))


class Plain:
    pass


o = Plain()
for name in "abc":
    setattr(o, name, ord(name))
print(o.__dict__)
delattr(o, "b")
print([hasattr(o, n) for n in "abc"], [n for n in "abc" if n in dir(o)])
o.__dict__["d"] = 4
print(o.d)
try:
    del o.nothing
except AttributeError as e:
    print(e)
