"""The functions of `_operator` for operands that are not builtin."""


def op_add(a, b):
    return a + b


def op_and(a, b):
    return a & b


def op_floordiv(a, b):
    return a // b


def op_lshift(a, b):
    return a << b


def op_matmul(a, b):
    return a @ b


def op_mod(a, b):
    return a % b


def op_mul(a, b):
    return a * b


def op_or(a, b):
    return a | b


def op_pow(a, b):
    return a ** b


def op_rshift(a, b):
    return a >> b


def op_sub(a, b):
    return a - b


def op_truediv(a, b):
    return a / b


def op_xor(a, b):
    return a ^ b


def op_iadd(a, b):
    a += b
    return a


def op_iand(a, b):
    a &= b
    return a


def op_ifloordiv(a, b):
    a //= b
    return a


def op_ilshift(a, b):
    a <<= b
    return a


def op_imatmul(a, b):
    a @= b
    return a


def op_imod(a, b):
    a %= b
    return a


def op_imul(a, b):
    a *= b
    return a


def op_ior(a, b):
    a |= b
    return a


def op_ipow(a, b):
    a **= b
    return a


def op_irshift(a, b):
    a >>= b
    return a


def op_isub(a, b):
    a -= b
    return a


def op_itruediv(a, b):
    a /= b
    return a


def op_ixor(a, b):
    a ^= b
    return a


def op_lt(a, b):
    return a < b


def op_le(a, b):
    return a <= b


def op_eq(a, b):
    return a == b


def op_ne(a, b):
    return a != b


def op_gt(a, b):
    return a > b


def op_ge(a, b):
    return a >= b


def op_truth(a):
    return True if a else False


def op_not(a):
    return not a


def op_neg(a):
    return -a


def op_pos(a):
    return +a


def op_invert(a):
    return ~a


def op_abs(a):
    return abs(a)


def op_contains(a, b):
    return b in a


def op_items(a):
    refused = False
    try:
        items = iter(a)
    except TypeError:
        refused = True
    if refused:
        raise TypeError(f"argument of type '{type(a).__name__}' is not iterable")
    return items


def op_count_of(a, b):
    n = 0
    for x in op_items(a):
        if x is b or x == b:
            n += 1
    return n


def op_index_of(a, b):
    i = 0
    for x in op_items(a):
        if x is b or x == b:
            return i
        i += 1
    raise ValueError("sequence.index(x): x not in sequence")


def op_getitem(a, b):
    return a[b]


def op_setitem(a, b, c):
    a[b] = c


def op_delitem(a, b):
    del a[b]


def op_length_hint(a, default):
    length = _core.type_lookup(type(a), "__len__")
    if length is not None:
        try:
            return len(a)
        except TypeError:
            pass
    hint = special_of(a, "__length_hint__")
    if hint is None:
        return default
    try:
        value = hint()
    except TypeError:
        return default
    if value is NotImplemented:
        return default
    if not isinstance(value, int):
        raise TypeError(f"__length_hint__ must be an integer, not {type(value).__name__}")
    if value < 0:
        raise ValueError("__length_hint__() should return >= 0")
    return value


def op_getitems(a, keys):
    return tuple([a[key] for key in keys])


def op_getattrs(obj, names):
    found = []
    for name in names:
        value = obj
        for part in name.split("."):
            value = getattr(value, part)
        found.append(value)
    return found[0] if len(found) == 1 else tuple(found)


def op_call_method(obj, name, args, kwargs):
    return getattr(obj, name)(*args, **kwargs)


def op_reduce_caller(cls, name, args, kwargs):
    from functools import partial
    return partial(cls, name, **kwargs), args
