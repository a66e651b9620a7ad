"""Disassembler of Python byte code into mnemonics.

The code of ttd-py is register code. Instructions that CPython also has, have CPython's names and numbers here; the
others have numbers from 256 on. As in CPython, an instruction is two bytes.
"""

import collections
import io
import sys
import types
from opcode import *  # noqa: F403
from opcode import __all__ as _opcodes_all
from opcode import opmap as _opmap

import _ttd_dis

__all__ = ["code_info", "dis", "disassemble", "distb", "disco", "findlinestarts", "findlabels", "show_code",
           "get_instructions", "Instruction", "Bytecode"] + _opcodes_all
del _opcodes_all

COMPILER_FLAG_NAMES = {
    1: "OPTIMIZED", 2: "NEWLOCALS", 4: "VARARGS", 8: "VARKEYWORDS", 16: "NESTED", 32: "GENERATOR", 64: "NOFREE",
    128: "COROUTINE", 256: "ITERABLE_COROUTINE", 512: "ASYNC_GENERATOR", 0x4000000: "HAS_DOCSTRING", 0x8000000: "METHOD",
}
_CONTAINERS = types.MethodType, types.FunctionType, types.CodeType, classmethod, staticmethod, type
# What CPython calls by another name.
_NAMES = {"load_global_call": "LOAD_GLOBAL", "return": "RETURN_VALUE", "jump": "JUMP_FORWARD", "jump_back": "JUMP_BACKWARD"}

Positions = collections.namedtuple("Positions", "lineno end_lineno col_offset end_col_offset", defaults=(None,) * 4)


class Instruction(collections.namedtuple("Instruction", "opname opcode arg argval argrepr offset start_offset starts_line "
                                         "line_number label positions cache_info", defaults=(None,) * 3)):
    """An instruction: its name and number, its operands as text, the value that it refers to, and where it stands."""

    __slots__ = ()

    @property
    def oparg(self):
        return self.arg

    @property
    def baseopcode(self):
        return self.opcode

    @property
    def baseopname(self):
        return self.opname

    @property
    def end_offset(self):
        return self.offset + 2

    @property
    def cache_offset(self):
        return self.offset + 2

    @property
    def jump_target(self):
        return self.argval if self.argrepr.rpartition(" ")[2].startswith("->") else None

    @property
    def is_jump_target(self):
        return self.label is not None

    def __str__(self):
        return f"{self.opname:<25} {self.argrepr}".rstrip()


def _code_of(x):
    for name in "__func__", "__code__", "gi_code", "ag_code", "cr_code":
        x = getattr(x, name, x)
    if isinstance(x, str):
        try:
            x = compile(x, "<disassembly>", "eval")
        except SyntaxError:
            x = compile(x, "<disassembly>", "exec")
    if hasattr(x, "co_code"):
        return x
    raise TypeError(f"don't know how to disassemble {type(x).__name__} objects")


def findlinestarts(code):
    """Find the offsets in a byte code which are start of lines in the source. Generate pairs (offset, lineno)."""
    before = False
    for start, _, line in code.co_lines():
        if line is not before:
            before = line
            yield start, line


def findlabels(code):
    """Detect all offsets in a code object which are jump targets. Return the list of offsets."""
    if isinstance(code, (bytes, bytearray)):
        raise NotImplementedError("labels of raw byte code are not supported by ttd-py yet: pass the code object")
    return sorted({2 * row[5] for row in _ttd_dis.instructions(code) if row[3] == "target"})


def get_instructions(x, *, first_line=None, show_caches=None, adaptive=False, **extra):
    """Iterator for the opcodes in methods, functions or code. Generates a series of Instruction tuples."""
    code = _code_of(x)
    labels = {offset: number for number, offset in enumerate(findlabels(code), 1)}
    shift = 0 if first_line is None else first_line - code.co_firstlineno
    rows, line = _ttd_dis.instructions(code), None
    for index, ((name, op, text, kind, arg, value), positions) in enumerate(zip(rows, code.co_positions())):
        offset = 2 * index
        if kind == "target":
            value *= 2
            text = f"{text.rpartition("->")[0]}->{value}"
        opname = _NAMES.get(name) or name.upper()
        number = positions[0] and positions[0] + shift
        starts, line = number != line, number
        yield Instruction(opname, _opmap.get(opname, 256 + op), arg if kind else None, value, text, offset, offset, starts, number,
                          labels.get(offset), Positions(*positions))


def _lines_of(code, lasti=-1, line_offset=0, show_offsets=False):
    for each in get_instructions(code):
        line = str(each.line_number + line_offset) if each.starts_line and each.line_number else ""
        label = f"L{each.label}:" if each.label else ""
        arrow = "-->" if each.offset == lasti else ""
        offset = f"{each.offset:>5} " if show_offsets else ""
        if each.offset and each.starts_line:
            yield ""
        yield f"{line:>4} {arrow:>3} {label:>6} {offset}{each}".rstrip()


def disassemble(co, lasti=-1, *, file=None, show_caches=False, adaptive=False, show_offsets=False, **extra):
    """Disassemble a code object."""
    print("\n".join(_lines_of(co, lasti, show_offsets=show_offsets)), file=file)


disco = disassemble


def dis(x=None, *, file=None, depth=None, show_caches=False, adaptive=False, show_offsets=False, **extra):
    """Disassemble classes, methods, functions, and other compiled objects.

    With no argument, disassemble the last traceback.
    """
    if x is None:
        distb(file=file)
    elif isinstance(x, (type, types.ModuleType)):
        for name, part in sorted(vars(x).items()):
            if isinstance(part, _CONTAINERS):
                print(f"Disassembly of {name}:", file=file)
                try:
                    dis(part, file=file, depth=depth, show_offsets=show_offsets)
                except TypeError as error:
                    print("Sorry:", error, file=file)
                print(file=file)
    elif isinstance(x, (bytes, bytearray)):
        raise NotImplementedError("raw byte code without a code object is not supported by ttd-py yet")
    else:
        code = _code_of(x)
        disassemble(code, file=file, show_offsets=show_offsets)
        if depth is None or depth > 0:
            for const in code.co_consts:
                if hasattr(const, "co_code"):
                    print(f"\nDisassembly of {const!r}:", file=file)
                    dis(const, file=file, depth=depth and depth - 1, show_offsets=show_offsets)


def distb(tb=None, *, file=None, show_caches=False, adaptive=False, show_offsets=False, **extra):
    """Disassemble a traceback (default: last traceback)."""
    if tb is None:
        error = getattr(sys, "last_exc", None)
        if error is None:
            raise RuntimeError("no last traceback to disassemble") from None
        tb = error.__traceback__
    while tb.tb_next:
        tb = tb.tb_next
    disassemble(tb.tb_frame.f_code, tb.tb_lasti, file=file, show_offsets=show_offsets)


def pretty_flags(flags):
    """Return pretty representation of code flags."""
    names = [COMPILER_FLAG_NAMES.get(1 << bit, hex(1 << bit)) for bit in range(32) if flags >> bit & 1]
    return ", ".join(names) or "0x0"


def code_info(x):
    """Formatted details of methods, functions, or code."""
    code = _code_of(x)
    lines = [f"Name:              {code.co_name}", f"Filename:          {code.co_filename}",
             f"Argument count:    {code.co_argcount}", f"Positional-only arguments: {code.co_posonlyargcount}",
             f"Kw-only arguments: {code.co_kwonlyargcount}", f"Number of locals:  {code.co_nlocals}",
             f"Stack size:        {code.co_stacksize}", f"Flags:             {pretty_flags(code.co_flags)}"]
    shown = [("Constants", [repr(const) for const in code.co_consts]), ("Names", code.co_names),
             ("Variable names", code.co_varnames), ("Free variables", code.co_freevars), ("Cell variables", code.co_cellvars)]
    for title, items in shown:
        if items:
            lines += [title + ":", *(f"{number:4d}: {item}" for number, item in enumerate(items))]
    return "\n".join(lines)


def show_code(co, *, file=None):
    """Print details of methods, functions, or code to *file*.

    If *file* is not provided, the output is printed on stdout.
    """
    print(code_info(co), file=file)


class Bytecode:
    """The bytecode operations of a piece of code.

    Instantiate this with a function, method, other compiled object, string of code, or a code object (as returned by
    compile()). Iterating over this yields the bytecode operations as Instruction instances.
    """

    def __init__(self, x, *, first_line=None, current_offset=None, show_caches=False, adaptive=False,
                 show_offsets=False, **extra):
        self.codeobj = _code_of(x)
        self.first_line = self.codeobj.co_firstlineno if first_line is None else first_line
        self.current_offset, self.show_offsets = current_offset, show_offsets
        self.show_caches, self.adaptive, self._original_object = show_caches, adaptive, x

    def __iter__(self):
        return get_instructions(self.codeobj, first_line=self.first_line)

    def __repr__(self):
        return f"{self.__class__.__name__}({self._original_object!r})"

    @classmethod
    def from_traceback(cls, tb, *, show_caches=False, adaptive=False):
        """Construct a Bytecode from the given traceback."""
        while tb.tb_next:
            tb = tb.tb_next
        return cls(tb.tb_frame.f_code, current_offset=tb.tb_lasti)

    def info(self):
        """Return formatted information about the code object."""
        return code_info(self.codeobj)

    def dis(self):
        """Return a formatted view of the bytecode operations."""
        lasti = -1 if self.current_offset is None else self.current_offset
        shift = self.first_line - self.codeobj.co_firstlineno
        return "\n".join(_lines_of(self.codeobj, lasti, shift, self.show_offsets)) + "\n"


def _find_store_names(co):
    """Find names of variables which are written in the code"""
    stores = ("STORE_NAME", "STORE_GLOBAL")
    return iter(dict.fromkeys(each.argval for each in get_instructions(co) if each.opname in stores))


def _find_imports(co):
    """Find import statements in the code: generates (name, level, fromlist)"""
    known = {}
    for each in get_instructions(co):
        registers = each.argrepr.split(" ")
        if each.opname == "LOAD_INT":
            known[registers[0]] = int(registers[1].lstrip("#"))
        elif each.opname in ("LOAD_CONST", "LOAD_IMM"):
            known[registers[0]] = each.argval
        elif each.opname == "IMPORT_NAME":
            # The level is in a register, the names in the next one.
            level = int(registers[1].lstrip("r"))
            yield each.argval, known.get(f"r{level}", 0), known.get(f"r{level + 1}")


def main(args=None):
    import argparse
    parser = argparse.ArgumentParser()
    parser.add_argument("-C", "--show-caches", action="store_true", help="show inline caches (there are none)")
    parser.add_argument("-O", "--show-offsets", action="store_true", help="show instruction offsets")
    parser.add_argument("infile", nargs="?", default="-")
    options = parser.parse_args(args=args)
    if options.infile == "-":
        name, source = "<stdin>", sys.stdin.buffer.read()
    else:
        name = options.infile
        with io.open_code(name) as file:
            source = file.read()
    dis(compile(source, name, "exec"), show_offsets=options.show_offsets)


if __name__ == "__main__":
    main()
