import base64
import binascii
import hashlib
import hmac
import struct

for name in sorted(hashlib.algorithms_guaranteed):
    h = hashlib.new(name, b"abc")
    print(name, h.hexdigest(8) if name.startswith("shake") else h.hexdigest())
h = hashlib.sha256()
h.update(b"hello ")
h.update(b"world")
print(h.hexdigest() == hashlib.sha256(b"hello world").hexdigest(), h.name, h.digest_size, h.copy().digest() == h.digest())
print(hmac.new(b"key", b"message", hashlib.sha256).hexdigest(), hmac.digest(b"key", b"message", "md5").hex(), hmac.compare_digest("a", "a"))
try:
    hashlib.new("nope")
except ValueError as e:
    print(e)
data = bytes(range(40))
for encode, decode in ((base64.b64encode, base64.b64decode), (base64.b32encode, base64.b32decode), (base64.b16encode, base64.b16decode),
                       (base64.b85encode, base64.b85decode), (base64.a85encode, base64.a85decode), (base64.urlsafe_b64encode, base64.urlsafe_b64decode)):
    text = encode(data)
    print(text, decode(text) == data)
for text in ("YQ", "YQ==", "Y!Q=="):
    try:
        print(base64.b64decode(text), base64.b64decode(text, validate=True))
    except binascii.Error as e:
        print(e)
print(struct.unpack("<HI", struct.pack("<HI", 1, 2)), struct.calcsize("=bq"), list(struct.iter_unpack(">H", b"\0\1\0\2")))
