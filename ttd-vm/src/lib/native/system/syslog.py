"""Messages for the system's log, sent to its socket `/dev/log` as the C library does."""

import _core
import _posix

LOG_ALERT, LOG_AUTH, LOG_AUTHPRIV, LOG_CONS, LOG_CRIT, LOG_CRON, LOG_DAEMON, LOG_DEBUG = 1, 32, 80, 2, 2, 72, 24, 7
LOG_EMERG, LOG_ERR, LOG_FTP, LOG_INFO, LOG_KERN, LOG_LOCAL0, LOG_LOCAL1, LOG_LOCAL2 = 0, 3, 88, 6, 0, 128, 136, 144
LOG_LOCAL3, LOG_LOCAL4, LOG_LOCAL5, LOG_LOCAL6, LOG_LOCAL7, LOG_LPR, LOG_MAIL = 152, 160, 168, 176, 184, 48, 16
LOG_NDELAY, LOG_NEWS, LOG_NOTICE, LOG_NOWAIT, LOG_ODELAY, LOG_PERROR, LOG_PID, LOG_SYSLOG = 8, 56, 5, 16, 4, 32, 1, 40
LOG_USER, LOG_UUCP, LOG_WARNING = 8, 64, 4

_ident = None
_options = 0
_facility = LOG_USER
_mask = 0xFF
_open = False


def LOG_MASK(pri, /):
    """Calculates the mask for the individual priority pri."""
    return 1 << pri


def LOG_UPTO(pri, /):
    """Calculates the mask for all priorities up to and including pri."""
    return (1 << pri + 1) - 1


def openlog(ident=None, logoption=0, facility=LOG_USER):
    """Set logging options of subsequent syslog() calls."""
    global _ident, _options, _facility, _open
    if ident is None:
        import sys
        argv = getattr(sys, "argv", None)
        ident = argv[0].rpartition("/")[2] if argv and isinstance(argv[0], str) else None
    elif not isinstance(ident, str):
        raise TypeError(f"openlog() argument 'ident' must be str, not {type(ident).__name__}")
    else:
        # What cannot be sent is an error at once.
        ident.encode()
    _core.audit("syslog.openlog", ident, logoption, facility)
    _ident, _options, _facility, _open = ident or None, logoption, facility, True


def syslog(*args):
    """syslog([priority=LOG_INFO,] message)
    Send the string message to the system logger."""
    if len(args) == 1:
        priority, message = LOG_INFO, args[0]
    elif len(args) == 2:
        priority, message = args
    else:
        raise TypeError("syslog.syslog requires 1 to 2 arguments")
    if not isinstance(message, str):
        raise TypeError(f"syslog() argument must be str, not {type(message).__name__}")
    _core.audit("syslog.syslog", priority, message)
    if not _open:
        openlog()
    if not _mask >> (priority & 7) & 1:
        return
    _send(priority if priority >> 3 else priority | _facility, message)


def _send(priority, message):
    import time
    from posix import getpid
    name = _ident or ""
    if _options & LOG_PID:
        name += f"[{getpid()}]"
    stamp = time.strftime("%b %e %H:%M:%S", time.localtime())
    text = f"{name}: {message}" if name else message
    if _options & LOG_PERROR:
        import sys
        sys.stderr.write(text + "\n")
    import _socket
    try:
        out = _socket.socket(_socket.AF_UNIX, _socket.SOCK_DGRAM)
    except NotImplementedError:
        raise NotImplementedError("syslog.syslog is not supported by ttd-py yet: it needs a socket") from None
    try:
        out.connect("/dev/log")
        out.send(f"<{priority}>{stamp} {text}".encode("utf-8", "surrogateescape"))
    except OSError:
        # Nobody listens: the message is lost, as in the C library.
        pass
    finally:
        out.close()


def closelog():
    """Reset the syslog module values and call the system library closelog()."""
    global _ident, _options, _facility, _open
    # One that is not open is told of as well.
    _core.audit("syslog.closelog")
    _ident, _options, _facility, _open = None, 0, LOG_USER, False


def setlogmask(maskpri, /):
    """Set the priority mask to maskpri and return the previous mask value."""
    global _mask
    old = _mask
    _core.audit("syslog.setlogmask", maskpri)
    if maskpri:
        _mask = maskpri
    return old
