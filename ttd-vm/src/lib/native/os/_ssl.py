"""TLS: contexts, memory buffers, errors and constants, so that programs that can do without connections of TLS run.
A connection is not supported yet."""

import _posix
from _operator import index as _index

for _pair in """
    ALERT_DESCRIPTION_ACCESS_DENIED=49 ALERT_DESCRIPTION_BAD_CERTIFICATE=42
    ALERT_DESCRIPTION_BAD_CERTIFICATE_HASH_VALUE=114 ALERT_DESCRIPTION_BAD_CERTIFICATE_STATUS_RESPONSE=113
    ALERT_DESCRIPTION_BAD_RECORD_MAC=20 ALERT_DESCRIPTION_CERTIFICATE_EXPIRED=45
    ALERT_DESCRIPTION_CERTIFICATE_REVOKED=44 ALERT_DESCRIPTION_CERTIFICATE_UNKNOWN=46
    ALERT_DESCRIPTION_CERTIFICATE_UNOBTAINABLE=111 ALERT_DESCRIPTION_CLOSE_NOTIFY=0
    ALERT_DESCRIPTION_DECODE_ERROR=50 ALERT_DESCRIPTION_DECOMPRESSION_FAILURE=30 ALERT_DESCRIPTION_DECRYPT_ERROR=51
    ALERT_DESCRIPTION_HANDSHAKE_FAILURE=40 ALERT_DESCRIPTION_ILLEGAL_PARAMETER=47
    ALERT_DESCRIPTION_INSUFFICIENT_SECURITY=71 ALERT_DESCRIPTION_INTERNAL_ERROR=80
    ALERT_DESCRIPTION_NO_RENEGOTIATION=100 ALERT_DESCRIPTION_PROTOCOL_VERSION=70
    ALERT_DESCRIPTION_RECORD_OVERFLOW=22 ALERT_DESCRIPTION_UNEXPECTED_MESSAGE=10 ALERT_DESCRIPTION_UNKNOWN_CA=48
    ALERT_DESCRIPTION_UNKNOWN_PSK_IDENTITY=115 ALERT_DESCRIPTION_UNRECOGNIZED_NAME=112
    ALERT_DESCRIPTION_UNSUPPORTED_CERTIFICATE=43 ALERT_DESCRIPTION_UNSUPPORTED_EXTENSION=110
    ALERT_DESCRIPTION_USER_CANCELLED=90 CERT_NONE=0 CERT_OPTIONAL=1 CERT_REQUIRED=2 ENCODING_DER=2 ENCODING_PEM=1
    HOSTFLAG_ALWAYS_CHECK_SUBJECT=1 HOSTFLAG_MULTI_LABEL_WILDCARDS=8 HOSTFLAG_NEVER_CHECK_SUBJECT=32
    HOSTFLAG_NO_PARTIAL_WILDCARDS=4 HOSTFLAG_NO_WILDCARDS=2 HOSTFLAG_SINGLE_LABEL_SUBDOMAINS=16 OP_ALL=2147483728
    OP_CIPHER_SERVER_PREFERENCE=4194304 OP_ENABLE_KTLS=8 OP_ENABLE_MIDDLEBOX_COMPAT=1048576
    OP_IGNORE_UNEXPECTED_EOF=128 OP_LEGACY_SERVER_CONNECT=4 OP_NO_COMPRESSION=131072 OP_NO_RENEGOTIATION=1073741824
    OP_NO_SSLv2=0 OP_NO_SSLv3=33554432 OP_NO_TICKET=16384 OP_NO_TLSv1=67108864 OP_NO_TLSv1_1=268435456
    OP_NO_TLSv1_2=134217728 OP_NO_TLSv1_3=536870912 OP_SINGLE_DH_USE=0 OP_SINGLE_ECDH_USE=0 PROTOCOL_SSLv23=2
    PROTOCOL_TLS=2 PROTOCOL_TLS_CLIENT=16 PROTOCOL_TLS_SERVER=17 PROTOCOL_TLSv1=3 PROTOCOL_TLSv1_1=4
    PROTOCOL_TLSv1_2=5 PROTO_MAXIMUM_SUPPORTED=-1 PROTO_MINIMUM_SUPPORTED=-2 PROTO_SSLv3=768 PROTO_TLSv1=769
    PROTO_TLSv1_1=770 PROTO_TLSv1_2=771 PROTO_TLSv1_3=772 SSL_ERROR_EOF=8 SSL_ERROR_INVALID_ERROR_CODE=10
    SSL_ERROR_SSL=1 SSL_ERROR_SYSCALL=5 SSL_ERROR_WANT_CONNECT=7 SSL_ERROR_WANT_READ=2 SSL_ERROR_WANT_WRITE=3
    SSL_ERROR_WANT_X509_LOOKUP=4 SSL_ERROR_ZERO_RETURN=6 VERIFY_ALLOW_PROXY_CERTS=64 VERIFY_CRL_CHECK_CHAIN=12
    VERIFY_CRL_CHECK_LEAF=4 VERIFY_DEFAULT=0 VERIFY_X509_PARTIAL_CHAIN=524288 VERIFY_X509_STRICT=32
    VERIFY_X509_TRUSTED_FIRST=32768
""".split():
    _name, _, _value = _pair.partition("=")
    globals()[_name] = int(_value)
del _pair, _name, _value

HAS_ALPN = HAS_ECDH = HAS_SNI = HAS_TLSv1_2 = HAS_TLSv1_3 = True
HAS_NPN = HAS_PHA = HAS_PSK = HAS_SSLv2 = HAS_SSLv3 = HAS_TLSv1 = HAS_TLSv1_1 = HAS_TLS_UNIQUE = False
OPENSSL_VERSION = "no OpenSSL"
OPENSSL_VERSION_NUMBER = 0x30000000
OPENSSL_VERSION_INFO = _OPENSSL_API_VERSION = (3, 0, 0, 0, 0)
_DEFAULT_CIPHERS = "@SECLEVEL=2:ECDH+AESGCM:ECDH+CHACHA20:ECDH+AES:DHE+AES:!aNULL:!eNULL:!aDSS:!SHA1:!AESCCM"


class SSLError(OSError):
    """An error occurred in the SSL implementation."""

    __module__ = "ssl"
    reason = library = None

    def __str__(self):
        return self.strerror if isinstance(self.strerror, str) else str(self.args)


def _error(name, doc, *bases):
    return type(name, (SSLError, *bases), {"__doc__": doc, "__module__": "ssl"})


SSLZeroReturnError = _error("SSLZeroReturnError", "SSL/TLS session closed cleanly.")
SSLWantReadError = _error(
    "SSLWantReadError", "Non-blocking SSL socket needs to read more data\nbefore the requested operation can be completed.")
SSLWantWriteError = _error(
    "SSLWantWriteError", "Non-blocking SSL socket needs to write more data\nbefore the requested operation can be completed.")
SSLSyscallError = _error("SSLSyscallError", "System error when attempting SSL operation.")
SSLEOFError = _error("SSLEOFError", "SSL/TLS connection terminated abruptly.")
SSLCertVerificationError = _error("SSLCertVerificationError", "A certificate could not be verified.", ValueError)


def _unsupported(what):
    raise NotImplementedError(f"{what} is not supported by ttd-py yet")


class MemoryBIO:
    """A buffer in memory between a connection and whoever transports its bytes."""

    __module__ = "_ssl"

    def __init__(self):
        self._bytes, self._at_end = bytearray(), False

    @property
    def pending(self):
        """The number of bytes pending in the memory BIO."""
        return len(self._bytes)

    @property
    def eof(self):
        """Whether the memory BIO is at EOF."""
        return self._at_end and not self._bytes

    def read(self, size=-1, /):
        """Read up to size bytes from the memory BIO.

        If size is not specified, read the entire buffer.
        If the return value is an empty bytes instance, this means either
        EOF or that no data is available. Use the "eof" property to
        distinguish between the two."""
        size = len(self._bytes) if size < 0 else size
        data = bytes(self._bytes[:size])
        del self._bytes[:size]
        return data

    def write(self, b, /):
        """Writes the bytes b into the memory BIO.

        Returns the number of bytes written."""
        if self._at_end:
            raise SSLError("cannot write() after write_eof()")
        data = memoryview(b)
        self._bytes += data
        return data.nbytes

    def write_eof(self):
        """Write an EOF marker to the memory BIO.

        When all data has been read, the "eof" property will be True."""
        self._at_end = True


class SSLSession:
    __module__ = "_ssl"

    def __new__(cls):
        raise TypeError("cannot create '_ssl.SSLSession' instances")


class Certificate:
    __module__ = "_ssl"

    def __new__(cls):
        raise TypeError("cannot create '_ssl.Certificate' instances")


class _SSLContext:
    """What connections have in common. It keeps its settings, and makes no connection."""

    __module__ = "_ssl"

    def __new__(cls, protocol, /):
        protocol = _index(protocol)
        if protocol not in (PROTOCOL_TLS, PROTOCOL_TLS_CLIENT, PROTOCOL_TLS_SERVER):
            if protocol in (PROTOCOL_TLSv1, PROTOCOL_TLSv1_1, PROTOCOL_TLSv1_2):
                _unsupported("a context for one version of TLS")
            raise ValueError("invalid or unsupported protocol version")
        self = object.__new__(cls)
        self._protocol = protocol
        self._verify_mode = CERT_REQUIRED if protocol == PROTOCOL_TLS_CLIENT else CERT_NONE
        self._check_hostname = protocol == PROTOCOL_TLS_CLIENT
        self._options = 0x82520050
        self._verify_flags = VERIFY_X509_TRUSTED_FIRST
        self._host_flags = 4
        self._minimum, self._maximum = PROTO_TLSv1_2, PROTO_MAXIMUM_SUPPORTED
        self._sni = self._message_callback = self._keylog = None
        self._trusted, self._alpn = 0, b""
        self._tickets, self._late_auth = 2, False
        return self

    def __init__(self, protocol, /):
        pass

    protocol = property(lambda self: self._protocol)

    @property
    def verify_mode(self):
        return self._verify_mode

    @verify_mode.setter
    def verify_mode(self, value):
        value = _index(value)
        if value not in (CERT_NONE, CERT_OPTIONAL, CERT_REQUIRED):
            raise ValueError("invalid value for verify_mode")
        if value == CERT_NONE and self._check_hostname:
            raise ValueError("Cannot set verify_mode to CERT_NONE when check_hostname is enabled.")
        self._verify_mode = value

    @property
    def check_hostname(self):
        return self._check_hostname

    @check_hostname.setter
    def check_hostname(self, value):
        self._check_hostname = bool(value)
        if value and self._verify_mode == CERT_NONE:
            self._verify_mode = CERT_REQUIRED

    @property
    def options(self):
        return self._options

    @options.setter
    def options(self, value):
        value = _index(value)
        if value < 0:
            raise ValueError("options must be non-negative")
        self._options = value

    @property
    def verify_flags(self):
        return self._verify_flags

    @verify_flags.setter
    def verify_flags(self, value):
        self._verify_flags = _index(value)

    @property
    def minimum_version(self):
        return self._minimum

    @minimum_version.setter
    def minimum_version(self, value):
        self._minimum = _version(value)

    @property
    def maximum_version(self):
        return self._maximum

    @maximum_version.setter
    def maximum_version(self, value):
        self._maximum = _version(value)

    @property
    def sni_callback(self):
        return self._sni

    @sni_callback.setter
    def sni_callback(self, value):
        if value is not None and not callable(value):
            raise TypeError("not a callable object")
        self._sni = value

    @property
    def _msg_callback(self):
        return self._message_callback

    @_msg_callback.setter
    def _msg_callback(self, value):
        if value is not None and not callable(value):
            raise TypeError(f"{value!r} is not callable.")
        self._message_callback = value

    @property
    def keylog_filename(self):
        return self._keylog

    @keylog_filename.setter
    def keylog_filename(self, value):
        if value is not None:
            _unsupported("logging the keys of TLS")

    @property
    def post_handshake_auth(self):
        return self._late_auth

    @post_handshake_auth.setter
    def post_handshake_auth(self, value):
        self._late_auth = bool(value)

    @property
    def num_tickets(self):
        return self._tickets

    @num_tickets.setter
    def num_tickets(self, value):
        if value < 0:
            raise ValueError("value must be non-negative")
        if self._protocol != PROTOCOL_TLS_SERVER:
            raise ValueError("SSLContext is not a server context.")
        self._tickets = value

    security_level = property(lambda self: 2)

    def set_ciphers(self, ciphers, /):
        if not isinstance(ciphers, str):
            raise TypeError(f"set_ciphers() argument must be str, not {type(ciphers).__name__}")

    def get_ciphers(self):
        _unsupported("the list of ciphers")

    def _set_alpn_protocols(self, protocols, /):
        self._alpn = bytes(protocols)

    def load_verify_locations(self, cafile=None, capath=None, cadata=None):
        if cafile is None and capath is None and cadata is None:
            raise TypeError("cafile, capath and cadata cannot be all omitted")
        if cafile is not None:
            with open(cafile, "rb") as file:
                count = file.read().count(b"-----BEGIN CERTIFICATE-----")
            if not count:
                raise SSLError(136, "[X509: NO_CERTIFICATE_OR_CRL_FOUND] no certificate or crl found")
            self._trusted += count
        if isinstance(cadata, str):
            count = cadata.count("-----BEGIN CERTIFICATE-----")
            if not count:
                raise SSLError(1, "no start line: cadata does not contain a certificate")
            self._trusted += count

    def set_default_verify_paths(self):
        """Load the system's certificates: they are read when a connection needs them."""

    def load_cert_chain(self, certfile, keyfile=None, password=None):
        for path in (certfile, keyfile):
            if path is not None:
                open(path, "rb").close()
        _unsupported("a certificate of the program's own")

    def load_dh_params(self, path, /):
        _unsupported("parameters of Diffie-Hellman")

    def set_ecdh_curve(self, name, /):
        _unsupported("choosing a curve")

    def set_psk_client_callback(self, callback):
        _unsupported("a key that was shared before")

    set_psk_server_callback = set_psk_client_callback

    def cert_store_stats(self):
        return {"x509": self._trusted, "crl": 0, "x509_ca": self._trusted}

    def get_ca_certs(self, binary_form=False):
        _unsupported("the list of certificates")

    def session_stats(self):
        names = ("number connect connect_good connect_renegotiate accept accept_good accept_renegotiate hits misses "
                 "timeouts cache_full")
        return dict.fromkeys(names.split(), 0)

    def _wrap_socket(self, sock, server_side, server_hostname=None, *, owner=None, session=None):
        _unsupported("a connection of TLS")

    def _wrap_bio(self, incoming, outgoing, server_side, server_hostname=None, *, owner=None, session=None):
        _unsupported("a connection of TLS")


def _version(value):
    value = _index(value)
    known = (PROTO_MINIMUM_SUPPORTED, PROTO_MAXIMUM_SUPPORTED, PROTO_TLSv1, PROTO_TLSv1_1, PROTO_TLSv1_2, PROTO_TLSv1_3)
    if value not in known:
        raise ValueError(f"Unsupported TLS/SSL version {value:#x}")
    return value


class _SSLSocket:
    __module__ = "_ssl"

    def __new__(cls, *args):
        raise TypeError("cannot create '_ssl._SSLSocket' instances")


def RAND_bytes(n, /):
    """Generate n cryptographically strong pseudo-random bytes."""
    if n < 0:
        raise ValueError("num must be positive")
    return _posix.urandom(n)


def RAND_add(string, entropy, /):
    """Mix string into the state of the generator: the system's needs none."""


def RAND_status():
    """Returns True if the generator has been seeded with enough data."""
    return True


def get_default_verify_paths():
    """Return search paths and environment vars that are used by SSLContext's set_default_verify_paths()."""
    return "SSL_CERT_FILE", "/usr/lib/ssl/cert.pem", "SSL_CERT_DIR", "/usr/lib/ssl/certs"


_OBJECTS = (
    (129, "serverAuth", "TLS Web Server Authentication", "1.3.6.1.5.5.7.3.1"),
    (130, "clientAuth", "TLS Web Client Authentication", "1.3.6.1.5.5.7.3.2"),
    (13, "CN", "commonName", "2.5.4.3"), (14, "C", "countryName", "2.5.4.6"), (17, "O", "organizationName", "2.5.4.10"),
    (18, "OU", "organizationalUnitName", "2.5.4.11"), (85, "subjectAltName", "X509v3 Subject Alternative Name", "2.5.29.17"),
)


def txt2obj(txt, name=False):
    """Lookup NID, short name, long name and OID of an ASN1_OBJECT."""
    for entry in _OBJECTS:
        if txt == entry[3] or name and txt in entry[1:3]:
            return entry
    raise ValueError(f"unknown object '{txt[:100]}'")


def nid2obj(nid, /):
    """Lookup NID, short name, long name and OID of an ASN1_OBJECT by NID."""
    if nid < 0:
        raise ValueError("NID must be positive.")
    for entry in _OBJECTS:
        if nid == entry[0]:
            return entry
    raise ValueError(f"unknown NID {nid}")
