"""match: literals, captures, or patterns, guards, constants by attribute, singletons."""


class Color:
    RED = 1
    GREEN = "g"


def kind(value):
    match value:
        case None:
            return "none"
        case True | False:
            return "bool"
        case 0:
            return "zero"
        case -1 | -2:
            return "small negative"
        case Color.RED:
            return "red"
        case Color.GREEN:
            return "green"
        case "yes" | "y":
            return "agreed"
        case 2.5 | 3j:
            return "number literal"
        case int(n) if n > 100:
            return f"large {n}"
        case int() | float() as number:
            return f"number {number}"
        case str(text) if text.isupper():
            return "shouting"
        case b"raw":
            return "bytes"
        case other:
            return f"other {other!r}"


for value in None, True, 0, 0.0, -2, 1, "g", "y", 2.5, 3j, 1000, 7, 7.5, "LOUD", "quiet", b"raw", ():
    print(repr(value), kind(value))


def guards(n):
    match n:
        case x if x < 0:
            sign = "negative"
        case x if x > 0: sign = "positive"
        case _:
            sign = "zero"
    return sign, x


print(guards(-1), guards(1), guards(0))
match 5:
    case 6:
        print("never")
print("no case taken")


def raising(n):
    match 10 // n:
        case 5 if n / 0:
            pass


for n in 0, 2:
    try:
        raising(n)
    except ZeroDivisionError as e:
        print(n, e)
