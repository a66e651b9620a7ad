"""Sockets: addresses, arguments and errors as CPython has them. The calls are requests to the host."""

import _core
import _host
import _posix
import _thread
import _time
import _ttd_threads
from _operator import index as _index
from _ttd_socket_constants import CONSTANTS as _constants

globals().update(_constants)
has_ipv6 = True
error = OSError
timeout = TimeoutError
_SOCKET, _RECV, _SEND = _host.SOCKET, _host.RECV, _host.SEND


class herror(OSError):
    pass


class gaierror(OSError):
    pass


herror.__module__ = gaierror.__module__ = "socket"
_default_timeout = None

_EAI = {
    -1: "Bad value for ai_flags", -2: "Name or service not known", -3: "Temporary failure in name resolution",
    -4: "Non-recoverable failure in name resolution", -5: "No address associated with hostname",
    -6: "ai_family not supported", -7: "ai_socktype not supported", -8: "Servname not supported for ai_socktype",
    -9: "Address family for hostname not supported", -10: "Memory allocation failure", -11: "System error",
    -12: "Argument buffer overflow",
}


def _lookup_failed(reply):
    code, errno = reply
    if code == -11:
        return OSError(errno, _posix.strerror(errno))
    return gaierror(code, _EAI.get(code, "Unknown error"))


def _nanos(value):
    """A timeout in nanoseconds as a request has it: negative is forever."""
    if value is None:
        return -1
    nanos = int(value * 1e9)
    return nanos if nanos > 0 or value == 0 else 1


def _checked_timeout(value):
    if value is None:
        return None
    if isinstance(value, float):
        if value != value:
            raise ValueError("Invalid value NaN (not a number)")
    elif not hasattr(type(value), "__index__"):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    value = float(value)
    if value < 0:
        raise ValueError("Timeout value out of range")
    if value > 9223372036.0:
        raise OverflowError("timestamp too large to convert to C PyTime_t")
    return value


# ---- Addresses: the system's structures as bytes.

def _host_text(host):
    if isinstance(host, str):
        try:
            return host.encode("ascii")
        except UnicodeEncodeError:
            return host.encode("idna")
    if isinstance(host, (bytes, bytearray)):
        return bytes(host)
    raise TypeError(f"str, bytes or bytearray expected, not {type(host).__name__}")


def _numeric4(host):
    parts = host.split(b".")
    if len(parts) == 4 and all([part.isdigit() and len(part) < 4 and int(part) < 256 for part in parts]):
        return bytes([int(part) for part in parts])
    return None


def _resolve(family, host):
    """The address of a host in a family: its bytes."""
    if host == b"":
        return b"\0\0\0\0" if family == AF_INET else b"\0" * 16
    if family == AF_INET:
        if host == b"<broadcast>":
            return b"\xff\xff\xff\xff"
        known = _numeric4(host)
        if known is not None:
            return known
    raw = _ask_addresses(host, None, family, 0, 0, 0)[2]
    return raw[4:8] if family == AF_INET else raw[8:24]


def _ask_addresses(host, service, family, type, proto, flags):
    reply = _host.ask(_host.GETADDRINFO, family, type, proto, flags, path=host, data=service)
    if reply.__class__ is tuple:
        raise _lookup_failed(reply)
    return reply


def _port(value, function):
    try:
        port = _index(value)
    except TypeError:
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer") from None
    if not 0 <= port <= 0xFFFF:
        raise OverflowError(f"{function}(): port must be 0-65535.")
    return port


def _pack_unix(address, function):
    if isinstance(address, str):
        path = address.encode("utf-8", "surrogateescape")
    else:
        try:
            path = bytes(memoryview(address))
        except TypeError:
            raise TypeError(f"a bytes-like object is required, not '{type(address).__name__}'") from None
    if path[:1] in (b"\0", b""):
        if len(path) > 108:
            raise OSError("AF_UNIX path too long")
        return b"\1\0" + path
    if len(path) >= 108:
        raise OSError("AF_UNIX path too long")
    return b"\1\0" + path + b"\0"


def _pack(family, address, function):
    if family == AF_UNIX:
        return _pack_unix(address, function)
    if family in (AF_INET, AF_INET6):
        name = "AF_INET" if family == AF_INET else "AF_INET6"
        if not isinstance(address, tuple):
            raise TypeError(f"{function}(): {name} address must be tuple, not {type(address).__name__}")
        if family == AF_INET:
            if len(address) != 2:
                raise TypeError("AF_INET address must be a pair (host, port)")
        elif not 2 <= len(address) <= 4:
            raise TypeError("AF_INET6 address must be a tuple (host, port[, flowinfo[, scopeid]])")
        host = _resolve(family, _host_text(address[0]))
        port = _port(address[1], function).to_bytes(2, "big")
        if family == AF_INET:
            return b"\2\0" + port + host + b"\0" * 8
        flow = _index(address[2]) if len(address) > 2 else 0
        scope = _index(address[3]) if len(address) > 3 else 0
        if not 0 <= flow <= 0xFFFFF:
            raise OverflowError(f"{function}(): flowinfo must be 0-1048575.")
        return b"\x0a\0" + port + flow.to_bytes(4, "big") + host + (scope & 0xFFFFFFFF).to_bytes(4, "little")
    if family == AF_NETLINK:
        pid, groups = address
        return b"\x10\0\0\0" + pid.to_bytes(4, "little") + groups.to_bytes(4, "little")
    if family == AF_VSOCK:
        cid, port = address
        return b"\x28\0\0\0" + port.to_bytes(4, "little") + cid.to_bytes(4, "little") + b"\0\0\0\0"
    if family in (AF_PACKET, AF_CAN, AF_TIPC, AF_ALG, AF_QIPCRTR):
        raise NotImplementedError("addresses of this family are not supported by ttd-py yet")
    raise OSError(f"{function}(): bad family")


def _unpack(raw):
    if len(raw) < 2:
        return None
    family = int.from_bytes(raw[:2], "little")
    if family == AF_INET:
        return inet_ntoa(raw[4:8]), int.from_bytes(raw[2:4], "big")
    if family == AF_INET6:
        scope = int.from_bytes(raw[24:28], "little")
        text = inet_ntop(AF_INET6, raw[8:24])
        if scope and raw[8] == 0xFE and raw[9] & 0xC0 == 0x80:
            text += "%" + _interface(scope)
        return text, int.from_bytes(raw[2:4], "big"), int.from_bytes(raw[4:8], "big"), scope
    if family == AF_UNIX:
        path = raw[2:]
        if path[:1] == b"\0":
            return path
        return path.partition(b"\0")[0].decode("utf-8", "surrogateescape")
    if family == AF_NETLINK:
        return int.from_bytes(raw[4:8], "little"), int.from_bytes(raw[8:12], "little")
    if family == AF_VSOCK:
        return int.from_bytes(raw[8:12], "little"), int.from_bytes(raw[4:8], "little")
    return family, raw[2:]


def _interface(number):
    for index, name in if_nameindex():
        if index == number:
            return name
    return str(number)


# ---- The class.

# How many bytes a stream is offered at once where it does not wait until all are sent. The buffers of the system take
# little more, so the rest would be copied and refused.
_AT_ONCE = 1 << 20


def _bytes_arg(data):
    if data.__class__ is bytes:
        return data
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    try:
        return memoryview(data)
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None


def _octets(data):
    view = memoryview(_bytes_arg(data))
    if not view.c_contiguous:
        raise BufferError("memoryview: underlying buffer is not C-contiguous")
    return view.cast("B")


def _framed(*parts):
    return [sum(map(len, parts)).to_bytes(4, "little"), *parts]


def _connected(socket, raw):
    """Connects; None if the time was over. Other threads run until then: one of them may have to accept it."""
    if socket._wait and _ttd_threads.has_others():
        end = None if socket._wait < 0 else _time.monotonic_ns() + socket._wait
        while True:
            try:
                return _host.ask(_host.CONNECT, socket._fd, 0, 1, data=raw)
            except BlockingIOError as error:
                if error.errno == 115:
                    break
            # A listener's queue is full, of which nothing tells.
            if end is not None and _time.monotonic_ns() >= end:
                return None
            _thread._sleep(0.005)
        if not _host.ask(_host.POLL, socket._wait, data=(socket._fd << 32 | 4).to_bytes(8, "little")):
            return None
    return _host.ask(_host.CONNECT, socket._fd, socket._wait, data=raw)


class socket:
    """socket(family=AF_INET, type=SOCK_STREAM, proto=0) -> socket object
    socket(family=-1, type=-1, proto=-1, fileno=None) -> socket object

    Open a socket of the given type.  The family argument specifies the
    address family; it defaults to AF_INET.  The type argument specifies
    whether this is a stream (SOCK_STREAM, this is the default)
    or datagram (SOCK_DGRAM) socket.  The protocol argument defaults to 0,
    specifying the default protocol.  Keyword arguments are accepted.
    The socket is created as non-inheritable.

    When a fileno is passed in, family, type and proto are auto-detected,
    unless they are explicitly set."""

    # `socket.socket` has its own slot for weak references.
    __slots__ = ("_family", "_type", "_proto", "_fd", "_timeout", "_wait")

    def __new__(cls, *args, **kwargs):
        self = object.__new__(cls)
        self._fd = -1
        self._family = self._type = self._proto = -1
        self._timeout, self._wait = None, -1
        return self

    def __init__(self, family=-1, type=-1, proto=-1, fileno=None):
        self._open(family, type, proto, fileno, True)

    def _open(self, family, type, proto, fileno, told):
        family, type, proto = _index(family), _index(type), _index(proto)
        if fileno is None:
            family = AF_INET if family == -1 else family
            type = SOCK_STREAM if type == -1 else type
            proto = 0 if proto == -1 else proto
            _core.audit("socket.__new__", self, family, type, proto)
            fd = _host.ask(_SOCKET, family, type, proto)
        else:
            if isinstance(fileno, float):
                raise TypeError("integer argument expected, got float")
            fd = _index(fileno)
            if fd < 0:
                raise ValueError("negative file descriptor")
            if told:
                _core.audit("socket.__new__", self, family, type, proto)
            found = int.from_bytes(_host.ask(_host.GETSOCKNAME, fd, 0)[:2], "little")
            family = found if family == -1 else family
            if type == -1:
                type = self._option_of(fd, SO_TYPE)
            if proto == -1:
                proto = self._option_of(fd, SO_PROTOCOL)
        self._fd, self._family, self._proto = fd, family, proto
        _core.register_stream(self)
        self._type = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)
        if type & SOCK_NONBLOCK:
            self._timeout, self._wait = 0.0, 0
        elif _default_timeout is not None:
            self.settimeout(_default_timeout)

    @staticmethod
    def _option_of(fd, option):
        return int.from_bytes(_host.ask(_host.GETSOCKOPT, fd, SOL_SOCKET, option, 4), "little")

    @property
    def family(self):
        return self._family

    @property
    def type(self):
        return self._type

    @property
    def proto(self):
        return self._proto

    @property
    def timeout(self):
        return self._timeout

    def __repr__(self):
        return f"<socket object, fd={self._fd}, family={int(self._family)}, type={int(self._type)}, proto={self._proto}>"

    def fileno(self):
        """fileno() -> integer

        Return the integer file descriptor of the socket."""
        return self._fd

    def detach(self):
        """detach()

        Close the socket object without closing the underlying file descriptor.
        The object cannot be used after this call, but the file descriptor
        can be reused for other purposes.  The file descriptor is returned."""
        fd, self._fd = self._fd, -1
        _core.forget_stream(self)
        return fd

    def close(self):
        """close()

        Close the socket.  It cannot be used after this call."""
        fd, self._fd = self._fd, -1
        _core.forget_stream(self)
        if fd >= 0:
            try:
                _posix.close(fd)
            except ConnectionResetError:
                pass

    def __del__(self):
        # Nobody has it any more.
        try:
            if self._fd >= 0:
                import _warnings
                _warnings.warn(f"unclosed {self!r}", ResourceWarning, 1, self)
                socket.close(self)
        except OSError:
            pass

    def setblocking(self, flag, /):
        """setblocking(flag)

        Set the socket to blocking (flag is true) or non-blocking (false).
        setblocking(True) is equivalent to settimeout(None);
        setblocking(False) is equivalent to settimeout(0.0)."""
        self.settimeout(None if flag else 0.0)

    def getblocking(self):
        """getblocking()

        Returns True if socket is in blocking mode, or False if it
        is in non-blocking mode."""
        return self._timeout != 0.0

    def settimeout(self, value, /):
        """settimeout(timeout)

        Set a timeout on socket operations.  'timeout' can be a float,
        giving in seconds, or None.  Setting a timeout of None disables
        the timeout feature and is equivalent to setblocking(1).
        Setting a timeout of zero is the same as setblocking(0)."""
        value = _checked_timeout(value)
        _host.ask(_host.SET_BLOCKING, self._fd, value is None)
        self._timeout, self._wait = value, _nanos(value)

    def _patience(self, flags):
        """How long a call with these flags waits, in nanoseconds."""
        return 0 if flags & MSG_DONTWAIT and self._timeout is None else self._wait

    def gettimeout(self):
        """gettimeout() -> timeout

        Returns the timeout in seconds (float) associated with socket
        operations. A timeout of None indicates that timeouts on socket
        operations are disabled."""
        return self._timeout

    def bind(self, address, /):
        """bind(address)

        Bind the socket to a local address.  For IP sockets, the address is a
        pair (host, port); the host must refer to the local host. For raw packet
        sockets the address is a tuple (ifname, proto [,pkttype [,hatype [,addr]]])"""
        raw = _pack(self._family, address, "bind")
        _core.audit("socket.bind", self, address)
        _host.ask(_host.BIND, self._fd, data=raw)

    def connect(self, address, /):
        """connect(address)

        Connect the socket to a remote address.  For IP sockets, the address
        is a pair (host, port)."""
        raw = _pack(self._family, address, "connect")
        _core.audit("socket.connect", self, address)
        if _connected(self, raw) is None:
            raise TimeoutError("timed out")

    def connect_ex(self, address, /):
        """connect_ex(address) -> errno

        This is like connect(address), but returns an error code (the errno value)
        instead of raising an exception when an error occurs."""
        raw = _pack(self._family, address, "connect_ex")
        _core.audit("socket.connect", self, address)
        try:
            return 11 if _connected(self, raw) is None else 0
        except OSError as error:
            return error.errno

    def listen(self, backlog=128, /):
        """listen([backlog])

        Enable a server to accept connections.  If backlog is specified, it must be
        at least 0 (if it is lower, it is set to 0); it specifies the number of
        unaccepted connections that the system will allow before refusing new
        connections. If not specified, a default reasonable value is chosen."""
        _host.ask(_host.LISTEN, self._fd, max(_index(backlog), 0))

    def _accept(self):
        """_accept() -> (integer, address info)

        Wait for an incoming connection.  Return a new socket file descriptor
        representing the connection, and the address of the client.
        For IP sockets, the address info is a pair (hostaddr, port)."""
        reply = _host.ask(_host.ACCEPT, self._fd, self._wait)
        if reply is None:
            raise TimeoutError("timed out")
        return int.from_bytes(reply[0], "little"), _unpack(reply[1])

    def recv(self, size, flags=0, /):
        """recv(buffersize[, flags]) -> data

        Receive up to buffersize bytes from the socket.  For the optional flags
        argument, see the Unix manual.  When no data is available, block until
        at least one byte is available or until the remote end is closed.  When
        the remote end is closed and all data is read, return the empty string."""
        if size < 0:
            raise ValueError("negative buffersize in recv")
        data = _host.ask(_RECV, self._fd, size, flags, self._wait if not flags else self._patience(flags))
        if data is None:
            raise TimeoutError("timed out")
        if flags & MSG_WAITALL and self._type == SOCK_STREAM and not flags & MSG_PEEK:
            while data and len(data) < size:
                more = _host.ask(_RECV, self._fd, size - len(data), flags, self._wait)
                if not more:
                    break
                data += more
        return data

    def recv_into(self, buffer, nbytes=0, flags=0):
        """recv_into(buffer, [nbytes[, flags]]) -> nbytes_read

        A version of recv() that stores its data into a buffer rather than creating
        a new string.  Receive up to buffersize bytes from the socket.  If buffersize
        is not specified (or 0), receive up to the size available in the given buffer.

        See recv() for documentation about the flags."""
        view = memoryview(buffer).cast("B")
        if view.readonly:
            raise TypeError(f"recv_into() argument 1 must be read-write bytes-like object, not {type(buffer).__name__}")
        if nbytes < 0:
            raise ValueError("negative buffersize in recv_into")
        if nbytes > len(view):
            raise ValueError("buffer too small for requested bytes")
        data = self.recv(nbytes or len(view), flags)
        view[:len(data)] = data
        return len(data)

    def recvfrom(self, size, flags=0, /):
        """recvfrom(buffersize[, flags]) -> (data, address info)

        Like recv(buffersize, flags) but also return the sender's address info."""
        if size < 0:
            raise ValueError("negative buffersize in recvfrom")
        reply = _host.ask(_host.RECVFROM, self._fd, size, flags, self._patience(flags))
        if reply is None:
            raise TimeoutError("timed out")
        return reply[0], _unpack(reply[1])

    def recvfrom_into(self, buffer, nbytes=0, flags=0):
        """recvfrom_into(buffer[, nbytes[, flags]]) -> (nbytes, address info)

        Like recv_into(buffer[, nbytes[, flags]]) but also return the sender's address info."""
        view = memoryview(buffer).cast("B")
        if nbytes < 0:
            raise ValueError("negative buffersize in recvfrom_into")
        if nbytes > len(view):
            raise ValueError("nbytes is greater than the length of the buffer")
        data, address = self.recvfrom(nbytes or len(view), flags)
        view[:len(data)] = data
        return len(data), address

    def recvmsg(self, bufsize, ancbufsize=0, flags=0, /):
        """recvmsg(bufsize[, ancbufsize[, flags]]) -> (data, ancdata, msg_flags, address)

        Receive normal data (up to bufsize bytes) and ancillary data from the
        socket.  The ancbufsize argument sets the size in bytes of the
        internal buffer used to receive the ancillary data; it defaults to 0,
        meaning that no ancillary data will be received."""
        if bufsize < 0:
            raise ValueError("negative buffer size in recvmsg()")
        if ancbufsize < 0 or ancbufsize > 0x7FFFFFFF:
            raise ValueError("invalid ancillary data buffer length")
        reply = _host.ask(_host.RECVMSG, self._fd, bufsize, ancbufsize, flags, self._patience(flags))
        if reply is None:
            raise TimeoutError("timed out")
        number = lambda raw: int.from_bytes(raw, "little", signed=True)
        ancillary = [(number(reply[i]), number(reply[i + 1]), reply[i + 2]) for i in range(3, len(reply), 3)]
        return reply[0], ancillary, number(reply[2]), _unpack(reply[1])

    def recvmsg_into(self, buffers, ancbufsize=0, flags=0, /):
        """recvmsg_into(buffers[, ancbufsize[, flags]]) -> (nbytes, ancdata, msg_flags, address)

        Receive normal data and ancillary data from the socket, scattering the
        non-ancillary data into a series of buffers."""
        try:
            views = [memoryview(buffer).cast("B") for buffer in buffers]
        except TypeError:
            if not hasattr(buffers, "__iter__"):
                raise TypeError("recvmsg_into() argument 1 must be an iterable") from None
            raise
        for view in views:
            if view.readonly:
                raise TypeError("recvmsg_into() argument 1 must be an iterable of single-segment read-write buffers")
        data, *rest = self.recvmsg(sum([len(view) for view in views]), ancbufsize, flags)
        at = 0
        for view in views:
            part = data[at:at + len(view)]
            view[:len(part)] = part
            at += len(part)
        return len(data), *rest

    def send(self, data, flags=0, /):
        """send(data[, flags]) -> count

        Send a data string to the socket.  For the optional flags
        argument, see the Unix manual.  Return the number of bytes
        sent; this may be less than len(data) if the network is busy."""
        data, wait = _bytes_arg(data), self._wait if not flags else self._patience(flags)
        length = len(data) if data.__class__ is bytes else data.nbytes
        if length > _AT_ONCE and wait >= 0 and self._type == SOCK_STREAM:
            data = _octets(data)[:_AT_ONCE]
        n = _host.ask(_SEND, self._fd, flags, wait, 0, data=data)
        if n is None:
            raise TimeoutError("timed out")
        return n

    def sendall(self, data, flags=0, /):
        """sendall(data[, flags])

        Send a data string to the socket.  For the optional flags
        argument, see the Unix manual.  This calls send() repeatedly
        until all data is sent.  If an error occurs, it's impossible
        to tell how much data has been sent."""
        data = _bytes_arg(data)
        length = data.nbytes if data.__class__ is memoryview else len(data)
        sent = _host.ask(_SEND, self._fd, flags, self._wait, self._wait != 0, data=data)
        if sent is None:
            raise TimeoutError("timed out")
        while sent < length:
            rest = memoryview(data).cast("B")[sent:]
            more = _host.ask(_SEND, self._fd, flags, self._wait, self._wait != 0, data=rest)
            if more is None:
                raise TimeoutError("timed out")
            sent += more

    def sendto(self, data, *rest):
        """sendto(data[, flags], address) -> count

        Like send(data, flags) but allows specifying the destination address.
        For IP sockets, the address is a pair (hostaddr, port)."""
        if len(rest) == 1:
            flags, address = 0, rest[0]
        elif len(rest) == 2:
            flags, address = _index(rest[0]), rest[1]
        else:
            raise TypeError(f"sendto() takes 2 or 3 arguments ({len(rest) + 1} given)")
        data = _bytes_arg(data)
        raw = _pack(self._family, address, "sendto")
        _core.audit("socket.sendto", self, address)
        n = _host.ask(_host.SENDTO, self._fd, flags, self._patience(flags), path=raw, data=data)
        if n is None:
            raise TimeoutError("timed out")
        return n

    def sendmsg(self, buffers, ancdata=(), flags=0, address=None, /):
        """sendmsg(buffers[, ancdata[, flags[, address]]]) -> count

        Send normal and ancillary data to the socket, gathering the
        non-ancillary data from a series of buffers and concatenating it into
        a single message."""
        wait = self._patience(flags)
        parts, room = [], _AT_ONCE if wait >= 0 and self._type == SOCK_STREAM else None
        try:
            for part in buffers:
                part = _octets(part)
                if room is not None:
                    part = part[:room]
                    room -= len(part)
                parts.append(part)
        except TypeError:
            if not hasattr(buffers, "__iter__"):
                raise TypeError("sendmsg() argument 1 must be an iterable") from None
            raise
        if not hasattr(ancdata, "__iter__"):
            raise TypeError("sendmsg() argument 2 must be an iterable")
        pieces = _framed(*parts)
        for item in ancdata:
            if not isinstance(item, (tuple, list)) or len(item) != 3:
                raise TypeError("sendmsg() argument 2 must be an iterable of 3-tuples" if not hasattr(item, "__len__")
                                else "[sendmsg() ancillary data items] must be sequence of length 3")
            level, kind, data = item
            pieces += _framed(_index(level).to_bytes(8, "little", signed=True), _index(kind).to_bytes(8, "little", signed=True))
            pieces += _framed(_octets(data))
        raw = None if address is None else _pack(self._family, address, "sendmsg")
        _core.audit("socket.sendmsg", self, address)
        n = _host.ask(_host.SENDMSG, self._fd, flags, wait, path=raw, data=b"".join(pieces))
        if n is None:
            raise TimeoutError("timed out")
        return n

    def sendmsg_afalg(self, *args, **kwargs):
        raise NotImplementedError("sockets of the kernel's cryptography are not supported by ttd-py yet")

    def shutdown(self, how, /):
        """shutdown(flag)

        Shut down the reading side of the socket (flag == SHUT_RD), the writing side
        of the socket (flag == SHUT_WR), or both ends (flag == SHUT_RDWR)."""
        _host.ask(_host.SHUTDOWN, self._fd, _index(how))

    def setsockopt(self, *args):
        """setsockopt(level, option, value: int)
        setsockopt(level, option, value: buffer)
        setsockopt(level, option, None, optlen: int)

        Set a socket option.  See the Unix manual for level and option.
        The value argument can either be an integer, a string buffer, or
        None, optlen."""
        if len(args) != 3 and (len(args) != 4 or args[2] is not None):
            if len(args) == 4:
                raise TypeError(f"setsockopt() argument 3 must be None, not {type(args[2]).__name__}")
            raise TypeError(f"setsockopt() takes {'exactly 3' if len(args) < 3 else 'at most 4'} arguments ({len(args)} given)")
        level, option, value, *length = args
        if value is None:
            if not length:
                raise TypeError("only setsockopt(level, option, None, optlen) takes None as its third argument")
            length, = length
            _host.ask(_host.SETSOCKOPT, self._fd, level, option, _index(length))
        else:
            if hasattr(type(value), "__index__"):
                value = _index(value)
                if not -0x80000000 <= value <= 0xFFFFFFFF:
                    raise OverflowError("Python int too large to convert to C int")
                value = (value & 0xFFFFFFFF).to_bytes(4, "little")
            _host.ask(_host.SETSOCKOPT, self._fd, level, option, data=_bytes_arg(value))

    def getsockopt(self, level, option, buflen=0, /):
        """getsockopt(level, option[, buffersize]) -> value

        Get a socket option.  See the Unix manual for level and option.
        If a nonzero buffersize argument is given, the return value is a
        string of that length; otherwise it is an integer."""
        if buflen < 0 or buflen > 1024:
            raise OSError("getsockopt buflen out of range")
        raw = _host.ask(_host.GETSOCKOPT, self._fd, level, option, buflen or 4)
        return raw if buflen else int.from_bytes(raw, "little", signed=True)

    def getsockname(self):
        """getsockname() -> address info

        Return the address of the local endpoint. The format depends on the
        address family. For IPv4 sockets, the address info is a pair
        (hostaddr, port). For IPv6 sockets, the address info is a 4-tuple
        (hostaddr, port, flowinfo, scope_id)."""
        return _unpack(_host.ask(_host.GETSOCKNAME, self._fd, 0))

    def getpeername(self):
        """getpeername() -> address info

        Return the address of the remote endpoint.  For IP sockets, the address
        info is a pair (hostaddr, port)."""
        return _unpack(_host.ask(_host.GETSOCKNAME, self._fd, 1))


SocketType = socket


def socketpair(family=None, type=1, proto=0):
    """socketpair([family[, type [, proto]]]) -> (socket object, socket object)

    Create a pair of socket objects from the sockets returned by the platform
    socketpair() function.
    The arguments are the same as for socket() except the default family is
    AF_UNIX if defined on the platform; otherwise, the default is AF_INET."""
    family = AF_UNIX if family is None else family
    pair = _host.ask(_host.SOCKETPAIR, family, type, proto)
    made = tuple([socket.__new__(socket) for _ in pair])
    for one, fd in zip(made, pair):
        one._open(family, type, proto, fd, False)
    return made


def close(fd, /):
    """close(integer) -> None

    Close an integer socket file descriptor.  This is like os.close(), but for
    sockets; on some platforms os.close() won't work for socket file descriptors."""
    _posix.close(fd)


def dup(fd, /):
    """dup(integer) -> integer

    Duplicate an integer socket file descriptor.  This is like os.dup(), but for
    sockets; on some platforms os.dup() won't work for socket file descriptors."""
    return _posix.dup(fd)


def getdefaulttimeout():
    """getdefaulttimeout() -> timeout

    Returns the default timeout in seconds (float) for new socket objects.
    A value of None indicates that new socket objects have no timeout.
    When the socket module is first imported, the default is None."""
    return _default_timeout


def setdefaulttimeout(timeout, /):
    """setdefaulttimeout(timeout)

    Set the default timeout in seconds (float) for new socket objects.
    A value of None indicates that new socket objects have no timeout.
    When the socket module is first imported, the default is None."""
    global _default_timeout
    _default_timeout = _checked_timeout(timeout)


# ---- Names.

def gethostname():
    """gethostname() -> string

    Return the current host name."""
    _core.audit("socket.gethostname")
    return _host.ask(_host.GETHOSTNAME, 0).decode("utf-8", "surrogateescape")


def sethostname(name, /):
    """sethostname(name)

    Sets the hostname to name."""
    import _posix
    _core.audit("socket.sethostname", name)
    name = name.encode("utf-8", "surrogateescape") if isinstance(name, str) else bytes(_bytes_arg(name))
    _posix.call((), "sethostname", name)


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    """getaddrinfo(host, port [, family, type, proto, flags])
        -> list of (family, type, proto, canonname, sockaddr)

    Resolve host and port into addrinfo struct."""
    if host is not None and not isinstance(host, (str, bytes)):
        raise TypeError("getaddrinfo() argument 1 must be string or None")
    _core.audit("socket.getaddrinfo", host, port, family, type, proto)
    return _addresses(host, port, family, type, proto, flags)


def _addresses(host, port, family=0, type=0, proto=0, flags=0):
    if isinstance(host, str):
        host = host.encode("idna")
    if isinstance(port, int):
        port = str(int(port)).encode()
    elif isinstance(port, str):
        port = port.encode()
    elif port is not None and not isinstance(port, bytes):
        raise OSError("Int or String expected")
    reply = _ask_addresses(host, port, family, type, proto, flags)
    found = []
    for i in range(0, len(reply), 3):
        numbers = [int.from_bytes(reply[i][j:j + 4], "little", signed=True) for j in (0, 4, 8)]
        found.append((*numbers, reply[i + 1].decode("utf-8", "surrogateescape"), _unpack(reply[i + 2])))
    return found


def getnameinfo(sockaddr, flags, /):
    """getnameinfo(sockaddr, flags) --> (host, port)

    Get host and port for a sockaddr."""
    if not isinstance(sockaddr, tuple):
        raise TypeError("getnameinfo() argument 1 must be a tuple")
    if not 2 <= len(sockaddr) <= 4:
        raise TypeError("getnameinfo(): illegal sockaddr argument")
    _core.audit("socket.getnameinfo", sockaddr)
    return _names(sockaddr, flags)


def _names(sockaddr, flags):
    host, port, *rest = sockaddr
    if len(sockaddr) > 2 and not 0 <= sockaddr[2] <= 0xFFFFF:
        raise OverflowError("getnameinfo(): flowinfo must be 0-1048575.")
    reply = _ask_addresses(_host_text(host), str(_index(port)).encode(), AF_UNSPEC, SOCK_DGRAM, 0, AI_NUMERICHOST)
    if len(reply) != 3:
        raise OSError("sockaddr resolved to multiple addresses")
    family = int.from_bytes(reply[0][:4], "little")
    if family == AF_INET and len(sockaddr) != 2:
        raise OSError("IPv4 sockaddr must be 2 tuple")
    raw = reply[2]
    if family == AF_INET6:
        flow, scope = [_index(number) for number in (*rest, 0, 0)[:2]]
        raw = raw[:4] + flow.to_bytes(4, "big") + raw[8:24] + (scope & 0xFFFFFFFF).to_bytes(4, "little") + raw[28:]
    names = _host.ask(_host.GETNAMEINFO, flags, data=raw)
    if names.__class__ is tuple:
        raise _lookup_failed(names)
    return tuple([name.decode("utf-8", "surrogateescape") for name in names])


def gethostbyname(host, /):
    """gethostbyname(host) -> address

    Return the IP address (a string of the form '255.255.255.255') for a host."""
    text = _host_text(host)
    _core.audit("socket.gethostbyname", host)
    return inet_ntoa(_resolve(AF_INET, text))


def gethostbyname_ex(host, /):
    """gethostbyname_ex(host) -> (name, aliaslist, addresslist)

    Return the true host name, a list of aliases, and a list of IP addresses,
    for a host.  The host argument is a string giving a host name or IP number."""
    text = _host_text(host)
    _core.audit("socket.gethostbyname", host)
    found = _addresses(text, None, AF_INET, SOCK_STREAM, 0, AI_CANONNAME)
    return found[0][3], [], [entry[4][0] for entry in found]


def gethostbyaddr(host, /):
    """gethostbyaddr(host) -> (name, aliaslist, addresslist)

    Return the true host name, a list of aliases, and a list of IP addresses,
    for a host.  The host argument is a string giving a host name or IP number."""
    text = _host_text(host)
    _core.audit("socket.gethostbyaddr", host)
    address = _addresses(text, None, AF_UNSPEC, SOCK_STREAM)[0][4]
    try:
        name = _names(address, NI_NAMEREQD)[0]
    except gaierror:
        raise herror(1, "Unknown host") from None
    return name, [], [address[0]]


def _table(which):
    for line in _host.ask(_host.GETHOSTNAME, which).decode("utf-8", "replace").splitlines():
        words = line.partition("#")[0].split()
        if len(words) > 1:
            yield words


def getservbyname(name, protocol=None, /):
    """getservbyname(servicename[, protocolname]) -> integer

    Return a port number from a service name and protocol name.
    The optional protocol name, if given, should be 'tcp' or 'udp',
    otherwise any protocol will match."""
    _core.audit("socket.getservbyname", name, protocol)
    for first, place, *aliases in _table(1):
        port, _, kind = place.partition("/")
        if name in (first, *aliases) and protocol in (None, kind):
            return int(port)
    raise OSError("service/proto not found")


def getservbyport(port, protocol=None, /):
    """getservbyport(port[, protocolname]) -> string

    Return the service name from a port number and protocol name.
    The optional protocol name, if given, should be 'tcp' or 'udp',
    otherwise any protocol will match."""
    if not 0 <= port <= 0xFFFF:
        raise OverflowError("getservbyport: port must be 0-65535.")
    _core.audit("socket.getservbyport", port, protocol)
    for first, place, *_ in _table(1):
        number, _, kind = place.partition("/")
        if int(number) == port and protocol in (None, kind):
            return first
    raise OSError("port/proto not found")


def getprotobyname(name, /):
    """getprotobyname(name) -> integer

    Return the protocol number for the named protocol.  (Rarely used.)"""
    for first, number, *aliases in _table(2):
        if name in (first, *aliases):
            return int(number)
    raise OSError("protocol not found")


def if_nameindex():
    """if_nameindex()

    Returns a list of network interface information (index, name) tuples."""
    reply = _host.ask(_host.GETHOSTNAME, 3)
    return [(int.from_bytes(reply[i], "little"), reply[i + 1].decode("utf-8", "surrogateescape"))
            for i in range(0, len(reply), 2)]


def if_nametoindex(name, /):
    """Returns the interface index corresponding to the interface name if_name."""
    if isinstance(name, bytes):
        name = name.decode("utf-8", "surrogateescape")
    elif not isinstance(name, str):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(name).__name__}")
    for index, known in if_nameindex():
        if known == name:
            return index
    raise OSError(19, "No such device")


def if_indextoname(index, /):
    """Returns the interface name corresponding to the interface index if_index."""
    index = _index(index)
    if index < 0:
        raise OverflowError("can't convert negative value to unsigned int")
    if index >> 32:
        raise OverflowError("Python int too large to convert to C unsigned int")
    for known, name in if_nameindex():
        if known == index:
            return name
    raise OSError(6, "No such device or address")


# ---- Numbers and addresses as text.

def htons(x, /):
    """Convert a 16-bit unsigned integer from host to network byte order."""
    return _swap(x, 2, "htons")


def htonl(x, /):
    """Convert a 32-bit unsigned integer from host to network byte order."""
    return _swap(x, 4, "htonl")


def ntohs(x, /):
    """Convert a 16-bit unsigned integer from network to host byte order."""
    return _swap(x, 2, "ntohs")


def ntohl(x, /):
    """Convert a 32-bit unsigned integer from network to host byte order."""
    return _swap(x, 4, "ntohl")


def _swap(x, size, name):
    if not isinstance(x, int):
        if size == 4:
            raise TypeError(f"expected int, {type(x).__name__} found")
        x = _index(x)
    if x < 0:
        raise OverflowError(f"{name}: can't convert negative Python int to C {8 * size}-bit unsigned integer"
                            if size == 2 else "can't convert negative value to unsigned int")
    if x >> (8 * size):
        raise OverflowError(f"{name}: Python int too large to convert to C {8 * size}-bit unsigned integer"
                            if size == 2 else "int larger than 32 bits")
    return int.from_bytes(x.to_bytes(size, "little"), "big")


def _c_number(text):
    if text[:2].lower() == "0x":
        return int(text[2:], 16)
    return int(text, 8) if text[:1] == "0" and len(text) > 1 else int(text)


def inet_aton(text, /):
    """Convert an IP address in string format (123.45.67.89) to the 32-bit packed binary format used
    in low-level network functions."""
    try:
        parts = [_c_number(part) for part in text.split(None, 1)[0].split(".")]
        *high, low = parts
        if len(parts) > 4 or any([part > 255 for part in high]) or low >= 1 << 8 * (5 - len(parts)):
            raise ValueError
        return bytes(high) + low.to_bytes(5 - len(parts), "big")
    except (ValueError, IndexError):
        raise OSError("illegal IP address string passed to inet_aton") from None


def inet_ntoa(packed, /):
    """Convert an IP address from 32-bit packed binary format to string format."""
    if len(packed) != 4:
        raise OSError("packed IP wrong length")
    return "%d.%d.%d.%d" % tuple(bytes(packed))


def inet_pton(family, text, /):
    """Convert an IP address from string format to a packed string suitable
    for use with low-level network functions."""
    if family == AF_INET:
        packed = _numeric4(text.encode())
        if packed is None or any([len(part) > 1 and part[0] == "0" for part in text.split(".")]):
            raise OSError("illegal IP address string passed to inet_pton")
        return packed
    if family == AF_INET6:
        import ipaddress
        try:
            if "%" in text:
                raise ValueError
            return ipaddress.IPv6Address(text).packed
        except ValueError:
            raise OSError("illegal IP address string passed to inet_pton") from None
    raise OSError(97, "Address family not supported by protocol")


def inet_ntop(family, packed, /):
    """Convert a packed IP address of the given family to string format."""
    packed = bytes(packed)
    if family == AF_INET:
        if len(packed) != 4:
            raise ValueError("invalid length of packed IP address string")
        return inet_ntoa(packed)
    if family == AF_INET6:
        if len(packed) != 16:
            raise ValueError("invalid length of packed IP address string")
        return _text6(packed)
    raise ValueError(f"unknown address family {family}")


def _text6(packed):
    groups = [int.from_bytes(packed[i:i + 2], "big") for i in range(0, 16, 2)]
    best, length, at = -1, 1, 0
    while at < 8:
        end = at
        while end < 8 and groups[end] == 0:
            end += 1
        if end - at > length:
            best, length = at, end - at
        at = max(end, at + 1)
    dotted = best == 0 and (length == 6 or length == 5 and groups[5] == 0xFFFF)
    words = ["%x" % group for group in groups]
    if dotted:
        words[6:] = [inet_ntoa(packed[12:])]
    if best < 0:
        return ":".join(words)
    return ":".join(words[:best]) + "::" + ":".join(words[best + length:])


def CMSG_LEN(length, /):
    """CMSG_LEN(length) -> control message length

    Return the total length, without trailing padding, of an ancillary
    data item with associated data of the given length."""
    if not 0 <= length <= 0x7FFFFFEF:
        raise OverflowError("CMSG_LEN() argument out of range")
    return 16 + length


def CMSG_SPACE(length, /):
    """CMSG_SPACE(length) -> buffer size

    Return the buffer size needed for recvmsg() to receive an ancillary
    data item with associated data of the given length, along with any
    trailing padding."""
    if not 0 <= length <= 0x7FFFFFE7:
        raise OverflowError("CMSG_SPACE() argument out of range")
    return 16 + (length + 7 & ~7)


_core.seal(socket, True)
