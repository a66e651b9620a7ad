"""return, break and continue inside try and finally."""


def finally_wins():
    try:
        return "try"
    finally:
        return "finally"


def swallowed():
    try:
        raise ValueError("gone")
    finally:
        return "swallowed"


def order():
    try:
        return print("value of return") or "returned"
    finally:
        print("then finally")


def loops():
    log = []
    for i in range(5):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            log.append(("body", i))
        finally:
            log.append(("finally", i))
    else:
        log.append("else")
    return log


def break_in_finally():
    for i in range(3):
        try:
            raise RuntimeError(i)
        finally:
            if i == 1:
                break
            continue
    return i


def while_true():
    n = 0
    while True:
        try:
            n += 1
            if n > 2:
                return n
        finally:
            n *= 10


def changed_too_late():
    x = 1
    try:
        return x
    finally:
        x = 2


def nested():
    try:
        try:
            return "inner"
        finally:
            print("inner finally")
    finally:
        print("outer finally")


print(finally_wins(), swallowed(), order())
print(loops())
print(break_in_finally())
print(while_true(), changed_too_late(), nested())


def in_generator():
    for i in range(3):
        try:
            yield i
        finally:
            if i == 1:
                return "stopped"


print(list(in_generator()))
