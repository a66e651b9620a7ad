"""Limits of the process and what it has used."""

import _core
import _posix
from _operator import index as _index

error = OSError
RLIMIT_AS, RLIMIT_CORE, RLIMIT_CPU, RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE = 9, 4, 0, 2, 1, 8, 12
RLIMIT_NICE, RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_OFILE, RLIMIT_RSS, RLIMIT_RTPRIO = 13, 7, 6, 7, 5, 14
RLIMIT_RTTIME, RLIMIT_SIGPENDING, RLIMIT_STACK, RLIM_INFINITY, RUSAGE_CHILDREN, RUSAGE_SELF = 15, 11, 3, -1, -1, 0
RUSAGE_THREAD = 1

struct_rusage = _core.namespace()["make_struct"](
    "resource", "struct_rusage",
    ("ru_utime", "ru_stime", "ru_maxrss", "ru_ixrss", "ru_idrss", "ru_isrss", "ru_minflt", "ru_majflt", "ru_nswap",
     "ru_inblock", "ru_oublock", "ru_msgsnd", "ru_msgrcv", "ru_nsignals", "ru_nvcsw", "ru_nivcsw"), None,
    "struct_rusage: Result from getrusage.\n\nThis object may be accessed either as a tuple of\n"
    "    (utime,stime,maxrss,ixrss,idrss,isrss,minflt,majflt,\n"
    "    nswap,inblock,oublock,msgsnd,msgrcv,nsignals,nvcsw,nivcsw)\n"
    "or via the attributes ru_utime, ru_stime, ru_maxrss, and so on.")


def _words(data):
    return [int.from_bytes(data[at:at + 8], "little", signed=True) for at in range(0, len(data), 8)]


def getrusage(who, /):
    if who not in (RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD):
        _index(who)
        raise ValueError("invalid who parameter")
    words = _words(_posix.call((), "getrusage", who))
    return struct_rusage((words[0] + words[1] / 1e6, words[2] + words[3] / 1e6, *words[4:]))


def _resource(number):
    number = _index(number)
    if not 0 <= number < 16:
        raise ValueError("invalid resource specified")
    return number


def _limits(limits):
    try:
        pair = tuple(limits)
    except TypeError:
        pair = ()
    if len(pair) != 2:
        raise ValueError("expected a tuple of 2 integers")
    parts = []
    for value in pair:
        value = _index(value)
        if not -(1 << 63) <= value < 1 << 64:
            raise OverflowError("Python int too large to convert to C long")
        parts.append((value & (1 << 64) - 1).to_bytes(8, "little"))
    return b"".join(parts)


def _change(pid, resource, limits):
    try:
        return tuple(_words(_posix.call((), "prlimit set", pid, resource, limits)))
    except OSError as e:
        if e.errno == 22:
            raise ValueError("current limit exceeds maximum limit") from None
        if e.errno == 1 and pid == 0:
            raise ValueError("not allowed to raise maximum limit") from None
        raise


def getrlimit(resource, /):
    return tuple(_words(_posix.call((), "prlimit", 0, _resource(resource))))


def setrlimit(resource, limits, /):
    resource = _resource(resource)
    _core.audit("resource.setrlimit", resource, limits)
    _change(0, resource, _limits(limits))


def prlimit(pid, resource, limits=None, /):
    resource = _resource(resource)
    _core.audit("resource.prlimit", pid, resource, limits)
    if limits is None:
        return tuple(_words(_posix.call((), "prlimit", pid, resource)))
    return _change(pid, resource, _limits(limits))


def getpagesize():
    return 4096
