"""The engines of the iterators of `itertools`: what gives the next item where Python code has to run.

Each is called for every item with the iterator and its slots (see types/itertools/mod.rs), and ends by StopIteration:
its own, or the one that the inner iterator raised, which a `for` then shows as CPython does.
"""

import _ttd_itertools as _it


def it_start(cls, number, iterables, rest):
    return _it.build(cls, number, [iter(x) for x in iterables], rest)


def it_start_pools(cls, number, iterables, rest):
    return _it.build(cls, number, [tuple(x) for x in iterables], rest)


def it_accumulate(self, it, func, total, initial):
    if initial is not None:
        _it.put(self, 4, None)
        _it.put(self, 3, initial)
        return initial
    x = next(it)
    if total is not END:
        x = total + x if func is None else func(total, x)
    _it.put(self, 3, x)
    return x


def it_batched(self, it, n, strict):
    if it is None:
        raise StopIteration
    batch = []
    try:
        while len(batch) < n and (x := next(it, END)) is not END:
            batch.append(x)
    except BaseException:
        _it.put(self, 1, None)
        raise
    if not batch:
        _it.put(self, 1, None)
        raise StopIteration
    if strict and len(batch) < n:
        _it.put(self, 1, None)
        raise ValueError("batched(): incomplete batch")
    return tuple(batch)


def it_chain(self, source, active, pending):
    while True:
        if active is not None:
            x = next(active, END)
            if x is not END:
                return x
            active = None
            _it.put(self, 2, None)
        if pending is END:
            if source is None:
                raise StopIteration
            try:
                pending = next(source, END)
            except BaseException:
                _it.put(self, 1, None)
                raise
            if pending is END:
                _it.put(self, 1, None)
                raise StopIteration
        else:
            _it.put(self, 3, END)
        try:
            active = iter(pending)
        except BaseException:
            _it.put(self, 1, None)
            raise
        pending = END
        _it.put(self, 2, active)


def it_compress(self, data, selectors):
    while True:
        x = next(data)
        if next(selectors):
            return x


def it_count(self, number, step):
    _it.put(self, 1, number + step)
    return number


def it_cycle(self, it, saved, at):
    if it is not None:
        x = next(it, END)
        if x is not END:
            saved.append(x)
            return x
        _it.put(self, 1, None)
    if not saved:
        raise StopIteration
    _it.put(self, 3, 0 if at + 1 == len(saved) else at + 1)
    return saved[at]


def it_dropwhile(self, func, it, begun):
    if begun:
        return next(it)
    while True:
        x = next(it)
        if not func(x):
            _it.put(self, 3, True)
            return x


def it_filterfalse(self, func, it):
    if func is None or func is bool:
        while True:
            x = next(it)
            if not x:
                return x
    while True:
        x = next(it)
        if not func(x):
            return x


def it_groupby(self, it, func, target, key, value, group):
    _it.put(self, 6, END)
    while key is END or target is not END and (target is key or target == key):
        x = next(it, END)
        if x is END:
            raise StopIteration
        key = x if func is None else func(x)
        _it.put(self, 5, x)
        _it.put(self, 4, key)
    _it.put(self, 3, key)
    return key, _it.group(self, key)


def it_grouper(self, parent, target, it, func):
    x = next(it, END)
    if x is END:
        raise StopIteration
    key = x if func is None else func(x)
    if target is key or target == key:
        _it.put(parent, 4, END)
        return x
    _it.put(parent, 5, x)
    _it.put(parent, 4, key)
    raise StopIteration


def it_islice(self, it, wanted, stop, step, at):
    if it is None:
        raise StopIteration
    try:
        if at < wanted:
            while at < wanted:
                next(it)
                at += 1
                _it.put(self, 5, at)
        if 0 <= stop <= at:
            raise StopIteration
        x = next(it)
    except BaseException:
        _it.put(self, 1, None)
        raise
    _it.sliced(self, wanted, stop, step, at)
    return x


def it_pairwise(self, it, old):
    if it is None:
        raise StopIteration
    try:
        if old is END:
            old = next(it)
            _it.put(self, 2, old)
        new = next(it)
    except BaseException:
        _it.put(self, 1, None)
        _it.put(self, 2, END)
        raise
    _it.put(self, 2, new)
    return old, new


def it_starmap(self, func, it):
    args = next(it)
    return func(*(args if type(args) is tuple else tuple(args)))


def it_takewhile(self, func, it, over):
    if over:
        raise StopIteration
    x = next(it)
    if func(x):
        return x
    _it.put(self, 3, True)
    raise StopIteration


def it_tee(cls, iterable, n):
    it = iter(iterable)
    copy = getattr(it, "__copy__", None)
    if copy is None:
        it = cls(it)
        copy = it.__copy__
    result = [it]
    for _ in range(1, n):
        result.append(copy())
    return tuple(result)


def it_tee_next(self, source, node, at):
    # Items that were kept need no engine.
    if source[1]:
        raise RuntimeError("cannot re-enter the tee iterator")
    source[1] = True
    try:
        x = next(source[0], END)
    finally:
        source[1] = False
    if x is END:
        raise StopIteration
    _it.keep(self, x)
    return x


def it_zip_longest(self, fill, active, *its):
    if not active:
        raise StopIteration
    row = []
    i = 2
    for it in its:
        i += 1
        if it is None:
            row.append(fill)
            continue
        try:
            x = next(it, END)
        except BaseException:
            _it.put(self, 2, 0)
            raise
        if x is END:
            active -= 1
            _it.put(self, 2, active)
            _it.put(self, i, None)
            if not active:
                raise StopIteration
            x = fill
        row.append(x)
    return tuple(row)
