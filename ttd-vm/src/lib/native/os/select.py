"""Waiting for input and output: for the pairs of `_socket`, and for time to pass."""

import _socket
import _ttd_threads
import time

error = OSError
PIPE_BUF = 4096

# A wait without a timeout sleeps this many seconds at a time, and checks for an interrupt in between.
_FOREVER = 3600.0
# How long it sleeps at a time while other threads run, which may write.
_NAP = 0.001


def _number(file):
    if isinstance(file, int):
        return file
    return file.fileno()


def select(rlist, wlist, xlist, timeout=None, /):
    rlist, wlist = list(rlist), list(wlist)
    while True:
        readable = [f for f in rlist if _socket._readable(_number(f))]
        writable = [f for f in wlist if _socket._writable(_number(f))]
        if readable or writable:
            return readable, writable, []
        for f in rlist + wlist:
            if _number(f) not in _socket._ends:
                raise NotImplementedError("waiting for files is not supported by ttd-py yet")
        if _ttd_threads.has_others() and (timeout is None or timeout > 0):
            nap = _NAP if timeout is None else min(timeout, _NAP)
            time.sleep(nap)
            if timeout is not None:
                timeout -= nap
            continue
        if timeout is not None:
            if timeout > 0:
                time.sleep(timeout)
            return [f for f in rlist if _socket._readable(_number(f))], [], []
        time.sleep(_FOREVER)
