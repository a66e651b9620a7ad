"""A variable that became None in another method than the one that fails (after a story of Unstuck)."""


class Parser:
    def __init__(self, text):
        self.words = text.split()
        self.current = None
        self.advance()

    def advance(self):
        self.current = self.words.pop(0) if self.words else None

    def expect(self, word):
        if self.current == word:
            self.advance()
            return True
        return False

    def number(self):
        value = int(self.current)
        self.advance()
        return value

    def product(self):
        value = self.number()
        while self.expect("*"):
            value *= self.number()
        return value

    def total(self):
        value = self.product()
        while self.expect("+") or self.expect(";"):
            value += self.product()
        return value


print(Parser("2 * 3 + 4").total())
try:
    print(Parser("2 * 3 + 4 ;").total())
except TypeError as error:
    print(error)
