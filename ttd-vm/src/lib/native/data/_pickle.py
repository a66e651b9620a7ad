"""`_pickle`: `PickleBuffer`, and the functions and classes of `pickle` for builtin values and plain instances, which are
native (`_ttd_pickle`). Everything else is `pickle`'s own, but that `Pickler` has what only the one in C has.
"""

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


def _pickler(python, native):
    import copyreg
    table, handled = copyreg.dispatch_table, python._Pickler.dispatch
    own = frozenset((type(None), bool, int, float, bytes, str, dict, set, frozenset, list, tuple, bytearray, PickleBuffer))

    class Pickler(python._Pickler):
        __doc__ = python._Pickler.__doc__
        __module__ = "_pickle"

        def __init__(self, file, protocol=None, fix_imports=True, buffer_callback=None):
            super().__init__(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)
            # A subclass may have an attribute of this name that means something else.
            self.dispatch = python._Pickler.dispatch
            override = getattr(self, "reducer_override", None)
            if override is not None:
                self.reducer_override = lambda obj: NotImplemented if obj.__class__ in own else override(obj)

        @property
        def memo(self):
            if self._memo is None:
                # What is no object has a number all the same.
                self._memo = {~at if v is None else id(v): (at, v) for at, v in enumerate(self._numbered)}
                self._numbered = None
            return self._memo

        @memo.setter
        def memo(self, memo):
            self._memo, self._numbered = memo, None

        def dump(self, obj, /):
            """Write a pickled representation of the given object to the open file."""
            if not self._is_plain():
                return super().dump(obj)
            numbered = self._numbered or []
            made = native.dumps_with_memo(obj, self.proto, table, handled, numbered)
            if made.__class__ is tuple:
                data, numbered = made
                self._memo, self._numbered = None, numbered
                self._file_write(data)
            elif made:
                reduced = {id(made[at]): made[at + 1] for at in range(0, len(made), 2)}
                self.reducer_override = lambda obj: reduced.pop(id(obj), NotImplemented)
                try:
                    super().dump(obj)
                finally:
                    del self.reducer_override
            else:
                super().dump(obj)

        def _is_plain(self):
            """Whether nothing of it was changed, and what it has written was written natively, and is little."""
            return (self.__class__ is Pickler and hasattr(self, "_file_write")
                    and (not self._memo if self._numbered is None else len(self._numbered) < _MOST_NUMBERED)
                    and not self.fast and self._buffer_callback is None
                    and getattr(self, "dispatch_table", None) is None
                    and getattr(self, "reducer_override", None) is None
                    and getattr(self.persistent_id, "__func__", None) is python._Pickler.persistent_id)

    Pickler.__qualname__ = "Pickler"
    return Pickler


# Objects with numbers that a pickler or unpickler may have for its next pickle to be native: they are copied each time.
_MOST_NUMBERED = 2000


def _unpickler(python, loaded):
    class Unpickler(python._Unpickler):
        __doc__ = python._Unpickler.__doc__
        __module__ = "_pickle"

        def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()):
            super().__init__(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers)
            self._plain_file = file if (fix_imports, encoding, errors, buffers) == (True, "ASCII", "strict", ()) else None

        @property
        def memo(self):
            if self._memo is None:
                self._memo, self._numbered = dict(enumerate(self._numbered)), None
            return self._memo

        @memo.setter
        def memo(self, memo):
            self._memo, self._numbered = memo, None

        def load(self):
            """Load a pickle. Read a pickled object representation from the open file object given in the constructor,
            and return the reconstituted object hierarchy specified therein."""
            if self._is_plain():
                made = loaded(self._plain_file, self._numbered or [])
                if made is not None:
                    self._memo, self._numbered = None, made[2]
                    return made[0]
            try:
                return super().load()
            except EOFError as error:
                if error.args:
                    raise
                raise EOFError("Ran out of input") from None

        def _is_plain(self):
            """Whether nothing of it was changed, and what it has read was read natively, and is little."""
            return (self.__class__ is Unpickler and getattr(self, "_plain_file", None) is not None
                    and (not self._memo if self._numbered is None else len(self._numbered) < _MOST_NUMBERED)
                    and not {"find_class", "persistent_load"} & self.__dict__.keys())

    Unpickler.__qualname__ = "Unpickler"
    return Unpickler


def _functions(python):
    import _ttd_pickle as native
    import copyreg
    import io
    dispatch_table, handled = copyreg.dispatch_table, python._Pickler.dispatch
    pickler = _pickler(python, native)

    class _Resuming(python._Pickler):
        """Pickles what the native code gave up on. What that has called already gives the same result once more."""

        def reducer_override(self, obj):
            if id(obj) in self.reduced:
                return self.reduced.pop(id(obj))[1]
            return NotImplemented

    def _resumed(obj, protocol, fix_imports, reduced):
        file = io.BytesIO()
        resuming = _Resuming(file, protocol, fix_imports=fix_imports)
        resuming.reduced = {id(reduced[at]): reduced[at:at + 2] for at in range(0, len(reduced), 2)}
        resuming.dump(obj)
        return file.getvalue()

    def _native_pickle(obj, protocol, fix_imports, buffer_callback):
        if protocol is None:
            protocol = python.DEFAULT_PROTOCOL
        elif protocol.__class__ is not int:
            return None
        elif protocol < 0:
            protocol = python.HIGHEST_PROTOCOL
        if buffer_callback is not None:
            return None
        made = native.dumps(obj, protocol, dispatch_table, handled)
        if made.__class__ is bytes:
            return made
        return _resumed(obj, protocol, fix_imports, made) if made else None

    def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        """Write a pickled representation of obj to the open file object file."""
        data = _native_pickle(obj, protocol, fix_imports, buffer_callback)
        if data is None or not hasattr(file, "write"):
            return python._dump(obj, file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)
        file.write(data)

    def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
        """Return the pickled representation of the object as a bytes object."""
        data = _native_pickle(obj, protocol, fix_imports, buffer_callback)
        if data is None:
            return python._dumps(obj, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)
        return data

    def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()):
        """Read and return an object from the given pickle data."""
        if data.__class__ is bytes:
            made = native.loads(data)
            if made is not None:
                return made[0]
        return python._loads(data, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers)

    def _loaded(file, numbered=[]):
        """What the native code makes of a file's next pickle, in a tuple; None, with nothing read, if it gives up."""
        known = file.__class__ is io.BytesIO or file.__class__ is io.BufferedReader and file.raw.__class__ is io.FileIO
        if not known or not file.seekable():
            return None
        start = file.tell()
        data = file.read(11)
        if data[:3] == b"\x80\4\x95" or data[:3] == b"\x80\5\x95":
            # Mostly there is one frame.
            data += file.read(int.from_bytes(data[3:], "little") & 0xffffffffff)
            made = native.loads(data, numbered) if data.endswith(b".") else None
            if made is None:
                data += file.read()
                made = native.loads(data, numbered)
            if made is not None:
                if made[1] != len(data):
                    file.seek(start + made[1])
                return made
        file.seek(start)
        return None

    def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()):
        """Read and return an object from the pickle data stored in a file."""
        made = _loaded(file)
        if made is not None:
            return made[0]
        return python._load(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers)

    for function in dump, dumps, load, loads:
        function.__module__, function.__qualname__ = "_pickle", function.__name__
    return {"dump": dump, "dumps": dumps, "loads": loads, "load": load,
            "Pickler": pickler, "Unpickler": _unpickler(python, _loaded)}


_made = {}


def __getattr__(name):
    # `pickle` imports the rest at its end, and has the classes in Python. No other importer may find this module.
    if name.startswith("__"):
        raise AttributeError(f"module '_pickle' has no attribute {name!r}")
    python = sys.modules.get("pickle")
    if not hasattr(python, "_loads"):
        sys.modules["_pickle"] = None
        raise AttributeError(f"module '_pickle' has no attribute {name!r}")
    if not _made:
        _made.update(_functions(python))
    if name == "loads":
        sys.modules["_pickle"] = None
    try:
        return _made[name] if name in _made else getattr(python, name)
    except AttributeError:
        raise AttributeError(f"module '_pickle' has no attribute {name!r}") from None
