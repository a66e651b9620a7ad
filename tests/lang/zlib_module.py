import zlib

data = b"".join(b"line %d of some text that repeats itself\n" % (i % 37) for i in range(400))
for level in (-1, 0, 1, 6, 9):
    packed = zlib.compress(data, level)
    print(level, zlib.decompress(packed) == data, len(packed) < len(data) or level == 0)
for wbits in (-15, 15, 31):
    packer = zlib.compressobj(wbits=wbits)
    packed = packer.compress(data[:1000]) + packer.flush(zlib.Z_SYNC_FLUSH)
    half = zlib.decompressobj(wbits)
    print(wbits, half.decompress(packed) == data[:1000], half.eof)
    packed += packer.compress(data[1000:]) + packer.flush()
    print(zlib.decompress(packed, wbits) == data, packed[:2] if wbits > 0 else None)
    walk = zlib.decompressobj(wbits)
    pieces = [walk.decompress(packed[at:at + 50]) for at in range(0, len(packed), 50)]
    print(b"".join(pieces) == data, walk.eof, walk.unused_data, walk.unconsumed_tail)

packed = zlib.compress(data)
walk = zlib.decompressobj()
first = walk.decompress(packed, 100)
other = walk.copy()
print(len(first), walk.eof, walk.flush() == data[100:], walk.unused_data, walk.eof)
print(first + other.decompress(other.unconsumed_tail) == data, other.decompress(b"more"), other.unused_data)
for args in ((packed[:-1],), (b"",), (b"garbage",), (packed[:-1] + b"\0",), (packed, 5), ("text",), (packed, 31)):
    try:
        print(zlib.decompress(*args) == data)
    except (zlib.error, TypeError) as e:
        print(type(e).__name__, e)
for call in (lambda: zlib.compress(b"", 10), lambda: zlib.decompressobj(5), lambda: zlib.compressobj(1, 7), lambda: walk.flush(0),
             lambda: walk.decompress(b"", -1), lambda: zlib.compressobj().flush(9)):
    try:
        print(call())
    except (zlib.error, ValueError) as e:
        print(type(e).__name__, e)
print(zlib.adler32(b"abc"), zlib.adler32(b"abc", 5), zlib.adler32(data), zlib.crc32(data), zlib.crc32(b"abc", -1), zlib.error.__module__)
