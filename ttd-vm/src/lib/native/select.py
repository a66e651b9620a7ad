"""`select`: there to be imported. Waiting for descriptors is not supported yet."""

error = OSError
PIPE_BUF = 4096


def select(rlist, wlist, xlist, timeout=None, /):
    """Wait until one or more file descriptors are ready for some kind of I/O."""
    raise NotImplementedError("select.select is not supported by ttd-py yet")
