"""What `dis` tells of code, as far as it does not depend on the instructions of an implementation."""
import dis
import io
import opcode


def f(n, *rest):
    global last
    last = len(rest)
    while n:
        n -= 1
        if n in rest:
            return known(n)
    return [g for g in rest]


def names(x, *wanted):
    numbers = {opcode.opmap[name] for name in wanted}
    return [each.argval for each in dis.get_instructions(x) if each.opcode in numbers]


print(names(f, "LOAD_GLOBAL"), names(f, "STORE_GLOBAL", "DELETE_GLOBAL"))
print(names("x = y.z", "LOAD_NAME", "STORE_NAME"), names("import a.b, c", "IMPORT_NAME"))
print(sorted({each.line_number - f.__code__.co_firstlineno for each in dis.get_instructions(f) if each.line_number})[-6:])
print(sorted({line for _, line in dis.findlinestarts(f.__code__)} - {None})[-6:])
labels = dis.findlabels(f.__code__) if hasattr(dis, "_ttd_dis") else dis.findlabels(f.__code__.co_code)
print(len(labels) > 1, {each.offset for each in dis.Bytecode(f) if each.is_jump_target} >= set(labels))
out = io.StringIO()
dis.dis(f, file=out)
print("LOAD_GLOBAL" in out.getvalue(), "(len" in out.getvalue() or " len" in out.getvalue(), out.getvalue().count("\n") > 20)


class Both:
    def one(self):
        return 1

    @staticmethod
    def two():
        return 2


out = io.StringIO()
dis.dis(Both, file=out)
print([line for line in out.getvalue().splitlines() if line.startswith("Disassembly")])
print(dis.code_info(f).splitlines()[0], dis.code_info(f).splitlines()[7])
for bad in 1, None:
    try:
        dis.dis(bad)
    except (TypeError, RuntimeError) as error:
        print(error)
print(dis.Bytecode(f).first_line, dis.Instruction._fields[:3])
