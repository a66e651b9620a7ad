"""Exceptions: raised and caught, guarded against and not raised, and cleaning up."""


class Own(Exception):
    pass


def raised(rounds):
    caught = 0
    for _ in range(rounds):
        try:
            raise ValueError
        except ValueError:
            caught += 1
        try:
            raise KeyError("with an argument")
        except (TypeError, KeyError) as error:
            caught += len(error.args)
        try:
            raise Own(1, 2)
        except Exception as error:
            caught += error.args[1]
    return caught


def not_raised(rounds):
    a = 0
    for _ in range(rounds):
        try:
            a = 1
        except ValueError:
            a = 2
        try:
            a += 1
        except (ValueError, KeyError):
            a = 3
        try:
            a += 1
        except:
            a = 4
        try:
            a += 1
        except Own:
            a = 5
        else:
            a += 1
        try:
            a += 1
        except ValueError:
            pass
        except KeyError:
            pass
    return a


def cleaning_up(rounds):
    a = 0
    for _ in range(rounds):
        try:
            a += 1
        finally:
            a += 2
        try:
            try:
                a += 1
            finally:
                a -= 3
        finally:
            a += 1
        try:
            pass
        finally:
            a -= 2
    return a


TESTS = [
    ("TryRaiseExcept", 60000, raised, 4),
    ("TryExcept", 870000, not_raised, 6),
    ("TryFinally", 790000, cleaning_up, 0),
]
