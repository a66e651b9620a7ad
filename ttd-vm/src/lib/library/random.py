"""Random variable generators.

The generator itself is native (`_random.Random`, a Mersenne twister); the distributions are written here, with the
formulas of CPython, so that a seed gives the same numbers.
"""

import _random
from math import acos, ceil, cos, e, exp, fabs, floor, isfinite, lgamma, log, log2, pi, sin, sqrt

__all__ = [
    "Random", "SystemRandom", "betavariate", "binomialvariate", "choice", "choices", "expovariate", "gammavariate",
    "gauss", "getrandbits", "getstate", "lognormvariate", "normalvariate", "paretovariate", "randbytes", "randint",
    "random", "randrange", "sample", "seed", "setstate", "shuffle", "triangular", "uniform", "vonmisesvariate",
    "weibullvariate",
]

TWOPI = 2.0 * pi
NV_MAGICCONST = 4 * exp(-0.5) / sqrt(2.0)
LOG4 = log(4.0)
SG_MAGICCONST = 1.0 + log(4.5)
BPF = 53
RECIP_BPF = 2 ** -BPF

_e, _exp, _log = e, exp, log
_urandom = _random.urandom
_index = _random.index
_ONE = 1


def _running_totals(numbers):
    totals = []
    for number in numbers:
        totals.append(totals[-1] + number if totals else number)
    return totals


def _bisect(items, x, low=0, high=None):
    if high is None:
        high = len(items)
    while low < high:
        middle = (low + high) // 2
        if x < items[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def _is_sequence(population):
    if isinstance(population, (list, tuple, str, range, bytes, bytearray)):
        return True
    if isinstance(population, (dict, set, frozenset)):
        return False
    return hasattr(population, "__getitem__") and hasattr(population, "__len__")


class Random(_random.Random):
    """A random number generator with a state of its own.

    Subclasses may bring another basic generator: `random()`, `seed()`, `getstate()`, `setstate()` and perhaps
    `getrandbits()`.
    """

    VERSION = 3

    def __init__(self, x=None):
        """Seed with x, or from the operating system."""
        self.seed(x)
        self.gauss_next = None

    def seed(self, a=None, version=2):
        """Initialize the internal state from a seed: None, int, float, str, bytes or bytearray."""
        if version == 1 and isinstance(a, (str, bytes)):
            a = a.decode("latin-1") if isinstance(a, bytes) else a
            x = ord(a[0]) << 7 if a else 0
            for c in a:
                x = ((1000003 * x) ^ ord(c)) & 0xFFFFFFFFFFFFFFFF
            x ^= len(a)
            a = -2 if x == -1 else x
        elif version == 2 and isinstance(a, (str, bytes, bytearray)):
            if isinstance(a, str):
                a = a.encode()
            a = int.from_bytes(a + _random.sha512(a))
        elif not isinstance(a, (type(None), int, float, str, bytes, bytearray)):
            raise TypeError("The only supported seed types are:\n"
                            "None, int, float, str, bytes, and bytearray.")
        super().seed(a)
        self.gauss_next = None

    def getstate(self):
        """Return the internal state; it can be given to setstate() later."""
        return self.VERSION, super().getstate(), self.gauss_next

    def setstate(self, state):
        """Restore the internal state from what getstate() returned."""
        version = state[0]
        if version == 3:
            version, internalstate, self.gauss_next = state
            super().setstate(internalstate)
        elif version == 2:
            version, internalstate, self.gauss_next = state
            try:
                internalstate = tuple(x % (2 ** 32) for x in internalstate)
            except ValueError as e:
                raise TypeError from e
            super().setstate(internalstate)
        else:
            raise ValueError("state with version %s passed to Random.setstate() of version %s"
                             % (version, self.VERSION))

    def __getstate__(self):
        return self.getstate()

    def __setstate__(self, state):
        self.setstate(state)

    def __reduce__(self):
        return self.__class__, (), self.getstate()

    def __init_subclass__(cls, /, **kwargs):
        # The newest of random() and getrandbits() decides where whole numbers come from.
        for c in cls.__mro__:
            if "_randbelow" in c.__dict__:
                break
            if "getrandbits" in c.__dict__:
                cls._randbelow = cls._randbelow_with_getrandbits
                break
            if "random" in c.__dict__:
                cls._randbelow = cls._randbelow_without_getrandbits
                break

    def _randbelow_with_getrandbits(self, n):
        getrandbits = self.getrandbits
        k = n.bit_length()
        r = getrandbits(k)
        while r >= n:
            r = getrandbits(k)
        return r

    def _randbelow_without_getrandbits(self, n, maxsize=1 << BPF):
        random = self.random
        if n >= maxsize:
            return floor(random() * n)
        limit = (maxsize - maxsize % n) / maxsize
        r = random()
        while r >= limit:
            r = random()
        return floor(r * maxsize) % n

    _randbelow = _randbelow_with_getrandbits

    # ---- bytes and integers

    def randbytes(self, n):
        """Generate n random bytes."""
        return self.getrandbits(n * 8).to_bytes(n, "little")

    def randrange(self, start, stop=None, step=_ONE):
        """Choose a random item from range(stop) or range(start, stop[, step])."""
        istart = _index(start)
        if stop is None:
            if step is not _ONE:
                raise TypeError("Missing a non-None stop argument")
            if istart > 0:
                return self._randbelow(istart)
            raise ValueError("empty range for randrange()")
        istop = _index(stop)
        width = istop - istart
        istep = _index(step)
        if istep == 1:
            if width > 0:
                return istart + self._randbelow(width)
            raise ValueError(f"empty range in randrange({start}, {stop})")
        if istep > 0:
            n = (width + istep - 1) // istep
        elif istep < 0:
            n = (width + istep + 1) // istep
        else:
            raise ValueError("zero step for randrange()")
        if n <= 0:
            raise ValueError(f"empty range in randrange({start}, {stop}, {step})")
        return istart + istep * self._randbelow(n)

    def randint(self, a, b):
        """Return random integer in range [a, b], including both end points."""
        return self.randrange(a, b + 1)

    # ---- sequences

    def choice(self, seq):
        """Choose a random element from a non-empty sequence."""
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._randbelow(len(seq))]

    def shuffle(self, x):
        """Shuffle list x in place, and return None."""
        randbelow = self._randbelow
        for i in reversed(range(1, len(x))):
            j = randbelow(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        """Choose k unique random elements from a population sequence; counts says how often each is there."""
        if not _is_sequence(population):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        n = len(population)
        if counts is not None:
            cum_counts = _running_totals(counts)
            if len(cum_counts) != n:
                raise ValueError("The number of counts does not match the population")
            total = cum_counts.pop() if cum_counts else 0
            if not isinstance(total, int):
                raise TypeError("Counts must be integers")
            if total < 0:
                raise ValueError("Counts must be non-negative")
            selections = self.sample(range(total), k=k)
            return [population[_bisect(cum_counts, s)] for s in selections]
        randbelow = self._randbelow
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        result = [None] * k
        # A set of the places taken is smaller than a copy of a large population.
        setsize = 21
        if k > 5:
            setsize += 4 ** ceil(log(k * 3, 4))
        if n <= setsize:
            pool = list(population)
            for i in range(k):
                j = randbelow(n - i)
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
        else:
            selected = set()
            for i in range(k):
                j = randbelow(n)
                while j in selected:
                    j = randbelow(n)
                selected.add(j)
                result[i] = population[j]
        return result

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        """Return a k sized list of population elements chosen with replacement, by relative or cumulative weights."""
        random = self.random
        n = len(population)
        if cum_weights is None:
            if weights is None:
                n += 0.0
                return [population[floor(random() * n)] for i in range(k)]
            try:
                cum_weights = _running_totals(weights)
            except TypeError:
                if not isinstance(weights, int):
                    raise
                k = weights
                raise TypeError(f"The number of choices must be a keyword argument: {k=}") from None
        elif weights is not None:
            raise TypeError("Cannot specify both weights and cumulative weights")
        if len(cum_weights) != n:
            raise ValueError("The number of weights does not match the population")
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        if not isfinite(total):
            raise ValueError("Total of weights must be finite")
        hi = n - 1
        return [population[_bisect(cum_weights, random() * total, 0, hi)] for i in range(k)]

    # ---- distributions of real numbers

    def uniform(self, a, b):
        """Get a random number in the range [a, b) or [a, b] depending on rounding."""
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        """Triangular distribution between two bounds, with a most frequent value."""
        u = self.random()
        try:
            c = 0.5 if mode is None else (mode - low) / (high - low)
        except ZeroDivisionError:
            return low
        if u > c:
            u = 1.0 - u
            c = 1.0 - c
            low, high = high, low
        return low + (high - low) * sqrt(u * c)

    def normalvariate(self, mu=0.0, sigma=1.0):
        """Normal distribution with mean mu and standard deviation sigma (by the ratio of uniform deviates)."""
        random = self.random
        while True:
            u1 = random()
            u2 = 1.0 - random()
            z = NV_MAGICCONST * (u1 - 0.5) / u2
            zz = z * z / 4.0
            if zz <= -log(u2):
                break
        return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        """Normal distribution, two numbers at a time: the second is kept for the next call."""
        random = self.random
        z = self.gauss_next
        self.gauss_next = None
        if z is None:
            x2pi = random() * TWOPI
            g2rad = sqrt(-2.0 * log(1.0 - random()))
            z = cos(x2pi) * g2rad
            self.gauss_next = sin(x2pi) * g2rad
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        """Log normal distribution."""
        return exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd=1.0):
        """Exponential distribution; lambd is 1.0 divided by the desired mean."""
        return -log(1.0 - self.random()) / lambd

    def vonmisesvariate(self, mu, kappa):
        """Circular data distribution around the angle mu, with concentration kappa."""
        random = self.random
        if kappa <= 1e-6:
            return TWOPI * random()
        s = 0.5 / kappa
        r = s + sqrt(1.0 + s * s)
        while True:
            u1 = random()
            z = cos(pi * u1)
            d = z / (r + z)
            u2 = random()
            if u2 < 1.0 - d * d or u2 <= (1.0 - d) * exp(d):
                break
        q = 1.0 / r
        f = (q + z) / (1.0 + q * z)
        u3 = random()
        if u3 > 0.5:
            return (mu + acos(f)) % TWOPI
        return (mu - acos(f)) % TWOPI

    def gammavariate(self, alpha, beta):
        """Gamma distribution.  Not the gamma function!"""
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        random = self.random
        if alpha > 1.0:
            ainv = sqrt(2.0 * alpha - 1.0)
            bbb = alpha - LOG4
            ccc = alpha + ainv
            while True:
                u1 = random()
                if not 1e-7 < u1 < 0.9999999:
                    continue
                u2 = 1.0 - random()
                v = log(u1 / (1.0 - u1)) / ainv
                x = alpha * exp(v)
                z = u1 * u1 * u2
                r = bbb + ccc * v - x
                if r + SG_MAGICCONST - 4.5 * z >= 0.0 or r >= log(z):
                    return x * beta
        if alpha == 1.0:
            return -log(1.0 - random()) * beta
        while True:
            u = random()
            b = (e + alpha) / e
            p = b * u
            if p <= 1.0:
                x = p ** (1.0 / alpha)
            else:
                x = -log((b - p) / alpha)
            u1 = random()
            if p > 1.0:
                if u1 <= x ** (alpha - 1.0):
                    break
            elif u1 <= exp(-x):
                break
        return x * beta

    def betavariate(self, alpha, beta):
        """Beta distribution, between 0 and 1."""
        y = self.gammavariate(alpha, 1.0)
        if y:
            return y / (y + self.gammavariate(beta, 1.0))
        return 0.0

    def paretovariate(self, alpha):
        """Pareto distribution.  alpha is the shape parameter."""
        u = 1.0 - self.random()
        return u ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        """Weibull distribution: alpha is the scale parameter and beta the shape parameter."""
        u = 1.0 - self.random()
        return alpha * (-log(u)) ** (1.0 / beta)

    def binomialvariate(self, n=1, p=0.5):
        """The number of successes in n independent trials with probability p each."""
        if n < 0:
            raise ValueError("n must be non-negative")
        if p <= 0.0 or p >= 1.0:
            if p == 0.0:
                return 0
            if p == 1.0:
                return n
            raise ValueError("p must be in the range 0.0 <= p <= 1.0")
        random = self.random
        if n == 1:
            return _index(random() < p)
        if p > 0.5:
            return n - self.binomialvariate(n, 1.0 - p)
        if n * p < 10.0:
            # The distances between successes are distributed geometrically (Devroye).
            x = y = 0
            c = log2(1.0 - p)
            if not c:
                return x
            while True:
                y += floor(log2(random()) / c) + 1
                if y > n:
                    return x
                x += 1
        return self._binomial_by_rejection(n, p)

    def _binomial_by_rejection(self, n, p):
        # Hörmann's transformed rejection with squeeze (BTRS).
        random = self.random
        ready = False
        spq = sqrt(n * p * (1.0 - p))
        b = 1.15 + 2.53 * spq
        a = -0.0873 + 0.0248 * b + 0.01 * p
        c = n * p + 0.5
        vr = 0.92 - 4.2 / b
        while True:
            u = random()
            u -= 0.5
            us = 0.5 - fabs(u)
            k = floor((2.0 * a / us + b) * u + c)
            if k < 0 or k > n:
                continue
            v = random()
            if us >= 0.07 and v <= vr:
                return k
            if not ready:
                alpha = (2.83 + 5.1 / b) * spq
                lpq = log(p / (1.0 - p))
                m = floor((n + 1) * p)
                h = lgamma(m + 1) + lgamma(n - m + 1)
                ready = True
            v *= alpha / (a / (us * us) + b)
            if log(v) <= h - lgamma(k + 1) - lgamma(n - k + 1) + (k - m) * lpq:
                return k


class SystemRandom(Random):
    """Random numbers from the operating system."""

    def random(self):
        """Get the next random number in the range 0.0 <= X < 1.0."""
        return (int.from_bytes(_urandom(7)) >> 3) * RECIP_BPF

    def getrandbits(self, k):
        """getrandbits(k) -> x.  Generates an int with k random bits."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        numbytes = (k + 7) // 8
        x = int.from_bytes(_urandom(numbytes))
        return x >> (numbytes * 8 - k)

    def randbytes(self, n):
        """Generate n random bytes."""
        return _urandom(n)

    def seed(self, *args, **kwds):
        """Stub method.  Not used for a system random number generator."""

    def _notimplemented(self, *args, **kwds):
        raise NotImplementedError("System entropy source does not have state.")

    getstate = setstate = _notimplemented


_inst = Random()
seed = _inst.seed
random = _inst.random
uniform = _inst.uniform
triangular = _inst.triangular
randint = _inst.randint
choice = _inst.choice
randrange = _inst.randrange
sample = _inst.sample
shuffle = _inst.shuffle
choices = _inst.choices
normalvariate = _inst.normalvariate
lognormvariate = _inst.lognormvariate
expovariate = _inst.expovariate
vonmisesvariate = _inst.vonmisesvariate
gammavariate = _inst.gammavariate
gauss = _inst.gauss
betavariate = _inst.betavariate
binomialvariate = _inst.binomialvariate
paretovariate = _inst.paretovariate
weibullvariate = _inst.weibullvariate
getstate = _inst.getstate
setstate = _inst.setstate
getrandbits = _inst.getrandbits
randbytes = _inst.randbytes


def _parse_args(arg_list):
    import argparse
    parser = argparse.ArgumentParser(formatter_class=argparse.RawTextHelpFormatter)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("-c", "--choice", nargs="+", help="print a random choice")
    group.add_argument("-i", "--integer", type=int, metavar="N",
                       help="print a random integer between 1 and N inclusive")
    group.add_argument("-f", "--float", type=float, metavar="N",
                       help="print a random floating-point number between 0 and N inclusive")
    parser.add_argument("input", nargs="*", help="""if no options given, output depends on the input
    string or multiple: same as --choice
    integer: same as --integer
    float: same as --float""")
    return parser.parse_args(arg_list), parser.format_help()


def main(arg_list=None):
    args, help_text = _parse_args(arg_list)
    if args.choice:
        return choice(args.choice)
    if args.integer is not None:
        return randint(1, args.integer)
    if args.float is not None:
        return uniform(0, args.float)
    if len(args.input) != 1:
        return choice(args.input) if args.input else help_text
    text = args.input[0]
    for kind, answer in (int, lambda n: randint(1, n)), (float, lambda n: uniform(0, n)):
        try:
            n = kind(text)
        except ValueError:
            continue
        return answer(n)
    return choice(text.split())


if __name__ == "__main__":
    print(main())
