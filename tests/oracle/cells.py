"""The cells of a running frame: what functions share a variable in.

CPython gives a frame's variables, but not the cells that they are in, so these are read from the frame's memory, which
is laid out as in CPython 3.13: a frame object has a pointer to the interpreter's frame, and that has an array with all
variables, cells and free variables at its end.
"""
import ctypes
import types

INTERPRETER_FRAME = 24      # where it is in a frame object
VARIABLES = 72              # where they are in an interpreter's frame


def cells_of(frame):
    """The cells of a frame, by the names of their variables."""
    code = frame.f_code
    shared = set(code.co_cellvars + code.co_freevars)
    if not shared:
        return {}
    inner = ctypes.c_void_p.from_address(id(frame) + INTERPRETER_FRAME).value
    count = len({*code.co_varnames, *shared})
    variables = (ctypes.c_void_p * count).from_address(inner + VARIABLES)
    cells = {}
    for at, address in enumerate(variables):
        name = code._varname_from_oparg(at)
        if name in shared and address:
            value = ctypes.cast(address, ctypes.py_object).value
            if type(value) is types.CellType:
                cells[name] = value
    return cells
