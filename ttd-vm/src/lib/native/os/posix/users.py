# ---- users and processes

def _ids(data):
    return tuple([int.from_bytes(data[at:at + 4], "little") for at in range(0, len(data), 4)])


def _pid(value):
    return _fd(value)


def getpriority(which, who):
    """Return program scheduling priority."""
    return 20 - _call((), "getpriority", which, who)


def setpriority(which, who, priority):
    """Set program scheduling priority."""
    _call((), "setpriority", which, who, priority)


def nice(increment, /):
    """Add increment to the priority of process and return the new priority."""
    priority = min(max(getpriority(PRIO_PROCESS, 0) + _fd(increment), -20), 19)
    try:
        setpriority(PRIO_PROCESS, 0, priority)
    except PermissionError:
        raise PermissionError(1, strerror(1)) from None
    return getpriority(PRIO_PROCESS, 0)


def getresuid():
    """Return a tuple of the current process's real, effective, and saved user ids."""
    return _ids(_call((), "getresuid"))


def getresgid():
    """Return a tuple of the current process's real, effective, and saved group ids."""
    return _ids(_call((), "getresgid"))


def setuid(uid, /):
    """Set the current process's user id."""
    _call((), "setuid", _id(uid, "uid"))


def seteuid(euid, /):
    """Set the current process's effective user id."""
    _call((), "setresuid", 0xFFFFFFFF, _id(euid, "uid"), 0xFFFFFFFF)


def setgid(gid, /):
    """Set the current process's group id."""
    _call((), "setgid", _id(gid, "gid"))


def setegid(egid, /):
    """Set the current process's effective group id."""
    _call((), "setresgid", 0xFFFFFFFF, _id(egid, "gid"), 0xFFFFFFFF)


def setreuid(ruid, euid, /):
    """Set the current process's real and effective user ids."""
    _call((), "setreuid", _id(ruid, "uid"), _id(euid, "uid"))


def setregid(rgid, egid, /):
    """Set the current process's real and effective group ids."""
    _call((), "setregid", _id(rgid, "gid"), _id(egid, "gid"))


def setresuid(ruid, euid, suid, /):
    """Set the current process's real, effective, and saved user ids."""
    _call((), "setresuid", _id(ruid, "uid"), _id(euid, "uid"), _id(suid, "uid"))


def setresgid(rgid, egid, sgid, /):
    """Set the current process's real, effective, and saved group ids."""
    _call((), "setresgid", _id(rgid, "gid"), _id(egid, "gid"), _id(sgid, "gid"))


def getgroups():
    """Return list of supplemental group IDs for the process."""
    count = _call((), "getgroups count")
    return list(_ids(_call((), "getgroups", count)))[:count]


def setgroups(groups, /):
    """Set the groups of the current process to list."""
    try:
        count = len(groups)
        groups = [groups[i] for i in range(count)]
    except (TypeError, KeyError):
        raise TypeError("setgroups argument must be a sequence") from None
    if count > 65536:
        raise ValueError("too many groups")
    for group in groups:
        if not hasattr(type(group), "__index__"):
            raise TypeError("groups must be integers")
    _call((), "setgroups", b"".join([_id(group, "gid").to_bytes(4, "little") for group in groups]))


# The numbers of `Question` in `ttd-vm/src/vm/host/system/library.rs`.
_SYSCONF, _PATHCONF, _FPATHCONF, _CONFSTR, _USERS, _GROUPS = 0, 1, 2, 3, 4, 5
_USER_BY_ID, _USER_BY_NAME, _GROUP_BY_ID, _GROUP_BY_NAME, _GROUPS_OF = 6, 7, 8, 9, 10


def getgrouplist(user, group, /):
    """Returns a list of groups to which a user belongs."""
    return list(_posix.library((), _GROUPS_OF, _id(group, "gid"), _encoded(user)))


def initgroups(username, gid, /):
    """Initialize the group access list."""
    setgroups(getgrouplist(username, gid))


def getlogin():
    """Return the actual login name."""
    try:
        fd = open("/proc/self/loginuid", O_RDONLY)
    except OSError:
        raise OSError(6, strerror(6)) from None
    try:
        number = int(read(fd, 32) or b"-1")
    finally:
        close(fd)
    found = () if number in (-1, 0xFFFFFFFF) else _posix.library((), _USER_BY_ID, number)
    if not found:
        raise OSError(6, strerror(6))
    return found[0].decode("utf-8", "surrogateescape")


# ---- the scheduler

sched_param = _make("posix", "sched_param", ("sched_priority",), None,
                    "Currently has only one field: sched_priority\n\n  sched_priority\n    A scheduling parameter.")


def _new_param(cls, sched_priority):
    return tuple.__new__(cls, (sched_priority,))


_new_param.__name__ = _new_param.__qualname__ = "__new__"
sched_param.__new__ = staticmethod(_new_param)
sched_param.__reduce__ = lambda self: (sched_param, (self.sched_priority,))


def _param(value):
    if not isinstance(value, sched_param):
        raise TypeError("must have a sched_param object")
    priority = _index(value.sched_priority)
    if not -0x80000000 <= priority <= 0x7FFFFFFF:
        raise OverflowError("sched_priority out of range")
    return priority.to_bytes(4, "little", signed=True)


def sched_yield():
    """Voluntarily relinquish the CPU."""
    _call((), "sched_yield")


def sched_getscheduler(pid, /):
    """Get the scheduling policy for the process identified by pid."""
    return _call((), "sched_getscheduler", _pid(pid))


def sched_setscheduler(pid, policy, param, /):
    """Set the scheduling policy for the process identified by pid."""
    _call((), "sched_setscheduler", _pid(pid), policy, _param(param))


def sched_getparam(pid, /):
    """Returns scheduling parameters for the process identified by pid."""
    return sched_param(_ids(_call((), "sched_getparam", _pid(pid)))[0])


def sched_setparam(pid, param, /):
    """Set scheduling parameters for the process identified by pid."""
    _call((), "sched_setparam", _pid(pid), _param(param))


def sched_get_priority_max(policy):
    """Get the maximum scheduling priority for policy."""
    return _call((), "sched_get_priority_max", policy)


def sched_get_priority_min(policy):
    """Get the minimum scheduling priority for policy."""
    return _call((), "sched_get_priority_min", policy)


def sched_rr_get_interval(pid, /):
    """Return the round-robin quantum for the process identified by pid, in seconds."""
    data = _call((), "sched_rr_get_interval", _pid(pid))
    return int.from_bytes(data[:8], "little") + int.from_bytes(data[8:], "little") / 1e9


def sched_getaffinity(pid, /):
    """Return the affinity of the process identified by pid (or the current process if zero)."""
    mask = int.from_bytes(_call((), "sched_getaffinity", _pid(pid), 1024), "little")
    return {cpu for cpu in range(mask.bit_length()) if mask >> cpu & 1}


def sched_setaffinity(pid, mask, /):
    """Set the CPU affinity of the process identified by pid to mask."""
    bits = 0
    for cpu in mask:
        if not isinstance(cpu, int):
            raise TypeError(f"iterator of ints expected, got '{type(cpu).__name__}' object")
        if cpu < 0:
            raise ValueError("negative CPU number")
        if cpu > 0x7FFFFFFE:
            raise OverflowError("CPU number too large")
        bits |= 1 << cpu
    _call((), "sched_setaffinity", _pid(pid), bits.to_bytes(max(128, bits.bit_length() // 8 + 1), "little"))


def unshare(flags):
    """Disassociate parts of a process (or thread) execution context."""
    _call((), "unshare", flags)


def setns(fd, nstype=0):
    """Move the calling thread into different namespaces."""
    _call((), "setns", _descriptor(fd), nstype)


