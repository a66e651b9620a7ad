def f(xs, i):
    a = [x * i for x in xs if x]
    b = {x for x in a}
    c = {k: v for k, v in a}
    d = [[y for y in x] for x in b]
    e = [*a, *b]
    g = {*a, 1}
    h = {**c, 'k': 1}
    k = (*a, 2)
    return [i for i in range(i)]

y = [x for x in range(3)]
