"""`_elementtree`: the parser that builds trees. Elements and the builder are native; what has no rare parts is built by
native code from the text (`_build`), all else by the handlers here, which `pyexpat` calls."""

import pyexpat as _expat
import _core


class ParseError(SyntaxError):
    pass


ParseError.__module__ = "xml.etree.ElementTree"


class _Undefined(Exception):
    """A reference to an entity that nobody knows."""


def _ignore(text):
    pass


def _prepare(parser):
    """Makes handlers, when a parser that builds elements natively comes to something rare."""
    parser._prepare, parser._handlers = None, _Handlers(parser._builder)
    parser._handlers.connect(parser, parser._builder)


def _read_only(self, value=None):
    raise AttributeError("readonly attribute")


def _build_tree(parser, final):
    """Builds elements up to what is rare. Returns whether to go on at once."""
    parser._at, parser._place, parser._depth, goes_on = _build(
        parser._builder, parser._buffer, parser._at, parser._place, parser._depth, final, parser._open, parser._space)
    return goes_on


def _call_target(parser, final):
    """Calls the target up to what is rare. Returns whether to go on at once."""
    if parser._decoder is not True:
        # Text that is converted comes in other pieces.
        parser._build = None
        return True
    parser._at, parser._place, parser._depth, goes_on, calls = _calls(
        parser._buffer, parser._at, parser._place, parser._depth, final, parser._open, parser._space)
    if calls:
        handlers = parser._handlers
        begin, finish, text = handlers.begin, handlers.finish, handlers.text
        for kind, a, b in calls:
            if kind == 2:
                if text is not None:
                    text(a)
            elif kind == 0:
                if begin is not None:
                    begin(a, b)
            elif kind == 1:
                if finish is not None:
                    finish(a)
            elif kind == 3:
                if parser.CommentHandler is not None:
                    parser.CommentHandler(a)
            elif parser.ProcessingInstructionHandler is not None:
                parser.ProcessingInstructionHandler(a, b)
    return goes_on


class _Handlers:
    """What the parser calls: names become those of elements, and the methods of the target get them."""

    __slots__ = ("names", "entity", "begin", "finish", "text", "begin_space", "finish_space", "queue", "starts", "ends",
                 "doctype")

    def __init__(self, target):
        self.names, self.entity, self.queue = {}, {}, None
        self.starts = self.ends = None
        self.begin = getattr(target, "start", None)
        self.finish = getattr(target, "end", None)
        self.text = getattr(target, "data", None)
        self.begin_space = getattr(target, "start_ns", None)
        self.finish_space = getattr(target, "end_ns", None)
        self.doctype = getattr(target, "doctype", None)

    def connect(self, parser, target):
        """Makes a parser call this."""
        parser.ordered_attributes = True
        parser.DefaultHandlerExpand = self.on_rest
        parser.CharacterDataHandler = _ignore if self.text is None else self.text
        if self.begin is not None:
            parser.StartElementHandler = self.on_start
        if self.finish is not None:
            parser.EndElementHandler = self.on_end
        parser.CommentHandler = getattr(target, "comment", None)
        parser.ProcessingInstructionHandler = getattr(target, "pi", None)
        if self.begin_space is not None:
            parser.StartNamespaceDeclHandler = self.on_start_space
        if self.finish_space is not None:
            parser.EndNamespaceDeclHandler = self.on_end_space
        if self.doctype is not None:
            parser.StartDoctypeDeclHandler = self.on_doctype

    def name(self, key):
        found = self.names.get(key)
        if found is None:
            found = self.names[key] = "{" + key if "}" in key else key
        return found

    def on_start(self, tag, attributes):
        name = self.name
        attrib = {name(attributes[i]): attributes[i + 1] for i in range(0, len(attributes), 2)}
        return self.begin(name(tag), attrib)

    def on_end(self, tag):
        return self.finish(self.name(tag))

    def on_start_space(self, prefix, uri):
        prefix, uri = prefix or "", uri or ""
        if self.starts is not None:
            self.queue.append((self.starts, (prefix, uri)))
        if self.begin_space is not None:
            return self.begin_space(prefix, uri)

    def on_end_space(self, prefix):
        if self.ends is not None:
            self.queue.append((self.ends, None))
        if self.finish_space is not None:
            return self.finish_space(prefix or "")

    def on_doctype(self, name, system, public, has_subset):
        return self.doctype(name, public, system)

    def on_rest(self, text):
        if len(text) > 1 and text[0] == "&":
            found = self.entity.get(text[1:-1], self)
            if found is self:
                raise _Undefined(text)
            if self.text is not None:
                self.text(found)


def _on_ignored_doctype(name, system, public, has_subset):
    import warnings
    warnings.warn("The doctype() method of XMLParser is ignored.  Define doctype() method on the TreeBuilder target.",
                  RuntimeWarning, stacklevel=1)


def _handlers_of(parser):
    if parser._handlers is None:
        _prepare(parser)
    return parser._handlers


class XMLParser:
    __slots__ = ("_expat", "_target")

    def __init__(self, /, *args, target=None, encoding=None, **unknown):
        if args or unknown:
            raise TypeError("XMLParser() takes no positional arguments" if args else
                            f"XMLParser() got an unexpected keyword argument '{next(iter(unknown))}'")
        if encoding is not None and not isinstance(encoding, str):
            raise TypeError(f"XMLParser() argument 'encoding' must be str or None, not {type(encoding).__name__}")
        if target is None:
            target = TreeBuilder()
        parser = _expat._new(encoding, "}", None)
        if type(target) is TreeBuilder:
            parser._build, parser._builder, parser._prepare = _build_tree, target, _prepare
        else:
            parser._build, parser._handlers = _call_target, _Handlers(target)
            parser._handlers.connect(parser, target)
        if type(self) is not XMLParser and hasattr(self, "doctype") and not hasattr(target, "doctype"):
            parser.StartDoctypeDeclHandler = _on_ignored_doctype
        self._target, self._expat = target, parser

    @property
    def target(self):
        return getattr(self, "_target", None)

    @property
    def entity(self):
        parser = getattr(self, "_expat", None)
        return None if parser is None else _handlers_of(parser).entity

    target = target.setter(_read_only).deleter(_read_only)
    entity = entity.setter(_read_only).deleter(_read_only)

    @property
    def version(self):
        return "Expat %d.%d.%d" % _expat.version_info

    def feed(self, data, /):
        """Feed encoded data to parser."""
        self._parse(data, False)

    def close(self):
        """Finish feeding data to parser and return element structure."""
        self._parse(b"", True)
        close = getattr(self._target, "close", None)
        return None if close is None else close()

    def flush(self):
        parser = self._made()
        before = parser.GetReparseDeferralEnabled()
        parser.SetReparseDeferralEnabled(False)
        try:
            self._parse(b"", False)
        finally:
            parser.SetReparseDeferralEnabled(before)

    def _parse_whole(self, file, /):
        """Parse all that a file has and return the element structure."""
        read = file.read
        while True:
            data = read(64 * 1024)
            if isinstance(data, str):
                if not data:
                    break
                data = data.encode("utf-8", "surrogatepass")
            elif not isinstance(data, bytes) or not data:
                break
            self._parse(data, False)
        return self.close()

    def _setevents(self, events_queue, events_to_report=None, /):
        parser, target = self._made(), self._target
        if type(target) is not TreeBuilder:
            raise TypeError("event handling only supported for ElementTree.TreeBuilder targets")
        events_queue.append
        if events_to_report is not None:
            try:
                events_to_report = list(events_to_report)
            except TypeError:
                raise TypeError("events must be a sequence") from None
        starts, ends = _report(target, events_queue, events_to_report)
        if starts is not None or ends is not None:
            handlers = _handlers_of(parser)
            handlers.queue, handlers.starts, handlers.ends = events_queue, starts, ends
            if starts is not None:
                parser.StartNamespaceDeclHandler = handlers.on_start_space
            if ends is not None:
                parser.EndNamespaceDeclHandler = handlers.on_end_space

    def _made(self):
        parser = getattr(self, "_expat", None)
        if parser is None:
            raise ValueError("XMLParser.__init__() wasn't called")
        return parser

    def _parse(self, data, final):
        parser = self._made()
        try:
            parser.Parse(data, final)
        except _expat.ExpatError as e:
            code, position, message = e.code, (e.lineno, e.offset), str(e)
        except _Undefined as e:
            code, position = 11, (parser.ErrorLineNumber, parser.ErrorColumnNumber)
            message = "undefined entity %s: line %d, column %d" % (e.args + position)
        else:
            return
        error = ParseError(message)
        error.code, error.position = code, position
        raise error


XMLParser.__module__ = "xml.etree.ElementTree"
_core.seal(XMLParser, True)
