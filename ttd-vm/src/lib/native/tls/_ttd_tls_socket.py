"""Connections of TLS. The connection itself is outside, like the socket below it: here is its number, and what was
learned of it."""

import _host
import _ttd_tls as _native
import _ttd_tls_certificates as _certificates
import _ttd_tls_ciphers as _ciphers
import _ttd_tls_errors as _errors
from time import monotonic as _monotonic, time as _time
from weakref import ref as _ref

_DONE, _WANT_READ, _WANT_WRITE, _FAILED, _HELLO, _CLOSED, _ENDED, _SYSTEM = range(8)
_INPUT, _OUTPUT = 1, 4
#: How many incoming bytes are passed at once from a buffer: some records.
_PIECE = 65536
_WRITTEN_AT_ONCE = 262144
_IGNORE_EARLY_END = 128


class SSLSession:
    """What a later connection can go on with."""

    __module__ = "_ssl"

    def __new__(cls):
        raise TypeError("cannot create '_ssl.SSLSession' instances")

    id = property(lambda self: self._id, doc="Session id.")
    time = property(lambda self: self._time, doc="Session creation time (seconds since epoch).")
    timeout = property(lambda self: 7200, doc="Session timeout (delta in seconds).")
    has_ticket = property(lambda self: self._has_ticket, doc="Does the session contain a ticket?")
    ticket_lifetime_hint = property(lambda self: 7200 if self._has_ticket else 0, doc="Ticket life time hint.")

    def __eq__(self, other):
        return self._id == other._id if isinstance(other, SSLSession) else NotImplemented

    def __hash__(self):
        return hash(self._id)

    def __del__(self):
        _native.request(self._number, _native.forget_session, ())


def _wait(fd, events, timeout, deadline, what):
    """Waits for the descriptor, as long as the socket may; other threads run meanwhile."""
    nanos = -1
    if timeout is not None:
        nanos = max(int((deadline - _monotonic()) * 1e9), 0)
    data = (fd << 32 | events).to_bytes(8, "little")
    if not _host.ask(_host.POLL, nanos, data=data) and timeout is not None:
        raise TimeoutError(f"The {what} operation timed out")


class _SSLSocket:
    __module__ = "_ssl"
    _number = 0

    def __new__(cls, *args):
        raise TypeError("cannot create '_ssl._SSLSocket' instances")

    def __del__(self):
        if self._number:
            _native.request(self._number, _native.close, ())

    def _go_on(self, kind, argument, what):
        """Makes a request until it is done, and waits where the socket may."""
        timeout, deadline = 0.0, None
        if self._socket is not None:
            sock = self._socket()
            if sock is None:
                raise _errors.SSLError("Underlying socket connection gone")
            timeout = sock.gettimeout()
            if sock.fileno() < 0:
                raise _errors.SSLError("Underlying socket has been closed.")
        while True:
            number, result, more = self._ask(kind, argument)
            if number == _DONE:
                return result
            if number == _HELLO:
                self._greet(result)
            elif number in (_WANT_READ, _WANT_WRITE):
                if more:
                    continue
                if timeout == 0:
                    raise _errors.unfinished(number == _WANT_WRITE)
                if timeout is not None and deadline is None:
                    deadline = _monotonic() + timeout
                _wait(self._fd, _INPUT if number == _WANT_READ else _OUTPUT, timeout, deadline, what)
            elif number == _FAILED:
                raise _errors.failure(*result)
            elif number == _CLOSED:
                if result or kind != _native.read:
                    raise _errors.closed()
                return b""
            elif number == _ENDED:
                if kind == _native.read and self._context._options & _IGNORE_EARLY_END:
                    return b""
                raise _errors.early_end()
            else:
                from os import strerror
                raise OSError(result, strerror(result))

    def _ask(self, kind, argument):
        """Makes a request once: how it ended, its result, and whether there are more incoming bytes for it."""
        if self._incoming is None:
            reply = _native.request(self._number, kind, (b"", 0, argument))
        else:
            incoming = self._incoming._bytes
            piece = bytes(incoming[:_PIECE])
            ended = self._incoming._at_end and len(incoming) <= _PIECE
            reply = _native.request(self._number, kind, (piece, int(ended), argument))
            del incoming[:reply[2]]
            self._outgoing._bytes += reply[3]
        if len(reply) > 4:
            self._pending = reply[4]
            for line in reply[5]:
                self._context._log_key(line)
        more = reply[0] == _WANT_READ and self._incoming is not None and self._incoming._bytes
        return reply[0], reply[1], more

    def _greet(self, name):
        """Lets the program choose a context for a client that has greeted."""
        alert = 0
        if self._context._sni is not None:
            alert = self._context._ask_for_name(self._owner_or_self(), name)
        config = 0 if alert else self._context._configured()
        _native.request(self._number, _native.greet, (config, alert))

    def _owner_or_self(self):
        owner = self._owner and self._owner()
        return self if owner is None else owner

    def do_handshake(self):
        if not self._started:
            self._started = True
            self._context._count("accept" if self._server_side else "connect")
        info = self._go_on(_native.handshake, None, "handshake")
        if self._info is None:
            self._finish(info)

    def _finish(self, info):
        self._info = info
        self._context._count("accept_good" if self._server_side else "connect_good")
        if info[6]:
            self._context._count("hits")
        if self._context._store.folders and info[4]:
            # What was found in a folder is known from now on.
            self._context._store.add(info[4][-1])

    def _known(self):
        """What the handshake has found out; None before."""
        if self._info is None and self._started:
            try:
                info = self._go_on(_native.handshake, None, "handshake")
            except OSError:
                return None
            self._finish(info)
        return self._info

    def read(self, size, buffer=None, /):
        """Read up to size bytes from the SSL socket."""
        if buffer is None:
            if size < 0:
                raise ValueError("size should not be negative")
            if not size:
                return b""
            self._started = True
            return self._go_on(_native.read, min(size, 1 << 30), "read")
        view = memoryview(buffer).cast("B")
        if size <= 0 or size > len(view):
            size = len(view)
        if not size:
            return 0
        self._started = True
        data = self._go_on(_native.read, size, "read")
        view[:len(data)] = data
        return len(data)

    def write(self, b, /):
        """Writes the bytes-like object b into the SSL object.

        Returns the number of bytes written."""
        data = memoryview(b)
        size = data.nbytes
        if not size:
            return 0
        data = data.cast("B")
        self._started = True
        # A write that had to wait is repeated with the same bytes, and goes on.
        while self._written < size:
            piece = data[self._written:self._written + _WRITTEN_AT_ONCE].tobytes()
            self._go_on(_native.write, piece, "write")
            self._written += len(piece)
        self._written = 0
        return size

    def pending(self):
        """Returns the number of already decrypted bytes available for read, pending on the connection."""
        return self._pending

    def shutdown(self):
        """Does the SSL shutdown handshake with the remote end."""
        self._go_on(_native.shutdown, None, "read")
        return None if self._socket is None else self._socket()

    def getpeercert(self, binary_mode=False, /):
        """Returns the certificate for the peer.

        If no certificate was provided, returns None.  If a certificate was
        provided, but not validated, returns an empty dictionary.  Otherwise
        returns a dict containing information about the peer certificate.

        If the optional argument is True, returns a DER-encoded copy of the
        peer certificate, or None if no certificate was provided.  This will
        return the certificate even if it wasn't validated."""
        info = self._known()
        if info is None:
            raise ValueError("handshake not done yet")
        if not info[3]:
            return None
        if binary_mode:
            return info[3][0]
        return _certificates.described(info[3][0]) if self._verifies else {}

    def get_verified_chain(self):
        info = self._known()
        return [_certificates.certificate(der) for der in info[4]] if info and info[4] else None

    def get_unverified_chain(self):
        info = self._known()
        return [_certificates.certificate(der) for der in info[3]] if info and info[3] else None

    def version(self):
        info = self._known()
        return info and ("TLSv1.3" if info[0] == 0x304 else "TLSv1.2")

    def cipher(self):
        info = self._known()
        return info and _ciphers.short(info[1])

    def shared_ciphers(self):
        info = self._known()
        if not info or not info[7]:
            return None
        own = _ciphers.everything(self._context._chosen)
        return [_ciphers.short(number) for number in own if number in info[7]]

    def compression(self):
        return None

    def selected_alpn_protocol(self):
        info = self._known()
        return info[2].decode("ascii") if info and info[2] is not None else None

    def get_channel_binding(self, cb_type="tls-unique"):
        """Get channel binding data for current connection."""
        if cb_type == "tls-unique" and self._info is None:
            return None
        if cb_type == "tls-unique":
            _errors.unsupported("the channel binding 'tls-unique'")
        raise ValueError(f"'{cb_type}' channel binding type not implemented")

    def verify_client_post_handshake(self):
        """Initiate TLS 1.3 post-handshake authentication"""
        raise NotImplementedError("Post-handshake auth is not supported by your OpenSSL version.")

    @property
    def context(self):
        """This changes the context associated with the SSLSocket."""
        return self._context

    @context.setter
    def context(self, value):
        if not hasattr(value, "_configured"):
            raise TypeError("The value must be a SSLContext")
        self._context = value

    @property
    def owner(self):
        """The Python-level owner of this object."""
        return self._owner and self._owner()

    @owner.setter
    def owner(self, value):
        self._owner = None if value is None else _ref(value)

    server_side = property(lambda self: self._server_side, doc="Whether this is a server-side socket.")
    server_hostname = property(lambda self: self._server_hostname,
                               doc="The currently set server hostname (for SNI).")
    session_reused = property(lambda self: bool(self._info and self._info[6]),
                              doc="Was the client session reused during handshake?")

    @property
    def session(self):
        """The underlying SSLSession object."""
        if self._server_side or self._info is None:
            return None
        number, has_ticket = _native.request(self._number, _native.session, ())
        made = object.__new__(SSLSession)
        made._number, made._has_ticket = number, bool(has_ticket)
        made._id, made._time, made._context = self._session_id(), int(_time()), self._context
        return made

    def _session_id(self):
        if self._own_id is None:
            import _posix
            self._own_id = _posix.urandom(32)
        return self._own_id

    @session.setter
    def session(self, value):
        self._check_session(value)
        if self._started or self._info is not None:
            raise ValueError("Cannot set session after handshake.")
        _native.request(self._number, _native.close, ())
        self._own_id = value._id
        self._open(value)

    def _check_session(self, value):
        if not isinstance(value, SSLSession):
            raise TypeError("Value is not a SSLSession.")
        if value._context is not self._context:
            raise ValueError("Session refers to a different SSLContext.")
        if self._server_side:
            raise ValueError("Cannot set session for server-side SSLSocket.")

    def _open(self, session):
        self._number = 0
        name = self._server_hostname
        args = (self._context._configured(), self._fd, int(self._server_side), name, session._number if session else 0)
        reply = _native.request(0, _native.open, args)
        if isinstance(reply, list):
            raise _errors.failure(*reply)
        if not isinstance(reply, int):
            raise _errors.failure(*reply[1])
        self._number = reply


def connection(context, sock, buffers, server_side, server_hostname, owner, session):
    """A new connection over a socket, or over two buffers."""
    if server_hostname is not None and (not server_hostname or server_hostname.startswith(".")):
        raise ValueError("server_hostname cannot be an empty string or start with a leading dot.")
    if server_hostname is not None and "\0" in server_hostname:
        raise TypeError("argument must be encoded string without null bytes, not str")
    self = object.__new__(_SSLSocket)
    self._context, self._server_side, self._server_hostname = context, bool(server_side), server_hostname
    self._socket, self._fd = (None, -1) if sock is None else (_ref(sock), sock.fileno())
    self._incoming, self._outgoing = buffers
    self._owner = None if owner is None else _ref(owner)
    self._info = self._own_id = None
    self._pending, self._written, self._started = 0, 0, False
    self._verifies = context._verify_mode != 0
    if session is not None:
        self._check_session(session)
        self._own_id = session._id
    self._open(session)
    return self
