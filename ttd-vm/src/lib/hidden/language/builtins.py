"""What builtin functions do when they have to run Python code: the loops over user-defined iterators and the calls of
user-defined key functions, comparisons and conversions.

Natives hand over to these functions (`vm.lib("name")`), so that no native code waits for Python code and a program can
be stopped and travelled through anywhere. None of this is visible as events. A generator made here may be the engine
of a `reversed` … object, a function that of a `map`, `zip` … object: it is called for every item with the object and its
slots, see types/iter.
"""

import _ttd_builtins as _native

END = _native.END

# The classes of `list[int]` and `int | str`, once `_ttd_generic` has made them.
alias_class = union_class = None


# ---- collecting

def again(it):
    """An iterator for a `for`, which asks what it goes through for an iterator: the program's is not to be asked twice."""
    return it if _native.loops(it) else steps(it)


def steps(it):
    while (x := next(it, END)) is not END:
        yield x


def list_(iterable):
    it = iter(iterable)
    length = _native.hinting(iterable)
    if length is not None:
        hint(iterable, length)
    if _native.plain(it):
        return list(it)
    return [x for x in again(it)]


def hint(iterable, method):
    """Asks for the length that CPython asks for before it collects; only that it is asked can be seen. `method`: what
    can just be called, or True."""
    if method is not True:
        try:
            method(iterable)
        except TypeError:
            pass
        return
    sequence = _core.reversed_source(iterable)
    if sequence is not None:
        len(sequence)
        return
    length = special_of(iterable, "__len__")
    if length is None:
        length = special_of(iterable, "__length_hint__")
    if length is not None:
        try:
            length()
        except TypeError:
            pass


def from_list(base, cls, iterable):
    return base.__new__(cls, list_(iterable))


def frozen_(base, cls, iterable):
    # Unlike lists and tuples, sets do not ask for a length hint.
    return base.__new__(cls, [x for x in iterable])


def set_(iterable):
    return {x for x in iterable}


def set_fill(result, iterable):
    for x in iterable:
        result.add(x)


def set_update_(result, iterable):
    for x in iterable:
        result.add(x)


def with_lists(method, others):
    return method(*[other if _native.plain(other) else [x for x in other] for other in others])


def extend_(target, iterable, result=None):
    append = target.append
    it = iter(iterable)
    length = _native.hinting(iterable)
    if length is not None:
        hint(iterable, length)
    for x in again(it):
        append(x)
    return result


def spread(target, iterable):
    """Extends a list that nobody else has seen."""
    target.extend(list_(iterable))


def dict_update_(target, mapping):
    for key in mapping.keys():
        target[key] = mapping[key]


def dict_update(target, source, keywords, result, ordered):
    if hasattr(source, "keys"):
        dict_update_(target, source)
    else:
        n = 0
        for item in source:
            key, value = _native.pair(item, None if ordered else n)
            target[key] = value
            n += 1
    for key in keywords:
        target[key] = keywords[key]
    return result


def dict_fromkeys(cls, iterable, value):
    result = cls()
    for key in iterable:
        result[key] = value
    return result


def str_join(separator, iterable):
    refused = False
    try:
        items = iter(iterable)
    except TypeError:
        refused = True
    if refused:
        raise TypeError("can only join an iterable")
    return separator.join([x for x in items])


def contains_(container, x):
    refused = False
    try:
        items = iter(container)
    except TypeError:
        refused = True
    if refused:
        raise TypeError(f"argument of type '{type(container).__name__}' is not iterable")
    # Do not call `__iter__` of an iterator again.
    while (item := next(items, END)) is not END:
        if item is x or item == x:
            return True
    return False


def unpack_(iterable, before, after):
    if after >= 0:
        return unpack_starred(iter(iterable), before + after)
    items = []
    left = before
    for item in iterable:
        if not left:
            raise ValueError(f"too many values to unpack (expected {before})")
        left -= 1
        items.append(item)
    if left:
        raise ValueError(f"not enough values to unpack (expected {before}, got {before - left})")
    return items


def unpack_starred(it, want):
    items = []
    while len(items) < want:
        item = next(it, END)
        if item is END:
            raise ValueError(f"not enough values to unpack (expected at least {want}, got {len(items)})")
        items.append(item)
    return items + list_(it)


# ---- reducing

def sum_(iterable, start):
    # As modules/builtins/sum.rs: integers, then compensated floats, then anything.
    total = start
    it = again(iter(iterable))
    if type(total) is int:
        for x in it:
            total = total + x
            if type(x) is not int and type(x) is not bool:
                break
        else:
            return total
    if type(total) is float:
        lost = 0.0
        for x in it:
            if type(x) is float:
                longer = total + x
                if (total if total >= 0.0 else -total) >= (x if x >= 0.0 else -x):
                    lost += (total - longer) + x
                else:
                    lost += (x - longer) + total
                total = longer
            elif isinstance(x, int) and -0x8000000000000000 <= x <= 0x7fffffffffffffff:
                total += x
            else:
                if lost and lost - lost == 0:
                    total += lost
                total = total + x
                break
        else:
            if lost and lost - lost == 0:
                total += lost
            return total
    for x in it:
        total = total + x
    return total


def sum_rest(it, total, item):
    total = total + item
    for x in it:
        total = total + x
    return total


def all_(iterable):
    for x in iterable:
        if not x:
            return False
    return True


def any_(iterable):
    for x in iterable:
        if x:
            return True
    return False


def all_rest(it, item):
    return all_(it) if item else False


def any_rest(it, item):
    return True if item else any_(it)


def min_rest(it, best, item):
    if item < best:
        best = item
    for x in it:
        if x < best:
            best = x
    return best


def max_rest(it, best, item):
    if item > best:
        best = item
    for x in it:
        if x > best:
            best = x
    return best


def min_(iterable, key, default):
    it = again(iter(iterable))
    best = next(it, END)
    if best is END:
        if default is END:
            raise ValueError("min() iterable argument is empty")
        return default
    if key is None:
        for x in it:
            if x < best:
                best = x
        return best
    best_key = key(best)
    for x in it:
        k = key(x)
        if k < best_key:
            best, best_key = x, k
    return best


def max_(iterable, key, default):
    it = again(iter(iterable))
    best = next(it, END)
    if best is END:
        if default is END:
            raise ValueError("max() iterable argument is empty")
        return default
    if key is None:
        for x in it:
            if x > best:
                best = x
        return best
    best_key = key(best)
    for x in it:
        k = key(x)
        if k > best_key:
            best, best_key = x, k
    return best


# ---- iterators

def item_next(self, sequence, i):
    if sequence is END:
        raise StopIteration
    try:
        item = sequence[i]
    except (IndexError, StopIteration):
        _native.put(self, 1, END)
    else:
        _native.put(self, 2, i + 1)
        return item
    raise StopIteration


def reversed_(sequence):
    return _native.wrap_reversed(sequence, len(sequence) - 1)


def reversed_next(self, sequence, i):
    if sequence is not END and i >= 0:
        try:
            item = sequence[i]
        except (IndexError, StopIteration):
            pass
        else:
            _native.put(self, 2, i - 1)
            return item
    _native.put(self, 1, END)
    raise StopIteration


def callable_next(self, state):
    if not state:
        raise StopIteration
    function, sentinel = state
    try:
        item = function()
    except StopIteration:
        state.clear()
        raise
    if not state:
        raise StopIteration
    if sentinel is item or sentinel == item:
        state.clear()
        raise StopIteration
    return item


def enumerate_(iterable, start, cls):
    return _native.instance_of(cls, _native.make_enumerate(iter(iterable), start))


def enumerate_next(self, it, n):
    x = next(it)
    _native.put(self, 2, n + 1)
    return n, x


def zip_(iterables, strict, cls):
    return _native.instance_of(cls, _native.make_zip(strict, [iter(x) for x in iterables]))


def zip_two(self, strict, first, second):
    return next(first), next(second)


def zip_next(self, strict, *its):
    if not strict:
        return tuple([next(it) for it in its])
    row = []
    for it in its:
        item = next(it, END)
        if item is END:
            zip_ended(its, len(row))
            raise StopIteration
        row.append(item)
    return tuple(row)


def zip_ended(its, i):
    if i:
        plural = " " if i == 1 else "s 1-"
        raise ValueError(f"zip() argument {i + 1} is shorter than argument{plural}{i}")
    for k in range(1, len(its)):
        if next(its[k], END) is not END:
            plural = " " if k == 1 else "s 1-"
            raise ValueError(f"zip() argument {k + 1} is longer than argument{plural}{k}")


def map_(function, iterables, cls):
    return _native.instance_of(cls, _native.make_map(function, [iter(x) for x in iterables]))


def map_one(self, function, it):
    return function(next(it))


def map_next(self, function, *its):
    return function(*[next(it) for it in its])


def filter_(function, iterable, cls):
    return _native.instance_of(cls, _native.make_filter(function, [iter(iterable)]))


def filter_next(self, function, it):
    if function is None or function is bool:
        while True:
            x = next(it)
            if x:
                return x
    while True:
        x = next(it)
        if function(x):
            return x


# ---- sorting

def sorted_(iterable, arguments):
    return sorted([x for x in iterable], **arguments)


def sorted_list(items, key, reverse):
    list_sort(items, key, reverse)
    return items


def list_sort(target, key, reverse):
    # As in CPython, the list is empty while its items are compared. It always gets all of them back.
    values = _native.take(target)
    try:
        keys = values
        if key is not None:
            keys = _native.plain_keys(key, values)
            if keys is None:
                keys = [key(x) for x in values]
        sort_values(keys, values, reverse)
    finally:
        changed = len(target) > 0
        target[:] = values
    if changed:
        raise ValueError("list modified during sort")


def sort_values(keys, values, reverse):
    if _native.sort_plain(keys, values, reverse):
        return
    # Positions are sorted by comparing the keys at them.
    order = list(range(len(keys)))
    if reverse:
        order.reverse()
    try:
        Timsort(keys, order).sort()
    finally:
        if reverse:
            order.reverse()
        values[:] = [values[i] for i in order]


# ---- output

def print_(values, sep, end, file, flush):
    if file is None:
        import sys
        file = sys.stdout
        if file is None:
            return
    write = file.write
    first = True
    for value in values:
        if first:
            first = False
        else:
            write(sep)
        write(str(value))
    write(end)
    if flush:
        file.flush()


def print_rest(file, texts, flush):
    for text in texts:
        file.write(text)
    if flush:
        file.flush()


# ---- protocols

def iter_(method, iterable):
    it = method(iterable)
    if not _native.is_iterator(it):
        raise TypeError(f"iter() returned non-iterator of type '{type(it).__name__}'")
    return it


def len_(method, container):
    return _native.check_len(method(container))


def repr_(method, value):
    text = method(value)
    if not _native.is_str(text):
        raise TypeError(f"__repr__ returned non-string (type {type(text).__name__})")
    return text


def format_(method, value, spec):
    text = method(value, spec)
    if not _native.is_str(text):
        raise TypeError(f"__format__ must return a str, not {type(text).__name__}")
    return text


def by_methods(is_pow, a, b, tried):
    """`divmod(a, b)` or `pow(a, b)` by the methods after those that were tried."""
    methods, message = _native.binary_methods(is_pow, a, b)
    for method, this, other in methods[tried:]:
        result = method(this, other)
        if result is not NotImplemented:
            return result
    raise TypeError(message)


def isinstance_(value, target):
    if issubclass(type(target), tuple):
        for cls in target:
            if isinstance(value, cls):
                return True
        return False
    check = _core.type_lookup(type(target), "__instancecheck__")
    if check is None:
        if abstract_bases(target) is None:
            raise TypeError("isinstance() arg 2 must be a type, a tuple of types, or a union")
        cls = getattr(value, "__class__", None)
        return cls is not None and is_below(cls, target)
    if check(target, value) if type(check) in PLAIN_KINDS else call_special(check, target, value):
        return True
    return False


def issubclass_(cls, target):
    if issubclass(type(target), tuple):
        for base in target:
            if issubclass(cls, base):
                return True
        return False
    check = _core.type_lookup(type(target), "__subclasscheck__")
    if check is None or not isinstance(cls, type) and check is type.__dict__["__subclasscheck__"]:
        if not isinstance(cls, type) and abstract_bases(cls) is None:
            raise TypeError("issubclass() arg 1 must be a class")
        if not isinstance(target, type) and abstract_bases(target) is None:
            raise TypeError("issubclass() arg 2 must be a class, a tuple of classes, or a union")
        return is_below(cls, target)
    if check(target, cls) if type(check) in PLAIN_KINDS else call_special(check, target, cls):
        return True
    return False


def abstract_bases(cls):
    """The `__bases__` of what is taken for a class, or None."""
    try:
        bases = cls.__bases__
    except AttributeError:
        return None
    return bases if isinstance(bases, tuple) else None


def is_below(cls, target):
    """Whether a class, or what is taken for one, is the target or derives from it."""
    while cls is not target:
        bases = abstract_bases(cls)
        if not bases:
            return False
        if len(bases) > 1:
            for base in bases:
                if is_below(base, target):
                    return True
            return False
        cls = bases[0]
    return True


# ---- streams

def open_(**kwargs):
    import _io
    return _io._open(**kwargs)


def unsupported(what):
    import _io
    raise _io.UnsupportedOperation(what)


def standard_buffer(fd):
    import _io
    return _io._standard_buffer(fd)


def standard_text(layer, buffer, encoding, errors, newline, begins):
    """The text layer of a standard stream that the machine's own does not do for. It begins the stream or changes it."""
    import _io
    encoding, newline = encoding or "utf-8", newline or "\n"
    if layer is None:
        first = encoding if begins else "utf-8"
        layer = _io.TextIOWrapper(buffer, first, errors, newline, write_through=True)
    layer.reconfigure(encoding=encoding, errors=errors, newline=newline)
    return layer


def codec_name(encoding):
    import _codecs
    return encoding and _codecs.lookup(encoding).name


def audited_input(prompt):
    _core.audit("builtins.input", prompt)
    line = _native.answer(prompt)
    _core.audit("builtins.input/result", line)
    return line


def input_(prompt):
    import sys
    stdin, stdout = getattr(sys, "stdin", None), getattr(sys, "stdout", None)
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name, None) is None:
            raise RuntimeError(f"input(): lost sys.{name}")
    stdout.write(str(prompt))
    try:
        stdout.flush()
    except BaseException:
        # As in CPython: a failed flush does not undo the write.
        pass
    line = stdin.readline()
    if not isinstance(line, str):
        raise TypeError("object.readline() returned non-string")
    if not line:
        raise EOFError("EOF when reading a line")
    return line[:-1] if line.endswith("\n") else line


def close_streams():
    io = modules.get("_io")
    return "" if io is None else io._close_all()
