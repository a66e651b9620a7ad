"""An editor with an undo stack: undoing should give the text of before."""


class Document:
    def __init__(self):
        self.lines = []
        self.past = []

    def remember(self):
        self.past.append(self.lines)

    def add(self, line):
        self.remember()
        self.lines.append(line)

    def remove(self, number):
        self.remember()
        del self.lines[number]

    def undo(self):
        self.lines = self.past.pop()


document = Document()
document.add("one")
document.add("two")
document.add("three")
document.remove(1)
document.undo()
lines = document.lines
print("after undo:", lines)
