"""Starting child processes for `subprocess`."""

import _core
import _host
import _posix
import _ttd_processes as _processes

# Where in the child something failed, as `subprocess` reads it.
_PLACES = (b"", b"noexec:chdir", b"noexec")


def _exact(value, what):
    if not isinstance(value, int):
        raise TypeError(f"an integer is required (got type {type(value).__name__})")
    return value


def fork_exec(args, executable_list, close_fds, pass_fds, cwd, env, p2cread, p2cwrite, c2pread, c2pwrite, errread,
              errwrite, errpipe_read, errpipe_write, restore_signals, call_setsid, pgid_to_set, gid, extra_groups, uid,
              child_umask, preexec_fn, allow_vfork=True, /):
    """Spawn a fresh new child process.

    Fork a child process, close parent file descriptors as appropriate in the
    child and duplicate the few that are needed before calling exec() in the
    child process."""
    if preexec_fn is not None and _core.is_ending():
        raise PythonFinalizationError("preexec_fn not supported at interpreter shutdown")
    close_fds = bool(close_fds)
    if close_fds and errpipe_write < 3:
        raise ValueError("errpipe_write must be >= 3")
    if not isinstance(pass_fds, tuple):
        raise TypeError(f"fork_exec() argument 4 must be tuple, not {type(pass_fds).__name__}")
    last = -1
    for fd in pass_fds:
        if not isinstance(fd, int) or fd < 0 or fd <= last or fd > 0x7FFFFFFF:
            raise ValueError("bad value(s) in fds_to_keep")
        last = fd
    if not isinstance(args, (list, tuple)):
        args = list(args)
    argv = [_processes._encoded(arg, "") for arg in args]
    places = []
    for place in executable_list:
        if not isinstance(place, bytes):
            raise TypeError(f"expected bytes, {type(place).__name__} found")
        places.append(_processes._encoded(place, ""))
    environment = None if env is None else [_processes._encoded(pair, "") for pair in env]
    folder = None if cwd is None else _processes._encoded(cwd, "")
    groups = None
    if extra_groups is not None:
        if not isinstance(extra_groups, list):
            raise TypeError("setgroups argument must be a sequence")
        groups = [_exact(group, "group") for group in extra_groups]
        if not all([0 <= group <= 0xFFFFFFFF for group in groups]):
            raise ValueError("invalid group id")
    actions = []
    for number, fd in ((0, p2cread), (1, c2pwrite), (2, errwrite)):
        if fd >= 0:
            actions.append((number, fd))
    steps = _redirections(actions)
    given = dict(
        folder=folder, keep=[fd for fd in pass_fds if fd != errpipe_write], close_fds=close_fds,
        restore=bool(restore_signals), new_session=bool(call_setsid), process_group=pgid_to_set,
        gid=-1 if gid is None else gid, uid=-1 if uid is None else uid, umask=child_umask, groups=groups,
        actions=[(_processes._numbers(step), b"") for step in steps])
    if preexec_fn is None:
        pid, errno, place = _processes._spawn(_host.FORK_EXEC, argv, places, environment, **given)
        if errno:
            _posix.write(errpipe_write, b"OSError:%x:%s" % (errno, _PLACES[place]))
        return pid
    pid = _processes._fork()
    if pid == 0:
        _become(preexec_fn, argv, places, environment, dict(given, actions=()), errpipe_write, steps)
    return pid


def _redirections(actions):
    """The steps that give the standard streams their files; those that are standard streams themselves are moved
    first."""
    steps = []
    free = 60
    moved = []
    for number, fd in actions:
        if fd < 3 and fd != number:
            steps.append((2, fd, free))
            moved.append((number, free))
            free += 1
        else:
            moved.append((number, fd))
    for number, fd in moved:
        steps.append((2, fd, number))
    steps += [(1, fd) for _, fd in moved if fd >= 60]
    return steps


def _become(preexec_fn, argv, places, environment, given, errpipe_write, steps):
    """The child's part when it runs Python code first: the standard streams are in place by then."""
    message = b"SubprocessError:0:Exception occurred in preexec_fn."
    try:
        for kind, *fds in steps:
            if kind == 2:
                _posix.dup2(*fds)
            else:
                _posix.close(*fds)
        preexec_fn()
        try:
            _processes._spawn(_host.EXEC, argv, places, environment, **given)
        except OSError as error:
            message = b"OSError:%x:" % error.errno
    except BaseException:
        pass
    _posix.write(errpipe_write, message)
    _processes._exit(255)
