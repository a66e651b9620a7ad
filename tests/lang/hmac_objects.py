"""Keyed hashes: their names and sizes, copies, long keys, and functions that are no such hash."""
import hashlib
import hmac

for digest in ("md5", "sha1", "SHA256", "sha512", "sha3_256", "blake2s", hashlib.sha256, hashlib.blake2b):
    made = hmac.new(b"key", b"message", digest)
    other = made.copy()
    made.update(b" and more")
    print(made.name, made.digest_size, made.block_size, made.hexdigest()[:16], other.hexdigest()[:16], other.digest()[:4])
    print(hmac.digest(b"k" * 200, b"message", digest)[:4].hex(), hmac.new(b"k" * 200, b"message", digest).hexdigest()[:8])
print(hmac.new(b"", digestmod="md5").hexdigest(), hmac.new(bytearray(b"key"), bytearray(b"m"), "sha1").hexdigest(),
      hmac.new(b"key", memoryview(b"m"), "sha1").hexdigest())
print(hmac.compare_digest(hmac.digest(b"a", b"b", "md5"), hmac.new(b"a", b"b", "md5").digest()))
for arguments in ((b"key", b"m"), ("key", b"m", "md5"), (b"key", "m", "md5"), (b"key", b"m", "unknown"), (5, b"m", "md5")):
    try:
        hmac.new(*arguments)
        print("made")
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
