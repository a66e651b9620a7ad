"""Child processes: the part of `posix` that starts them, waits for them and sends them signals."""

import _core
import _host
import _posix
import _ttd_threads
from _operator import index as _int

__all__ = [
    "CLD_CONTINUED", "CLD_DUMPED", "CLD_EXITED", "CLD_KILLED", "CLD_STOPPED", "CLD_TRAPPED",
    "POSIX_SPAWN_CLOSE", "POSIX_SPAWN_CLOSEFROM", "POSIX_SPAWN_DUP2", "POSIX_SPAWN_OPEN",
    "P_ALL", "P_PGID", "P_PID", "P_PIDFD", "WCONTINUED", "WCOREDUMP", "WEXITED", "WEXITSTATUS", "WIFCONTINUED",
    "WIFEXITED", "WIFSIGNALED", "WIFSTOPPED", "WNOHANG", "WNOWAIT", "WSTOPPED", "WSTOPSIG", "WTERMSIG", "WUNTRACED",
    "_exit", "abort", "execv", "execve", "fork", "get_blocking", "get_inheritable", "getpgid", "getpgrp", "getsid",
    "kill", "killpg", "pidfd_open", "posix_spawn", "posix_spawnp", "register_at_fork", "set_blocking", "set_inheritable", "setpgid",
    "setpgrp", "setsid", "system", "wait", "wait3", "wait4", "waitid", "waitid_result", "waitpid",
    "waitstatus_to_exitcode",
]

CLD_EXITED, CLD_KILLED, CLD_DUMPED, CLD_TRAPPED, CLD_STOPPED, CLD_CONTINUED = 1, 2, 3, 4, 5, 6
POSIX_SPAWN_OPEN, POSIX_SPAWN_CLOSE, POSIX_SPAWN_DUP2, POSIX_SPAWN_CLOSEFROM = 0, 1, 2, 3
P_ALL, P_PID, P_PGID, P_PIDFD = 0, 1, 2, 3
WNOHANG, WUNTRACED, WSTOPPED, WEXITED, WCONTINUED, WNOWAIT = 1, 2, 2, 4, 8, 0x1000000
_make = _core.namespace()["make_struct"]


def _fd(value):
    number = _int(value)
    if not -0x80000000 <= number <= 0x7FFFFFFF:
        raise OverflowError(f"signed integer is {'greater than maximum' if number > 0 else 'less than minimum'}")
    return number


def get_inheritable(fd, /):
    """Get the close-on-exe flag of the specified file descriptor."""
    return bool(_host.ask(_host.GET_INHERITABLE, _fd(fd)))


def set_inheritable(fd, inheritable, /):
    """Set the inheritable flag of the specified file descriptor."""
    _host.ask(_host.SET_INHERITABLE, _fd(fd), bool(_int(inheritable)))


def get_blocking(fd, /):
    """Get the blocking mode of the file descriptor.

    Return False if the O_NONBLOCK flag is set, True if the flag is cleared."""
    return bool(_host.ask(_host.GET_BLOCKING, _fd(fd)))


def set_blocking(fd, blocking, /):
    """Set the blocking mode of the specified file descriptor.

    Set the O_NONBLOCK flag if blocking is False,
    clear the O_NONBLOCK flag otherwise."""
    _host.ask(_host.SET_BLOCKING, _fd(fd), bool(blocking))


# ---- What a child is started with.

def _pieces(parts):
    return b"".join([len(part).to_bytes(4, "little") + part for part in parts])


def _numbers(numbers):
    return b"".join([int(n).to_bytes(8, "little", signed=True) for n in numbers])


def _spawn(op, argv, executables, environment, folder=None, keep=(), close_fds=True, restore=0, new_session=False,
           process_group=-1, gid=-1, uid=-1, umask=-1, groups=None, actions=(), mask=None, policy=-1, priority=-1):
    if mask is None:
        mask = _own_mask()
    flags = (environment is not None, folder is not None, close_fds, restore, new_session, process_group, gid, uid,
             umask, groups is not None, mask is not None, mask or 0, policy, priority)
    data = _pieces([
        _pieces(argv), _pieces(executables), _pieces(environment or ()), folder or b"", _numbers(flags),
        _numbers(keep), _numbers(groups or ()), _pieces([piece for action in actions for piece in action]),
    ])
    _show_written()
    return _host.ask(op, data=data)


def _own_mask():
    """The signals that the program has blocked, as bits; None if these are what the process began with."""
    signals = _core.namespace()["modules"].get("_signal")
    blocked = signals._mask() if signals else ()
    return sum([1 << number - 1 for number in blocked]) if blocked else None


def _show_written():
    """Another process may look at files: what is in buffers of streams that nobody has any more must be there."""
    if _core.namespace()["written_names"]:
        _core.close_abandoned()


def _encoded(value, what):
    from posix import fspath
    value = fspath(value)
    if isinstance(value, str):
        value = value.encode("utf-8", "surrogateescape")
    if 0 in value:
        raise ValueError(f"{what}embedded null byte")
    return value


def _arguments(argv, function):
    if not isinstance(argv, (list, tuple)):
        raise TypeError(f"{function}: argv must be a tuple or list")
    if not argv:
        raise ValueError(f"{function}: argv must not be empty")
    encoded = [_encoded(arg, "") for arg in argv]
    if not encoded[0]:
        raise ValueError(f"{function}: argv first element cannot be empty")
    return encoded


def _environment(env, function):
    if env is None:
        return None
    if not (hasattr(env, "keys") and hasattr(env, "values")):
        raise TypeError(f"{function}: environment must be a mapping object")
    pairs = []
    for key, value in zip(list(env.keys()), list(env.values())):
        key, value = _encoded(key, ""), _encoded(value, "")
        if b"=" in key:
            raise ValueError("illegal environment variable name")
        pairs.append(key + b"=" + value)
    return pairs


def execv(path, argv, /):
    """Execute an executable path with arguments, replacing current process.

    path
      Path of executable file.
    argv
      Tuple or list of strings."""
    _exec(path, argv, None, "execv")


def execve(path, argv, env):
    """Execute an executable path with arguments, replacing current process.

    path
      Path of executable file.
    argv
      Tuple or list of strings.
    env
      Dictionary of strings mapping to strings."""
    _exec(path, argv, env, "execve")


def _exec(path, argv, env, function):
    encoded = _encoded(path, f"{function}: ")
    _core.audit("os.exec", path, argv, env)
    argv = _arguments(argv, function)
    if _core.debugged():
        raise NotImplementedError("becoming another program under a debugger is not supported by ttd-py yet")
    try:
        _spawn(_host.EXEC, argv, [encoded], _environment(env, function), close_fds=False)
    except OSError as error:
        error.filename = path if function == "execve" else None
        raise


def _actions(file_actions):
    steps = []
    for action in file_actions or ():
        if not isinstance(action, tuple) or not action:
            raise TypeError("Each file_actions element must be a non-empty tuple")
        tag = _int(action[0])
        if tag == POSIX_SPAWN_OPEN:
            if len(action) != 5:
                raise TypeError("A open file_action tuple must have 5 elements")
            _, fd, path, flags, mode = action
            steps.append((_numbers((0, fd, flags, mode)), _encoded(path, "")))
        elif tag in (POSIX_SPAWN_CLOSE, POSIX_SPAWN_CLOSEFROM):
            if len(action) != 2:
                name = "close" if tag == POSIX_SPAWN_CLOSE else "closefrom"
                raise TypeError(f"A {name} file_action tuple must have 2 elements")
            steps.append((_numbers((tag, action[1])), b""))
        elif tag == POSIX_SPAWN_DUP2:
            if len(action) != 3:
                raise TypeError("A dup2 file_action tuple must have 3 elements")
            steps.append((_numbers((2, action[1], action[2])), b""))
        else:
            raise TypeError("Unknown file_actions identifier")
    return steps


def posix_spawn(path, argv, env, /, *, file_actions=(), setpgroup=None, resetids=False, setsid=False, setsigmask=(),
                setsigdef=(), scheduler=None):
    """Execute the program specified by path in a new process."""
    return _posix_spawn("posix_spawn", path, [_encoded(path, "posix_spawn: ")], argv, env, file_actions, setpgroup,
                        resetids, setsid, setsigmask, setsigdef, scheduler)


def posix_spawnp(path, argv, env, /, *, file_actions=(), setpgroup=None, resetids=False, setsid=False, setsigmask=(),
                 setsigdef=(), scheduler=None):
    """Execute the program specified by path in a new process."""
    encoded = _encoded(path, "posix_spawnp: ")
    places = [encoded]
    if b"/" not in encoded:
        import os
        places = [_encoded(os.path.join(folder, encoded), "") for folder in os.get_exec_path(None)
                  for folder in [os.fsencode(folder)]]
    return _posix_spawn("posix_spawnp", path, places, argv, env, file_actions, setpgroup, resetids, setsid, setsigmask,
                        setsigdef, scheduler)


def _signal_bits(numbers):
    """Signals as bits: bit 1 is signal 1."""
    bits = 0
    for number in numbers:
        number = _int(number)
        if not 1 <= number <= 64:
            raise ValueError(f"signal number {number} out of range [1; 64]")
        bits |= 1 << number
    return bits


def _scheduler(value):
    """Policy and priority; -1 stands for what the parent has."""
    if value is None:
        return -1, -1
    if not isinstance(value, tuple) or len(value) != 2:
        raise TypeError("A scheduler tuple must have two elements")
    from posix import sched_param
    policy, parameters = value
    if not isinstance(parameters, sched_param):
        raise TypeError("must have a sched_param object")
    return -1 if policy is None else _int(policy), _int(parameters.sched_priority)


def _posix_spawn(function, path, places, argv, env, file_actions, setpgroup, resetids, setsid, setsigmask, setsigdef,
                 scheduler):
    _core.audit("os.posix_spawn", path, argv, env)
    argv = _arguments(argv, function)
    mask = _signal_bits(setsigmask) >> 1 if setsigmask != () else None
    if mask is not None and mask >> 63:
        mask -= 1 << 64
    # The last two real-time signals have their default action anyway.
    restore = _signal_bits(setsigdef) & (1 << 63) - 1
    policy, priority = _scheduler(scheduler)
    gid = uid = -1
    if resetids:
        from posix import getgid, getuid
        gid, uid = getgid(), getuid()
    pid, errno, _ = _spawn(
        _host.FORK_EXEC, argv, places, _environment(env, function), close_fds=False, restore=restore,
        new_session=bool(setsid), process_group=-1 if setpgroup is None else _int(setpgroup), gid=gid, uid=uid,
        actions=_actions(file_actions), mask=mask, policy=policy, priority=priority)
    if errno:
        waitpid(pid, 0)
        raise OSError(errno, _posix.strerror(errno), path)
    return pid


def system(command):
    """Execute the command in a subshell."""
    command = _encoded(command, "")
    _core.audit("os.system", command)
    pid, errno, _ = _spawn(_host.FORK_EXEC, [b"sh", b"-c", command], [b"/bin/sh"], None, close_fds=False, restore=1)
    return waitpid(pid, 0)[1]


# ---- Copies of this process.

_before_fork, _after_in_child, _after_in_parent = [], [], []


_absent = object()


def register_at_fork(*, before=_absent, after_in_child=_absent, after_in_parent=_absent):
    """Register callables to be called when forking a new process.

    before
      A callable to be called in the parent before the fork() syscall.
    after_in_child
      A callable to be called in the child after fork().
    after_in_parent
      A callable to be called in the parent after fork()."""
    if before is after_in_child is after_in_parent is _absent:
        raise TypeError("At least one argument is required.")
    given = (("before", before), ("after_in_child", after_in_child), ("after_in_parent", after_in_parent))
    for name, function in given:
        if function is not _absent and not callable(function):
            raise TypeError(f"'{name}' must be callable, not {type(function).__name__}")
    for (_, function), functions in zip(given, (_before_fork, _after_in_child, _after_in_parent)):
        if function is not _absent:
            functions.append(function)


def _call_each(functions):
    for function in functions:
        try:
            function()
        except BaseException as error:
            import sys
            sys.unraisablehook(_Unraisable(error, function))


class _Unraisable:
    def __init__(self, error, function):
        self.exc_type, self.exc_value, self.exc_traceback = type(error), error, error.__traceback__
        self.err_msg, self.object = "Exception ignored in", function


def fork():
    """Fork a child process.

    Return 0 to child process and PID of child to parent process."""
    _core.audit("os.fork")
    return _fork()


def _fork():
    if _core.is_ending():
        raise PythonFinalizationError("can't fork at interpreter shutdown")
    _call_each(_before_fork[::-1])
    _show_written()
    pid = _host.ask(_host.FORK)
    if not pid:
        import _thread
        _thread._after_fork()
        _reseed()
    _call_each(_after_in_parent if pid else _after_in_child)
    if pid and _ttd_threads.has_others():
        import _warnings
        text = f"This process (pid={_posix.id_number(0)}) is multi-threaded, use of fork() may lead to deadlocks in the child."
        _warnings.warn(text, DeprecationWarning, 2)
    return pid


def _reseed():
    """The numbers of the generator behind the functions of `random` are others in the copy."""
    import sys
    generator = getattr(sys.modules.get("random"), "_inst", None)
    if generator is not None:
        generator.seed()


def _exit(status):
    """Exit to the system with specified status, without normal exit processing."""
    _core.exit_now(_fd(status))


# ---- Waiting.

def _waited(pid, options):
    return _host.ask(_host.WAIT, 0, _fd(pid), _fd(options)) or (0, 0, *(0,) * 16)


def waitpid(pid, options, /):
    """Wait for completion of a given child process.

    Returns a tuple of information regarding the child process:
        (pid, status)

    The options argument is ignored on Windows."""
    return _waited(pid, options)[:2]


def wait():
    """Wait for completion of a child process.

    Returns a tuple of information about the child process:
        (pid, status)"""
    return waitpid(-1, 0)


def wait4(pid, options):
    """Wait for completion of a specific child process.

    Returns a tuple of information about the child process:
      (pid, status, rusage)"""
    numbers = _waited(pid, options)
    import resource
    usage = resource.struct_rusage((numbers[2] / 1e6, numbers[3] / 1e6, *numbers[4:]))
    return numbers[0], numbers[1], usage


def wait3(options):
    """Wait for completion of a child process.

    Returns a tuple of information about the child process:
      (pid, status, rusage)"""
    return wait4(-1, options)


waitid_result = _make("posix", "waitid_result", ("si_pid", "si_uid", "si_signo", "si_status", "si_code"), None,
                      "waitid_result: Result from waitid.")


def waitid(idtype, id, options, /):
    """Returns the result of waiting for a process or processes.

      idtype
        Must be one of be P_PID, P_PGID or P_ALL.
      id
        The id to wait on.
      options
        Constructed from the ORing of one or more of WEXITED, WSTOPPED
        or WCONTINUED and additionally may be ORed with WNOHANG or WNOWAIT.

    Returns either waitid_result or None if WNOHANG is specified and there are
    no children in a waitable state."""
    kind = _fd(idtype)
    if kind not in (P_ALL, P_PID, P_PGID, P_PIDFD) or not options & (WEXITED | WSTOPPED | WCONTINUED):
        raise OSError(22, "Invalid argument")
    numbers = _host.ask(_host.WAIT, (1, 2, 3, 4)[kind], _fd(id), _fd(options))
    return waitid_result(numbers) if numbers else None


def WIFSTOPPED(status):
    """Return True if the process returning status was stopped."""
    return _int(status) & 0xFF == 0x7F


def WSTOPSIG(status):
    """Return the signal that stopped the process that provided the status value."""
    return _int(status) >> 8 & 0xFF


def WEXITSTATUS(status):
    """Return the process return code from status."""
    return _int(status) >> 8 & 0xFF


def WTERMSIG(status):
    """Return the signal that terminated the process that provided the status value."""
    return _int(status) & 0x7F


def WIFEXITED(status):
    """Return True if the process returning status exited via the exit() system call."""
    return _int(status) & 0x7F == 0


def WIFSIGNALED(status):
    """Return True if the process returning status was terminated by a signal."""
    return 0 < _int(status) & 0x7F < 0x7F


def WIFCONTINUED(status):
    """Return True if a particular process was continued from a job control stop.

    Return True if the process returning status was continued from a
    job control stop."""
    return _int(status) == 0xFFFF


def WCOREDUMP(status, /):
    """Return True if the process returning status was dumped to a core file."""
    return bool(_int(status) & 0x80)


def waitstatus_to_exitcode(status):
    """Convert a wait status to an exit code."""
    if not isinstance(status, int):
        _int(status)
    if WIFEXITED(status):
        return WEXITSTATUS(status)
    if WIFSIGNALED(status):
        return -WTERMSIG(status)
    if WIFSTOPPED(status):
        raise ValueError(f"process stopped by delivery of signal {WSTOPSIG(status)}")
    raise ValueError(f"invalid wait status: {status}")


# ---- Signals, groups, sessions.

def kill(pid, signal, /):
    """Kill a process with a signal."""
    pid, signal = _fd(pid), _fd(signal)
    _core.audit("os.kill", pid, signal)
    if pid == _posix.id_number(0) and signal:
        import _signal
        return _signal._to_itself(signal)
    _host.ask(_host.KILL, pid, signal)


def killpg(pgid, signal, /):
    """Kill a process group with a signal."""
    pgid, signal = _fd(pgid), _fd(signal)
    _core.audit("os.killpg", pgid, signal)
    _host.ask(_host.KILLPG, pgid, signal)


def pidfd_open(pid, flags=0):
    """Return a file descriptor referring to the process *pid*.

    The descriptor can be used to perform process management without races and
    signals."""
    return _host.ask(_host.SETSID, 5, _fd(pid), _fd(flags))


def abort():
    """Abort the interpreter immediately.

    This function 'dumps core' or otherwise fails in the hardest way possible
    on the hosting operating system.  This function never returns."""
    import _signal
    _signal._to_itself(6)


def setsid():
    """Call the system call setsid()."""
    _host.ask(_host.SETSID, 0)


def getsid(pid, /):
    """Call the system call getsid(pid) and return the result."""
    return _host.ask(_host.SETSID, 1, _fd(pid))


def getpgid(pid):
    """Call the system call getpgid(), and return the result."""
    return _host.ask(_host.SETSID, 2, _fd(pid))


def setpgid(pid, pgrp, /):
    """Call the system call setpgid(pid, pgrp)."""
    _host.ask(_host.SETSID, 3, _fd(pid), _fd(pgrp))


def getpgrp():
    """Return the current process group id."""
    return _host.ask(_host.SETSID, 4)


def setpgrp():
    """Make the current process the leader of its process group."""
    setpgid(0, 0)
