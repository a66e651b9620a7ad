"""Small interpreters, compression, ciphers and puzzles."""


def lzw():
    """LZW, there and back."""
    s = "abracadabra hocus pocus " * 300 + "".join(chr(97 + i * i % 26) for i in range(3000))
    out = []
    d = {}
    w = ""
    for i in range(256):
        d[chr(i)] = i
    for c in s:
        wc = w + c
        if wc in d:
            w = wc
        else:
            out.append(d[w])
            d[wc] = len(d)
            w = c
    r = {v: k for k, v in d.items()}
    t = "".join(r[i] for i in out)
    return len(out), len(t)


def sha_rounds():
    """Rounds of SHA-256 in 32-bit integers."""
    K0 = [i * 2654435769 + 1116352408 & 4294967295 for i in range(64)]

    def rr(x, n):
        return (x >> n | x << 32 - n) & 4294967295

    h = [1779033703, 3144134277, 1013904242, 2773480762, 1359893119, 2600822924, 528734635, 1541459225]
    for blk in range(60):
        w = [blk * 31 + i * 16843009 & 4294967295 for i in range(16)]
        for i in range(16, 64):
            s0 = rr(w[i - 15], 7) ^ rr(w[i - 15], 18) ^ w[i - 15] >> 3
            s1 = rr(w[i - 2], 17) ^ rr(w[i - 2], 19) ^ w[i - 2] >> 10
            w.append(w[i - 16] + s0 + w[i - 7] + s1 & 4294967295)
        a, b, c, d, e, f, g, hh = h
        for i in range(64):
            S1 = rr(e, 6) ^ rr(e, 11) ^ rr(e, 25)
            ch = e & f ^ ~e & g
            t1 = hh + S1 + ch + K0[i] + w[i] & 4294967295
            S0 = rr(a, 2) ^ rr(a, 13) ^ rr(a, 22)
            mj = a & b ^ a & c ^ b & c
            hh, g, f, e, d, c, b, a = (g, f, e, d + t1 & 4294967295, c, b, a, t1 + S0 + mj & 4294967295)
        h = [x + y & 4294967295 for x, y in zip(h, (a, b, c, d, e, f, g, hh))]
    return h


def tape_machine():
    """A machine with a tape, read character by character."""
    code = "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++."

    def run():
        st, m = ([], {})
        for i, c in enumerate(code):
            if c == "[":
                st.append(i)
            elif c == "]":
                j = st.pop()
                m[i] = j
                m[j] = i
        t = [0] * 100
        p = i = 0
        out = []
        while i < len(code):
            c = code[i]
            if c == ">":
                p += 1
            elif c == "<":
                p -= 1
            elif c == "+":
                t[p] = t[p] + 1 & 255
            elif c == "-":
                t[p] = t[p] - 1 & 255
            elif c == ".":
                out.append(chr(t[p]))
            elif c == "[":
                if not t[p]:
                    i = m[i]
            elif c == "]":
                if t[p]:
                    i = m[i]
            i += 1
        return "".join(out)

    for _ in range(200):
        r = run()
    return r


def lisp():
    """A small Lisp that computes Fibonacci numbers."""
    import operator as op, math

    def tok(s):
        return s.replace("(", " ( ").replace(")", " ) ").split()

    def parse(t):
        x = t.pop(0)
        if x == "(":
            l = []
            while t[0] != ")":
                l.append(parse(t))
            t.pop(0)
            return l
        try:
            return int(x)
        except ValueError:
            return x

    class Env(dict):

        def __init__(self, p=(), a=(), o=None):
            self.update(zip(p, a))
            self.o = o

        def find(self, v):
            return self if v in self else self.o.find(v)

    G = Env(["+", "-", "*", "<", "="], [op.add, op.sub, op.mul, op.lt, op.eq])

    def ev(x, e):
        if isinstance(x, str):
            return e.find(x)[x]
        if not isinstance(x, list):
            return x
        if x[0] == "if":
            return ev(x[2] if ev(x[1], e) else x[3], e)
        if x[0] == "define":
            e[x[1]] = ev(x[2], e)
            return
        if x[0] == "lambda":
            return lambda *a: ev(x[2], Env(x[1], a, e))
        f, *a = [ev(y, e) for y in x]
        return f(*a)

    ev(parse(tok("(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))")), G)
    return ev(parse(tok("(fib 17)")), G)


def sudoku_bits():
    """A puzzle by backtracking over bits."""
    p = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

    def solve():
        rows, cols, boxes = ([0] * 9, [0] * 9, [0] * 9)
        cells = []
        for i, c in enumerate(p):
            r, q = divmod(i, 9)
            if c != ".":
                b = 1 << int(c)
                rows[r] |= b
                cols[q] |= b
                boxes[r // 3 * 3 + q // 3] |= b
            else:
                cells.append((r, q, r // 3 * 3 + q // 3))
        n = 0

        def go(key):
            nonlocal n
            n += 1
            if key == len(cells):
                return True
            r, q, x = cells[key]
            used = rows[r] | cols[q] | boxes[x]
            for d in range(1, 10):
                b = 1 << d
                if not used & b:
                    rows[r] |= b
                    cols[q] |= b
                    boxes[x] |= b
                    if go(key + 1):
                        return True
                    rows[r] ^= b
                    cols[q] ^= b
                    boxes[x] ^= b
            return False

        go(0)
        return n

    return sum(solve() for _ in range(6))
