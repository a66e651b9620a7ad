"""The tokenizer behind `tokenize`: source text to tokens, line by line.

It is a reader of its own, because the compiler's works on whole programs only. A `_Reader` keeps the line it is in; what
is open around that place (indentation, brackets, f-strings) are three stacks."""

import re
import token as _token

# Non-ASCII characters count as parts of names first; complete names are checked.
_NAME = re.compile("[A-Za-z0-9_\x80-\U0010ffff]+")
_DIGITS = r"[0-9](?:_?[0-9])*"
_EXPONENT = r"[eE][-+]?" + _DIGITS
_NUMBER = re.compile(
    r"0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+"
    rf"|(?:{_DIGITS}\.(?:{_DIGITS})?|\.{_DIGITS})(?:{_EXPONENT})?[jJ]?"
    rf"|{_DIGITS}{_EXPONENT}[jJ]?|{_DIGITS}[jJ]?"
)
_OPERATOR = re.compile("|".join(re.escape(op) for op in sorted(_token.EXACT_TOKEN_TYPES, key=len, reverse=True)))
_STRING = re.compile(r"""((?:[bB][rR]?|[rR][bBfFtT]?|[uU]|[fFtT][rR]?)?)('''|\"\"\"|'|")""")
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_MOST_BRACKETS = 200
_WORD_AFTER_NUMBER = re.compile(r"(?:and|else|for|if|in|is|not|or)\b")


class _FString:
    """An f-string or t-string that is open: its quote, and for each open `{` how many brackets were open before."""

    def __init__(self, quote, raw, kind, start):
        self.quote = quote
        self.raw = raw
        self.kind = kind
        self.start = start
        self.fields = []
        # Whether text comes next: of the string, or of a format specification.
        self.in_text = True


class _Reader:
    def __init__(self, readline, encoding, extra):
        self.readline = readline
        self.encoding = encoding
        self.extra = extra
        self.line = ""
        self.row = 0
        self.pos = 0
        self.indents = [(0, 0)]
        self.brackets = []
        self.fstrings = []
        # Whether the line has nothing but a comment.
        self.comment_only = False
        self.ended = False

    # ---- lines

    def next_line(self):
        if self.ended:
            return False
        try:
            line = self.readline()
        except StopIteration:
            line = ""
        if isinstance(line, bytes):
            if self.encoding is None:
                raise TypeError("readline() returned a non-string object")
            line = line.decode(self.encoding)
        elif self.encoding is not None and line:
            raise TypeError("readline() returned a non-bytes object")
        elif not isinstance(line, str):
            raise TypeError("readline() returned a non-string object")
        if not line:
            self.ended = True
            return False
        if "\0" in line:
            self.fail("source code cannot contain null bytes", 0)
        self.line, self.pos = line, 0
        self.comment_only = False
        self.row += 1
        return True

    def fail(self, message, column, kind=SyntaxError, row=None):
        row = self.row if row is None else row
        if kind is not SyntaxError:
            # Errors of indentation are found at the end of the line.
            raise kind(message, ("<string>", row, len(self.line), self.line.rstrip("\r\n"), None, None))
        raise kind(message, ("<string>", row, column + 1, self.line, row, column + 1))

    def token(self, kind, end):
        """The token from here to `end`, which is where the reader then is."""
        start, self.pos = self.pos, end
        return kind, self.line[start:end], (self.row, start), (self.row, end), self.line

    # ---- all tokens

    def tokens(self):
        continued = False
        last = None
        while self.next_line():
            if not continued and not self.brackets and not self.fstrings:
                for item in self.indentation():
                    last = item
                    yield item
            continued = False
            while self.pos < len(self.line):
                item = self.step()
                if item is None:
                    continued = self.line.rstrip("\r\n").endswith("\\")
                    break
                for one in item:
                    last = one
                    yield one
        yield from self.finish(last, continued)

    def finish(self, last, continued):
        if self.fstrings:
            self.unterminated(self.fstrings[-1])
        if self.brackets:
            bracket, row, column, line = self.brackets[-1]
            self.line = line
            self.fail(f"'{bracket}' was never closed" if not self.extra else "unexpected EOF in multi-line statement",
                      column if not self.extra else 0, row=row if not self.extra else self.row)
        if continued:
            self.fail("unexpected EOF while parsing" if not self.extra else "unexpected EOF in multi-line statement",
                      max(len(self.line) - 1, 0), row=self.row + 1)
        if last is not None and not self.line.endswith(("\n", "\r")):
            end = len(self.line)
            kind = _token.NL if self.comment_only else _token.NEWLINE
            if last[0] not in (_token.NEWLINE, _token.NL) and (kind == _token.NEWLINE or self.extra):
                yield kind, "", (self.row, end), (self.row, end + (1 if self.extra else 0)), self.line
        place = (self.row + 1, 0) if self.extra else (self.row, -1)
        for _ in self.indents[1:]:
            yield _token.DEDENT, "", place, place, ""
        if self.extra or self.row:
            yield _token.ENDMARKER, "", place, place, ""

    # ---- the beginning of a line

    def indentation(self):
        continued = None
        while True:
            column, other, pos = self.measure()
            rest = self.line[pos:]
            if rest not in ("\\\n", "\\\r\n"):
                break
            # The line goes on in the next one, but is indented as it began.
            self.pos = pos
            if continued is None and column:
                continued = column
            if not self.next_line():
                return
        if not rest or rest[0] in "#\r\n":
            self.pos = pos
            self.comment_only = rest[:1] == "#"
            if not rest and self.extra:
                yield _token.NL, "", (self.row, pos), (self.row, pos + 1), self.line
            return
        if continued is not None:
            column = other = continued
        yield from self.levels(column, other, pos)
        self.pos = pos

    def measure(self):
        """The column where the line's text begins, the same with tabs of one column, and its place."""
        column = other = 0
        for pos, char in enumerate(self.line):
            if char == " ":
                column, other = column + 1, other + 1
            elif char == "\t":
                column, other = (column // 8 + 1) * 8, other + 1
            elif char == "\f":
                column = other = 0
            else:
                return column, other, pos
        return column, other, len(self.line)

    def levels(self, column, other, pos):
        top, top_other = self.indents[-1]
        if column == top:
            if other != top_other:
                self.fail("inconsistent use of tabs and spaces in indentation", pos, TabError)
        elif column > top:
            if other <= top_other:
                self.fail("inconsistent use of tabs and spaces in indentation", pos, TabError)
            if len(self.indents) >= 100:
                self.fail("too many levels of indentation", pos, IndentationError)
            self.indents.append((column, other))
            if self.extra:
                yield _token.INDENT, self.line[:pos], (self.row, 0), (self.row, pos), self.line
            else:
                yield _token.INDENT, "", (self.row, -1), (self.row, -1), self.line
        else:
            while column < self.indents[-1][0]:
                self.indents.pop()
                if column > self.indents[-1][0]:
                    self.fail("unindent does not match any outer indentation level", pos, IndentationError)
                place = self.row, pos if self.extra else -1
                yield _token.DEDENT, "", place, place, self.line

    # ---- one token

    def step(self):
        """The next tokens of the line; None when it goes on in the next line."""
        if self.fstrings and self.fstrings[-1].in_text:
            return self.text()
        line, pos = self.line, self.pos
        char = line[pos]
        if char in " \t\f":
            self.pos += 1
            return ()
        if char in "\r\n":
            return self.newline()
        if char == "#":
            end = len(line.rstrip("\r\n"))
            item = self.token(_token.COMMENT, end)
            return (item,) if self.extra else ()
        if char == "\\":
            if line[pos + 1:] in ("\n", "\r\n"):
                self.pos = len(line)
                return None
            if pos + 1 == len(line):
                self.fail("unexpected EOF while parsing", pos)
            self.fail("unexpected character after line continuation character", pos)
        found = _STRING.match(line, pos)
        if found:
            return self.string(found)
        if char.isdecimal() and char.isascii() or char == "." and line[pos + 1:pos + 2].isdigit():
            return (self.number(),)
        found = _NAME.match(line, pos)
        if found:
            if not self.extra and not found.group().isidentifier():
                self.not_a_name(found.group())
            return (self.token(_token.NAME, found.end()),)
        return (self.operator(),)

    def not_a_name(self, text):
        for place, char in enumerate(text):
            if not ("a" + char).isidentifier() or place == 0 and not char.isidentifier():
                self.not_a_character(char, self.pos + place)
        self.fail("invalid syntax", self.pos)

    def not_a_character(self, char, place):
        if char.isprintable():
            self.fail(f"invalid character '{char}' (U+{ord(char):04X})", place)
        self.fail(f"invalid non-printable character U+{ord(char):04X}", place)

    def newline(self):
        start, line = self.pos, self.line
        blank = self.brackets or self.fstrings or not line[:start].strip(" \t\f") or self.comment_only
        kind = _token.NL if blank else _token.NEWLINE
        self.pos = len(line)
        item = kind, line[start:], (self.row, start), (self.row, start + len(line[start:])), line
        if kind == _token.NL and not self.extra:
            return ()
        if not self.extra:
            item = kind, "", item[2], item[2], line
        return (item,)

    def number(self):
        line, start = self.line, self.pos
        found = _NUMBER.match(line, start)
        end = found.end()
        text = found.group()
        following = line[end:end + 1]
        if not self.extra and len(text) > 1 and text[0] == "0" and text.replace("_", "").isdecimal() and text.strip("0_"):
            self.fail("leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers",
                      start)
        if text == "0" and following in ("x", "X", "b", "B", "o", "O"):
            name = {"x": "hexadecimal", "b": "binary", "o": "octal"}[following.lower()]
            bad = line[end + 1:end + 2]
            if bad.isdecimal() and following in "bBoO":
                self.fail(f"invalid digit '{bad}' in {name} literal", end + 1)
            self.fail(f"invalid {name} literal", end)
        if text[:2] in ("0b", "0B", "0o", "0O") and following.isdecimal():
            name = "binary" if text[1] in "bB" else "octal"
            self.fail(f"invalid digit '{following}' in {name} literal", end)
        if following == "_":
            self.fail("invalid decimal literal", end)
        if not self.extra and following.isidentifier() and not _WORD_AFTER_NUMBER.match(line, end):
            kind = "imaginary" if text[-1] in "jJ" else "decimal"
            kind = {"x": "hexadecimal", "b": "binary", "o": "octal"}.get(text[1:2].lower(), kind)
            self.fail(f"invalid {kind} literal", end - 1)
        return self.token(_token.NUMBER, end)

    def operator(self):
        line, pos = self.line, self.pos
        found = _OPERATOR.match(line, pos)
        if not found:
            char = line[pos]
            if char in "$?`!":
                if not self.extra:
                    self.fail("invalid syntax", pos)
                return self.token(_token.OP, pos + 1)
            self.not_a_character(char, pos)
        text = found.group()
        field = self.fstrings[-1] if self.fstrings else None
        at_top = field is not None and field.fields and len(self.brackets) == field.fields[-1]
        if at_top and text == ":=":
            text = ":"
        kind = _token.OP if self.extra else _token.EXACT_TOKEN_TYPES[text]
        if text in "([{":
            if len(self.brackets) >= _MOST_BRACKETS:
                self.fail("too many nested parentheses", pos)
            self.brackets.append((text, self.row, pos, line))
        elif text in _BRACKETS:
            self.close(text, pos)
            if at_top and text == "}":
                field.fields.pop()
                field.in_text = True
        elif at_top and text == ":":
            field.in_text = True
        return self.token(kind, pos + len(text))

    def close(self, text, pos):
        if self.extra:
            # `tokenize` accepts fragments of programs.
            if self.brackets:
                self.brackets.pop()
            return
        if not self.brackets:
            self.fail(f"unmatched '{text}'", pos)
        bracket, row, _, _ = self.brackets.pop()
        if bracket != _BRACKETS[text]:
            where = f" on line {row}" if row != self.row else ""
            self.fail(f"closing parenthesis '{text}' does not match opening parenthesis '{bracket}'{where}", pos)

    # ---- strings

    def string(self, found):
        prefix, quote = found.groups()
        start, row = self.pos, self.row
        if "f" in prefix.lower() or "t" in prefix.lower():
            kind = "FSTRING" if "f" in prefix.lower() else "TSTRING"
            opened = _FString(quote, "r" in prefix.lower(), kind, (row, start, self.line))
            self.fstrings.append(opened)
            return (self.token(getattr(_token, kind + "_START"), found.end()),)
        text, lines, pos = "", "", found.end()
        begin = start
        while True:
            end = self.end_of_string(pos, quote)
            if end is not None:
                break
            more = len(quote) == 3 or self.line.rstrip("\r\n").endswith("\\") and self.line.endswith(("\n", "\r"))
            text += self.line[begin:]
            lines += self.line
            if not more or not self.next_line():
                what = "unterminated triple-quoted string literal" if len(quote) == 3 else "unterminated string literal"
                at = self.row if len(quote) == 3 else row
                self.fail(f"{what} (detected at line {at})", start, row=row)
            begin = pos = 0
        text += self.line[begin:end]
        lines += self.line
        self.pos = end
        return ((_token.STRING, text, (row, start), (self.row, end), lines),)

    def end_of_string(self, pos, quote):
        line = self.line
        while pos < len(line):
            char = line[pos]
            if char == "\\":
                pos += 3 if line[pos + 1:pos + 3] == "\r\n" else 2
            elif line.startswith(quote, pos):
                return pos + len(quote)
            elif char in "\r\n" and len(quote) == 1:
                return None
            else:
                pos += 1
        return None

    # ---- the text of f-strings

    def text(self):
        opened = self.fstrings[-1]
        text, lines = "", ""
        start = (self.row, self.pos)
        begin = self.pos
        while True:
            pos = self.end_of_text(opened)
            if pos is not None:
                break
            text += self.line[begin:]
            lines += self.line
            if len(opened.quote) == 1 and not self.line.rstrip("\r\n").endswith("\\") or not self.next_line():
                self.unterminated(opened)
            begin = 0
        text += self.line[begin:pos]
        lines += self.line
        items = []
        brace = self.line[pos:pos + 1]
        doubled = brace in ("{", "}") and self.line[pos + 1:pos + 2] == brace and not (brace == "}" and opened.fields)
        if doubled:
            text += brace
            pos += 1
        if text or opened.fields and brace == "}":
            kind = getattr(_token, opened.kind + "_MIDDLE")
            items.append((kind, text, start, (self.row, pos), lines))
        self.pos = pos
        if doubled:
            self.pos += 1
        elif brace in ("{", "}"):
            opened.in_text = False
            if brace == "{":
                self.brackets.append(("{", self.row, pos, self.line))
                opened.fields.append(len(self.brackets))
                items.append(self.token(_token.OP if self.extra else _token.LBRACE, pos + 1))
            elif not opened.fields:
                self.fail(f"{opened.kind[0].lower()}-string: single '}}' is not allowed", pos)
            else:
                items.append(self.operator())
        elif self.line.startswith(opened.quote, pos):
            self.fstrings.pop()
            items.append(self.token(getattr(_token, opened.kind + "_END"), pos + len(opened.quote)))
        return items

    def end_of_text(self, opened):
        """Where the text ends in this line: at a brace or at the closing quote."""
        line, pos = self.line, self.pos
        while pos < len(line):
            char = line[pos]
            if char in "{}":
                return pos
            if line.startswith(opened.quote, pos):
                return pos
            if char == "\\":
                if not opened.raw and line.startswith("N{", pos + 1) and "}" in line[pos:]:
                    # CPython's tokenizer ends a piece of text after a character name.
                    return line.index("}", pos) + 1
                pos += 1
                if line[pos:pos + 2] == "\r\n":
                    pos += 1
                elif line[pos:pos + 1] in ("{", "}"):
                    continue
            elif char in "\r\n" and len(opened.quote) == 1:
                return None
            pos += 1
        return None

    def unterminated(self, opened):
        row, column, line = opened.start
        at = self.row
        name = f"{opened.kind[0].lower()}-string"
        self.line = line
        what = f"unterminated triple-quoted {name}" if len(opened.quote) == 3 else f"unterminated {name}"
        self.fail(f"{what} literal (detected at line {at})", column, row=row)


class TokenizerIter:
    def __new__(cls, readline, /, *, encoding=None, extra_tokens=False):
        self = object.__new__(cls)
        self._tokens = _Reader(readline, encoding, bool(extra_tokens)).tokens()
        return self

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._tokens)


TokenizerIter.__module__ = "_tokenize"
