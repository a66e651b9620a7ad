# Keys from passwords, and everything that is guaranteed.
import hashlib
import hmac

for name in sorted(hashlib.algorithms_guaranteed):
    h = hashlib.new(name, b"x")
    print(name, h.name, h.hexdigest(4) if name.startswith("shake") else h.hexdigest()[:16])
print(hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 3).hex())
print(hashlib.pbkdf2_hmac("SHA1", b"password", bytearray(b"salt"), 2, dklen=5).hex())
print(hashlib.scrypt(b"password", salt=b"salt", n=4, r=2, p=1, dklen=16).hex())
print(hmac.new(b"k", b"m", "sha512").hexdigest()[:16], hmac.digest(b"k", b"m", "md5").hex())
for wrong in (lambda: hashlib.pbkdf2_hmac("nothing", b"", b"", 1), lambda: hashlib.pbkdf2_hmac("sha1", b"", b"", 0),
              lambda: hashlib.pbkdf2_hmac("sha1", b"", b"", 1, 0), lambda: hashlib.pbkdf2_hmac(1, b"", b"", 1),
              lambda: hashlib.scrypt(b"", salt=b"", n=3, r=1, p=1), lambda: hashlib.scrypt(b"", n=4, r=1, p=1),
              lambda: hashlib.scrypt(b"", salt=b"", n=2, r=1, p=1, dklen=0), lambda: hashlib.new("nothing"),
              lambda: hashlib.scrypt(b"", salt=b"", n=1 << 20, r=8, p=1)):
    try:
        print(wrong())
    except (ValueError, TypeError, OverflowError) as e:
        print(type(e).__name__, e)
