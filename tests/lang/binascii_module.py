import binascii


def attempt(f, *args, **kw):
    try:
        return repr(f(*args, **kw))
    except (ValueError, TypeError) as e:
        return f"{type(e).__name__}: {e}"


data = bytes(range(0, 256, 7)) + b"=_ \t\r\n."
for n in (0, 1, 2, 3, 45):
    line = binascii.b2a_base64(data[:n])
    print(line, binascii.a2b_base64(line) == data[:n], binascii.b2a_base64(data[:n], newline=False))
    line = binascii.b2a_uu(data[:n])
    print(line, binascii.a2b_uu(line) == data[:n], binascii.b2a_uu(data[:n], backtick=True))
    print(binascii.hexlify(data[:n]), binascii.unhexlify(binascii.hexlify(data[:n])) == data[:n])
for text in (b"YWJj", "YWJj", b"YW Jj\n", b"YQ==", b"YQ=", b"Y", b"YQ", b"=YQ=", b"YQ==YQ==", b"Y=Q=", b"YWJjZ", b"YQ==x", b"", "é", 5):
    print(repr(text), attempt(binascii.a2b_base64, text), attempt(binascii.a2b_base64, text, strict_mode=True))
for args in ((b"abcdef", ":"), (b"abcdef", "-", 2), (b"abcdefg", b".", -3), (b"abc", "ab"), (b"abc", "é"), (b"abc", 5), ("abc",), (b"abc", ":", 0)):
    print(attempt(binascii.hexlify, *args))
for text in ("0aFf", b"0aF", "zz", "é", 5, "0A0b"):
    print(attempt(binascii.unhexlify, text))
print(binascii.crc32(b"hello"), binascii.crc32(b"lo", binascii.crc32(b"hel")), binascii.crc32(b"", -1), binascii.crc_hqx(b"hello", 0))
print(attempt(binascii.b2a_uu, b"a" * 46), attempt(binascii.a2b_uu, b"\x7f"), attempt(binascii.a2b_uu, b"!!!!!!!!"))
for text in (b"a=b c\td", b"end \nnext\t\r\n", b"x" * 80, b".\n.a", b"caf\xc3\xa9 _"):
    quoted = binascii.b2a_qp(text)
    print(quoted, binascii.a2b_qp(quoted), binascii.b2a_qp(text, quotetabs=True), binascii.b2a_qp(text, header=True))
    print(binascii.b2a_qp(text, istext=False), binascii.a2b_qp(b"=41=\n=4=zz=" + text, header=True))
print(binascii.Error.__mro__, binascii.Incomplete.__mro__[1])
