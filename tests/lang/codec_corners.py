"""UTF-7, escapes that are none, compression with a dictionary, and what pickles of sets, buffers and methods keep."""

import codecs
import copy
import pickle
import warnings
import zlib


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for text in "a+b", "é", "a€😀-", "~x", "\ud800z":
    data = text.encode("utf-7")
    print(data, ascii(data.decode("utf-7")))
for data in b"+AOk", b"+AOkA", b"+2AA-x", b"a\xff", b"+-+", b"+~", b"+AO\\":
    attempt(codecs.utf_7_decode, data)
    attempt(codecs.utf_7_decode, data, "replace", True)
attempt(codecs.ascii_decode, 5)
attempt(codecs.readbuffer_encode, 5)
print(codecs.readbuffer_encode("é"))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(codecs.escape_decode(b"\\q\\z"), codecs.unicode_escape_decode(b"\\501 \\q"))
    print([str(w.message) for w in seen])

words = b"time travelling interpreter " * 3
c = zlib.compressobj(zdict=b"interpreter")
data = c.compress(words) + c.flush()
print(zlib.decompressobj(zdict=b"interpreter").decompress(data) == words)
attempt(zlib.decompress, data)
attempt(zlib.decompressobj(zdict=b"other").decompress, data)
c = zlib.compressobj(wbits=-12, zdict=words)
data = c.compress(words) + c.flush()
print(zlib.decompressobj(wbits=-12, zdict=words).decompress(data) == words)
c = zlib.compressobj(level=0)
data = c.compress(b"ab") + c.flush(zlib.Z_BLOCK) + c.compress(b"c") + c.flush()
print(zlib.decompress(data))
attempt(zlib.decompress, zlib.compress(b"x"), 9)
attempt(zlib.compressobj, wbits=0)


class Named(frozenset):
    pass


n = Named("a")
n.name = "n"
m = copy.copy(n)
print(type(m).__name__, m, m.name)


class Zero(bytes):
    def __reduce_ex__(self, protocol):
        return bytearray, (pickle.PickleBuffer(self),)

    @classmethod
    def again(cls, data):
        return cls(data)


kept = []
data = pickle.dumps(Zero(b"zero"), 5, buffer_callback=kept.append)
print(pickle.loads(data, buffers=kept), len(kept), kept[0].raw().tolist())
kept[0].release()
attempt(kept[0].raw)
print(Zero.again.__reduce_ex__(2))
attempt(pickle.dumps, pickle.PickleBuffer(b""), 4)
