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


def _strict_unpickler(python):
    class _StrictUnpickler(python._Unpickler):
        """Raises what the one in C raises for damaged data."""

        def load(self):
            if not hasattr(self, "_file_read"):
                return super().load()
            read = self._file_read

            def read_all(n):
                if n > _MOST_BYTES:
                    raise python.UnpicklingError("read would overflow (invalid bytecode)")
                data = read(n)
                # Of the next opcode there may be none.
                if n != 1 and len(data) < n:
                    raise python.UnpicklingError("pickle data was truncated")
                return data

            self._file_read = read_all
            try:
                return super().load()
            except (KeyError, IndexError, ValueError, EOFError, python.UnpicklingError) as error:
                raise _as_in_c(error, python) from None
            finally:
                self._file_read = read

    return _StrictUnpickler


# More bytes than any file has.
_MOST_BYTES = sys.maxsize >> 8
# The texts of `pickle` that are others in C.
_TEXTS = {
    "unsupported persistent id encountered":
        "A load persistent id instruction was encountered, but no persistent_load function was specified.",
    "not enough out-of-band buffers":
        "pickle stream refers to out-of-band data but no *buffers* argument was given",
}


def _as_in_c(error, python):
    """The exception for one that `pickle` itself has raised while it loaded; any other as it is."""
    # `load`, and what it calls for an opcode: frames of this module are in no traceback.
    frames = []
    at = error.__traceback__
    while at is not None:
        frames.append(at.tb_frame.f_code)
        at = at.tb_next
    if not frames or any(code.co_filename != python.__file__ for code in frames):
        return error
    kind, text = error.__class__, str(error)
    if kind is EOFError and not text:
        return EOFError("Ran out of input")
    if kind is KeyError and len(frames) == 1:
        key = error.args[0]
        shown = f"'{chr(key)}'" if 32 <= key < 127 else f"'\\x{key:02x}'"
        return python.UnpicklingError(f"invalid load key, {shown}.")
    if kind is IndexError:
        if frames[-1].co_name == "pop_mark" and frames[-2].co_name != "load_pop":
            return python.UnpicklingError("could not find MARK")
        truncated = text == "index out of range"
        return python.UnpicklingError("pickle data was truncated" if truncated else "unpickling stack underflow")
    if kind is ValueError and frames[-1].co_name in ("load_int", "load_float"):
        return ValueError("could not convert string to " + frames[-1].co_name[5:])
    return python.UnpicklingError(_TEXTS[text]) if kind is python.UnpicklingError and text in _TEXTS else error


def _unpickler(python, strict, loaded):
    class Unpickler(strict):
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
            return super().load()

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
    pickler, strict = _pickler(python, native), _strict_unpickler(python)

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
        file = io.BytesIO(data)
        return strict(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()

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
        return strict(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()

    for function in dump, dumps, load, loads:
        function.__module__, function.__qualname__ = "_pickle", function.__name__
    return {"dump": dump, "dumps": dumps, "loads": loads, "load": load,
            "Pickler": pickler, "Unpickler": _unpickler(python, strict, _loaded)}


_made = {}
_made_for = None


def __getattr__(name):
    # `pickle` imports the rest at its end, and has the classes in Python.
    global _made_for
    if name.startswith("__"):
        raise AttributeError(f"module '_pickle' has no attribute {name!r}")
    if "pickle" not in sys.modules:
        import pickle
    python = sys.modules["pickle"]
    if not hasattr(python, "_loads"):
        raise AttributeError(f"module '_pickle' has no attribute {name!r}")
    if _made_for is not python:
        _made_for = python
        _made.clear()
        _made.update(_functions(python))
    try:
        return _made[name] if name in _made else getattr(python, name)
    except AttributeError:
        raise AttributeError(f"module '_pickle' has no attribute {name!r}") from None
