"""`with`: entered and left, and left by an exception."""


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        return kind is not None


def entered(rounds):
    count = 0
    manager = Manager()
    for _ in range(rounds):
        with manager:
            count += 1
        with manager as m:
            count += m is manager
        with manager, Manager():
            count += 1
        with manager:
            with manager:
                count += 1
    return count


def raised(rounds):
    count = 0
    manager = Manager()
    for _ in range(rounds):
        with manager:
            raise ValueError("left")
        count += 1
        with manager:
            raise KeyError
        count += 1
    return count


TESTS = [
    ("WithFinally", 38000, entered, 4),
    ("WithRaiseExcept", 62000, raised, 2),
]
