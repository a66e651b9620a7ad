# A loop's header is repeated at its bottom: one jump for each turn.
def total(n):
    t = 0
    for i in range(n):
        if i % 2:
            continue
        t += i
        if t > 100:
            break
    else:
        t = -1
    return t

def search(a, x):
    lo, hi = 0, len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < x: lo = mid + 1
        else: hi = mid
    while True:
        if x: break
    return lo

def pairs(d):
    for k, v in d.items():
        for x in v: print(k, x)
    for d[0] in v:
        pass
    for a, *b in d: pass
