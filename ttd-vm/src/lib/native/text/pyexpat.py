"""`pyexpat`: expat's parser. Taking text apart is native code (`_ttd_xml`); what is open, declared and left of the text is
in the parser's slots, and the program's handlers are called from here."""

import _ttd_xml as _native
from _operator import index
from _ttd_expat_declarations import read_declaration
from _ttd_expat_encodings import adopt, declaration, decoded, start
from _ttd_expat_errors import ExpatError, errors, messages, model

EXPAT_VERSION = "expat_2.6.3"
version_info = (2, 6, 3)
native_encoding = "UTF-8"
features = [("sizeof(XML_Char)", 1), ("sizeof(XML_LChar)", 1), ("XML_DTD", 0), ("XML_CONTEXT_BYTES", 1024),
            ("XML_NS", 0), ("XML_BLAP_MAX_AMP", 100), ("XML_BLAP_ACT_THRES", 8388608), ("XML_GE", 0)]
XML_PARAM_ENTITY_PARSING_NEVER, XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE, XML_PARAM_ENTITY_PARSING_ALWAYS = range(3)
error = ExpatError
_XML = "http://www.w3.org/XML/1998/namespace"
_XMLNS = "http://www.w3.org/2000/xmlns/"
_HANDLERS = tuple([name + "Handler" for name in (
    "StartElement EndElement ProcessingInstruction UnparsedEntityDecl NotationDecl StartNamespaceDecl "
    "EndNamespaceDecl Comment StartCdataSection EndCdataSection NotStandalone ExternalEntityRef StartDoctypeDecl "
    "EndDoctypeDecl EntityDecl XmlDecl ElementDecl AttlistDecl SkippedEntity").split()])
_STATE = ("_character_handler", "_default", "_expands", "_buffer", "_at", "_place", "_depth", "_open", "_event",
          "_base_line", "_base_column", "_base_bytes", "_head", "_encoding", "_decoder", "_code", "_separator", "_space",
          "_spaces", "_names", "_entities", "_parameters", "_attlists", "_external", "_standalone", "_inside", "_text",
          "_text_size", "_buffers", "_buffer_size", "_done", "_base", "_deferral", "_stuck", "_parsing", "_foreign",
          "_expanded", "_started", "_fragment", "_doctype", "_unread", "_parent", "_broken", "_mark", "_prefixes", "_ordered", "_specified",
          "_build", "_builder", "_prepare", "_handlers")


def ErrorString(code, /):
    """Returns string error for given number."""
    return messages.get(code)


class _Bad(Exception):
    """An error of the document: number and position."""


class xmlparser:
    """XML parser"""

    __slots__ = _STATE + _HANDLERS + ("intern",)

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'pyexpat.xmlparser' instances")

    # What a program sees of the state.

    @property
    def CharacterDataHandler(self):
        return self._character_handler

    @CharacterDataHandler.setter
    def CharacterDataHandler(self, handler):
        self._flush()
        self._character_handler = handler

    @property
    def DefaultHandler(self):
        return None if self._expands else self._default

    @DefaultHandler.setter
    def DefaultHandler(self, handler):
        self._default, self._expands = handler, False

    @property
    def DefaultHandlerExpand(self):
        return self._default if self._expands else None

    @DefaultHandlerExpand.setter
    def DefaultHandlerExpand(self, handler):
        self._default, self._expands = handler, True

    @property
    def buffer_text(self):
        return self._buffers

    @buffer_text.setter
    def buffer_text(self, value):
        self._flush()
        self._buffers = bool(value)

    @property
    def buffer_size(self):
        return self._buffer_size

    @buffer_size.setter
    def buffer_size(self, value):
        if not isinstance(value, int):
            raise TypeError("buffer_size must be an integer")
        if value <= 0:
            raise ValueError("buffer_size must be greater than zero")
        if value > (1 << 31) - 1:
            raise ValueError(f"buffer_size must not be greater than {(1 << 31) - 1}")
        self._flush()
        self._buffer_size = value

    namespace_prefixes = property(lambda self: self._prefixes, lambda self, v: setattr(self, "_prefixes", bool(v)))
    ordered_attributes = property(lambda self: self._ordered, lambda self, v: setattr(self, "_ordered", bool(v)))
    specified_attributes = property(lambda self: self._specified, lambda self, v: setattr(self, "_specified", bool(v)))
    buffer_used = property(lambda self: self._text_size)
    ErrorCode = property(lambda self: self._code)
    CurrentLineNumber = property(lambda self: self._position(self._event)[0])
    CurrentColumnNumber = property(lambda self: self._position(self._event)[1])
    CurrentByteIndex = property(lambda self: self._base_bytes + self._event if self._started else -1)
    ErrorLineNumber, ErrorColumnNumber, ErrorByteIndex = CurrentLineNumber, CurrentColumnNumber, CurrentByteIndex

    def _position(self, at):
        from_at, line, column = self._mark if self._mark[0] <= at else (0, self._base_line, self._base_column)
        line, column = _native.position(self._buffer, from_at, at, line, column)
        self._mark = at, line, column
        return line, column

    def SetBase(self, base, /):
        """Set the base URL for the parser."""
        self._base = base

    def GetBase(self, /):
        """Return base URL string for the parser."""
        return self._base

    def GetInputContext(self, /):
        """Return the untranslated text of the input that caused the current event.

If the event was generated by a large amount of text (such as a start tag
for an element with many attributes), not all of the text may be available."""
        return self._buffer[self._event:] if self._parsing else None

    def SetParamEntityParsing(self, flag, /):
        """Controls parsing of parameter entities (including the external DTD subset).

Possible flag values are XML_PARAM_ENTITY_PARSING_NEVER,
XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE and
XML_PARAM_ENTITY_PARSING_ALWAYS. Returns true if setting the flag
was successful."""
        if self._started:
            return 0
        self._external = index(flag)
        return 1

    def UseForeignDTD(self, flag=True, /):
        """Allows the application to provide an artificial external subset if one is not specified as part of the document instance.

This readily allows the use of a 'default' document type controlled by the
application, while still getting the advantage of providing document type
information to the parser. 'flag' defaults to True if not provided."""
        if self._started:
            raise self._error(26, self._event)
        self._foreign = bool(flag)

    def SetReparseDeferralEnabled(self, enabled, /):
        """Enable/Disable reparse deferral; enabled by default with Expat >=2.6.0."""
        self._deferral = bool(enabled)

    def GetReparseDeferralEnabled(self, /):
        """Retrieve reparse deferral enabled status; always returns false with Expat <2.6.0."""
        return self._deferral

    def ExternalEntityParserCreate(self, context, encoding=None, /):
        """Create a parser for parsing an external entity based on the information passed to the ExternalEntityRefHandler."""
        made = _new(encoding, self._separator, self.intern)
        for name in _HANDLERS + ("_character_handler", "_default", "_expands", "_entities", "_parameters", "_attlists",
                                 "_external", "_buffers", "_buffer_size", "_base", "_space", "_standalone", "_deferral",
                                 "ordered_attributes", "specified_attributes", "namespace_prefixes"):
            setattr(made, name, getattr(self, name))
        made._fragment = "dtd" if context is None else "content"
        made._parent = self
        if context is not None:
            made._place = made._depth = 1
        return made

    # Parsing.

    def Parse(self, data, isfinal=False, /):
        """Parse XML data.

'isfinal' should be true at end of input."""
        if self._parsing:
            raise RuntimeError("Parse() called from a handler")
        if isinstance(data, str):
            data = data.encode()
            if not self._started:
                self._encoding = "utf-8"
        else:
            data = _native.octets(data)
        if self._code:
            raise self._error(36 if self._code == 36 or self._done else self._code, self._event)
        if self._done:
            raise self._error(36, self._event)
        self._parsing = True
        try:
            self._feed(data, bool(isfinal))
            self._flush()
        except _Bad as e:
            self._flush()
            raise self._error(*e.args) from None
        finally:
            self._parsing = False
        self._done = bool(isfinal)
        return 1

    def ParseFile(self, file, /):
        """Parse XML data from file-like object."""
        read = getattr(file, "read", None)
        if read is None:
            raise TypeError("argument must have 'read' attribute")
        while True:
            data = read(2048)
            if not isinstance(data, (bytes, bytearray)):
                raise TypeError(f"read() did not return a bytes object (type={type(data).__name__})")
            if len(data) > 2048:
                raise ValueError(f"read() returned too much data: 2048 bytes requested, {len(data)} returned")
            if not data:
                return self.Parse(b"", True)
            self.Parse(data, False)

    def _error(self, code, at):
        self._code, self._event = code, at
        line, column = self._position(at)
        error = ExpatError(f"{messages[code]}: line {line}, column {column}")
        error.code, error.lineno, error.offset = code, line, column
        return error

    def _feed(self, data, final):
        self._started = True
        if self._decoder is None:
            data = start(self, data, final, _Bad)
            if data is None:
                return
        elif self._decoder is not True:
            data = decoded(self, data, final)
        self._drop()
        self._buffer += data
        if self._deferral and not final and len(self._buffer) < 2 * self._stuck:
            return
        if self._head:
            self._declare_xml(final)
            if self._head:
                return
        if self._fragment == "dtd":
            if final:
                read_declaration(self, 0, True, _Bad)
                self._at = len(self._buffer)
            return
        self._scan(final)
        self._stuck = 0 if self._at else len(self._buffer)
        if self._broken:
            raise _Bad(self._broken, len(self._buffer))
        if final:
            self._finish()

    def _drop(self):
        """Forgets the text that was parsed, and keeps its lines and columns."""
        at = self._at
        if at:
            self._base_line, self._base_column = self._position(at)
            self._base_bytes += at
            self._mark = 0, self._base_line, self._base_column
            self._buffer = self._buffer[at:]
            self._at = 0
        self._event = 0

    def _finish(self):
        end = len(self._buffer)
        if self._place == 2:
            raise _Bad(20, end)
        if self._at < end:
            raise _Bad(5, self._at)
        if self._fragment:
            if self._depth != 1 or self._open:
                raise _Bad(13, end)
        elif self._place != 3:
            raise _Bad(3, end)
        self._event = end

    def _declare_xml(self, final):
        """Reads the declaration of XML at the begin, if there is one."""
        found = declaration(self._buffer, final, _Bad)
        if found is None:
            return
        self._head = False
        version, encoding, standalone, end = found
        if not end:
            return
        self._at = end
        adopt(self, encoding, _Bad)
        if standalone >= 0:
            self._standalone = standalone == 1
        if self.XmlDeclHandler is not None and self._fragment is None:
            self.XmlDeclHandler(version, encoding, standalone)
        elif self._default is not None:
            self._default(self._buffer[:end].decode())

    def _scan(self, final):
        while True:
            limit = 500
            if self._build is not None and not self._attlists:
                # Up to what is rare `_elementtree` does all; one such event is done here.
                if self._text:
                    self._flush()
                if self._build(self, final):
                    continue
                if self._at == len(self._buffer):
                    return
                limit = 1
            events, _, self._place, self._depth = _native.scan(
                self._buffer, self._at, self._place, self._depth, final, limit)
            if events and self._prepare is not None:
                self._prepare(self)
            for event in events:
                self._event = event[1]
                end = _EVENTS[event[0]](self, event)
                if event[0] != 9:
                    self._at = event[2]
                elif end is None:
                    # A declaration that is not complete is looked at again.
                    self._at = event[1]
                    return
                else:
                    self._at = end
            if not events:
                return

    def _raw(self, event):
        """Gives the default handler the text of an event."""
        if self._default is not None:
            self._flush()
            if self._inside is None:
                self._default(self._buffer[event[1]:event[2]].decode())

    def _flush(self):
        """Gives the buffered text to its handler."""
        if self._text:
            text, self._text, self._text_size = "".join(self._text), [], 0
            if self._character_handler is not None:
                self._character_handler(text)

    def _on_start(self, event):
        name, attributes = event[3], event[4]
        if self._foreign and not self._open:
            self._read_foreign()
        if self._attlists or any([type(value) is tuple for value in attributes]):
            attributes = self._complete(name, attributes)
        shown, names = name, None
        if self._separator is not None:
            shown, attributes, names = self._resolve(name, attributes)
        handler = self.StartElementHandler
        if handler is not None:
            if self._text:
                self._flush()
            if not self._ordered:
                attributes = dict(zip(attributes[::2], attributes[1::2]))
            handler(shown, attributes)
        else:
            self._raw(event)
        self._open.append((name, shown, names))
        if event[5]:
            if handler is not None and self.EndElementHandler is not None and self._inside is None:
                self._event = event[2]
            self._close(event)

    def _on_end(self, event):
        if not self._open or len(self._open) <= (self._inside or (0, 0))[1]:
            raise _Bad(13, self._event)
        if self._open[-1][0] != event[3]:
            raise _Bad(7, event[1] + 2)
        self._close(event)

    def _close(self, event):
        _, shown, names = self._open.pop()
        if self.EndElementHandler is not None:
            if self._text:
                self._flush()
            self.EndElementHandler(shown)
        elif not (event[0] == 0):
            self._raw(event)
        if names is not None:
            self._space, self._names = names[0]
            if self.EndNamespaceDeclHandler is not None:
                self._flush()
                for prefix in reversed(names[1]):
                    self.EndNamespaceDeclHandler(prefix)

    def _on_text(self, event):
        if self._character_handler is None:
            self._raw(event)
            return
        text = event[3]
        if self._decoder is not True and len(text) > 1024:
            # What is converted comes in pieces.
            for i in range(0, len(text), 1024):
                self._on_text(event[:3] + (text[i:i + 1024],))
            return
        if not self._buffers:
            self._character_handler(text)
            return
        size = len(text) if text.isascii() else len(text.encode())
        if self._text_size + size > self._buffer_size:
            self._flush()
            if self._character_handler is None:
                return
        if size > self._buffer_size:
            self._character_handler(text)
        else:
            self._text.append(text)
            self._text_size += size

    def _on_instruction(self, event):
        if self.ProcessingInstructionHandler is not None:
            self._flush()
            self.ProcessingInstructionHandler(event[3], event[4])
        else:
            self._raw(event)

    def _on_comment(self, event):
        if self.CommentHandler is not None:
            self._flush()
            self.CommentHandler(event[3])
        else:
            self._raw(event)

    def _on_cdata_start(self, event):
        if self.StartCdataSectionHandler is not None:
            self._flush()
            self.StartCdataSectionHandler()
        else:
            self._raw(event)

    def _on_cdata_end(self, event):
        if self.EndCdataSectionHandler is not None:
            self._flush()
            self.EndCdataSectionHandler()
        else:
            self._raw(event)

    def _on_doctype(self, event):
        if self._doctype:
            raise _Bad(2, event[1])
        self._flush()
        end = read_declaration(self, event[1], False, _Bad)
        self._doctype = end is not None
        return end

    def _read_foreign(self):
        """Asks for the external subset that the program says there is."""
        self._foreign = False
        if self._external and not self._doctype and self.ExternalEntityRefHandler is not None:
            self._flush()
            if not self.ExternalEntityRefHandler(None, self._base, None, None):
                raise _Bad(21, self._event)

    def _on_error(self, event):
        raise _Bad(event[3], event[1])

    def _on_reference(self, event):
        name = event[3]
        entity = self._entities.get(name)
        if entity is None:
            if self._standalone or not self._has_unread():
                raise _Bad(11, self._event)
            self._skip(name, event)
            return
        text, system, public, notation = entity
        if notation is not None:
            raise _Bad(15, self._event)
        opened = [] if self._inside is None else self._inside[0]
        if name in opened:
            raise _Bad(12, self._event)
        if text is None:
            handler = self.ExternalEntityRefHandler
            self._flush()
            if handler is None:
                self._skip(name, event)
            elif not handler(self._context(name), self._base, system, public):
                raise _Bad(21, self._event)
            return
        if self._default is not None and not self._expands:
            self._skip(name, event)
            return
        self._expand(name, text.encode(), opened)

    def _skip(self, name, event):
        self._flush()
        if self.SkippedEntityHandler is not None:
            self.SkippedEntityHandler(name, False)
        else:
            self._raw(event)

    def _has_unread(self):
        """Whether there are declarations that were not read."""
        return self._unread

    def _context(self, name):
        spaces = ["=" + self._space[""]] if self._space.get("") else []
        spaces += [f"{p}={u}" for p, u in self._space.items() if p and p != "xml"]
        opened = [] if self._inside is None else self._inside[0]
        return "\f".join(spaces + opened + [name])

    def _count(self, n, at):
        """Counts what entities expand to: a hundred times as much as the document is the most."""
        self._expanded += n
        direct = self._base_bytes + len(self._buffer)
        if direct + self._expanded > 8388608 and (direct + self._expanded) > 100 * direct:
            raise _Bad(43, at)

    def _expand(self, name, text, opened):
        """Parses the text of an entity in the place of a reference to it."""
        self._count(len(text), self._event)
        outer, self._inside = self._inside, (opened + [name], len(self._open))
        place, depth, at = 1, self._depth + 1, 0
        here = self._event
        try:
            while True:
                events, at, place, depth = _native.scan(text, at, place, depth, True, 500)
                if not events:
                    break
                for event in events:
                    if event[0] == 10:
                        raise _Bad(event[3], here)
                    _EVENTS[event[0]](self, event)
                    self._event = here
            if place == 2:
                raise _Bad(20, here)
            if at < len(text):
                raise _Bad(5, here)
            if len(self._open) != self._inside[1]:
                raise _Bad(13, here)
        finally:
            self._inside = outer

    def _attribute_text(self, raw, opened):
        """A value with references to entities."""
        made, at = [], 0
        while True:
            start = raw.find("&", at)
            made.append(" ".join(raw[at:start if start >= 0 else None].replace("\r\n", " ").replace("\r", " ")
                                 .replace("\t", " ").split("\n")))
            if start < 0:
                return "".join(made)
            end = raw.find(";", start)
            name, at = raw[start + 1:end], end + 1
            if name.startswith("#"):
                number = int(name[2:], 16) if name[1] == "x" else int(name[1:])
                made.append(chr(number))
                continue
            predefined = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}.get(name)
            if predefined is not None:
                made.append(predefined)
                continue
            entity = self._entities.get(name)
            if entity is None:
                if self._standalone or not self._has_unread():
                    raise _Bad(11, self._event)
                continue
            if name in opened:
                raise _Bad(12, self._event)
            if entity[3] is not None:
                raise _Bad(15, self._event)
            if entity[0] is None:
                raise _Bad(16, self._event)
            if "<" in entity[0]:
                raise _Bad(4, self._event)
            self._count(len(entity[0]), self._event)
            made.append(self._attribute_text(entity[0], opened + [name]))

    def _complete(self, name, attributes):
        """Attributes with their entities expanded, normalized as declared, and with declared defaults."""
        declared = self._attlists.get(name, {})
        made = []
        for i in range(0, len(attributes), 2):
            key, value = attributes[i], attributes[i + 1]
            if type(value) is tuple:
                value = self._attribute_text(value[0], [])
            if key in declared and declared[key][0] != "CDATA":
                value = " ".join([word for word in value.split(" ") if word])
            made += key, value
        if not self._specified or self._separator is not None:
            given = made[::2]
            for key, (_, default) in declared.items():
                if default is not None and key not in given:
                    if not self._specified or key == "xmlns" or key.startswith("xmlns:"):
                        made += key, default
        return made

    def _resolve(self, name, attributes):
        """Names with their namespaces, and what the element declares."""
        names = None
        if any([key.startswith("xmlns") for key in attributes[::2]]):
            attributes, names = self._declare_spaces(attributes)
        shown = self._names.get(name)
        if shown is None:
            shown = self._names[name] = self._qualified(name, self._space.get(""))
        if attributes and any([":" in key for key in attributes[::2]]):
            attributes = list(attributes)
            for i in range(0, len(attributes), 2):
                attributes[i] = self._qualified(attributes[i], None)
            keys = attributes[::2]
            if len(set(keys)) != len(keys):
                raise _Bad(8, self._event)
        return shown, attributes, names

    def _qualified(self, name, default):
        prefix, colon, local = name.partition(":")
        if not colon:
            return name if not default else default + self._separator + name
        if ":" in local:
            raise _Bad(4, self._event + 1 + len(prefix) + 1 + local.index(":"))
        space = self._space.get(prefix)
        if space is None:
            raise _Bad(27, self._event)
        shown = space + self._separator + local
        return shown + self._separator + prefix if self._prefixes and self._separator else shown

    def _declare_spaces(self, attributes):
        before, space, prefixes, rest = (self._space, self._names), dict(self._space), [], []
        for i in range(0, len(attributes), 2):
            key, uri = attributes[i], attributes[i + 1]
            if key != "xmlns" and not key.startswith("xmlns:"):
                rest += key, uri
                continue
            prefix = key[6:]
            if prefix == "xmlns":
                raise _Bad(39, self._event)
            if (prefix == "xml") != (uri == _XML):
                raise _Bad(38 if prefix == "xml" else 40, self._event)
            if uri == _XMLNS:
                raise _Bad(40, self._event)
            if prefix and not uri:
                raise _Bad(28, self._event)
            space[prefix] = uri
            prefixes.append(prefix or None)
            if self.StartNamespaceDeclHandler is not None:
                self._flush()
                self.StartNamespaceDeclHandler(prefix or None, uri or None)
        self._space, self._names = space, {}
        return rest, (before, prefixes)


xmlparser.__module__ = "pyexpat"
XMLParserType = xmlparser


_EVENTS = (xmlparser._on_start, xmlparser._on_end, xmlparser._on_text, xmlparser._on_instruction, xmlparser._on_comment,
           xmlparser._on_cdata_start, xmlparser._on_cdata_end, xmlparser._on_reference, xmlparser._raw,
           xmlparser._on_doctype, xmlparser._on_error)


def _new(encoding, separator, intern):
    made = _native.twin(_MODEL)
    made._open, made._text, made._spaces = [], [], []
    made._names, made._entities, made._parameters, made._attlists = {}, {}, {}, {}
    made._space = {"xml": _XML}
    made._separator, made._encoding = separator, encoding
    made.intern = {} if intern is None else intern
    return made


def _model():
    """A parser with all that is the same in every new one."""
    made = object.__new__(xmlparser)
    for name in _STATE + _HANDLERS:
        setattr(made, name, None)
    made._expands = made._buffers = made._done = made._standalone = made._parsing = made._foreign = made._started = False
    made._doctype = made._unread = False
    made._head = made._deferral = True
    made._buffer = b""
    made._at = made._place = made._depth = made._event = made._base_column = made._base_bytes = made._code = 0
    made._text_size = made._stuck = made._expanded = made._external = 0
    made._base_line = 1
    made._mark = 0, 1, 0
    made._buffer_size = 8192
    made._prefixes = made._ordered = made._specified = False
    made._broken = 0
    made.intern = None
    return made


_MODEL = _model()


def ParserCreate(encoding=None, namespace_separator=None, intern=None):
    """Return a new XML parser object."""
    for value, name in ((encoding, "encoding"), (namespace_separator, "namespace_separator")):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"ParserCreate() argument '{name}' must be str or None, not {type(value).__name__}")
    if namespace_separator is not None and len(namespace_separator) > 1:
        raise ValueError("namespace_separator must be at most one character, omitted, or None")
    if intern is not None and not isinstance(intern, dict):
        raise TypeError("intern must be a dictionary")
    return _new(encoding, namespace_separator, intern)
