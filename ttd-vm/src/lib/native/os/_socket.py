"""Sockets, as far as an event loop needs them to wake itself: pairs that live in this program's memory.

Everything that would reach the network says that it is not supported. The bytes between the two ends of a pair and the
numbers that stand for file descriptors are the program's own state, so they travel through time with it.
"""

AF_UNSPEC = 0
AF_UNIX = 1
AF_INET = 2
AF_INET6 = 10
SOCK_STREAM = 1
SOCK_DGRAM = 2
SOCK_RAW = 3
SOCK_NONBLOCK = 2048
SOCK_CLOEXEC = 524288
SOL_SOCKET = 1
SO_REUSEADDR = 2
SO_TYPE = 3
SO_ERROR = 4
SO_BROADCAST = 6
SO_SNDBUF = 7
SO_RCVBUF = 8
SO_KEEPALIVE = 9
SO_REUSEPORT = 15
SOMAXCONN = 4096
IPPROTO_IP = 0
IPPROTO_TCP = 6
IPPROTO_UDP = 17
IPPROTO_IPV6 = 41
IPV6_V6ONLY = 26
TCP_NODELAY = 1
SHUT_RD = 0
SHUT_WR = 1
SHUT_RDWR = 2
MSG_OOB = 1
MSG_PEEK = 2
MSG_DONTWAIT = 64
AI_PASSIVE = 1
AI_CANONNAME = 2
AI_NUMERICHOST = 4
AI_NUMERICSERV = 1024
AI_ADDRCONFIG = 32
NI_NUMERICHOST = 1
NI_NUMERICSERV = 2
EAI_NONAME = -2
EAI_FAMILY = -6
INADDR_ANY = 0
INADDR_LOOPBACK = 2130706433
has_ipv6 = False

AF_NETLINK = 16
AF_PACKET = 17
SOCK_RDM = 4
SOCK_SEQPACKET = 5
SOL_IP = 0
SOL_TCP = 6
SOL_UDP = 17
SO_DEBUG = 1
SO_DONTROUTE = 5
SO_OOBINLINE = 10
SO_LINGER = 13
SO_RCVTIMEO = 20
SO_SNDTIMEO = 21
IPPROTO_ICMP = 1
IPPROTO_RAW = 255
TCP_MAXSEG = 2
TCP_KEEPIDLE = 4
TCP_KEEPINTVL = 5
TCP_KEEPCNT = 6
INADDR_BROADCAST = 4294967295
INADDR_NONE = 4294967295
MSG_DONTROUTE = 4
MSG_TRUNC = 32
MSG_WAITALL = 256
MSG_NOSIGNAL = 16384
AI_V4MAPPED = 8
AI_ALL = 16
NI_NOFQDN = 4
NI_NAMEREQD = 8
NI_DGRAM = 16
NI_MAXHOST = 1025
NI_MAXSERV = 32
EAI_AGAIN = -3
EAI_BADFLAGS = -1
EAI_FAIL = -4
EAI_MEMORY = -10
EAI_SERVICE = -8
EAI_SOCKTYPE = -7

error = OSError
timeout = TimeoutError


class herror(OSError):
    pass


class gaierror(OSError):
    pass


herror.__module__ = gaierror.__module__ = "socket"

# Each end of a pair, by number: the other end's number, and the bytes that can be read here.
_ends = {}
_numbers = [1 << 16]


def _unsupported(what):
    raise NotImplementedError(f"{what} is not supported by ttd-py yet")


def _readable(fd):
    """Whether reading would not block: there are bytes, or there will never be any."""
    end = _ends.get(fd)
    return end is not None and (bool(end[1]) or end[0] not in _ends)


def _writable(fd):
    return fd in _ends


class socket:
    """A socket; only the ends of a pair can be used."""

    # `socket.socket` has its own slot for weak references.
    __slots__ = ("_family", "_type", "_proto", "_fd", "_timeout")

    def __init__(self, family=-1, type=-1, proto=-1, fileno=None):
        if fileno is None:
            _unsupported("a socket")
        self._family, self._type, self._proto = family, type, proto
        self._fd = fileno
        self._timeout = None

    @property
    def family(self):
        return AF_UNIX if self._family == -1 else self._family

    @property
    def type(self):
        return SOCK_STREAM if self._type == -1 else self._type

    @property
    def proto(self):
        return 0 if self._proto == -1 else self._proto

    @property
    def timeout(self):
        return self._timeout

    def fileno(self):
        return self._fd

    def detach(self):
        fd, self._fd = self._fd, -1
        return fd

    def close(self):
        fd = self.detach()
        if fd >= 0:
            _ends.pop(fd, None)

    def setblocking(self, flag):
        self._timeout = None if flag else 0.0

    def getblocking(self):
        return self._timeout != 0.0

    def settimeout(self, value):
        self._timeout = None if value is None else float(value)

    def gettimeout(self):
        return self._timeout

    def _end(self):
        end = _ends.get(self._fd)
        if end is None:
            raise OSError(9, "Bad file descriptor")
        return end

    def recv(self, size, flags=0):
        end = self._end()
        if not end[1]:
            if end[0] not in _ends:
                return b""
            raise BlockingIOError(11, "Resource temporarily unavailable")
        got = bytes(end[1][:size])
        del end[1][:size]
        return got

    def send(self, data, flags=0):
        other = _ends.get(self._end()[0])
        if other is None:
            raise BrokenPipeError(32, "Broken pipe")
        other[1].extend(data)
        return len(data)

    def sendall(self, data, flags=0):
        self.send(data)

    def shutdown(self, how):
        pass

    def setsockopt(self, *args):
        pass

    def getsockopt(self, *args):
        return 0

    def getsockname(self):
        return ""

    def getpeername(self):
        return ""

    def _refuse(self, *args):
        _unsupported("a network connection")

    accept = _accept = bind = listen = connect = connect_ex = recvfrom = sendto = recv_into = _refuse


SocketType = socket


def socketpair(family=AF_UNIX, type=SOCK_STREAM, proto=0):
    first = _numbers[0]
    _numbers[0] += 2
    _ends[first] = (first + 1, bytearray())
    _ends[first + 1] = (first, bytearray())
    return socket(family, type, proto, first), socket(family, type, proto, first + 1)


def close(fd):
    _ends.pop(fd, None)


def dup(fd):
    _unsupported("duplicating a socket")


def getdefaulttimeout():
    return None


def setdefaulttimeout(value):
    if value is not None:
        _unsupported("a default timeout of sockets")


def gethostname():
    return "localhost"


def getaddrinfo(*args, **kwargs):
    _unsupported("looking up a host")


def gethostbyname(*args):
    _unsupported("looking up a host")


gethostbyname_ex = gethostbyaddr = getnameinfo = getservbyname = getservbyport = getprotobyname = gethostbyname


def htons(x):
    return (x & 0xFF) << 8 | x >> 8 & 0xFF


def htonl(x):
    return int.from_bytes(x.to_bytes(4, "little"), "big")


ntohs, ntohl = htons, htonl


def inet_aton(text):
    parts = text.split(".")
    if len(parts) != 4 or not all(p.isdigit() and int(p) < 256 for p in parts):
        raise OSError("illegal IP address string passed to inet_aton")
    return bytes(int(p) for p in parts)


def inet_ntoa(packed):
    if len(packed) != 4:
        raise OSError("packed IP wrong length")
    return ".".join(str(b) for b in packed)


def inet_pton(family, text):
    if family != AF_INET:
        _unsupported("an address that is not of version 4")
    return inet_aton(text)


def inet_ntop(family, packed):
    if family != AF_INET:
        _unsupported("an address that is not of version 4")
    return inet_ntoa(packed)


def if_nameindex():
    return []


def ntohs(x, /):
    """Convert a 16-bit unsigned integer from network to host byte order."""
    return _swap(x, 2, "ntohs")


def ntohl(x, /):
    """Convert a 32-bit unsigned integer from network to host byte order."""
    return _swap(x, 4, "ntohl")


def _swap(x, size, name):
    if x < 0:
        raise OverflowError(f"{name}: can't convert negative Python int to C {8 * size}-bit unsigned integer")
    if x >> (8 * size):
        raise OverflowError(f"{name}: Python int too large to convert to C {8 * size}-bit unsigned integer")
    return int.from_bytes(x.to_bytes(size, "little"), "big")
