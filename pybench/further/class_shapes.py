"""Values with operators, comparisons, properties and __slots__, in a hierarchy with virtual methods.

    python3 class_shapes.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 430
ONE_ROUND = 1964


class Shape:
    def __init__(self, name):
        self.name = name

    def area(self):
        raise NotImplementedError

    @property
    def label(self):
        return self.name

    def __lt__(self, other):
        return self.area() < other.area()

    def __eq__(self, other):
        return isinstance(other, Shape) and self.area() == other.area()

    def __hash__(self):
        return hash(self.name)


class Rectangle(Shape):
    def __init__(self, width, height):
        super().__init__("rectangle")
        self.width, self.height = width, height

    def area(self):
        return self.width * self.height


class Square(Rectangle):
    def __init__(self, side):
        super().__init__(side, side)
        self.name = "square"

    @property
    def label(self):
        return self.name + "!"


class Circle(Shape):
    def __init__(self, radius):
        super().__init__("circle")
        self.radius = radius

    def area(self):
        return 3.25 * self.radius ** 2


class Money:
    __slots__ = ("cents",)

    def __init__(self, cents):
        self.cents = cents

    def __add__(self, other):
        return Money(self.cents + other.cents)

    def __mul__(self, factor):
        return Money(int(self.cents * factor))

    def __bool__(self):
        return self.cents != 0

    def __repr__(self):
        return f"{self.cents // 100}.{self.cents % 100:02}"


def run(rounds):
    result = 0
    for r in range(rounds):
        shapes = []
        for i in range(150):
            kind = (i + r) % 3
            if kind == 0:
                shapes.append(Rectangle(i, i + 1))
            elif kind == 1:
                shapes.append(Square(i))
            else:
                shapes.append(Circle(i / 2))
        shapes.sort()
        different = set(shapes)
        total = Money(0)
        for shape in shapes:
            price = Money(1999) * (1 + shape.area() / 1000)
            if price:
                total = total + price
            result += len(shape.label) + isinstance(shape, Rectangle)
        result += len(different) + total.cents % 1000 + len(repr(total)) + (max(shapes) == shapes[-1])
    return result


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
