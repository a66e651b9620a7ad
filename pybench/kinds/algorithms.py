"""Algorithms in plain Python: tables, graphs, trees, numbers, small interpreters."""


def trie():
    """Words in nested dicts, by `setdefault` and `get`."""
    root = {}
    words = ["".join(chr(97 + (i * j * 7 + j) % 26) for j in range(1, 9)) for i in range(4000)]
    for w in words:
        n = root
        for c in w:
            n = n.setdefault(c, {})
        n["$"] = True
    found = 0
    for w in words:
        n = root
        for c in w:
            n = n.get(c)
            if n is None:
                break
        else:
            found += "$" in n
    return found


def dijkstra():
    """Shortest ways with a heap."""
    import heapq

    n = 3000
    g = {i: [((i * 7 + j * 13) % n, (i ^ j) % 17 + 1) for j in range(6)] for i in range(n)}
    t = 0
    for s in range(4):
        dist = {s: 0}
        h = [(0, s)]
        while h:
            d, u = heapq.heappop(h)
            if d > dist[u]:
                continue
            for v, w in g[u]:
                nd = d + w
                if nd < dist.get(v, 1 << 60):
                    dist[v] = nd
                    heapq.heappush(h, (nd, v))
        t += sum(dist.values())
    return t


def union_find():
    """Sets of a partition, joined at random."""

    class UF:

        def __init__(self, n):
            self.p = list(range(n))
            self.r = [0] * n

        def find(self, x):
            while self.p[x] != x:
                self.p[x] = self.p[self.p[x]]
                x = self.p[x]
            return x

        def union(self, a, b):
            a, b = (self.find(a), self.find(b))
            if a == b:
                return False
            if self.r[a] < self.r[b]:
                a, b = (b, a)
            self.p[b] = a
            self.r[a] += self.r[a] == self.r[b]
            return True

    u = UF(40000)
    x = 1
    c = 0
    for i in range(60000):
        x = x * 1103515245 + 12345 & 2147483647
        c += u.union(x % 40000, (x >> 8) % 40000)
    return c


def knapsack():
    """A table that is filled from behind."""
    w = [i * 37 % 91 + 5 for i in range(80)]
    v = [i * 53 % 97 + 1 for i in range(80)]
    W = 3000
    dp = [0] * (W + 1)
    for i in range(80):
        for c in range(W, w[i] - 1, -1):
            t = dp[c - w[i]] + v[i]
            if t > dp[c]:
                dp[c] = t
    return dp[W]


def common_subsequence():
    """The longest common subsequence, in a list of lists."""
    a = [i * 7919 % 50 for i in range(500)]
    b = [i * 104729 % 50 for i in range(500)]
    t = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            t[i][j] = t[i - 1][j - 1] + 1 if x == y else max(t[i - 1][j], t[i][j - 1])
    return t[-1][-1]


def fft():
    """A recursive Fourier transform of complex numbers."""
    import cmath

    def f(x):
        n = len(x)
        if n == 1:
            return x
        e, o = (f(x[::2]), f(x[1::2]))
        t = [cmath.exp(-2j * cmath.pi * i / n) * o[i] for i in range(n // 2)]
        return [e[i] + t[i] for i in range(n // 2)] + [e[i] - t[i] for i in range(n // 2)]

    return abs(sum(f([complex(i % 17, i % 5) for i in range(8192)])))


def sieve_slices():
    """Primes by slices of a bytearray."""
    t = 0
    for _ in range(4):
        n = 1000000
        s = bytearray([1]) * (n + 1)
        s[:2] = b"\x00\x00"
        for i in range(2, 1001):
            if s[i]:
                s[i * i :: i] = bytes(len(range(i * i, n + 1, i)))
        t += sum(s)
    return t


def balanced_tree():
    """A balanced tree of objects with slots."""

    class T:
        __slots__ = ("k", "l", "r", "h")

        def __init__(self, k):
            self.k = k
            self.l = self.r = None
            self.h = 1

    def h(n):
        return n.h if n else 0

    def up(n):
        n.h = 1 + max(h(n.l), h(n.r))

    def rr(y):
        x = y.l
        y.l = x.r
        x.r = y
        up(y)
        up(x)
        return x

    def rl(x):
        y = x.r
        x.r = y.l
        y.l = x
        up(x)
        up(y)
        return y

    def ins(n, k):
        if n is None:
            return T(k)
        if k < n.k:
            n.l = ins(n.l, k)
        elif k > n.k:
            n.r = ins(n.r, k)
        else:
            return n
        up(n)
        b = h(n.l) - h(n.r)
        if b > 1:
            if k > n.l.k:
                n.l = rl(n.l)
            return rr(n)
        if b < -1:
            if k < n.r.k:
                n.r = rr(n.r)
            return rl(n)
        return n

    r = None
    x = 1
    for i in range(6000):
        x = x * 48271 % 2147483647
        r = ins(r, x % 100000)
    return r.h


def fractions_of_a_matrix():
    """A determinant of fractions."""
    from fractions import Fraction

    n = 12
    m = [[Fraction((i * 7 + j * 3) % 11 + (i == j) * 5, (i + j) % 5 + 1) for j in range(n)] for i in range(n)]
    d = Fraction(1)
    for i in range(n):
        p = next((r for r in range(i, n) if m[r][i]))
        if p != i:
            m[i], m[p] = (m[p], m[i])
            d = -d
        d *= m[i][i]
        for r in range(i + 1, n):
            f = m[r][i] / m[i][i]
            m[r] = [a - f * b for a, b in zip(m[r], m[i])]
    return d


def game_of_life_sets():
    """Life on a set of pairs."""
    g = {(x, y) for x in range(40) for y in range(40) if (x * y + x) % 3 == 0}
    for _ in range(6):
        n = {}
        for x, y in g:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    if dx or dy:
                        n[x + dx, y + dy] = n.get((x + dx, y + dy), 0) + 1
        g = {p for p, c in n.items() if c == 3 or (c == 2 and p in g)}
    return len(g)


def matrix_lists():
    """Products of matrices by comprehensions and by loops."""
    n = 70
    a = [[i * j % 7 + 0.5 for j in range(n)] for i in range(n)]
    b = [[(i + j) % 5 for j in range(n)] for i in range(n)]
    c = [[sum(x * y for x, y in zip(r, col)) for col in zip(*b)] for r in a]
    d = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            s = 0.0
            for key in range(n):
                s += a[i][key] * b[key][j]
            d[i][j] = s
    return c == d


def big_integers():
    """Fibonacci numbers, factorials and their digits."""
    a, b = (0, 1)
    for _ in range(8000):
        a, b = (b, a + b)
    s = str(a)
    t = pow(3, 3000, 10**40 + 7)
    f = 1
    for i in range(1, 1500):
        f *= i
    return len(s), t, len(str(f)), f % 10007 if f else 0, int(s[:300]) % 97, sum(map(int, s))


def linked_list():
    """A list of nodes, reversed and summed."""

    class N:

        def __init__(self, v, n=None):
            self.v = v
            self.n = n

    class L:

        def __init__(self):
            self.h = None
            self.c = 0

        def push(self, v):
            self.h = N(v, self.h)
            self.c += 1

        def rev(self):
            p = None
            c = self.h
            while c is not None:
                c.n, p, c = (p, c, c.n)
            self.h = p

        def __iter__(self):
            c = self.h
            while c:
                yield c.v
                c = c.n

    l = L()
    for i in range(40000):
        l.push(i)
    t = 0
    for _ in range(6):
        l.rev()
        t += sum(l)
    return t
