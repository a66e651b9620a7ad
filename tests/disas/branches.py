# Fused comparisons; the order of operands and the sense are kept.
def f(a, b):
    if a < b: return 1
    if a <= b: return 2
    if a == b: return 3
    if a != b: return 4
    if a > b: return 5
    if a >= b: return 6
    if not a < b: return 7
    if a < 1 or a <= 2 or a == 3 or a != 4 or a > 5 or a >= 6 or a: return 8
    if a < b or a <= b or a == b or a != b or a > b or a >= b or b: return 9
    if a < 1: return 10
    if a <= 2: return 11
    if a == 3: return 12
    if a != 4: return 13
    if a > 5: return 14
    if a >= 6: return 15
    if a is b or a is not b: return 16
    if a is b: return 17
    if a is None: return 18
    if a is not None: return 19
    if a in b and a not in b: return 20
    if not a: return 21
    if 1 < a < b: return 22
    return a if b else b

def values(a, b):
    return [a < b, a <= b, a == b, a != b, a > b, a >= b, a is b, a is not b, a in b, a not in b,
            bool(a and b), a or b, not (a == b)]

def spread(a, b):
    if (a <
            b):
        return (a or
                b)
    x = (a +
         b)
    return x
