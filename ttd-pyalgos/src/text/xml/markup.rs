//! Tags, comments, instructions, and the begins of sections and declarations.

use std::borrow::Cow;

use super::chars::{is_space, is_xml_char};
use super::{AttributeValue, Found, Place, Scanner, Stop, What, error, predefined, with_line_feeds};

impl<'a> Scanner<'a> {
    /// What begins with `<`.
    pub(super) fn tag(&mut self) -> Found<(What<'a>, usize)> {
        let start = self.at;
        match self.byte(start + 1)? {
            b'?' => self.instruction(start),
            b'!' => self.declaration(start),
            b'/' if self.place == Place::Content => self.end_tag(start),
            _ if self.place == Place::Epilog => {
                self.name(start + 1)?;
                Err(Stop::Error(error::JUNK_AFTER_ROOT, start))
            }
            b'/' => Err(Stop::Error(error::INVALID_TOKEN, start + 1)),
            _ => self.start_tag(start),
        }
    }

    fn invalid<T>(&self, at: usize) -> Found<T> {
        Err(Stop::Error(error::INVALID_TOKEN, at))
    }

    fn declaration(&mut self, start: usize) -> Found<(What<'a>, usize)> {
        let rest = &self.bytes()[start..];
        let begins = |word: &[u8]| rest.len() < word.len() && word.starts_with(rest);
        if rest.starts_with(b"<!--") {
            return self.comment(start);
        }
        if self.place == Place::Content && rest.starts_with(b"<![CDATA[") {
            self.place = Place::Cdata;
            return Ok((What::CdataStart, start + 9));
        }
        if self.place == Place::Prolog && rest.starts_with(b"<!DOCTYPE") {
            return Ok((What::Doctype, start + 9));
        }
        let section = self.place == Place::Content && begins(b"<![CDATA[");
        if begins(b"<!--") || section || self.place == Place::Prolog && begins(b"<!DOCTYPE") {
            return Err(Stop::More);
        }
        let word: &[u8] = if self.place == Place::Content { b"<![CDATA[" } else { b"<!DOCTYPE" };
        let same = rest.iter().zip(word).take_while(|(a, b)| a == b).count();
        match (self.place, rest.get(2)) {
            (_, Some(b'-')) => self.invalid(start + 3),
            (Place::Content, _) => self.invalid(start + same.max(2)),
            (_, Some(b'A'..=b'Z')) => {
                let letters = rest[2..].iter().take_while(|b| b.is_ascii_uppercase()).count();
                self.invalid(start + 2 + letters)
            }
            _ => self.invalid(start + 2),
        }
    }

    fn comment(&self, start: usize) -> Found<(What<'a>, usize)> {
        let text = &self.text[start + 4..];
        let end = text.find("--");
        let inside = &text[..end.unwrap_or(text.len())];
        if let Some((n, _)) = inside.char_indices().find(|(_, c)| !is_xml_char(*c)) {
            return self.invalid(start + 4 + n);
        }
        let end = start + 4 + end.ok_or(Stop::More)?;
        if self.byte(end + 2)? != b'>' {
            return self.invalid(end + 2);
        }
        Ok((What::Comment(with_line_feeds(inside)), end + 3))
    }

    fn instruction(&self, start: usize) -> Found<(What<'a>, usize)> {
        let target = self.name(start + 2)?;
        let at = start + 2 + target.len();
        if target.eq_ignore_ascii_case("xml") {
            // It is looked at where a document begins, and is nowhere else.
            return if target == "xml" { Err(Stop::Error(error::MISPLACED_XML_PI, start)) } else { self.invalid(at) };
        }
        let next = self.byte(at)?;
        if next != b'?' && !is_space(next) {
            return self.invalid(at);
        }
        let text = &self.text[at..];
        let end = text.find("?>");
        let inside = &text[..end.unwrap_or(text.len())];
        if let Some((n, _)) = inside.char_indices().find(|(_, c)| !is_xml_char(*c)) {
            return self.invalid(at + n);
        }
        let end = end.ok_or(Stop::More)?;
        if next == b'?' && end != 0 {
            return self.invalid(at + 1);
        }
        let data = inside.trim_start_matches([' ', '\t', '\r', '\n']);
        Ok((What::Instruction(target, with_line_feeds(data)), at + end + 2))
    }

    fn end_tag(&mut self, start: usize) -> Found<(What<'a>, usize)> {
        let name = self.name(start + 2)?;
        let at = self.skip_space(start + 2 + name.len());
        if self.byte(at)? != b'>' {
            return self.invalid(at);
        }
        self.close();
        Ok((What::End(name), at + 1))
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.place = if self.depth == 0 { Place::Epilog } else { Place::Content };
    }

    fn start_tag(&mut self, start: usize) -> Found<(What<'a>, usize)> {
        let name = self.name(start + 1)?;
        let mut at = start + 1 + name.len();
        let mut attributes: Vec<(&str, AttributeValue)> = Vec::new();
        loop {
            let after_space = self.skip_space(at);
            let byte = self.byte(after_space)?;
            let is_empty = byte == b'/';
            if is_empty && self.byte(after_space + 1)? != b'>' {
                return self.invalid(after_space + 1);
            }
            if is_empty || byte == b'>' {
                self.depth += 1;
                self.place = Place::Content;
                if is_empty {
                    self.close();
                }
                return Ok((What::Start(name, attributes, is_empty), after_space + 1 + usize::from(is_empty)));
            }
            if after_space == at {
                return self.invalid(at);
            }
            let attribute = self.name(after_space)?;
            let equals = self.skip_space(after_space + attribute.len());
            if self.byte(equals)? != b'=' {
                return self.invalid(equals);
            }
            let quote = self.skip_space(equals + 1);
            let (value, end) = self.attribute_value(quote)?;
            if attributes.iter().any(|(name, _)| *name == attribute) {
                return Err(Stop::Error(error::DUPLICATE_ATTRIBUTE, after_space));
            }
            attributes.push((attribute, value));
            at = end;
        }
    }

    /// A quoted value and where it ends.
    fn attribute_value(&self, quote: usize) -> Found<(AttributeValue<'a>, usize)> {
        let mark = self.byte(quote)?;
        if mark != b'"' && mark != b'\'' {
            return self.invalid(quote);
        }
        let start = quote + 1;
        let rest = &self.bytes()[start..];
        let length = rest.iter().position(|b| *b == mark || *b == b'<').unwrap_or(rest.len());
        let text = &self.text[start..start + length];
        if let Some((n, _)) = text.char_indices().find(|(_, c)| !is_xml_char(*c)) {
            return self.invalid(start + n);
        }
        match rest.get(length) {
            None => return Err(Stop::More),
            Some(b'<') => return self.invalid(start + length),
            _ => {}
        }
        let end = start + length;
        let value = if text.bytes().any(|b| matches!(b, b'&' | b'\t' | b'\r' | b'\n')) {
            match self.normalized(start, end)? {
                Some(value) => AttributeValue::Plain(Cow::Owned(value)),
                None => AttributeValue::Raw(text),
            }
        } else {
            AttributeValue::Plain(Cow::Borrowed(text))
        };
        Ok((value, end + 1))
    }

    /// A value with spaces for white space and characters for references; `None` if there is a reference to an entity.
    fn normalized(&self, start: usize, end: usize) -> Found<Option<String>> {
        let (mut made, mut at, mut has_entity) = (String::new(), start, false);
        while at < end {
            let rest = &self.text[at..end];
            let stop = rest.find(['&', '\t', '\r', '\n']).unwrap_or(rest.len());
            made.push_str(&rest[..stop]);
            at += stop;
            let Some(byte) = rest.as_bytes().get(stop) else { break };
            if *byte != b'&' {
                at += if rest[stop..].starts_with("\r\n") { 2 } else { 1 };
                made.push(' ');
                continue;
            }
            if self.byte(at + 1)? == b'#' {
                let (c, after) = self.char_ref(at)?;
                made.push(c);
                at = after;
                continue;
            }
            let name = self.name(at + 1)?;
            let after = at + 1 + name.len();
            if self.byte(after)? != b';' {
                return self.invalid(after);
            }
            match predefined(name) {
                Some(text) => made.push_str(text),
                None => has_entity = true,
            }
            at = after + 1;
        }
        Ok((!has_entity).then_some(made))
    }
}
