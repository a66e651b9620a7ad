"""Conditional expressions and statements, chained comparisons, conditions over several lines, constant conditions."""


def grade(points):
    if points >= 90:
        result = "A"
    elif points >= 75:
        result = "B"
    elif 50 <= points < 75:
        result = "C"
    else:
        result = "F"
    return result


print([grade(p) for p in (95, 80, 60, 20)])
print(*["fizzbuzz" if n % 15 == 0 else "fizz" if n % 3 == 0 else "buzz" if n % 5 == 0 else n for n in range(1, 16)])


def inside(x, low, high):
    return (
        low <= x
        and x <= high
        and not (
            x == 5
            or x == 6
        )
    )


print([x for x in range(10) if inside(x, 3, 8)])
a, b = 1, 0
if (
    a
    or b
    and a
):
    print("over several lines")
if a and not b: print("short")
value = (
    "first" if b else
    "second" if a else
    "third"
)
print(value)
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 > 1 > 0, 1 == 1.0 == True)


def classify(x):
    if x is None:
        return "none"
    if not isinstance(x, int):
        return "other"
    return "even" if x % 2 == 0 else "odd"


print(classify(None), classify("x"), classify(4), classify(5))
if None:
    pass
elif 0:
    pass
else:
    print("else")
if __name__ == "__main__":
    print("main")
assert a
assert (b == 0), "message"
try:
    assert a == b, f"{a} is not {b}"
except AssertionError as e:
    print("assertion:", e)
try:
    assert b
except AssertionError as e:
    print("assertion:", repr(e))
