"""Control: decorators, exceptions, generators, iterators, threads, tasks, simulations."""


def pipeline():
    """Four generators one behind the other."""

    def src(n):
        for i in range(n):
            yield i

    def sq(it):
        for x in it:
            yield x * x

    def odd(it):
        for x in it:
            if x & 1:
                yield x

    def take(it, n):
        for i, x in enumerate(it):
            if i >= n:
                return
            yield x

    return sum(take(odd(sq(src(200000))), 90000))


def tree_walk():
    """A tree that yields from its branches."""

    class N:

        def __init__(self, v):
            self.v = v
            self.l = self.r = None

        def add(self, v):
            if v < self.v:
                if self.l:
                    self.l.add(v)
                else:
                    self.l = N(v)
            elif self.r:
                self.r.add(v)
            else:
                self.r = N(v)

        def __iter__(self):
            if self.l:
                yield from self.l
            yield self.v
            if self.r:
                yield from self.r

    r = N(500)
    x = 7
    for i in range(5000):
        x = x * 16807 % 2147483647
        r.add(x % 100000)
    t = 0
    for _ in range(4):
        t += sum(r)
    return t


def round_robin():
    """Generators that a queue takes in turns."""
    from collections import deque

    def task(n):
        t = 0
        for i in range(n):
            t += yield i
        return t

    q = deque(task(i % 50 + 10) for i in range(2000))
    s = 0
    for t in q:
        t.send(None)
    while q:
        t = q.popleft()
        try:
            s += t.send(1)
            q.append(t)
        except StopIteration as e:
            s += e.value
    return s


def itertools_mix():
    """Groups, combinations, chains and slices."""
    import itertools as it

    t = 0
    for key, g in it.groupby(sorted(range(60000), key=lambda x: x % 97), key=lambda x: x % 97):
        t += key * sum(g)
    t += sum(a * b for a, b in it.combinations(range(400), 2))
    t += len(list(it.permutations(range(8))))
    t += sum(x for x in it.islice(it.chain.from_iterable(([i, i + 1] for i in range(40000))), 70000))
    t += sum(it.accumulate(range(20000))) + sum(a - b for a, b in zip(it.count(), it.repeat(3, 30000)))
    return t


def sort_keys():
    """Sorting by keys of many kinds."""
    import operator

    r = [(i * 7919 % 10007, "n%d" % (i * 31 % 977), i / 3) for i in range(20000)]
    a = sorted(r)
    b = sorted(r, key=lambda t: (t[1], -t[0]))
    c = sorted(r, key=operator.itemgetter(2), reverse=True)
    d = sorted([x[1] for x in r], key=str.lower)
    r.sort(key=lambda t: t[0] % 100)
    return a[0], b[0], c[0], d[0], r[0]


def threads_queue():
    """Producers and consumers."""
    import threading, queue

    q, out = (queue.Queue(50), queue.Queue())

    def prod(n):
        for i in range(n):
            q.put(i)
        q.put(None)

    def cons():
        t = 0
        while (x := q.get()) is not None:
            t += x
        out.put(t)

    ts = [threading.Thread(target=prod, args=(6000,)) for _ in range(2)] + [
        threading.Thread(target=cons) for _ in range(2)
    ]
    for t in ts:
        t.start()
    for t in ts:
        t.join()
    return out.get() + out.get()


def tasks():
    """Tasks with queues and locks."""
    import asyncio

    async def w(q, r):
        while True:
            x = await q.get()
            if x is None:
                return
            await asyncio.sleep(0)
            r.append(x * 2)

    async def main():
        q = asyncio.Queue(10)
        r = []
        ts = [asyncio.create_task(w(q, r)) for _ in range(5)]
        for i in range(4000):
            await q.put(i)
        for _ in ts:
            await q.put(None)
        await asyncio.gather(*ts)
        l = asyncio.Lock()

        async def c():
            for _ in range(100):
                async with l:
                    await asyncio.sleep(0)

        await asyncio.gather(*[c() for _ in range(20)])
        return len(r)

    return asyncio.run(main())


def exceptions():
    """Exceptions that steer a loop."""

    class E(Exception):

        def __init__(self, c, m):
            super().__init__(m)
            self.c = c

    def f(i):
        if i % 3 == 0:
            raise E(i, "bad %d" % i)
        if i % 7 == 0:
            raise ValueError(i)
        return i

    t = 0
    for i in range(60000):
        try:
            t += f(i)
        except E as e:
            t += e.c
        except ValueError as e:
            t -= e.args[0]
        finally:
            t += 1
    return t


def decorators():
    """Wrapped functions with `*args` and `**kwargs`."""
    import functools

    def log(f):

        @functools.wraps(f)
        def w(*a, **kw):
            return f(*a, **kw)

        return w

    def rep(n):

        def d(f):

            @functools.wraps(f)
            def w(*a, **kw):
                for _ in range(n):
                    r = f(*a, **kw)
                return r

            return w

        return d

    @log
    @rep(2)
    def add(a, b=1, *, c=2):
        return a + b + c

    t = 0
    for i in range(40000):
        t += add(i, b=i & 3, c=1)
    return t


def memories():
    """Functions that remember."""
    from functools import lru_cache

    @lru_cache(maxsize=512)
    def f(n):
        return n if n < 2 else f(n - 1) + f(n - 2)

    @lru_cache(None)
    def g(a, b):
        return 1 if a == 0 or b == 0 else (g(a - 1, b) + g(a, b - 1)) % 1000007

    t = 0
    for i in range(300):
        f.cache_clear()
        t += f(100)
    for i in range(3):
        g.cache_clear()
        t += g(90, 90)
    return t


def context_managers():
    """Context managers of four kinds."""
    from contextlib import contextmanager, ExitStack, suppress

    class C:

        def __enter__(self):
            return 1

        def __exit__(self, *a):
            return False

    @contextmanager
    def cm(x):
        yield x

    t = 0
    for i in range(20000):
        with C() as a, cm(i) as b:
            t += a + b
        with suppress(KeyError):
            {}[1]
        if i % 4 == 0:
            with ExitStack() as st:
                t += st.enter_context(cm(2))
                st.callback(len, "")
    return t


def event_sim():
    """A simulation with a heap of objects that compare themselves."""
    import heapq

    class Ev:

        def __init__(self, t, f):
            self.t = t
            self.f = f

        def __lt__(self, o):
            return self.t < o.t

    class Sim:

        def __init__(self):
            self.q = []
            self.now = 0
            self.log = []

        def at(self, d, f):
            heapq.heappush(self.q, Ev(self.now + d, f))

        def run(self, n):
            while self.q and n:
                e = heapq.heappop(self.q)
                self.now = e.t
                e.f(self)
                n -= 1

    class Src:

        def __init__(self, p):
            self.p = p
            self.n = 0

        def __call__(self, sim):
            self.n += 1
            sim.at(self.p, self)
            if self.n % 3 == 0:
                sim.at(1.5, lambda x, n=self.n: x.log.append((x.now, n)))

    s = Sim()
    for i in range(20):
        s.at(i * 0.1, Src(1 + i * 0.37))
    s.run(15000)
    return len(s.log), round(s.now, 3)
