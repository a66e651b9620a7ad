"""TLS: the module `_ssl`. Its parts are the modules `_ttd_tls_…`; a connection itself is behind the host."""

import _posix
import _ttd_tls as _native
from _ttd_tls_bio import MemoryBIO
from _ttd_tls_certificates import Certificate, described as _described
from _ttd_tls_context import _SSLContext
from _ttd_tls_errors import (
    SSLCertVerificationError, SSLEOFError, SSLError, SSLSyscallError, SSLWantReadError, SSLWantWriteError,
    SSLZeroReturnError,
)
from _ttd_tls_socket import SSLSession, _SSLSocket

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
# Libraries want a text that begins so; it says what is really there.
OPENSSL_VERSION = "OpenSSL 3.0.0 (as rustls 0.23 has it)"
OPENSSL_VERSION_NUMBER = 0x30000000
OPENSSL_VERSION_INFO = _OPENSSL_API_VERSION = (3, 0, 0, 0, 0)
_DEFAULT_CIPHERS = "@SECLEVEL=2:ECDH+AESGCM:ECDH+CHACHA20:ECDH+AES:DHE+AES:!aNULL:!eNULL:!aDSS:!SHA1:!AESCCM"


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


_OBJECTS = _native.objects()


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


def _test_decode_cert(path, /):
    """What a certificate in a file says."""
    from _ttd_tls_certificates import contents
    for label, der in _native.blocks(contents(path)):
        if der is not None and label == "CERTIFICATE":
            return _described(der)
    raise SSLError("Error decoding PEM-encoded file")
