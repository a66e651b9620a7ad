"""Multiple inheritance: the diamond, cooperative super(), the method resolution order and its conflicts."""


class Root:
    def __init__(self, **rest):
        print("Root", sorted(rest))

    def who(self):
        return ["Root"]


class Left(Root):
    def __init__(self, left=0, **rest):
        print("Left", left)
        super().__init__(**rest)

    def who(self):
        return ["Left"] + super().who()


class Right(Root):
    def __init__(self, right=0, **rest):
        print("Right", right)
        super().__init__(**rest)

    def who(self):
        return ["Right"] + super().who()


class Bottom(Left, Right):
    def who(self):
        return ["Bottom"] + super().who()

    @classmethod
    def create(cls, **values):
        return cls(**values)


b = Bottom.create(left=1, right=2)
print(b.who(), Left().who())
print([c.__name__ for c in Bottom.__mro__])
print(super(Left, b).who(), super(Bottom, b).who())

try:
    class Impossible(Root, Left):
        pass
except TypeError as e:
    print(type(e).__name__)


class Loud:
    def speak(self):
        return super().speak().upper() + "!"


class Polite:
    def speak(self):
        return "please, " + super().speak()


class Dog:
    def speak(self):
        return "woof"


class LoudDog(Loud, Dog):
    pass


class PoliteLoudDog(Polite, Loud, Dog):
    pass


print(LoudDog().speak(), PoliteLoudDog().speak())
try:
    Loud().speak()
except AttributeError as e:
    print(e)
PoliteLoudDog.speak = lambda self: "patched " + super(PoliteLoudDog, self).speak()
print(PoliteLoudDog().speak())
