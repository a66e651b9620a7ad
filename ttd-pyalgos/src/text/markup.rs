//! Parses the syntax of `str.format`: literal text and `{field!conversion:spec}`.
//!
//! Works on WTF-8 bytes. All significant characters are ASCII, except the digits of numbers.

use rustpython_wtf8::CodePoint;

use super::digits::decimal;
use crate::text::wtf8::chars;

/// A piece of a format string.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Literal text.
    Literal(&'a [u8]),
    /// A replacement field.
    Field(Field<'a>),
}

/// A replacement field.
#[derive(Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The field name: `0.name[key]`.
    pub name: &'a [u8],
    /// `r`, `s`, `a`, or a character that the caller rejects.
    pub conversion: Option<CodePoint>,
    /// The format specification.
    pub spec: &'a [u8],
    /// Whether the specification contains fields.
    pub nested: bool,
}

/// Splits a format string into pieces.
pub struct Markup<'a> {
    text: &'a [u8],
    at: usize,
}

/// A message about a malformed format string.
pub type Problem = &'static str;

impl<'a> Markup<'a> {
    /// Parses a format string.
    pub fn new(text: &'a [u8]) -> Markup<'a> {
        Markup { text, at: 0 }
    }

    /// The next piece; `None` at the end.
    pub fn next_piece(&mut self) -> Result<Option<Piece<'a>>, Problem> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return Ok(None);
        }
        let brace = rest.iter().position(|b| matches!(b, b'{' | b'}'));
        let Some(brace) = brace else {
            self.at = self.text.len();
            return Ok(Some(Piece::Literal(rest)));
        };
        let after = rest.get(brace + 1).copied();
        if after == Some(rest[brace]) {
            // A doubled brace is a literal one.
            self.at += brace + 2;
            return Ok(Some(Piece::Literal(&rest[..=brace])));
        }
        match (rest[brace], after) {
            (b'}', _) => return Err("Single '}' encountered in format string"),
            (_, None) => return Err("Single '{' encountered in format string"),
            _ => {}
        }
        if brace > 0 {
            self.at += brace;
            return Ok(Some(Piece::Literal(&rest[..brace])));
        }
        self.at += 1;
        self.field().map(|field| Some(Piece::Field(field)))
    }

    fn take(&mut self) -> Option<u8> {
        let b = self.text.get(self.at).copied();
        self.at += usize::from(b.is_some());
        b
    }

    fn field(&mut self) -> Result<Field<'a>, Problem> {
        let start = self.at;
        let end = loop {
            match self.take() {
                Some(b'{') => return Err("unexpected '{' in field name"),
                // Inside brackets everything belongs to the key.
                Some(b'[') => {
                    while self.text.get(self.at).is_some_and(|b| *b != b']') {
                        self.at += 1;
                    }
                }
                Some(end @ (b'}' | b':' | b'!')) => break end,
                Some(_) => {}
                None => return Err("expected '}' before end of string"),
            }
        };
        let mut field = Field { name: &self.text[start..self.at - 1], conversion: None, spec: b"", nested: false };
        if end == b'}' {
            return Ok(field);
        }
        if end == b'!' {
            field.conversion = Some(self.conversion()?);
            match self.take() {
                Some(b'}') => return Ok(field),
                Some(b':') | None => {}
                Some(_) => return Err("expected ':' after conversion specifier"),
            }
        }
        let start = self.at;
        let mut depth = 1;
        while let Some(b) = self.take() {
            match b {
                b'{' => {
                    field.nested = true;
                    depth += 1;
                }
                b'}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                field.spec = &self.text[start..self.at - 1];
                return Ok(field);
            }
        }
        Err("unmatched '{' in format spec")
    }

    fn conversion(&mut self) -> Result<CodePoint, Problem> {
        if self.at >= self.text.len() {
            return Err("end of string while looking for conversion specifier");
        }
        let (c, width) = super::wtf8::decode(self.text, self.at);
        self.at += width;
        Ok(c)
    }
}

/// A step from an object to an attribute or item.
#[derive(Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// `.name`
    Attribute(&'a [u8]),
    /// `[5]`
    Index(i64),
    /// `[key]`
    Key(&'a [u8]),
}

/// Splits a field name into the argument's name and the steps.
pub fn split_name(name: &[u8]) -> (&[u8], &[u8]) {
    let end = name.iter().position(|b| matches!(b, b'.' | b'[')).unwrap_or(name.len());
    name.split_at(end)
}

/// Parses the next step.
pub fn next_step<'a>(rest: &mut &'a [u8]) -> Result<Option<Step<'a>>, Problem> {
    let Some((&first, after)) = rest.split_first() else {
        return Ok(None);
    };
    let (name, step) = match first {
        b'.' => {
            let end = after.iter().position(|b| matches!(b, b'.' | b'[')).unwrap_or(after.len());
            *rest = &after[end..];
            (&after[..end], Step::Attribute(&after[..end]))
        }
        b'[' => {
            let Some(end) = after.iter().position(|b| *b == b']') else {
                return Err("Missing ']' in format string");
            };
            *rest = &after[end + 1..];
            let key = &after[..end];
            (key, integer(key)?.map_or(Step::Key(key), Step::Index))
        }
        _ => return Err("Only '.' or '[' may follow ']' in format field specifier"),
    };
    if name.is_empty() { Err("Empty attribute in format string") } else { Ok(Some(step)) }
}

/// A name that consists of digits, as a number.
pub fn integer(name: &[u8]) -> Result<Option<i64>, Problem> {
    if name.is_empty() {
        return Ok(None);
    }
    let mut number = 0i64;
    for c in chars(name) {
        let Some(digit) = c.to_char().and_then(decimal) else { return Ok(None) };
        let next = number.checked_mul(10).and_then(|n| n.checked_add(i64::from(digit)));
        number = next.ok_or("Too many decimal digits in format string")?;
    }
    Ok(Some(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Result<Vec<String>, Problem> {
        let mut markup = Markup::new(text.as_bytes());
        let mut out = Vec::new();
        while let Some(piece) = markup.next_piece()? {
            let show = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
            out.push(match piece {
                Piece::Literal(text) => show(text),
                Piece::Field(f) => {
                    format!("<{}|{:?}|{}>", show(f.name), f.conversion.map(CodePoint::to_char_lossy), show(f.spec))
                }
            });
        }
        Ok(out)
    }

    #[test]
    fn fields_and_literals() {
        assert_eq!(pieces("a{{b}}c{0!r:>5}").unwrap(), ["a{", "b}", "c", "<0|Some('r')|>5>"]);
        assert_eq!(pieces("{a[}]}{:{}}").unwrap(), ["<a[}]|None|>", "<|None|{}>"]);
    }

    #[test]
    fn problems() {
        assert_eq!(pieces("{"), Err("Single '{' encountered in format string"));
        assert_eq!(pieces("a}b"), Err("Single '}' encountered in format string"));
        assert_eq!(pieces("{0"), Err("expected '}' before end of string"));
        assert_eq!(pieces("{0[}"), Err("expected '}' before end of string"));
        assert_eq!(pieces("{!}"), Err("unmatched '{' in format spec"));
        assert_eq!(pieces("{!rr}"), Err("expected ':' after conversion specifier"));
        assert_eq!(pieces("{a{b}}"), Err("unexpected '{' in field name"));
    }

    #[test]
    fn steps() {
        let mut rest: &[u8] = b".x[5][key]";
        assert_eq!(next_step(&mut rest), Ok(Some(Step::Attribute(b"x"))));
        assert_eq!(next_step(&mut rest), Ok(Some(Step::Index(5))));
        assert_eq!(next_step(&mut rest), Ok(Some(Step::Key(b"key"))));
        assert_eq!(next_step(&mut rest), Ok(None));
        assert_eq!(next_step(&mut &b"x"[..]), Err("Only '.' or '[' may follow ']' in format field specifier"));
        assert_eq!(integer(b"99999999999999999999"), Err("Too many decimal digits in format string"));
    }
}
