//! XML taken apart as expat does it: pieces of UTF-8 text become events, and what is not complete yet is left.

pub mod chars;
pub mod declaration;
pub mod markup;

use std::borrow::Cow;

use chars::{is_name_char, is_name_start, is_space, is_xml_char};

/// Expat's numbers of errors, as far as they are found here.
pub mod error {
    /// Something that stands in the wrong place.
    pub const SYNTAX: u8 = 2;
    /// A character that must not be here.
    pub const INVALID_TOKEN: u8 = 4;
    /// An incomplete character at the end.
    pub const PARTIAL_CHAR: u8 = 6;
    /// Two attributes with one name.
    pub const DUPLICATE_ATTRIBUTE: u8 = 8;
    /// Something behind the root.
    pub const JUNK_AFTER_ROOT: u8 = 9;
    /// A number that is no character.
    pub const BAD_CHAR_REF: u8 = 14;
    /// The declaration of XML inside the document.
    pub const MISPLACED_XML_PI: u8 = 17;
}

/// Where in a document the text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before the root.
    Prolog,
    /// Inside the root.
    Content,
    /// Inside a CDATA section.
    Cdata,
    /// Behind the root.
    Epilog,
}

impl Place {
    /// The place with this number.
    pub fn from_number(number: i64) -> Place {
        match number {
            0 => Place::Prolog,
            1 => Place::Content,
            2 => Place::Cdata,
            _ => Place::Epilog,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub enum What<'a> {
    /// A start tag: name, attributes, whether it is an end tag as well.
    Start(&'a str, Vec<(&'a str, AttributeValue<'a>)>, bool),
    /// An end tag.
    End(&'a str),
    /// Text.
    Text(Cow<'a, str>),
    /// An instruction: target and data.
    Instruction(&'a str, Cow<'a, str>),
    /// A comment.
    Comment(Cow<'a, str>),
    /// The begin of a CDATA section.
    CdataStart,
    /// Its end.
    CdataEnd,
    /// A reference to an entity that is not predefined.
    Reference(&'a str),
    /// White space outside of the root.
    Space,
    /// The begin of a document type declaration.
    Doctype,
    /// An error.
    Error(u8),
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum AttributeValue<'a> {
    /// As it is.
    Plain(Cow<'a, str>),
    /// With references to entities, raw.
    Raw(&'a str),
}

/// An event: what was found, and the bytes where.
#[derive(Clone, Debug, PartialEq)]
pub struct Event<'a> {
    /// What.
    pub what: What<'a>,
    /// Where it begins; for an error, the place that is wrong.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// Why there is no event.
pub(crate) enum Stop {
    /// More text is needed.
    More,
    /// An error, at a place.
    Error(u8, usize),
}

pub(crate) type Found<T> = Result<T, Stop>;

/// Goes through text.
pub struct Scanner<'a> {
    text: &'a str,
    /// The position.
    pub at: usize,
    /// Where in the document it is.
    pub place: Place,
    /// How many elements are open.
    pub depth: usize,
    is_final: bool,
}

impl<'a> Scanner<'a> {
    /// A scanner of text, from a position. `is_final` says that nothing follows.
    pub fn new(text: &'a str, at: usize, place: Place, depth: usize, is_final: bool) -> Scanner<'a> {
        Scanner { text, at, place, depth, is_final }
    }

    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// The next event; `None` if more text is needed.
    pub fn next_event(&mut self) -> Option<Event<'a>> {
        if self.at >= self.text.len() {
            return None;
        }
        let start = self.at;
        match self.found() {
            Ok((what, end)) => {
                self.at = end;
                Some(Event { what, start, end })
            }
            Err(Stop::More) => None,
            Err(Stop::Error(code, at)) => Some(Event { what: What::Error(code), start: at, end: at }),
        }
    }

    fn found(&mut self) -> Found<(What<'a>, usize)> {
        let byte = self.bytes()[self.at];
        match self.place {
            Place::Cdata => self.cdata(),
            Place::Content => match byte {
                b'<' => self.tag(),
                b'&' => self.reference(),
                _ => self.characters(),
            },
            Place::Prolog | Place::Epilog if is_space(byte) => {
                let end = self.skip_space(self.at);
                Ok((What::Space, end))
            }
            Place::Prolog | Place::Epilog if byte == b'<' => self.tag(),
            Place::Prolog => Err(self.stray(error::SYNTAX)),
            Place::Epilog => Err(self.stray(error::JUNK_AFTER_ROOT)),
        }
    }

    /// The error for text outside of the root: what could be a token of a declaration is in the wrong place, anything
    /// else is none.
    fn stray(&self, otherwise: u8) -> Stop {
        let rest = &self.text[self.at..];
        let invalid = |at| Stop::Error(error::INVALID_TOKEN, at);
        let Some(first) = rest.chars().next() else { return Stop::More };
        if self.place == Place::Epilog {
            return if is_name_start(first) { Stop::Error(otherwise, self.at) } else { invalid(self.at) };
        }
        if !is_name_char(first) {
            return if matches!(first, '[' | ']' | '(' | ')' | '|' | ',' | '>') {
                Stop::Error(otherwise, self.at)
            } else {
                invalid(self.at)
            };
        }
        let end = rest.find(|c| !is_name_char(c)).unwrap_or(rest.len());
        match rest.as_bytes().get(end) {
            None
            | Some(b' ' | b'\t' | b'\r' | b'\n' | b'>' | b')' | b',' | b'|' | b'[' | b'%' | b'?' | b'*' | b'+') => {
                Stop::Error(otherwise, self.at)
            }
            Some(_) => invalid(self.at + end),
        }
    }

    pub(crate) fn skip_space(&self, mut at: usize) -> usize {
        while self.bytes().get(at).copied().is_some_and(is_space) {
            at += 1;
        }
        at
    }

    /// The byte at a position; that more is needed if there is none.
    pub(crate) fn byte(&self, at: usize) -> Found<u8> {
        self.bytes().get(at).copied().ok_or(Stop::More)
    }

    /// The name at a position.
    pub(crate) fn name(&self, at: usize) -> Found<&'a str> {
        let rest = &self.text[at..];
        let mut chars = rest.char_indices();
        match chars.next() {
            None => return Err(Stop::More),
            Some((_, c)) if !is_name_start(c) => return Err(Stop::Error(error::INVALID_TOKEN, at)),
            _ => {}
        }
        match chars.find(|(_, c)| !is_name_char(*c)) {
            Some((end, _)) => Ok(&rest[..end]),
            None => Err(Stop::More),
        }
    }

    /// Text up to the next markup; a line's end is an event of its own, as in expat.
    fn characters(&mut self) -> Found<(What<'a>, usize)> {
        let bytes = self.bytes();
        let start = self.at;
        if matches!(bytes[start], b'\r' | b'\n') {
            return self.line_end(start);
        }
        let stop = bytes[start..].iter().position(|b| matches!(b, b'<' | b'&' | b'\r' | b'\n' | b']'));
        let mut end = stop.map_or(bytes.len(), |n| start + n);
        while bytes.get(end) == Some(&b']') {
            match (bytes.get(end + 1), bytes.get(end + 2)) {
                (Some(b']'), Some(b'>')) if end > start => break,
                (Some(b']'), Some(b'>')) => return Err(Stop::Error(error::INVALID_TOKEN, end + 2)),
                (None, _) | (Some(b']'), None) if !self.is_final => {
                    return if end > start { self.text_event(start, end) } else { Err(Stop::More) };
                }
                _ => {}
            }
            let stop = bytes[end + 1..].iter().position(|b| matches!(b, b'<' | b'&' | b'\r' | b'\n' | b']'));
            end = stop.map_or(bytes.len(), |n| end + 1 + n);
        }
        self.text_event(start, end)
    }

    fn text_event(&self, start: usize, end: usize) -> Found<(What<'a>, usize)> {
        let text = &self.text[start..end];
        match text.char_indices().find(|(_, c)| !is_xml_char(*c)) {
            None => Ok((What::Text(Cow::Borrowed(text)), end)),
            Some((0, _)) => Err(Stop::Error(error::INVALID_TOKEN, start)),
            Some((n, _)) => Ok((What::Text(Cow::Borrowed(&text[..n])), start + n)),
        }
    }

    fn line_end(&self, start: usize) -> Found<(What<'a>, usize)> {
        let line = |end| Ok((What::Text(Cow::Borrowed("\n")), end));
        match (self.bytes()[start], self.bytes().get(start + 1)) {
            (b'\r', Some(b'\n')) => line(start + 2),
            (b'\r', None) if !self.is_final => Err(Stop::More),
            _ => line(start + 1),
        }
    }

    fn cdata(&mut self) -> Found<(What<'a>, usize)> {
        let bytes = self.bytes();
        let start = self.at;
        if bytes[start..].starts_with(b"]]>") {
            self.place = Place::Content;
            return Ok((What::CdataEnd, start + 3));
        }
        if matches!(bytes[start], b'\r' | b'\n') {
            return self.line_end(start);
        }
        let mut end = start;
        loop {
            let stop = bytes[end..].iter().position(|b| matches!(b, b'\r' | b'\n' | b']'));
            end = stop.map_or(bytes.len(), |n| end + n);
            if bytes.get(end) != Some(&b']') || bytes[end..].starts_with(b"]]>") {
                break;
            }
            if bytes.len() - end < 3 && bytes[end..].iter().all(|b| *b == b']') {
                return if end > start { self.text_event(start, end) } else { Err(Stop::More) };
            }
            end += 1;
        }
        self.text_event(start, end)
    }

    /// A reference in the content.
    fn reference(&mut self) -> Found<(What<'a>, usize)> {
        let start = self.at;
        if self.byte(start + 1)? == b'#' {
            let (c, end) = self.char_ref(start)?;
            return Ok((What::Text(Cow::Owned(c.to_string())), end));
        }
        let name = self.name(start + 1)?;
        let end = start + 1 + name.len();
        if self.byte(end)? != b';' {
            return Err(Stop::Error(error::INVALID_TOKEN, end));
        }
        match predefined(name) {
            Some(text) => Ok((What::Text(Cow::Borrowed(text)), end + 1)),
            None => Ok((What::Reference(name), end + 1)),
        }
    }

    /// The character of a reference by number, and where the reference ends.
    pub(crate) fn char_ref(&self, start: usize) -> Found<(char, usize)> {
        let mut at = start + 2;
        let radix = if self.byte(at)? == b'x' { 16 } else { 10 };
        at += usize::from(radix == 16);
        let digits = at;
        let mut number = 0u32;
        loop {
            let byte = self.byte(at)?;
            match char::from(byte).to_digit(radix) {
                Some(digit) => number = number.saturating_mul(radix).saturating_add(digit),
                None if byte == b';' && at > digits => break,
                None => return Err(Stop::Error(error::INVALID_TOKEN, at)),
            }
            at += 1;
        }
        match char::from_u32(number).filter(|c| is_xml_char(*c)) {
            Some(c) => Ok((c, at + 1)),
            None => Err(Stop::Error(error::BAD_CHAR_REF, start)),
        }
    }
}

/// The text of an entity that needs no declaration.
pub fn predefined(name: &str) -> Option<&'static str> {
    match name {
        "lt" => Some("<"),
        "gt" => Some(">"),
        "amp" => Some("&"),
        "quot" => Some("\""),
        "apos" => Some("'"),
        _ => None,
    }
}

/// Text with every line end as a line feed.
pub fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests;
