"""bytes and bytearray."""

b = b"hello \x00\xff"
print(b, len(b), b[0], b[1:4], list(b[-2:]), b"lo" in b, 104 in b, bytes([65, 66]), bytes(3))
print(b.upper(), b"a,b".split(b","), b"-".join([b"x", b"y"]), b"abc".find(b"c"), b"aXa".replace(b"X", b"--"))
print("grün".encode("utf-8"), "grün".encode("latin-1"), b"gr\xc3\xbcn".decode(), b"abc".hex(), bytes.fromhex("00ff10"))
print(b"a" + b"b", b"ab" * 2, b"a" < b"b", b"a" == "a", hash(b"x") == hash(b"x"), {b"k": 1}[b"k"])
a = bytearray(b"abc")
a[0] = 120
a.append(33)
a += b"??"
a[1:2] = b"YYY"
del a[-1]
print(a, a.decode(), bytes(a), a.pop(), len(a))
alias = a
alias.extend([1, 2])
print(a is alias, a, [x for x in bytearray(b"ab")])
print((258).to_bytes(2, "big"), int.from_bytes(b"\x01\x02", "little"), int.from_bytes(b"\xff", "big", signed=True))
checksum = 0
for byte in "checksum".encode():
    checksum = (checksum * 31 + byte) % 65521
print(checksum)
print(repr(b"it's"), b'"', str(b"x"), b"%d-%s" % (5, b"s"), b"raw\n".strip())
for action in (lambda: bytes([256]), lambda: b"a" + "b", lambda: a.append(300), lambda: b[99], lambda: b"x".__setitem__(0, 1),
               lambda: b"\xff\xfe".decode("utf-8"), lambda: bytes("text")):
    try:
        action()
    except Exception as e:
        print(type(e).__name__, e)
