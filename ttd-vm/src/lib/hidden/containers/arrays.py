"""The parts of `array` that run Python code: items from an iterator of the program, and files."""


def array_extend(append, array, iterable, result):
    for item in iterable:
        append(array, item)
    return result


def array_tofile(file, data):
    for at in range(0, len(data), 65536):
        file.write(data[at:at + 65536])


def array_fromfile(frombytes, array, file, size):
    data = file.read(size)
    if not isinstance(data, bytes):
        raise TypeError("read() didn't return bytes")
    frombytes(array, data)
    if len(data) != size:
        raise EOFError("read() didn't return enough bytes")


def array_rebuild(arguments, state):
    from array import _array_reconstructor
    return _array_reconstructor, arguments, state
