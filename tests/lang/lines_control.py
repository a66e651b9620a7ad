"""Where the lines are reported in loops, returns and handlers: backward jumps, empty branches, early exits."""


def backward():
    n = 0
    while True:
        n += 1
        if n == 1:
            continue
        if n == 2:
            pass
        else:
            break
    return n


def one_line_loop(n):
    while n:
        n -= 1
    for x in range(2): n += x
    return n


def condition_below():
    n = 3
    while (
        n
        and
        n != 1
    ):
        n -= 1
    return n


def no_return(flag):
    if flag:
        x = 1
    else:
        pass


def last_is_loop():
    for x in "ab":
        x


def last_is_if(x):
    if x:
        if x > 1:
            x = 0


def last_is_try():
    try:
        1 / 0
    except ZeroDivisionError:
        pass


def last_is_with(manager):
    with manager:
        pass


def nested_loops():
    total = 0
    for a in (1, 2):
        for b in (1, 2):
            if a == b:
                continue
            total += a * b
    return total


def returns_in_loop(items):
    for item in items:
        if item:
            return item
    else:
        return None


def finally_lines(n):
    try:
        if n == 0:
            return "return"
        if n == 1:
            raise KeyError
    except KeyError:
        n = 5
    else:
        n = 6
    finally:
        n += 1
    return n


def loop_in_handler():
    for i in range(2):
        try:
            [][i]
        except IndexError:
            continue
        finally:
            i = -i
    return i


def two_ways(n):
    if n > 0: return "positive"
    elif n < 0: return "negative"
    return "zero"


def both(a, b):
    if a and b: return 1
    if a or b: return 2
    if not a: return 3


def unreachable():
    return 1
    print("never")


class Manager:
    def __enter__(self): return self
    def __exit__(self, *args): pass


def with_return():
    with Manager():
        return 1


def with_loop():
    for i in range(2):
        with Manager() as a, \
             Manager() as b:
            if i:
                break


print(backward(), one_line_loop(2), condition_below(), no_return(1), no_return(0), last_is_loop(), last_is_if(0), last_is_if(1), last_is_if(2))
print(last_is_try(), last_is_with(Manager()), nested_loops(), returns_in_loop([0, 3]), returns_in_loop([]))
print([finally_lines(n) for n in range(3)], loop_in_handler(), [two_ways(n) for n in (1, -1, 0)])
print(both(1, 1), both(0, 1), both(0, 0), unreachable(), with_return(), with_loop())
