"""What `collections.deque` does when it has to run Python code: extending by user-defined iterators, and copying
instances of Python classes, which means calling the class.
"""


def deque_extend(deque, iterable, result):
    append = deque.append
    for x in iterable:
        append(x)
    return result


def deque_extendleft(deque, iterable, result):
    append = deque.appendleft
    for x in iterable:
        append(x)
    return result


def deque_consume(deque, iterable, result):
    for x in iterable:
        pass
    return result


def deque_copy(deque, this, maxlen):
    cls = type(this)
    made = cls(this) if maxlen is None else cls(this, maxlen)
    if not isinstance(made, deque):
        raise TypeError(f"{cls.__name__}() must return a deque, not {type(made).__name__}")
    return made


def deque_add(deque, this, maxlen, other):
    made = deque_copy(deque, this, maxlen)
    deque.extend(made, other)
    return made


def deque_repeat(deque, this, maxlen, count):
    made = deque_copy(deque, this, maxlen)
    return deque.__imul__(made, count)


def deque_reduced(this, cls, maxlen):
    return cls, () if maxlen is None else ((), maxlen), this.__getstate__(), iter(this)
