"""Re-raising: bare, by name, from a nested function, after another exception was handled."""


def bare():
    try:
        int("x")
    except ValueError:
        print("seen")
        raise


def by_name():
    try:
        int("y")
    except ValueError as e:
        e.args = (e.args[0].upper(),)
        raise e


def later():
    kept = None
    try:
        [].pop()
    except IndexError as e:
        kept = e
    if kept:
        raise kept


def helper():
    raise


def through_helper():
    try:
        {}["k"]
    except KeyError:
        helper()


def outer_again():
    try:
        raise TypeError("first")
    except TypeError:
        try:
            raise ValueError("second")
        except ValueError:
            pass
        raise


def wrong_clause():
    try:
        try:
            raise KeyError("inner")
        except IndexError:
            print("never")
        finally:
            print("on the way")
    except KeyError as e:
        print("outer clause", e)
        return "handled"


for f in bare, by_name, later, through_helper, outer_again, wrong_clause, helper:
    try:
        print(f.__name__, f())
    except Exception as e:
        depth, tb = 0, e.__traceback__
        while tb:
            depth, tb = depth + 1, tb.tb_next
        print(f.__name__, type(e).__name__, e, "frames:", depth)
