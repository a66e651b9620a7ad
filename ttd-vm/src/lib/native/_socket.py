"""`_socket`: there to be imported, with the constants and the functions that need no network. Making a socket or asking
for an address is not supported yet.
"""

error = OSError
timeout = TimeoutError
has_ipv6 = True

AF_UNSPEC, AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET = 0, 1, 2, 10, 16, 17
SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_RDM, SOCK_SEQPACKET = 1, 2, 3, 4, 5
SOCK_NONBLOCK, SOCK_CLOEXEC = 2048, 524288
SOL_SOCKET, SOL_IP, SOL_TCP, SOL_UDP, SOMAXCONN = 1, 0, 6, 17, 4096
SO_DEBUG, SO_REUSEADDR, SO_TYPE, SO_ERROR, SO_DONTROUTE, SO_BROADCAST, SO_SNDBUF, SO_RCVBUF, SO_KEEPALIVE = range(1, 10)
SO_OOBINLINE, SO_LINGER, SO_REUSEPORT, SO_RCVTIMEO, SO_SNDTIMEO = 10, 13, 15, 20, 21
IPPROTO_IP, IPPROTO_ICMP, IPPROTO_TCP, IPPROTO_UDP, IPPROTO_IPV6, IPPROTO_RAW = 0, 1, 6, 17, 41, 255
TCP_NODELAY, TCP_MAXSEG, TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT = 1, 2, 4, 5, 6
IPV6_V6ONLY = 26
INADDR_ANY, INADDR_BROADCAST, INADDR_LOOPBACK, INADDR_NONE = 0, 0xFFFFFFFF, 0x7F000001, 0xFFFFFFFF
MSG_OOB, MSG_PEEK, MSG_DONTROUTE, MSG_TRUNC, MSG_DONTWAIT, MSG_WAITALL, MSG_NOSIGNAL = 1, 2, 4, 32, 64, 256, 16384
SHUT_RD, SHUT_WR, SHUT_RDWR = 0, 1, 2
AI_PASSIVE, AI_CANONNAME, AI_NUMERICHOST, AI_V4MAPPED, AI_ALL, AI_ADDRCONFIG, AI_NUMERICSERV = 1, 2, 4, 8, 16, 32, 1024
NI_NUMERICHOST, NI_NUMERICSERV, NI_NOFQDN, NI_NAMEREQD, NI_DGRAM, NI_MAXHOST, NI_MAXSERV = 1, 2, 4, 8, 16, 1025, 32
EAI_AGAIN, EAI_BADFLAGS, EAI_FAIL, EAI_FAMILY, EAI_MEMORY, EAI_NONAME, EAI_SERVICE, EAI_SOCKTYPE = -3, -1, -4, -6, -10, -2, -8, -7

_timeout = [None]


class herror(OSError):
    pass


class gaierror(OSError):
    pass


herror.__module__ = gaierror.__module__ = "socket"


def _missing(name):
    raise NotImplementedError(f"{name} is not supported by ttd-py yet")


class socket:
    """A socket. Making one is not supported yet."""

    # The class of `socket` has a slot for weak references of its own.
    __slots__ = ()

    def __init__(self, family=-1, type=-1, proto=-1, fileno=None):
        _missing("socket.socket")

    def close(self):
        pass

    _accept = bind = connect = connect_ex = detach = fileno = getpeername = getsockname = getsockopt = listen = recv = (
        lambda self, *args: _missing("socket.socket"))
    recv_into = recvfrom = send = sendall = sendto = setblocking = setsockopt = settimeout = gettimeout = shutdown = _accept


SocketType = socket


def getdefaulttimeout():
    """Returns the default timeout in seconds (float) for new socket objects."""
    return _timeout[0]


def setdefaulttimeout(timeout, /):
    """Set the default timeout in seconds (float) for new socket objects."""
    if timeout is not None:
        timeout = float(timeout)
        if timeout < 0:
            raise ValueError("Timeout value out of range")
    _timeout[0] = timeout


def htons(x, /):
    """Convert a 16-bit unsigned integer from host to network byte order."""
    return _swap(x, 2, "htons")


def ntohs(x, /):
    """Convert a 16-bit unsigned integer from network to host byte order."""
    return _swap(x, 2, "ntohs")


def htonl(x, /):
    """Convert a 32-bit unsigned integer from host to network byte order."""
    return _swap(x, 4, "htonl")


def ntohl(x, /):
    """Convert a 32-bit unsigned integer from network to host byte order."""
    return _swap(x, 4, "ntohl")


def _swap(x, size, name):
    if x < 0:
        raise OverflowError(f"{name}: can't convert negative Python int to C {8 * size}-bit unsigned integer")
    if x >> (8 * size):
        raise OverflowError(f"{name}: Python int too large to convert to C {8 * size}-bit unsigned integer")
    return int.from_bytes(x.to_bytes(size, "little"), "big")


def inet_aton(ip_addr, /):
    """Convert an IP address in string format (123.45.67.89) to the 32-bit packed binary format."""
    parts = ip_addr.split(".")
    try:
        numbers = [int(part, 0) if part.lower().startswith("0x") else int(part, 8 if part[0] == "0" else 10) for part in parts]
    except (ValueError, IndexError):
        numbers = []
    last = numbers.pop() if numbers else -1
    room = 4 - len(numbers)
    if not 0 < room <= 4 or not 0 <= last < 256 ** room or any(not 0 <= n < 256 for n in numbers):
        raise OSError("illegal IP address string passed to inet_aton")
    return bytes(numbers) + last.to_bytes(room, "big")


def inet_ntoa(packed_ip, /):
    """Convert an IP address from 32-bit packed binary format to string format."""
    packed = bytes(packed_ip)
    if len(packed) != 4:
        raise OSError("packed IP wrong length")
    return ".".join(str(byte) for byte in packed)


def inet_pton(af, ip, /):
    """Convert an IP address from string format to a packed string."""
    import ipaddress
    if af not in (AF_INET, AF_INET6):
        raise OSError(97, "Address family not supported by protocol")
    try:
        return (ipaddress.IPv4Address if af == AF_INET else ipaddress.IPv6Address)(ip).packed
    except ValueError:
        raise OSError("illegal IP address string passed to inet_pton") from None


def inet_ntop(af, packed_ip, /):
    """Convert a packed IP address of the given family to string format."""
    import ipaddress
    if af not in (AF_INET, AF_INET6):
        raise ValueError(f"unknown address family {af}")
    if len(packed_ip) != (4 if af == AF_INET else 16):
        raise ValueError("invalid length of packed IP address string")
    return str((ipaddress.IPv4Address if af == AF_INET else ipaddress.IPv6Address)(bytes(packed_ip)))


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    """Resolve host and port into addrinfo struct."""
    _missing("socket.getaddrinfo")


def gethostname():
    """Return the current host name."""
    import posix
    return posix.uname().nodename


def gethostbyname(host, /):
    """Return the IP address (a string of the form '255.255.255.255') for a host."""
    _missing("socket.gethostbyname")


def gethostbyaddr(host, /):
    """Return the true host name, a list of aliases, and a list of IP addresses, for a host."""
    _missing("socket.gethostbyaddr")


def gethostbyname_ex(host, /):
    """Return the true host name, a list of aliases, and a list of IP addresses, for a host."""
    _missing("socket.gethostbyname_ex")


def getnameinfo(sockaddr, flags, /):
    """Get host and port for a sockaddr."""
    _missing("socket.getnameinfo")


def getservbyname(servicename, protocolname=None, /):
    """Return a port number from a service name and protocol name."""
    _missing("socket.getservbyname")


def getservbyport(port, protocolname=None, /):
    """Return the service name from a port number and protocol name."""
    _missing("socket.getservbyport")


def getprotobyname(name, /):
    """Return the protocol number for the named protocol."""
    _missing("socket.getprotobyname")


def socketpair(family=AF_UNIX, type=SOCK_STREAM, proto=0, /):
    """Create a pair of socket objects from the sockets returned by the platform socketpair() function."""
    _missing("socket.socketpair")


def dup(fd, /):
    """Duplicate an integer socket file descriptor."""
    _missing("socket.dup")


def close(fd, /):
    """Close an integer socket file descriptor."""
    _missing("socket.close")
