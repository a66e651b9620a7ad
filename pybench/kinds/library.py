"""Ordinary uses of the standard library."""


def word_count():
    """Words by `Counter`, by `re` and by dict."""
    from collections import Counter
    import re

    text = " ".join(
        ("the quick brown fox number %d jumps over lazy dog %s" % (i % 700, "x" * (i % 7)) for i in range(12000))
    )
    c = Counter(re.findall("\\w+", text.lower()))
    d = {}
    for w in text.split():
        d[w] = d.get(w, 0) + 1
    return c.most_common(3), len(d)


def bank_decimal():
    """Interest in decimals, rounded to cents."""
    from decimal import Decimal, ROUND_HALF_UP

    b = Decimal("1000.00")
    r = Decimal("0.0125")
    cent = Decimal("0.01")
    log = []
    for i in range(20000):
        x = (b * r).quantize(cent, rounding=ROUND_HALF_UP)
        b += x
        if b > 100000:
            b = b / 100
        log.append(str(x))
    return b, len("".join(log))


def dates():
    """Dates that are added to, shown and read."""
    from datetime import date, datetime, timedelta

    d = datetime(2020, 1, 1, 12)
    s = 0
    out = []
    for i in range(20000):
        d += timedelta(hours=7, minutes=i % 60)
        s += d.weekday() + (d - datetime(2020, 1, 1)).days
        if i % 4 == 0:
            out.append(d.strftime("%Y-%m-%d %H:%M"))
            out.append(d.isoformat())
        if i % 8 == 0:
            s += datetime.fromisoformat(out[-1]).month
    return s, len(out)


def struct_pack():
    """Records that are packed and unpacked."""
    import struct

    b = bytearray()
    s = struct.Struct("<HIdq")
    for i in range(30000):
        b += s.pack(i & 65535, i * 3, i / 7, -i)
    t = 0
    for h, i, d, q in s.iter_unpack(b):
        t += h + i + q + int(d)
    for o in range(0, len(b), s.size * 3):
        t += s.unpack_from(b, o)[1]
    return t


def formatting():
    """Formatting of every kind."""
    o = []
    for i in range(30000):
        o.append(f"{i:>8d}|{i / 7:.3f}|{i:x}|{str(i)!r:>10}|{i * 1.5:e}")
        o.append("%5d %-10s %6.2f" % (i, "ab", i / 3))
        o.append("{:,} {name}".format(i * 1000, name="n"))
    return len("\n".join(o))


def copies_pickles():
    """Deep copies and pickles."""
    import copy, pickle

    class A:

        def __init__(self, n):
            self.n = n
            self.kids = [A(n - 1) for _ in range(2)] if n else []
            self.d = {"a": n, (1, n): [n]}

    a = A(8)
    for _ in range(2):
        b = copy.deepcopy(a)
    s = pickle.dumps([{"id": i, "name": "n%d" % i, "v": [i / 2, None, True]} for i in range(8000)])
    r = pickle.loads(s)
    return len(s), len(r), b.n, len([copy.copy(x) for x in r])


def json_round():
    """JSON, there and back."""
    import json

    o = [
        {
            "id": i,
            "name": 'näme "%d"' % i,
            "tags": ["a", "b", str(i)],
            "v": i / 3,
            "n": None,
            "k": {"x": [1, 2, {"y": True}]},
        }
        for i in range(4000)
    ]
    s = json.dumps(o)
    t = json.dumps(o, indent=2, sort_keys=True)
    r = json.loads(s)
    r2 = json.loads(t)
    return len(s), len(t), r == r2


def csv_and_ini():
    """CSV and INI files."""
    import csv, io, configparser

    f = io.StringIO()
    w = csv.writer(f)
    for i in range(15000):
        w.writerow([i, "na,me", 'q"uo', i / 2])
    f.seek(0)
    t = sum(float(r[3]) for r in csv.reader(f))
    f.seek(0)
    d = list(csv.DictReader(f, fieldnames="abcd"))
    c = configparser.ConfigParser()
    c.read_string("\n".join("[s%d]\na=%d\nb=%%(a)s x\n" % (i, i) for i in range(300)))
    return t, len(d), sum(int(c["s%d" % i]["a"]) for i in range(300)), c["s7"]["b"]


def text_tools():
    """`difflib`, `textwrap`, `string.Template`, `shlex`."""
    import textwrap, difflib, string, shlex

    a = ["line %d of text %s" % (i, "x" * (i % 5)) for i in range(300)]
    b = [s for i, s in enumerate(a) if i % 7] + ["new"]
    d = list(difflib.unified_diff(a, b))
    r = difflib.SequenceMatcher(None, "abcdefg" * 40, "abxdefh" * 40).ratio()
    w = textwrap.fill(" ".join(a), 60)
    s = string.Template("$x and ${y}")
    o = [s.substitute(x=i, y="q") for i in range(3000)]
    x = [shlex.split("cmd -a \"b c\" --d='e f' g%d" % i) for i in range(300)]
    return len(d), r, len(w), len(o), len(x), difflib.get_close_matches("appel", ["ape", "apple", "peach"] * 50)


def parse_tools():
    """`ast` and `tokenize`."""
    import ast, tokenize, io

    src = "\n".join(
        (
            'def f%d(a, b=1, *c):\n    """d"""\n    x = [a + b * %d for i in range(b) if i %% 2]\n    return {"k": x, **{}}\n'
            % (i, i)
            for i in range(250)
        )
    )
    t = ast.parse(src)
    n = sum(1 for _ in ast.walk(t))

    class T(ast.NodeTransformer):

        def visit_Constant(self, n):
            return ast.Constant(1)

    u = ast.unparse(T().visit(t))
    key = sum(1 for _ in tokenize.generate_tokens(io.StringIO(src).readline))
    return n, len(u), key


def html_and_urls():
    """HTML and URLs."""
    from html.parser import HTMLParser
    from urllib.parse import urlparse, urlencode, parse_qs, quote, unquote, urljoin

    class P(HTMLParser):

        def __init__(self):
            super().__init__()
            self.n = 0
            self.t = []

        def handle_starttag(self, t, a):
            self.n += len(a)

        def handle_data(self, d):
            self.t.append(d)

    p = P()
    p.feed('<div class="a" id=b><p>Hi &amp; bye<br/><a href="x?y=1">z</a></p><!-- c --></div>' * 800)
    t = 0
    for i in range(3000):
        u = urlparse("http://h%d.org:80/p/a;x?q=%d&r=b#f" % (i, i))
        t += (
            len(parse_qs(u.query))
            + len(urlencode({"a": i, "b": "ü"}))
            + len(unquote(quote("a b/ü%d" % i)))
            + len(urljoin("http://a/b/c", "../d"))
        )
    return p.n, len(p.t), t


def xml_and_sql():
    """XML trees and SQLite."""
    import xml.etree.ElementTree as ET, sqlite3

    r = ET.Element("r")
    for i in range(3000):
        e = ET.SubElement(r, "i", n=str(i))
        e.text = "t%d" % i
    s = ET.tostring(r)
    q = ET.fromstring(s)
    t = sum((int(e.get("n")) for e in q.iter("i"))) + len(q.findall('./i[@n="5"]'))
    c = sqlite3.connect(":memory:")
    c.execute("create table t(a integer primary key, b text, c real)")
    c.executemany("insert into t values(?,?,?)", [(i, "n%d" % (i % 50), i / 2) for i in range(10000)])
    for i in range(1000):
        t += c.execute("select a from t where a=?", (i,)).fetchone()[0]
    return (
        t,
        c.execute("select b, sum(c) from t group by b order by b").fetchall()[:2],
        len(list(c.execute("select * from t"))),
    )


def logs_and_arguments():
    """Logging and `argparse`."""
    import logging, io, argparse

    f = io.StringIO()
    l = logging.getLogger("x")
    l.propagate = False
    h = logging.StreamHandler(f)
    h.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    l.handlers = [h]
    l.setLevel(logging.INFO)
    for i in range(4000):
        l.info("hello %d %s", i, "w")
        l.debug("no %d", i)
    p = argparse.ArgumentParser()
    p.add_argument("-v", action="count")
    p.add_argument("--n", type=int, default=3)
    p.add_argument("fs", nargs="*")
    for i in range(400):
        a = p.parse_args(["-vv", "--n", str(i), "a", "b"])
    return f.getvalue().count("\n"), a.n


def monte_carlo():
    """Random numbers and statistics."""
    import random, statistics

    r = random.Random(5)
    h = 0
    for _ in range(100000):
        x, y = (r.random(), r.random())
        if x * x + y * y < 1:
            h += 1
    l = list(range(5000))
    for _ in range(3):
        r.shuffle(l)
    g = [r.gauss(0, 1) for _ in range(20000)]
    c = [r.choice("abcdef") for _ in range(20000)]
    i = [r.randint(1, 6) for _ in range(20000)]
    return h, l[:2], statistics.mean(i), round(statistics.stdev(g[:3000]), 3), len(set(c))


def bytes_work():
    """Slices of bytes, checksums, encodings."""
    b = bytes(range(256)) * 400
    c = bytearray()
    t = 0
    for i in range(0, len(b), 16):
        ch = b[i : i + 16]
        t += ch[0] ^ ch[-1]
        c += ch[::-1]
        t += ch.find(b"\x10")
    x = bytes(a ^ 90 for a in b)
    h = b.hex()
    import base64, zlib, hashlib, binascii

    for i in range(500):
        t += zlib.crc32(b[i : i + 500]) & 7
        t += len(base64.b64encode(b[i : i + 300]))
        t += hashlib.sha256(b[i : i + 100]).digest()[0]
    return t, len(x), len(bytes.fromhex(h)), len(c), c.count(b"\x01\x00")


def lexer():
    """Tokens by `re` and by hand."""
    import re

    spec = [
        ("NUM", "\\d+(\\.\\d*)?"),
        ("ID", "[A-Za-z_]\\w*"),
        ("OP", "[+\\-*/=<>!]=?"),
        ("P", "[(){};,]"),
        ("WS", "\\s+"),
        ("STR", '"[^"]*"'),
    ]
    rx = re.compile("|".join("(?P<%s>%s)" % p for p in spec))
    s = 'if (x1 >= 3.14) { foo(a, "str", b2); } else y = z * 10 - q;\n' * 500
    c = {}
    for m in rx.finditer(s):
        kd = m.lastgroup
        if kd == "WS":
            continue
        c[kd] = c.get(kd, 0) + 1
        v = m.group(kd)
        if kd == "ID" and v in ("if", "else"):
            c[v] = c.get(v, 0) + 1
    i = 0
    n = 0
    while i < len(s):
        ch = s[i]
        if ch.isspace():
            i += 1
            continue
        j = i
        if ch.isalpha():
            while j < len(s) and s[j].isalnum():
                j += 1
        elif ch.isdigit():
            while j < len(s) and s[j].isdigit():
                j += 1
        else:
            j += 1
        n += len(s[i:j])
        i = j
    return c, n, len(re.sub("(\\w+)\\s*\\(", lambda m: m.group(1).upper() + "[", s))


def inspect_unittest():
    """Signatures, test runs, weak references."""
    import inspect, unittest, io, types, weakref, gc

    def f(a, b=2, *c, d, e=5, **g):
        pass

    t = 0
    for i in range(1500):
        s = inspect.signature(f)
        t += len(s.parameters)
        s.bind(1, d=3)

    class TC(unittest.TestCase):

        def test_a(self):
            self.assertEqual([1, 2], [1, 2])
            self.assertIn(3, {3})

        def test_b(self):
            with self.assertRaises(ZeroDivisionError):
                1 / 0

    for i in range(40):
        r = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(TC))
        t += r.testsRun

    class W:
        pass

    ws = weakref.WeakValueDictionary()
    keep = []
    for i in range(8000):
        w = W()
        ws[i] = w
        if i % 3 == 0:
            keep.append(w)
    return t, len(keep)
