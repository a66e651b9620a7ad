"""Every way through try, except, else and finally."""


def paths(action):
    log = []
    try:
        log.append("try")
        if action == "value":
            raise ValueError("v")
        if action == "key":
            {}["missing"]
        if action == "return":
            return log
    except ValueError:
        log.append("except ValueError")
    except (KeyError, IndexError) as e:
        log.append(f"except {type(e).__name__}")
    else:
        log.append("else")
    finally:
        log.append("finally")
    log.append("after")
    return log


for action in "none", "value", "key", "return":
    print(action, paths(action))


def only_finally(fail):
    try:
        if fail:
            raise OSError("disk")
        print("no failure")
    finally:
        print("cleaned up")


only_finally(False)
try:
    only_finally(True)
except OSError as e:
    print("outside:", e)


def else_raises():
    try:
        pass
    except ZeroDivisionError:
        print("not this one")
    else:
        1 // 0
    finally:
        print("finally anyway")


try:
    else_raises()
except ZeroDivisionError as e:
    print("the else's own error:", e)

try:
    raise KeyError
except:
    print("bare except")

errors = (LookupError,)
try:
    [][5]
except errors as e:
    print(type(e).__name__, e)
try:
    e
except NameError as n:
    print(n)
