"""Single inheritance: overriding, super(), abstract methods by hand, class hierarchies."""


class Shape:
    sides = 0

    def __init__(self, name):
        self.name = name

    def area(self):
        raise NotImplementedError(type(self).__name__ + ".area")

    def describe(self):
        return f"{self.name}: {self.area():.2f}, {self.sides} sides"


class Circle(Shape):
    def __init__(self, r):
        super().__init__("circle")
        self.r = r

    def area(self):
        return 3.14159 * self.r ** 2


class Rectangle(Shape):
    sides = 4

    def __init__(self, w, h, name="rectangle"):
        super().__init__(name)
        self.w, self.h = w, h

    def area(self):
        return self.w * self.h


class Square(Rectangle):
    def __init__(self, w):
        super().__init__(w, w, "square")

    def describe(self):
        return super().describe() + " (all equal)"


for shape in Circle(1), Rectangle(2, 3), Square(2):
    print(shape.describe())
try:
    Shape("none").describe()
except NotImplementedError as e:
    print(type(e).__name__, e)

print(Square.__mro__[1].__name__, Square.__base__.__name__, [c.__name__ for c in Square.mro()])
print(issubclass(Square, Shape), isinstance(Square(1), (Circle, Rectangle)), issubclass(Shape, Square))


class Base:
    registry = []

    def __init_subclass__(cls, /, tag="none", **kwargs):
        super().__init_subclass__(**kwargs)
        Base.registry.append((cls.__name__, tag))


class One(Base, tag="first"):
    pass


class Two(One):
    pass


print(Base.registry, [c.__name__ for c in Base.__subclasses__()])


class Stack(list):
    def push(self, *items):
        self.extend(items)
        return self

    def pop(self):
        return super().pop() if self else None


s = Stack([1]).push(2, 3)
print(s, s.pop(), s.pop(), s.pop(), s.pop(), len(s), isinstance(s, list))


class Celsius(float):
    def __new__(cls, value):
        return super().__new__(cls, round(value, 1))

    def __str__(self):
        return f"{float(self)}°C"


t = Celsius(21.456)
print(str(t), t + 1, t == 21.5)
