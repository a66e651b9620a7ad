"""Certificates and keys: reading them, and what they say."""

import _ttd_tls as _native
from _ttd_tls_errors import SSLError, failure, pem_failure

_CERTIFICATES = {"CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"}


def described(der):
    """What `getpeercert` tells of a certificate."""
    return dict(_native.describe(der) or ())


class Certificate:
    """A certificate of a chain."""

    __module__ = "_ssl"

    def __new__(cls):
        raise TypeError("cannot create '_ssl.Certificate' instances")

    def public_bytes(self, format=1):
        """The certificate in PEM (1) or in its binary form (2)."""
        if format == 2:
            return self._der
        if format != 1:
            raise ValueError("Unsupported format")
        from binascii import b2a_base64
        text = b2a_base64(self._der, newline=False).decode("ascii")
        lines = [text[at:at + 64] for at in range(0, len(text), 64)]
        return "\n".join(["-----BEGIN CERTIFICATE-----", *lines, "-----END CERTIFICATE-----", ""])

    def get_info(self):
        """What `getpeercert` tells of it."""
        return described(self._der)

    def __repr__(self):
        return f"<_ssl.Certificate '{_native.subject_line(self._der)}'>"

    def __eq__(self, other):
        return self._der == other._der if isinstance(other, Certificate) else NotImplemented

    def __hash__(self):
        return hash(self._der)


def certificate(der):
    made = object.__new__(Certificate)
    made._der = der
    return made


def _without_certificate(why):
    return SSLError(0, why + ": cadata does not contain a certificate (_ssl.c:4149)")


def path(value, name):
    """A path that the program gave, or the exception that CPython raises."""
    from os import fsencode
    try:
        return fsencode(value)
    except TypeError:
        raise TypeError(f"{name} should be a valid filesystem path") from None


def contents(path):
    """A file's bytes. The exception names no file, as in CPython."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise type(error)(error.errno, error.strerror) from None


class Store:
    """Certificates that a context trusts, and lists of those that were revoked."""

    def __init__(self):
        self.certificates, self.lists, self.folders = {}, {}, []

    def add(self, der):
        """Adds a certificate; says whether it is one."""
        length = _native.measure(der)
        if length:
            self.certificates.setdefault(der[:abs(length)], length > 0)
        return abs(length)

    def add_file(self, text):
        found = False
        for label, der in _native.blocks(text):
            if label == "X509 CRL" and der is not None:
                self.lists[der] = found = True
            elif label in _CERTIFICATES:
                if der is None or not self.add(der):
                    if not found:
                        raise pem_failure("X509")
                    break
                found = True
        if not found:
            raise failure("X509", "NO_CERTIFICATE_OR_CRL_FOUND", number=136)

    def add_data(self, data):
        if isinstance(data, str):
            try:
                text = data.encode("ascii")
            except UnicodeEncodeError:
                raise TypeError("cadata should be an ASCII string or a bytes-like object") from None
            if not text:
                raise ValueError("Empty certificate data")
            ders = [der for label, der in _native.blocks(text) if label in _CERTIFICATES]
            if not ders:
                raise _without_certificate("no start line")
            for der in ders:
                if der is None or not self.add(der):
                    raise failure("PEM", "BAD_BASE64_DECODE", number=100)
            return
        try:
            rest = bytes(memoryview(data))
        except TypeError:
            raise TypeError("cadata should be an ASCII string or a bytes-like object") from None
        if not rest:
            raise ValueError("Empty certificate data")
        found = False
        while rest:
            length = self.add(rest)
            if not length:
                break
            found, rest = True, rest[length:]
        if not found:
            raise _without_certificate("not enough data")
        if rest:
            raise failure("ASN1", "NOT_ENOUGH_DATA", number=142)

    def from_folders(self):
        """The certificates in the folders, which are looked at when a connection needs them."""
        from os import listdir
        from os.path import join
        found, lists = {}, {}
        for folder in self.folders:
            try:
                names = sorted(listdir(folder))
            except OSError:
                continue
            for name in names:
                stem, _, number = name.partition(b"." if isinstance(name, bytes) else ".")
                if len(stem) != 8 or not number.lstrip(b"r" if isinstance(number, bytes) else "r").isdigit():
                    continue
                try:
                    text = contents(join(folder, name))
                except OSError:
                    continue
                for label, der in _native.blocks(text):
                    if der is not None:
                        (lists if label == "X509 CRL" else found)[der] = True
        return found, lists


def _password(value):
    """The password as bytes, or None; a function is called for it."""
    if value is None:
        return None
    if callable(value):
        value = value()
        if not isinstance(value, (str, bytes, bytearray)):
            raise TypeError("password callback must return a string")
    elif not isinstance(value, (str, bytes, bytearray)):
        raise TypeError("password should be a string or callable")
    made = value.encode("utf-8") if isinstance(value, str) else bytes(value)
    if len(made) > 1023:
        raise ValueError("password cannot be longer than 1023 bytes")
    return made


def identity(certfile, keyfile, password):
    """A chain of certificates with the key of the first: the chain, the key's form, and its bytes."""
    text = contents(certfile)
    if password is not None and not callable(password):
        _password(password)
    chain = []
    for label, der in _native.blocks(text):
        if label in _CERTIFICATES:
            if der is None or not _native.measure(der):
                raise pem_failure()
            chain.append(der)
    if not chain:
        raise pem_failure()
    text = text if keyfile is None else contents(keyfile)
    key = _native.private_key(text, None)
    if key == 1 and password is not None:
        key = _native.private_key(text, _password(password))
    if isinstance(key, int):
        raise pem_failure()
    chain = tuple(chain)
    wrong = _native.check_key(chain, *key)
    if wrong == 1:
        raise failure("X509", "KEY_VALUES_MISMATCH", number=116)
    if wrong:
        raise failure("SSL", "UNKNOWN_CERTIFICATE_TYPE", number=247)
    return (chain, *key)
