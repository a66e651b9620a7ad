# Operations of the library that have a short way for plain cases: what they give, and that they come back.
import base64
import time
import zlib
from collections import OrderedDict
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal, getcontext, localcontext


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 2

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n


def algebra():
    a, b = {1, 2, 3, "x", (1, 2)}, {2.0, 3, "x", (1, 2.0), None}
    print(len(a & b), len(a | b), len(a ^ b), len(a - b), a <= b, a & b <= a, a.isdisjoint({7}))
    keys = dict.fromkeys([1, "y", "x"]).keys()
    print(sorted(map(str, keys & a)), keys <= a, keys.isdisjoint(a), (keys & a) == {1, "x"})
    p, q = {Key(1), Key(2), 5}, {Key(2), Key(3), 5}
    print(sorted(getattr(k, "n", k) for k in p & q), len(p - q), len(p ^ q), p <= q)
    p ^= q
    p &= {Key(3), 5}
    print([k.n for k in p])


def ordered():
    d = OrderedDict.fromkeys("abcdefghijk")
    d.move_to_end("k")
    d.move_to_end("a", last=False)
    d.move_to_end("e", last=False)
    del d["c"]
    d.move_to_end("k", last=False)
    d.move_to_end("b")
    print("".join(d), d.popitem(last=False), d.popitem(), "k" in d, "a" in d)


def bits():
    a, b = (1 << 200) - 12345, 7 ** 60
    for x, y in (a, -b), (-a, b), (-a, -b), (-(1 << 128), (1 << 64) - 1):
        print(x & y, x | y, x ^ y)


def moments():
    d = datetime(2024, 2, 29, 23, 59, 58)
    print(d + timedelta(1, 2), d - timedelta(365), d.timetuple(), d.date().timetuple()[6:])
    for by in timedelta(999999999), timedelta(-999999999):
        try:
            d + by
        except OverflowError as error:
            print(error)
    t = d.replace(tzinfo=timezone.utc).timetuple()
    print(t.tm_isdst, t.tm_zone, date(1, 1, 1).timetuple().tm_yday, repr(time.strftime("%Z|%Y", d.timetuple())))
    print(time.gmtime(10 ** 9).tm_zone, time.struct_time(range(9), {"tm_zone": "X"}).tm_zone)


def decimals():
    x = Decimal("3.14159")
    print(x.exp(), x.ln(), x.log10(), Decimal("0.001").ln(), Decimal(-5).exp(), Decimal(1000).log10(), Decimal(1).ln())
    with localcontext() as c:
        c.prec = 60
        print(Decimal(2).ln(), Decimal("1.0000001").log10())
        c.prec = 5
        print(x / 7, x // 2, x % 2, round(x, 2), -x, hash(x), x.exp())
    flags = getcontext().flags
    print(sorted(map(str, filter(flags.get, flags))))


def texts():
    s = "ab" * 30 + "ac"
    print(s.find("ac"), s.find("ad"), "aac" in s, s.count("b"), s.count("ba"), s.split("bac"), s.rfind("ab"))
    print(b"hello".translate(bytes(range(255, -1, -1)), b"l"), base64.b64encode(b"hello"), base64.b64encode(b"hell"))


def compressed():
    for data in b"", b"hello" * 40, bytes(range(256)) * 20:
        packer = zlib.compressobj()
        out = packer.compress(data[:100])
        other = packer.copy()
        print(zlib.decompress(out + other.flush()) == data[:100])
        print(zlib.decompress(out + packer.compress(data[100:]) + packer.flush()) == data)


algebra()
ordered()
bits()
moments()
decimals()
texts()
compressed()
