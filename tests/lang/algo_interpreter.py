"""An interpreter for a tiny stack language: tokens, a table of operations, user definitions, errors with positions."""


class LanguageError(Exception):
    pass


class Machine:
    def __init__(self):
        self.stack, self.words, self.output = [], {}, []
        self.builtin = {
            "+": lambda a, b: [a + b],
            "-": lambda a, b: [a - b],
            "*": lambda a, b: [a * b],
            "<": lambda a, b: [int(a < b)],
            "dup": lambda a: [a, a],
            "swap": lambda a, b: [b, a],
            "drop": lambda a: [],
        }

    def run(self, source):
        tokens = source.split()
        position = 0
        while position < len(tokens):
            token = tokens[position]
            if token == ":":
                end = tokens.index(";", position)
                self.words[tokens[position + 1]] = " ".join(tokens[position + 2:end])
                position = end
            elif token == "while":
                end = tokens.index("end", position)
                while self.stack[-1]:
                    self.run(" ".join(tokens[position + 1:end]))
                position = end
            else:
                try:
                    self.execute(token)
                except (IndexError, ValueError) as e:
                    raise LanguageError(f"{token!r} at {position}") from e
            position += 1
        return self.stack

    def execute(self, token):
        if token in self.words:
            self.run(self.words[token])
        elif token in self.builtin:
            operation = self.builtin[token]
            n = operation.__code__.co_argcount
            if n > len(self.stack):
                raise IndexError("stack is empty")
            arguments = self.stack[len(self.stack) - n:]
            del self.stack[len(self.stack) - n:]
            self.stack += operation(*arguments)
        elif token == ".":
            self.output.append(self.stack.pop())
        else:
            self.stack.append(int(token))


m = Machine()
print(m.run(": square dup * ; 3 square 4 square +"))
m.run("drop 3 while dup . 1 - end")
print(m.output, m.stack)
for source in "1 +", "drop drop drop", "1 nonsense":
    try:
        print(Machine().run(source))
    except LanguageError as e:
        print(e, "because", type(e.__cause__).__name__, e.__cause__)
