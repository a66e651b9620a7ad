"""This module provides an interface to the Posix calls for tty I/O control.

For a complete description of these calls, see the Posix or Unix manual pages.  It is only available for those Unix
versions that support Posix termios style tty I/O control (and then only if configured at installation time)."""

import _posix
from _operator import index as _index
from posix import _descriptor

B0, B1000000, B110, B115200, B1152000, B1200, B134, B150, B1500000, B1800 = 0, 4104, 3, 4098, 4105, 9, 4, 5, 4106, 10
B19200, B200, B2000000, B230400, B2400, B2500000, B300, B3000000 = 14, 6, 4107, 4099, 11, 4108, 7, 4109
B3500000, B38400, B4000000, B460800, B4800, B50, B500000, B57600 = 4110, 15, 4111, 4100, 12, 1, 4101, 4097
B576000, B600, B75, B921600, B9600, BRKINT, BS0, BS1, BSDLY, CBAUD = 4102, 8, 2, 4103, 13, 2, 0, 8192, 8192, 4111
CBAUDEX, CDSUSP, CEOF, CEOL, CEOT, CERASE, CFLUSH, CIBAUD, CINTR, CKILL = 4096, 25, 4, 0, 4, 127, 15, 269418496, 3, 21
CLNEXT, CLOCAL, CQUIT, CR0, CR1, CR2, CR3, CRDLY, CREAD, CRPRNT = 22, 2048, 28, 0, 512, 1024, 1536, 1536, 128, 18
CRTSCTS, CS5, CS6, CS7, CS8, CSIZE, CSTART, CSTOP, CSTOPB, CSUSP = 2147483648, 0, 16, 32, 48, 48, 17, 19, 64, 26
CWERASE, ECHO, ECHOCTL, ECHOE, ECHOK, ECHOKE, ECHONL, ECHOPRT, EXTA, EXTB = 23, 8, 512, 16, 32, 2048, 64, 1024, 14, 15
EXTPROC, FF0, FF1, FFDLY, FIOASYNC, FIOCLEX, FIONBIO, FIONCLEX = 65536, 0, 32768, 32768, 21586, 21585, 21537, 21584
FIONREAD, FLUSHO, HUPCL, ICANON, ICRNL, IEXTEN, IGNBRK, IGNCR, IGNPAR = 21531, 4096, 1024, 2, 256, 32768, 1, 128, 4
IMAXBEL, INLCR, INPCK, IOCSIZE_MASK, IOCSIZE_SHIFT, ISIG, ISTRIP, IUCLC = 8192, 64, 16, 1073676288, 16, 1, 32, 512
IUTF8, IXANY, IXOFF, IXON, NCC, NCCS, NL0, NL1, NLDLY, NOFLSH = 16384, 2048, 4096, 1024, 8, 32, 0, 256, 256, 128
N_MOUSE, N_PPP, N_SLIP, N_STRIP, N_TTY, OCRNL, OFDEL, OFILL, OLCUC, ONLCR = 2, 3, 1, 4, 0, 8, 128, 64, 2, 4
ONLRET, ONOCR, OPOST, PARENB, PARMRK, PARODD, PENDIN, TAB0, TAB1, TAB2 = 32, 16, 1, 256, 8, 512, 16384, 0, 2048, 4096
TAB3, TABDLY, TCFLSH, TCGETA, TCGETS, TCIFLUSH, TCIOFF, TCIOFLUSH, TCION = 6144, 6144, 21515, 21509, 21505, 0, 2, 2, 3
TCOFLUSH, TCOOFF, TCOON, TCSADRAIN, TCSAFLUSH, TCSANOW, TCSBRK, TCSBRKP = 1, 0, 1, 1, 2, 0, 21513, 21541
TCSETA, TCSETAF, TCSETAW, TCSETS, TCSETSF, TCSETSW, TCXONC = 21510, 21512, 21511, 21506, 21508, 21507, 21514
TIOCCONS, TIOCEXCL, TIOCGETD, TIOCGICOUNT, TIOCGLCKTRMIOS, TIOCGPGRP = 21533, 21516, 21540, 21597, 21590, 21519
TIOCGSERIAL, TIOCGSOFTCAR, TIOCGWINSZ, TIOCINQ, TIOCLINUX, TIOCMBIC = 21534, 21529, 21523, 21531, 21532, 21527
TIOCMBIS, TIOCMGET, TIOCMIWAIT, TIOCMSET, TIOCM_CAR, TIOCM_CD, TIOCM_CTS = 21526, 21525, 21596, 21528, 64, 64, 32
TIOCM_DSR, TIOCM_DTR, TIOCM_LE, TIOCM_RI, TIOCM_RNG, TIOCM_RTS, TIOCM_SR, TIOCM_ST = 256, 2, 1, 128, 128, 4, 16, 8
TIOCNOTTY, TIOCNXCL, TIOCOUTQ, TIOCPKT, TIOCPKT_DATA, TIOCPKT_DOSTOP = 21538, 21517, 21521, 21536, 0, 32
TIOCPKT_FLUSHREAD, TIOCPKT_FLUSHWRITE, TIOCPKT_NOSTOP, TIOCPKT_START, TIOCPKT_STOP, TIOCSCTTY = 1, 2, 16, 8, 4, 21518
TIOCSERCONFIG, TIOCSERGETLSR, TIOCSERGETMULTI, TIOCSERGSTRUCT, TIOCSERGWILD = 21587, 21593, 21594, 21592, 21588
TIOCSERSETMULTI, TIOCSERSWILD, TIOCSER_TEMT, TIOCSETD, TIOCSLCKTRMIOS = 21595, 21589, 1, 21539, 21591
TIOCSPGRP, TIOCSSERIAL, TIOCSSOFTCAR, TIOCSTI, TIOCSWINSZ, TOSTOP = 21520, 21535, 21530, 21522, 21524, 256
VDISCARD, VEOF, VEOL, VEOL2, VERASE, VINTR, VKILL, VLNEXT, VMIN, VQUIT = 13, 4, 11, 16, 2, 0, 3, 15, 6, 1
VREPRINT, VSTART, VSTOP, VSUSP, VSWTC, VSWTCH, VT0, VT1, VTDLY, VTIME = 12, 8, 9, 10, 7, 7, 0, 16384, 16384, 5
VWERASE, XCASE, XTABS, _POSIX_VDISABLE = 14, 4, 6144, 0


class error(Exception):
    pass


# What a speed is in the control flags; others are kept as they are.
_CBAUD = 0o10017


def _call(row, *args):
    try:
        return _posix.call((), row, *args)
    except OSError as e:
        raise error(*e.args) from None


def _c_int(value):
    value = _index(value)
    if not -0x80000000 <= value <= 0x7FFFFFFF:
        raise OverflowError("Python int too large to convert to C int")
    return value


def _read(fd):
    data = _call("ioctl get", _descriptor(fd), 0x5401, bytes(36))
    return [int.from_bytes(data[at:at + 4], "little") for at in range(0, 16, 4)], data[16], data[17:36]


def tcgetattr(fd, /):
    """Get the tty attributes for file descriptor fd.

    Returns a list [iflag, oflag, cflag, lflag, ispeed, ospeed, cc]
    where cc is a list of the tty special characters (each a string of
    length 1, except the items with indices VMIN and VTIME, which are
    integers when these fields are defined).  The interpretation of the
    flags and the speeds as well as the indexing in the cc array must be
    done using the symbolic constants defined in this module."""
    (iflag, oflag, cflag, lflag), _, chars = _read(fd)
    cc = [bytes((c,)) for c in chars] + [b"\0"] * (32 - len(chars))
    if not lflag & ICANON:
        cc[VMIN], cc[VTIME] = chars[VMIN], chars[VTIME]
    speed = cflag & _CBAUD
    return [iflag, oflag, cflag, lflag, speed, speed, cc]


def tcsetattr(fd, when, attributes, /):
    """Set the tty attributes for file descriptor fd.

    The attributes to be set are taken from the attributes argument, which
    is a list like the one returned by tcgetattr(). The when argument
    determines when the attributes are changed: termios.TCSANOW to
    change immediately, termios.TCSADRAIN to change after transmitting all
    queued output, or termios.TCSAFLUSH to change after transmitting all
    queued output and discarding all queued input."""
    fd, when = _descriptor(fd), _c_int(when)
    if not isinstance(attributes, list) or len(attributes) != 7:
        raise TypeError("tcsetattr, arg 3: must be 7 element list")
    iflag, oflag, cflag, lflag, ispeed, ospeed, cc = attributes
    for number in (iflag, oflag, cflag, lflag, ispeed, ospeed):
        if not isinstance(number, int):
            raise TypeError(f"an integer is required (got type {type(number).__name__})")
        if not -1 << 63 <= number < 1 << 63:
            raise OverflowError("Python int too large to convert to C long")
    if not isinstance(cc, list) or len(cc) != NCCS:
        raise TypeError(f"tcsetattr: attributes[6] must be {NCCS} element list")
    chars = []
    for c in cc:
        if isinstance(c, bytes) and len(c) == 1:
            chars.append(c[0])
        elif isinstance(c, int):
            if not -1 << 63 <= c < 1 << 63:
                raise OverflowError("Python int too large to convert to C long")
            chars.append(c & 0xFF)
        else:
            raise TypeError("tcsetattr: elements of attributes must be characters or integers")
    if when not in (TCSANOW, TCSADRAIN, TCSAFLUSH):
        raise error(22, "Invalid argument")
    line = _read(fd)[1]
    cflag = cflag & ~_CBAUD | ospeed & _CBAUD
    flags = b"".join([(flag & 0xFFFFFFFF).to_bytes(4, "little") for flag in (iflag, oflag, cflag, lflag)])
    _call("ioctl bytes", fd, 0x5402 + when, flags + bytes((line, *chars[:19])))


def tcsendbreak(fd, duration, /):
    """Send a break on file descriptor fd.

    A zero duration sends a break for 0.25-0.5 seconds; a nonzero duration
    has a system dependent meaning."""
    _call("ioctl", _descriptor(fd), 0x5409 if duration == 0 else 0x5425, max(duration, 0))


def tcdrain(fd, /):
    """Wait until all output written to file descriptor fd has been transmitted."""
    _call("ioctl", _descriptor(fd), 0x5409, 1)


def tcflush(fd, queue, /):
    """Discard queued data on file descriptor fd.

    The queue selector specifies which queue: termios.TCIFLUSH for the input
    queue, termios.TCOFLUSH for the output queue, or termios.TCIOFLUSH for
    both queues."""
    fd, queue = _descriptor(fd), _c_int(queue)
    # The call would take another number as an address.
    _call("ioctl", fd, 0x540B, queue if queue in (0, 1, 2) else 3)


def tcflow(fd, action, /):
    """Suspend or resume input or output on file descriptor fd.

    The action argument can be termios.TCOOFF to suspend output,
    termios.TCOON to restart output, termios.TCIOFF to suspend input,
    or termios.TCION to restart input."""
    fd, action = _descriptor(fd), _c_int(action)
    _call("ioctl", fd, 0x540A, action if action in (0, 1, 2, 3) else 4)


def tcgetwinsize(fd, /):
    """Get the tty winsize for file descriptor fd.

    Returns a tuple (ws_row, ws_col)."""
    data = _call("ioctl get", _descriptor(fd), 0x5413, bytes(8))
    return int.from_bytes(data[:2], "little"), int.from_bytes(data[2:4], "little")


def tcsetwinsize(fd, winsize, /):
    """Set the tty winsize for file descriptor fd.

    The winsize to be set is taken from the winsize argument, which
    is a two-item tuple (ws_row, ws_col) like the one returned by tcgetwinsize()."""
    fd = _descriptor(fd)
    try:
        count = len(winsize)
    except TypeError:
        raise TypeError("tcsetwinsize, arg 2: must be a two-item sequence") from None
    if count != 2:
        raise TypeError("tcsetwinsize, arg 2: must be a two-item sequence")
    rows, columns = winsize
    for number in (rows, columns):
        if not isinstance(number, int):
            raise TypeError(f"an integer is required (got type {type(number).__name__})")
        if not 0 <= number <= 0xFFFF:
            raise OverflowError("winsize value(s) out of range.")
    rest = _call("ioctl get", fd, 0x5413, bytes(8))[4:]
    _call("ioctl bytes", fd, 0x5414, rows.to_bytes(2, "little") + columns.to_bytes(2, "little") + rest)
