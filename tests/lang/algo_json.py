"""A reader and writer of JSON text: recursive descent, a dispatch table, errors with positions."""


class Invalid(ValueError):
    def __init__(self, what, at):
        super().__init__(f"{what} at {at}")


class Reader:
    literals = {"true": True, "false": False, "null": None}

    def __init__(self, text):
        self.text, self.at = text, 0

    @property
    def here(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def skip(self):
        while self.here.isspace():
            self.at += 1

    def expect(self, sign):
        self.skip()
        if self.here != sign:
            raise Invalid(f"{sign!r} expected", self.at)
        self.at += 1

    def value(self):
        self.skip()
        match self.here:
            case "{": return dict(self.items(self.pair, "{", "}"))
            case "[": return list(self.items(self.value, "[", "]"))
            case '"': return self.string()
            case "-" | "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9": return self.number()
        for word, value in self.literals.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        raise Invalid("no value", self.at)

    def items(self, read, opening, closing):
        self.expect(opening)
        self.skip()
        while self.here != closing:
            yield read()
            self.skip()
            if self.here != closing:
                self.expect(",")
        self.expect(closing)

    def pair(self):
        self.skip()
        key = self.string()
        self.expect(":")
        return key, self.value()

    def string(self):
        end = self.text.find('"', self.at + 1)
        if end < 0:
            raise Invalid("unfinished string", self.at)
        start, self.at = self.at + 1, end + 1
        return self.text[start:end]

    def number(self):
        start = self.at
        while self.here and self.here in "+-.eE0123456789":
            self.at += 1
        text = self.text[start:self.at]
        return int(text) if text.lstrip("-").isdigit() else float(text)


def write(value):
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(map(write, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{write(k)}: {write(v)}" for k, v in value.items()) + "}"
    return repr(value)


data = Reader('{"a": [1, -2.5, true], "b": {"c": null}}').value()
print(data, write(data))
for text in "[1, ", '{"a" 1}', '"x', "nope":
    try:
        print(Reader(text).value())
    except Invalid as e:
        print(e)
