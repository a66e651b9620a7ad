//! Parses `%[(key)][flags][width][.precision][length]type`.

use rustpython_wtf8::CodePoint;

/// A message about a malformed format.
pub type Problem = &'static str;

/// A width or a precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// Not written.
    Absent,
    /// Written as a number.
    Given(i64),
    /// `*`: the next value.
    Next,
}

/// A conversion.
#[derive(Clone, Debug)]
pub struct Directive<'a> {
    /// The key in parentheses.
    pub key: Option<&'a [u8]>,
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// A space.
    pub space: bool,
    /// `#`
    pub alternate: bool,
    /// `0`
    pub zero: bool,
    /// The least width.
    pub width: Size,
    /// The precision.
    pub precision: Size,
    /// The type.
    pub kind: char,
    /// The code point of the type, which may be a lone surrogate.
    pub code: u32,
    /// The format before the type.
    pub before: &'a [u8],
    /// Whether that is bytes and not text.
    pub bytes: bool,
    /// Why the rest is malformed. It is reported after the key was looked up.
    pub problem: Option<Problem>,
}

impl Directive<'_> {
    /// The position of the type, in characters.
    pub fn index(&self) -> usize {
        if self.bytes { self.before.len() } else { crate::text::wtf8::count_chars(self.before) }
    }
}

/// An item of a format.
#[derive(Debug)]
pub enum Item<'a> {
    /// Literal text.
    Literal(&'a [u8]),
    /// A conversion.
    Directive(Directive<'a>),
}

/// Splits a format into literals and conversions.
pub struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    bytes: bool,
}

impl<'a> Parser<'a> {
    /// Parses a format; `bytes` says that it formats bytes, not text.
    pub fn new(text: &'a [u8], bytes: bool) -> Parser<'a> {
        Parser { text, at: 0, bytes }
    }

    /// The next item; `None` at the end.
    pub fn next_item(&mut self) -> Result<Option<Item<'a>>, Problem> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return Ok(None);
        }
        if rest[0] != b'%' {
            let end = rest.iter().position(|b| *b == b'%').unwrap_or(rest.len());
            self.at += end;
            return Ok(Some(Item::Literal(&rest[..end])));
        }
        self.at += 1;
        if self.peek() == Some(b'%') {
            self.at += 1;
            return Ok(Some(Item::Literal(b"%")));
        }
        self.directive().map(|d| Some(Item::Directive(d)))
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn directive(&mut self) -> Result<Directive<'a>, Problem> {
        let key = if self.peek() == Some(b'(') { Some(self.key()?) } else { None };
        let mut d = Directive {
            key,
            left: false,
            plus: false,
            space: false,
            alternate: false,
            zero: false,
            width: Size::Absent,
            precision: Size::Absent,
            kind: '\0',
            code: 0,
            before: &[],
            bytes: self.bytes,
            problem: None,
        };
        while let Some(flag) = self.peek() {
            match flag {
                b'-' => d.left = true,
                b'+' => d.plus = true,
                b' ' => d.space = true,
                b'#' => d.alternate = true,
                b'0' => d.zero = true,
                _ => break,
            }
            self.at += 1;
        }
        d.problem = self.sizes_and_kind(&mut d).err();
        Ok(d)
    }

    fn sizes_and_kind(&mut self, d: &mut Directive<'a>) -> Result<(), Problem> {
        d.width = self.size(i64::MAX, "width too big")?;
        if self.peek() == Some(b'.') {
            self.at += 1;
            d.precision = match self.size(i64::from(i32::MAX), "precision too big")? {
                Size::Absent => Size::Given(0),
                size => size,
            };
        }
        if matches!(self.peek(), Some(b'h' | b'l' | b'L')) {
            self.at += 1;
        }
        if self.at >= self.text.len() {
            return Err("incomplete format");
        }
        d.before = &self.text[..self.at];
        let kind = self.kind();
        (d.kind, d.code) = (kind.to_char_lossy(), kind.to_u32());
        Ok(())
    }

    /// The key, up to the matching parenthesis.
    fn key(&mut self) -> Result<&'a [u8], Problem> {
        self.at += 1;
        let start = self.at;
        let mut depth = 1;
        while let Some(b) = self.peek() {
            self.at += 1;
            match b {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(&self.text[start..self.at - 1]);
            }
        }
        Err("incomplete format key")
    }

    fn size(&mut self, limit: i64, problem: Problem) -> Result<Size, Problem> {
        if self.peek() == Some(b'*') {
            self.at += 1;
            return Ok(Size::Next);
        }
        let mut size = Size::Absent;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let so_far = if let Size::Given(n) = size { n } else { 0 };
            let next = so_far.checked_mul(10).and_then(|n| n.checked_add(i64::from(digit - b'0')));
            size = Size::Given(next.filter(|n| *n <= limit).ok_or(problem)?);
            self.at += 1;
        }
        Ok(size)
    }

    fn kind(&mut self) -> CodePoint {
        if self.bytes {
            self.at += 1;
            return CodePoint::from_char(char::from(self.text[self.at - 1]));
        }
        let (c, width) = crate::text::wtf8::decode(self.text, self.at);
        self.at += width;
        c
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Directive<'_> {
        match Parser::new(text.as_bytes(), false).next_item() {
            Ok(Some(Item::Directive(d))) => d,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn directives() {
        let d = one("%(a(b))-+ #05.2lf");
        assert_eq!(d.key, Some(&b"a(b)"[..]));
        assert!(d.left && d.plus && d.space && d.alternate && d.zero);
        assert_eq!((d.width, d.precision, d.kind), (Size::Given(5), Size::Given(2), 'f'));
        let d = one("%*.*d");
        assert_eq!((d.width, d.precision), (Size::Next, Size::Next));
        assert_eq!(one("%.f").precision, Size::Given(0));
    }

    #[test]
    fn problems() {
        let problem = |text: &str| match Parser::new(text.as_bytes(), false).next_item() {
            Ok(Some(Item::Directive(d))) => d.problem.unwrap_or_default(),
            other => other.err().unwrap_or_default(),
        };
        assert_eq!(problem("%"), "incomplete format");
        assert_eq!(problem("%(a"), "incomplete format key");
        assert_eq!(problem("%99999999999999999999d"), "width too big");
        assert_eq!(problem("%.99999999999d"), "precision too big");
    }
}
