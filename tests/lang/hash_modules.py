# The hash functions that `hashlib` is made of.
import _blake2
import _md5
import _sha1
import _sha2
import _sha3

data = bytes(range(256)) * 3
for make in (_md5.md5, _sha1.sha1, _sha2.sha224, _sha2.sha256, _sha2.sha384, _sha2.sha512, _sha3.sha3_224, _sha3.sha3_256,
             _sha3.sha3_384, _sha3.sha3_512, _blake2.blake2b, _blake2.blake2s):
    h = make()
    print(h.name, h.digest_size, h.block_size, h.hexdigest())
    h.update(data[:100])
    other = h.copy()
    for at in range(100, len(data), 131):
        h.update(data[at:at + 131])
    print(h.hexdigest(), h.digest() == make(data).digest(), other.hexdigest() == make(data[:100]).hexdigest())

for make in (_sha3.shake_128, _sha3.shake_256):
    h = make(b"abc")
    print(h.name, h.digest_size, h.block_size, h.hexdigest(10), h.digest(3), len(h.digest(1000)))
    try:
        h.digest(-1)
    except ValueError as e:
        print(e)

for wrong in ("text", 5):
    for call in (_md5.md5, _md5.md5().update, _blake2.blake2b):
        try:
            call(wrong)
        except TypeError as e:
            print(e)

b = _blake2.blake2b
print(b(b"abc", digest_size=20, key=b"k", salt=b"s", person=b"p", fanout=2, depth=3, leaf_size=5, node_offset=7, node_depth=1,
        inner_size=9, last_node=True).hexdigest())
print(_blake2.blake2s(data, digest_size=20, key=b"k", salt=b"s", person=b"p", fanout=2, depth=3, leaf_size=5, node_offset=7,
                      node_depth=1, inner_size=9, last_node=True).hexdigest())
print(b.MAX_DIGEST_SIZE, b.MAX_KEY_SIZE, b.SALT_SIZE, _blake2.blake2s.PERSON_SIZE, _blake2.BLAKE2B_MAX_KEY_SIZE)
for options in ({"digest_size": 0}, {"key": b"a" * 65}, {"salt": b"a" * 17}, {"fanout": 256}, {"depth": 0}, {"leaf_size": 1 << 32},
                {"node_offset": -1}, {"node_depth": 256}, {"inner_size": 65}):
    try:
        b(**options)
    except (ValueError, OverflowError) as e:
        print(type(e).__name__, e)
