"""Strings and bytes that are extended again and again, while their earlier values are kept."""


def grow(piece, n):
    s, kept = piece[:0], []
    for i in range(n):
        s += piece
        if i % 19 == 0:
            kept.append(s)
    return s, kept


for piece in ("abcdefgh", "é☃é☃", b"xyzxyz", "𝄞&𝄞"):
    s, kept = grow(piece, 110)
    print(len(s), s == piece * 110, [len(k) for k in kept], all(s.startswith(k) for k in kept))
    print(hash(s) == hash(piece * 110), {s: 1}[piece * 110], s[-3:], s[100:104], s.count(piece))

# Two that were one.
base = "q" * 600
base += "w"
left = base + "left"
right = base + "right"
again = base + "left"
print(left[598:], right[598:], again == left, left + right == again + right, base[-2:])
base2 = left
left += "er"
right += "er"
base2 += "xx"
print(left[-8:], right[-8:], base2[-8:], again[-5:])


class Holder:
    text = ""


holder, items, named = Holder(), {"s": ""}, ""


def extend():
    global named
    for i in range(66):
        holder.text += "abcdefg"
        items["s"] = items["s"] + "ddddd" + "eeee"
        named = named + str(i ** 5)
    return len(holder.text), len(items["s"]), len(named)


print(extend(), named[:10], named[-10:], holder.text.upper()[-4:])
a = "z" * 2000
a = a + a
a = a + a[:10]
print(len(a), a == "z" * 4010, a.encode() == b"z" * 4010, int("1" * 600 + "1") % 97, a.replace("z", "", 4008))
data = bytearray()
for i in range(30):
    data += b"abcdefgh" * 4
print(len(data), bytes(data[-3:]))
line = b"k" * 511
for i in range(3):
    line += b"v"
    print(len(line), memoryview(line)[-1], line.hex()[-4:])
