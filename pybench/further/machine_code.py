"""A small machine in Python: assembles a program, decodes it and runs it, instruction by instruction.

    python3 machine_code.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 48
ONE_ROUND = 38742

SOURCE = """
        set a 0
        set n 0
next:   add n 1
        mov x n
loop:   jeq x 1 done
        mod x 2 odd
        div x 2
        add a 1
        jmp loop
odd:    mul x 3
        add x 1
        add a 1
        jmp loop
done:   call keep
        jlt n 120 next
        halt
keep:   push x
        mov x a
        mul x 17
        xor s x
        and s 65535
        pop x
        ret
"""


class Machine:
    def __init__(self, code):
        self.code = code
        self.registers = {"a": 0, "n": 0, "x": 0, "s": 0}
        self.stack = []
        self.at = 0
        self.steps = 0
        self.handlers = {name[3:]: getattr(self, name) for name in dir(self) if name.startswith("do_")}

    def value(self, operand):
        return operand if isinstance(operand, int) else self.registers[operand]

    def run(self):
        code, handlers = self.code, self.handlers
        while self.at >= 0:
            name, operands = code[self.at]
            self.at += 1
            self.steps += 1
            handlers[name](*operands)
        return self.registers["s"]

    def do_set(self, r, x):
        self.registers[r] = x

    def do_mov(self, r, x):
        self.registers[r] = self.value(x)

    def do_add(self, r, x):
        self.registers[r] += self.value(x)

    def do_mul(self, r, x):
        self.registers[r] *= self.value(x)

    def do_div(self, r, x):
        self.registers[r] //= self.value(x)

    def do_xor(self, r, x):
        self.registers[r] ^= self.value(x)

    def do_and(self, r, x):
        self.registers[r] &= self.value(x)

    def do_mod(self, r, x, target):
        if self.registers[r] % x:
            self.at = target

    def do_jeq(self, r, x, target):
        if self.registers[r] == self.value(x):
            self.at = target

    def do_jlt(self, r, x, target):
        if self.registers[r] < self.value(x):
            self.at = target

    def do_jmp(self, target):
        self.at = target

    def do_call(self, target):
        self.stack.append(self.at)
        self.at = target

    def do_ret(self):
        self.at = self.stack.pop()

    def do_push(self, r):
        self.stack.append(self.registers[r])

    def do_pop(self, r):
        self.registers[r] = self.stack.pop()

    def do_halt(self):
        self.at = -1


def assemble(source):
    lines, labels = [], {}
    for line in source.split("\n"):
        label, colon, rest = line.partition(":")
        if colon:
            labels[label.strip()] = len(lines)
        else:
            rest = line
        words = rest.split()
        if words:
            lines.append(words)
    code = []
    for name, *operands in lines:
        decoded = tuple(labels[o] if o in labels else int(o) if o.lstrip("-").isdigit() else o for o in operands)
        code.append((name, decoded))
    return code


def run(rounds):
    checksum = 0
    for _ in range(rounds):
        machine = Machine(assemble(SOURCE))
        checksum = (checksum * 31 + machine.run() + machine.steps) % 1000000007
    return checksum


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
