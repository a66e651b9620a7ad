"""`_hashlib`: what `hashlib` and `hmac` find in OpenSSL. The hash functions are those of `_md5`, `_sha1` and so on."""

import _blake2
import _core
import _md5
import _sha1
import _sha2
import _sha3
import _ttd_compression as _native
from _operator import _compare_digest as compare_digest, index

openssl_md5, openssl_sha1 = _md5.md5, _sha1.sha1
openssl_sha224, openssl_sha256, openssl_sha384, openssl_sha512 = _sha2.sha224, _sha2.sha256, _sha2.sha384, _sha2.sha512
openssl_sha3_224, openssl_sha3_256 = _sha3.sha3_224, _sha3.sha3_256
openssl_sha3_384, openssl_sha3_512 = _sha3.sha3_384, _sha3.sha3_512
openssl_shake_128, openssl_shake_256 = _sha3.shake_128, _sha3.shake_256
HASH, HASHXOF = type(openssl_md5()), type(openssl_shake_128())
_CONSTRUCTORS = {name[8:]: function for name, function in list(globals().items()) if name.startswith("openssl_")}
openssl_md_meth_names = frozenset(_CONSTRUCTORS) | {"blake2b", "blake2s"}


class UnsupportedDigestmodError(ValueError):
    pass


UnsupportedDigestmodError.__module__ = "_hashlib"


def new(name, data=b"", *, usedforsecurity=True, string=None):
    """Return a new hash object using the named algorithm."""
    constructor = _CONSTRUCTORS.get(_hash_name(name, "new"))
    if constructor is None:
        raise UnsupportedDigestmodError("[digital envelope routines] unsupported")
    return constructor(data) if string is None else constructor(string)


def _hash_name(name, function):
    if not isinstance(name, str):
        raise TypeError(f"{function}() argument 'name' must be str, not {type(name).__name__}")
    return name.lower().replace("sha3-", "sha3_").replace("shake", "shake_").replace("__", "_").replace("sha-", "sha")


_OUTER, _INNER = (bytes([byte ^ mask for byte in range(256)]) for mask in (0x5C, 0x36))


def _keyed(key, digest):
    """The name of a hash function, and hashes that have got the key: the inner and the outer one."""
    if isinstance(digest, str):
        name = _hash_name(digest, "hmac_new")
        make = _CONSTRUCTORS.get(name)
    else:
        make, name = digest, getattr(digest, "__name__", None)
        if type(name) is not str or _CONSTRUCTORS.get(name) is not make:
            make = None
    if make is None or name.startswith("shake"):
        raise UnsupportedDigestmodError("Unsupported digestmod")
    inner, outer = make(), make()
    if len(key) > inner.block_size:
        key = make(key).digest()
    key = bytes(key).ljust(inner.block_size, b"\0")
    inner.update(key.translate(_INNER))
    outer.update(key.translate(_OUTER))
    return name, inner, outer


class HMAC:
    """The object used to calculate HMAC of a message."""

    __module__ = "_hashlib"
    __slots__ = ("_name", "_inner", "_outer")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create '_hashlib.HMAC' instances")

    name = property(lambda self: "hmac-" + self._name)
    digest_size = property(lambda self: self._inner.digest_size)
    block_size = property(lambda self: self._inner.block_size)

    def __repr__(self):
        return f"<{self._name} HMAC object @ 0x{id(self):x}>"

    def update(self, msg):
        """Update the HMAC object with msg."""
        self._inner.update(msg)

    def copy(self):
        """Return a copy ("clone") of the HMAC object."""
        made = object.__new__(HMAC)
        made._name, made._inner, made._outer = self._name, self._inner.copy(), self._outer
        return made

    def digest(self):
        """Return the digest of the bytes passed to the update() method so far."""
        outer = self._outer.copy()
        outer.update(self._inner.digest())
        return outer.digest()

    def hexdigest(self):
        """Return hexadecimal digest of the bytes passed to the update() method so far."""
        return HMAC.digest(self).hex()


_core.seal(HMAC, False)


def hmac_new(key, msg=b"", digestmod=None):
    """Return a new hmac object."""
    made = object.__new__(HMAC)
    made._name, made._inner, made._outer = _keyed(key, digestmod)
    if msg:
        made._inner.update(msg)
    return made


def hmac_digest(key, msg, digest):
    """Single-shot HMAC."""
    _, inner, outer = _keyed(key, digest)
    inner.update(msg)
    outer.update(inner.digest())
    return outer.digest()


def get_fips_mode():
    """Determine the OpenSSL FIPS mode of operation."""
    return 0


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """Password based key derivation function 2 (PKCS #5 v2.0) with HMAC as pseudorandom function."""
    if not isinstance(hash_name, str):
        raise TypeError(f"pbkdf2_hmac() argument 'hash_name' must be str, not {type(hash_name).__name__}")
    password, salt, iterations = _native.octets(password), _native.octets(salt), index(iterations)
    name = _hash_name(hash_name, "pbkdf2_hmac")
    if name not in _CONSTRUCTORS:
        raise UnsupportedDigestmodError("[digital envelope routines] unsupported")
    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    if iterations > (1 << 31) - 1:
        raise OverflowError("iteration value is too great.")
    if dklen is None:
        dklen = _CONSTRUCTORS[name]().digest_size
    elif index(dklen) < 1:
        raise ValueError("key length must be greater than 0.")
    elif dklen > (1 << 31) - 1:
        raise OverflowError("key length is too great.")
    key = _native.pbkdf2(name, password, salt, iterations, dklen)
    if key is None:
        raise UnsupportedDigestmodError("[digital envelope routines] unsupported")
    return key


def scrypt(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64):
    """scrypt password-based key derivation function."""
    for value, message in ((salt, "salt is required"), (n, "n is required and must be an unsigned int"),
                           (r, "r is required and must be an unsigned int"),
                           (p, "p is required and must be an unsigned int")):
        if value is None:
            raise TypeError(message)
    password, salt = _native.octets(password), _native.octets(salt)
    n, r, p, maxmem, dklen = index(n), index(r), index(p), index(maxmem), index(dklen)
    if n < 2 or n & (n - 1):
        raise ValueError("n must be a power of 2.")
    if not 0 <= maxmem <= (1 << 31) - 1:
        raise ValueError(f"maxmem must be positive and smaller than {(1 << 31) - 1}")
    if not 1 <= dklen <= (1 << 31) - 1:
        raise ValueError(f"dklen must be greater than 0 and smaller than {(1 << 31) - 1}")
    # OpenSSL counts the memory so, and allows 32 MiB unless it is told otherwise.
    needed = 128 * p * r + 32 * r * (n + 2) * 4
    if r < 1 or p < 1:
        raise ValueError("Invalid parameter combination for n, r, p, maxmem.")
    if p * r > (1 << 30) - 1 or needed > (maxmem or 32 << 20):
        raise ValueError("[digital envelope routines] memory limit exceeded")
    key = _native.scrypt(password, salt, n.bit_length() - 1, r, p, dklen)
    if key is None:
        raise ValueError("Invalid parameter combination for n, r, p, maxmem.")
    return key
