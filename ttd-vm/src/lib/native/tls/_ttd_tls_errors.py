"""The exceptions of TLS, with the texts that OpenSSL gives them."""


class SSLError(OSError):
    """An error occurred in the SSL implementation."""

    __module__ = "ssl"
    reason = library = None

    def __str__(self):
        return self.strerror if isinstance(self.strerror, str) else str(self.args)


def _error(name, doc, *bases):
    return type(name, (SSLError, *bases), {"__doc__": doc, "__module__": "ssl"})


SSLZeroReturnError = _error("SSLZeroReturnError", "SSL/TLS session closed cleanly.")
_MORE = "Non-blocking SSL socket needs to %s more data\nbefore the requested operation can be completed."
SSLWantReadError = _error("SSLWantReadError", _MORE % "read")
SSLWantWriteError = _error("SSLWantWriteError", _MORE % "write")
SSLSyscallError = _error("SSLSyscallError", "System error when attempting SSL operation.")
SSLEOFError = _error("SSLEOFError", "SSL/TLS connection terminated abruptly.")
SSLCertVerificationError = _error("SSLCertVerificationError", "A certificate could not be verified.", ValueError)

#: What stands behind each message in CPython: where its source reports it.
_PLACE = " (_ssl.c:1020)"


def failure(library, reason, code=None, message=None, number=1):
    """The exception for a failure that OpenSSL knows by this name."""
    text = reason.lower().replace("_", " ")
    if reason == "CERTIFICATE_VERIFY_FAILED":
        text = f"certificate verify failed: {message}"
        made = SSLCertVerificationError(number, f"[{library}: {reason}] {text}{_PLACE}")
        made.verify_code, made.verify_message = code, message
    else:
        made = SSLError(number, f"[{library}: {reason}] {text}{_PLACE}")
    made.library, made.reason = library, reason
    return made


def pem_failure(library="SSL"):
    """The exception for a key or certificate that cannot be read."""
    made = SSLError(9, f"[{library}] PEM lib{_PLACE}")
    made.library = library
    return made


def early_end():
    """The exception for a peer that went without a goodbye."""
    made = SSLEOFError(8, "[SSL: UNEXPECTED_EOF_WHILE_READING] EOF occurred in violation of protocol" + _PLACE)
    made.library, made.reason = "SSL", "UNEXPECTED_EOF_WHILE_READING"
    return made


def closed():
    """The exception for a connection that both ends have closed."""
    return SSLZeroReturnError(6, "TLS/SSL connection has been closed (EOF)" + _PLACE)


def unfinished(writes):
    """The exception for an operation that would have to wait."""
    if writes:
        return SSLWantWriteError(3, "The operation did not complete (write)" + _PLACE)
    return SSLWantReadError(2, "The operation did not complete (read)" + _PLACE)


def unsupported(what):
    raise NotImplementedError(f"{what} is not supported by ttd-py yet")
