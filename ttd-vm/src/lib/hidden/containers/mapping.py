"""The parts of `collections` types that run Python code."""


def defaultdict_missing(this, key, factory):
    value = factory()
    this[key] = value
    return value


def defaultdict_united(cls, factory, left, right):
    made = cls(factory, left)
    dict.update(made, right)
    return made


def mapping_reduced(this, cls, args, state):
    return cls, args, state, None, iter(this.items())


def ordered_reduced(this, cls, has_state):
    return cls, (), this.__getstate__() if has_state else None, None, iter(this.items())


def ordered_copy(this, cls):
    made = cls()
    for key in this:
        made[key] = this[key]
    return made


def ordered_united(cls, left, right):
    made = cls(left)
    made.update(right)
    return made


def ordered_update(this, other):
    this.update(other)
    return this


def count_elements_(mapping, iterable):
    get = mapping.get
    for x in iterable:
        mapping[x] = get(x, 0) + 1
