"""Properties with getter, setter and deleter; read-only ones; overriding; descriptors written by hand."""


class Temperature:
    def __init__(self, celsius):
        self.celsius = celsius

    @property
    def celsius(self):
        """Degrees."""
        return self._celsius

    @celsius.setter
    def celsius(self, value):
        if value < -273.15:
            raise ValueError("too cold")
        self._celsius = value

    @celsius.deleter
    def celsius(self):
        print("forgetting", self._celsius)
        del self._celsius

    @property
    def fahrenheit(self):
        return self.celsius * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value):
        self.celsius = (value - 32) * 5 / 9


t = Temperature(20)
print(t.celsius, t.fahrenheit)
t.fahrenheit = 50
print(t.celsius)
t.celsius += 5
print(t.celsius, Temperature.celsius.__doc__)
try:
    t.celsius = -300
except ValueError as e:
    print(e)
del t.celsius
try:
    t.celsius
except AttributeError as e:
    print(e)


class Fixed:
    @property
    def value(self):
        return 42


f = Fixed()
for action in (lambda: setattr(f, "value", 1), lambda: delattr(f, "value")):
    try:
        action()
    except AttributeError as e:
        print(e)


class Positive:
    def __set_name__(self, owner, name):
        print("named", name, "in", owner.__name__)
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return getattr(instance, self.name)

    def __set__(self, instance, value):
        if value <= 0:
            raise ValueError(f"{self.name[1:]} must be positive")
        setattr(instance, self.name, value)


class Order:
    count = Positive()
    price = Positive()

    def __init__(self, count, price):
        self.count = count
        self.price = price

    total = property(lambda self: self.count * self.price)


o = Order(3, 5)
o.count *= 2
print(o.total, type(Order.count).__name__)
try:
    o.price = 0
except ValueError as e:
    print(e)


class Lazy:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        value = instance.__dict__[self.function.__name__] = self.function(instance)
        return value


class Page:
    @Lazy
    def text(self):
        print("loading")
        return "contents"


page = Page()
print(page.text, page.text)
