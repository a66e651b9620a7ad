from construct import *

header = Struct(
    "magic" / Const(b"PK"),
    "version" / Int16ub,
    "flags" / BitStruct("a" / Flag, "kind" / BitsInteger(3), Padding(4)),
    "count" / Rebuild(Byte, len_(this.items)),
    "items" / Array(this.count, Struct("key" / PascalString(VarInt, "utf8"), "value" / Switch(
        this.key, {"n": Int32sl, "s": CString("ascii")}, default=Bytes(2)))),
    "color" / Enum(Byte, red=1, blue=2),
    "sum" / Checksum(Byte, lambda data: sum(data) & 255, lambda ctx: bytes([ctx.version & 255])),
)
raw = header.build(dict(version=3, flags=dict(a=True, kind=5), items=[
    dict(key="n", value=-2), dict(key="s", value="abc"), dict(key="x", value=b"zz")], color="blue"))
print(raw.hex())
parsed = header.parse(raw)
print(parsed)
print(parsed.color, int(parsed.color), parsed["items"][1].value, parsed == header.parse(raw))
try:
    header.parse(b"PX" + raw[2:])
except ConstructError as e:
    print(type(e).__name__, e)
print(Struct("a" / Byte, "b" / Int16ul).sizeof(), GreedyRange(Int16ub).parse(b"\0\1\0\2"))
tree = LazyBound(lambda: Struct("n" / Byte, "next" / If(this.n > 0, tree)))
print(tree.parse(b"\2\1\0"))

d = Struct("n" / Byte, "data" / Bytes(this.n)).compile()
print(d.parse(b"\x03abc"))
