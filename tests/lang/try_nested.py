"""Handlers inside handlers, a loop that retries, and an exception that crosses many frames."""


class Retry(Exception):
    def __init__(self, after):
        super().__init__(f"retry after {after}")
        self.after = after


attempts = []


def flaky(n):
    attempts.append(n)
    if len(attempts) < 3:
        raise Retry(len(attempts) * 10)
    return "served"


def patient(n):
    waited = 0
    while True:
        try:
            result = flaky(n)
        except Retry as e:
            waited += e.after
            continue
        else:
            return result, waited
        finally:
            n += 1


print(patient(5), attempts)


def level(n):
    try:
        if n == 0:
            raise ValueError("bottom")
        level(n - 1)
    except ValueError as e:
        if n == 2:
            raise KeyError("changed at 2") from e
        raise
    finally:
        print("leaving", n)


try:
    level(4)
except KeyError as e:
    print(e, "from", e.__cause__)

try:
    try:
        try:
            raise IndexError("a")
        except IndexError:
            raise KeyError("b")
    except KeyError:
        raise ValueError("c")
except ValueError as e:
    print(e, e.__context__, e.__context__.__context__)


def convert(items):
    good, bad = [], []
    for item in items:
        try:
            good.append(int(item))
        except ValueError:
            try:
                good.append(float(item))
            except ValueError:
                bad.append(item)
    return good, bad


print(convert(["1", "2.5", "x", " 7 ", "1e3", ""]))
