"""`_pickle`: the only thing of it that Python's own `pickle` cannot do without. The rest of `pickle` is Python."""

import sys

import _core


class PickleBuffer:
    """Wrapper for potentially out-of-band buffers"""

    __module__ = "pickle"
    __slots__ = ("_view", "__weakref__")

    def __new__(cls, object, /):
        self = super().__new__(cls)
        self._view = memoryview(object)
        return self

    def _shown(self):
        if self._view is None:
            raise ValueError("operation forbidden on released PickleBuffer object")
        return self._view

    def raw(self, /):
        """Return a memoryview of the raw memory underlying this buffer."""
        view = self._shown()
        if not view.contiguous:
            raise BufferError("cannot extract raw buffer from non-contiguous buffer")
        if view.format == "B" and view.ndim == 1:
            return view[:]
        if not view.c_contiguous:
            raise NotImplementedError("the raw buffer of memory in Fortran's order is not supported by ttd-py yet")
        return view.cast("B")

    def release(self, /):
        """Release the underlying buffer exposed by the PickleBuffer object."""
        if self._view is not None:
            self._view.release()
            self._view = None

    def __buffer__(self, flags, /):
        return self._shown()[:] if self._shown().ndim == 1 else memoryview(self._shown())


_core.seal(PickleBuffer, False)


def __getattr__(name):
    # `pickle` imports the rest next and has it in Python. No other importer may find this partial module.
    sys.modules["_pickle"] = None
    raise AttributeError(f"module '_pickle' has no attribute {name!r}")
