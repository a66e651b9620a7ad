"""Decorators: plain, with arguments, stacked, on methods and classes, as instances."""


def logged(f):
    def wrapper(*args, **kwargs):
        print("->", f.__name__, args, kwargs)
        result = f(*args, **kwargs)
        print("<-", result)
        return result
    wrapper.__name__ = f.__name__
    return wrapper


def repeat(n):
    print("repeat", n)

    def decorate(f):
        print("decorating", f.__name__)

        def wrapper(*args):
            return [f(*args) for _ in range(n)]
        wrapper.__name__ = "repeated " + f.__name__
        return wrapper
    return decorate


@logged
def add(a, b=1):
    return a + b


@repeat(2)
@logged
def greet(name):
    return "hello " + name


@logged
@repeat(
    n=2
)
def twice(x):
    return x * 2


add(1, b=2)
print(greet("x"), greet.__name__)
twice(4)


class Counted:
    def __init__(self, f):
        self.f, self.calls = f, 0

    def __call__(self, *args):
        self.calls += 1
        return self.f(*args)


@Counted
def identity(x):
    return x


print(identity(5), identity("a"), identity.calls)
registry = {}


def register(name):
    def add_class(cls):
        registry[name] = cls
        cls.tag = name
        return cls
    return add_class


@register("first")
class A:
    @logged
    def method(self, x):
        return x + 1

    @staticmethod
    @logged
    def static():
        return 0

    @classmethod
    @repeat(1)
    def make(cls):
        return cls.__name__

    def __repr__(self):
        return "<A>"


a = registry["first"]()
a.method(1)
a.static()
print(a.make(), A.tag)


def retry(times, *errors):
    def decorate(f):
        def wrapper(*args):
            for attempt in range(times):
                try:
                    return f(attempt, *args)
                except errors as e:
                    print("attempt", attempt, e)
            raise RuntimeError("gave up")
        return wrapper
    return decorate


@retry(3, ZeroDivisionError)
def risky(attempt, limit):
    return 10 // (attempt - limit + 1 if attempt < limit else 5)


@retry(2, KeyError)
def hopeless(attempt):
    raise KeyError(attempt)


print(risky(2))
try:
    hopeless()
except RuntimeError as e:
    print(e)


@lambda f: "not a function any more"
def gone():
    pass


print(gone)
