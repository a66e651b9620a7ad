"""The document type declaration for `pyexpat`: what it declares, and the calls of its handlers."""

import _ttd_xml as _native

_OPEN, _WORD, _LITERAL, _PARAMETER, _COMMENT, _INSTRUCTION, _MARK = range(7)


def read_declaration(parser, start, whole, bad):
    """Reads the declaration at a position, or with `whole` the text of an external subset; its end, or None if it is
    not complete."""
    found = _native.declaration(parser._buffer, start + (0 if whole else 9), whole)
    if found is None:
        return None
    tokens, end = found
    if type(tokens) is int:
        raise bad(tokens, end)
    reader = _Reader(parser, tokens, bad)
    if whole:
        reader.subset(None)
        return end
    if parser._default is not None and parser.StartDoctypeDeclHandler is None:
        _give_raw(parser, start, tokens, end)
    reader.doctype()
    return end


def _give_raw(parser, start, tokens, end):
    """Gives the default handler the declaration piece by piece."""
    data, at = parser._buffer, start + 9
    parser._default("<!DOCTYPE")
    for _, begin, _, finish in tokens:
        if begin > at:
            parser._default(data[at:begin].decode())
        parser._default(data[begin:finish].decode())
        at = finish


class _Reader:
    """Goes through the tokens of declarations."""

    def __init__(self, parser, tokens, bad):
        self.parser, self.tokens, self.bad = parser, tokens, bad
        self.i, self.processes = 0, True

    def fail(self, code=2):
        at = self.tokens[self.i][1] if self.i < len(self.tokens) else len(self.parser._buffer)
        raise self.bad(code, at)

    def peek(self):
        return self.tokens[self.i] if self.i < len(self.tokens) else (None, 0, "", 0)

    def take(self, kind, text=None):
        """The text of the next token, which must be of a kind."""
        token = self.peek()
        if token[0] != kind or text is not None and token[2] != text:
            self.fail()
        self.i += 1
        return token[2]

    def has(self, kind, text):
        token = self.peek()
        if token[0] == kind and token[2] == text:
            self.i += 1
            return True
        return False

    def here(self, back=1):
        """Makes the place of a token that was taken that of the event."""
        self.parser._event = self.tokens[self.i - back][1]

    def external(self, public_alone=False):
        """An external identifier: system and public name."""
        if self.has(_WORD, "SYSTEM"):
            return self.take(_LITERAL), None
        if self.has(_WORD, "PUBLIC"):
            public = " ".join(self.take(_LITERAL).split())
            if public_alone and self.peek()[0] != _LITERAL:
                return None, public
            return self.take(_LITERAL), public
        return None

    def doctype(self):
        parser = self.parser
        name = self.take(_WORD)
        system, public = self.external() or (None, None)
        if system is not None and not parser._external:
            self.check_standalone()
        inside = self.has(_MARK, "[")
        self.here(1 if inside else 0)
        if parser.StartDoctypeDeclHandler is not None:
            parser.StartDoctypeDeclHandler(name, system, public, int(inside))
        if inside:
            self.subset("]")
        self.take(_MARK, ">")
        self.here()
        if system is not None:
            parser._unread = True
            if parser._external and not (parser._external == 1 and parser._standalone):
                self.read_external(None, system, public)
                self.check_standalone()
        elif parser._foreign:
            parser._foreign = False
            if parser._external:
                self.read_external(None, None, None)
        if parser.EndDoctypeDeclHandler is not None:
            parser.EndDoctypeDeclHandler()

    def check_standalone(self):
        """Asks whether a document may depend on what is outside of it."""
        parser = self.parser
        if not parser._standalone and parser.NotStandaloneHandler is not None and not parser.NotStandaloneHandler():
            self.fail(22)

    def read_external(self, context, system, public):
        parser = self.parser
        if parser.ExternalEntityRefHandler is not None:
            if not parser.ExternalEntityRefHandler(context, parser._base, system, public):
                self.fail(21)
            parser._unread = False

    def subset(self, close):
        """Declarations up to a mark, or to the end."""
        parser = self.parser
        while self.i < len(self.tokens):
            kind, at, text, _ = self.peek()
            parser._event = at
            if kind == _MARK and text == close:
                self.i += 1
                return
            self.i += 1
            if kind == _OPEN:
                method = _DECLARATIONS.get(text)
                if method is None:
                    self.i -= 1
                    raise self.bad(4, at + 2 + len(text))
                method(self)
            elif kind == _COMMENT:
                if parser.CommentHandler is not None:
                    parser.CommentHandler(text.replace("\r\n", "\n"))
            elif kind == _INSTRUCTION:
                if parser.ProcessingInstructionHandler is not None:
                    target, _, data = text.partition(" ")
                    parser.ProcessingInstructionHandler(target, data.lstrip())
            elif kind == _PARAMETER:
                self.parameter(text)
            else:
                self.i -= 1
                self.fail()
        if close:
            self.fail()

    def parameter(self, name):
        """A reference to a parameter entity between declarations."""
        parser = self.parser
        entity = parser._parameters.get(name)
        if not parser._external:
            parser._unread = True
            self.processes = self.processes and parser._standalone
            self.check_standalone()
            return
        if entity is None:
            if parser.SkippedEntityHandler is not None:
                parser.SkippedEntityHandler(name, True)
            parser._unread = True
            return
        text, system, public = entity
        if text is None:
            self.read_external("", system, public)
            return
        if name in (parser._spaces or ()):
            self.fail(12)
        parser._count(len(text), parser._event)
        found = _native.declaration(text.encode(), 0, True)
        if type(found[0]) is int:
            self.fail(found[0])
        parser._spaces.append(name)
        inner = _Reader(parser, found[0], self.bad)
        inner.subset(None)
        parser._spaces.pop()

    def entity(self):
        parser = self.parser
        is_parameter = self.has(_MARK, "%")
        name = self.take(_WORD)
        system = public = notation = text = None
        if self.peek()[0] == _LITERAL:
            text = self.value(self.take(_LITERAL))
        else:
            system, public = self.external() or self.fail()
            if not is_parameter and self.has(_WORD, "NDATA"):
                notation = self.take(_WORD)
        self.here()
        self.take(_MARK, ">")
        table = parser._parameters if is_parameter else parser._entities
        if self.processes and name not in table:
            table[name] = (text, system, public) if is_parameter else (text, system, public, notation)
        if notation is not None and parser.UnparsedEntityDeclHandler is not None:
            parser.UnparsedEntityDeclHandler(name, parser._base, system, public, notation)
        elif parser.EntityDeclHandler is not None:
            parser.EntityDeclHandler(name, int(is_parameter), text, parser._base, system, public, notation)

    def value(self, text):
        """The text of an entity: references to characters are expanded, those to entities stay."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        made, at = [], 0
        while True:
            start = min([n for n in (text.find("&", at), text.find("%", at)) if n >= 0], default=-1)
            made.append(text[at:start if start >= 0 else None])
            if start < 0:
                return "".join(made)
            end = text.find(";", start)
            name, at = text[start + 1:end], end + 1
            if end < 0 or not name:
                self.fail(4)
            if text[start] == "%":
                self.fail(10)
            if not name.startswith("#"):
                made.append(text[start:at])
                continue
            try:
                number = int(name[2:], 16) if name[1:2] == "x" else int(name[1:])
            except ValueError:
                self.fail(4)
            if not 0 < number < 0x110000 or number < 32 and number not in (9, 10, 13) or 0xD800 <= number < 0xE000:
                self.fail(14)
            made.append(chr(number))

    def attlist(self):
        parser = self.parser
        element = self.take(_WORD)
        while not self.has(_MARK, ">"):
            name = self.take(_WORD)
            kind = self.attribute_type()
            required, default = 0, None
            if self.has(_WORD, "#REQUIRED"):
                required = 1
            elif not self.has(_WORD, "#IMPLIED"):
                required = int(self.has(_WORD, "#FIXED"))
                default = parser._attribute_text(self.take(_LITERAL), [])
                if kind != "CDATA":
                    default = " ".join(default.split())
            self.here()
            if self.processes:
                parser._attlists.setdefault(element, {}).setdefault(name, (kind, default))
            if parser.AttlistDeclHandler is not None:
                parser.AttlistDeclHandler(element, name, kind, default, required)

    def attribute_type(self):
        kind = ""
        if self.peek()[0] == _WORD:
            kind = self.take(_WORD)
            if kind != "NOTATION":
                return kind
        self.take(_MARK, "(")
        words = [self.take(_WORD)]
        while self.has(_MARK, "|"):
            words.append(self.take(_WORD))
        self.take(_MARK, ")")
        return kind + "(" + "|".join(words) + ")"

    def element(self):
        parser = self.parser
        name = self.take(_WORD)
        if self.has(_WORD, "EMPTY"):
            content = (1, 0, None, ())
        elif self.has(_WORD, "ANY"):
            content = (2, 0, None, ())
        else:
            self.take(_MARK, "(")
            content = self.mixed() if self.has(_WORD, "#PCDATA") else self.group()
        self.here(2 if content[1] else 1)
        self.take(_MARK, ">")
        if parser.ElementDeclHandler is not None:
            parser.ElementDeclHandler(name, content)

    def quantifier(self):
        for mark, number in (("?", 1), ("*", 2), ("+", 3)):
            if self.has(_MARK, mark):
                return number
        return 0

    def mixed(self):
        names = []
        while self.has(_MARK, "|"):
            names.append((4, 0, self.take(_WORD), ()))
        self.take(_MARK, ")")
        quantity = self.quantifier()
        if names and quantity != 2:
            self.fail()
        return 3, quantity, None, tuple(names)

    def group(self):
        items, kind = [], 6
        while True:
            if self.has(_MARK, "("):
                items.append(self.group())
            else:
                name = self.take(_WORD)
                items.append((4, self.quantifier(), name, ()))
            if self.has(_MARK, "|"):
                kind = 5
            elif not self.has(_MARK, ","):
                break
        self.take(_MARK, ")")
        return kind, self.quantifier(), None, tuple(items)

    def notation(self):
        parser = self.parser
        name = self.take(_WORD)
        system, public = self.external(True) or self.fail()
        self.here()
        self.take(_MARK, ">")
        if parser.NotationDeclHandler is not None:
            parser.NotationDeclHandler(name, parser._base, system, public)


_DECLARATIONS = {"ENTITY": _Reader.entity, "ATTLIST": _Reader.attlist, "ELEMENT": _Reader.element,
                 "NOTATION": _Reader.notation}
