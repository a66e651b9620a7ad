//! Parses `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`.

use rustpython_wtf8::{CodePoint, Wtf8};

use crate::text::digits::decimal;

/// How a field is aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// `<`: padding after the value.
    Left,
    /// `>`: padding before the value.
    Right,
    /// `^`: padding on both sides.
    Center,
    /// `=`: padding between sign and digits.
    AfterSign,
}

impl Align {
    fn find(c: Option<&char>) -> Option<Align> {
        Some(match c? {
            '<' => Align::Left,
            '>' => Align::Right,
            '^' => Align::Center,
            '=' => Align::AfterSign,
            _ => return None,
        })
    }

    /// Splits padding into what goes before and after the value.
    pub fn share(self, padding: usize) -> (usize, usize) {
        match self {
            Align::Left => (0, padding),
            Align::Right | Align::AfterSign => (padding, 0),
            Align::Center => (padding / 2, padding - padding / 2),
        }
    }
}

/// A parsed format specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The fill character.
    pub fill: CodePoint,
    /// The alignment.
    pub align: Align,
    /// `+`, `-` or a space.
    pub sign: Option<char>,
    /// `z`: negative zero becomes zero.
    pub no_negative_zero: bool,
    /// `#`.
    pub alternate: bool,
    /// The minimum width.
    pub width: Option<usize>,
    /// `,` or `_`.
    pub separator: Option<char>,
    /// Digits per group.
    pub group: usize,
    /// The precision.
    pub precision: Option<usize>,
    /// The type, or the parser's default.
    pub kind: char,
    /// The code point of the type, which may be a lone surrogate.
    pub code: u32,
}

/// Why a specification is malformed.
#[derive(PartialEq, Eq, Debug)]
pub enum Problem {
    /// Characters are left after its end; the message names the object's type.
    Invalid,
    /// The message.
    Message(String),
}

impl Spec {
    /// Parses a specification; `kind` and `align` are the defaults.
    pub fn parse(text: &Wtf8, kind: char, align: Align) -> Result<Spec, Problem> {
        let points: Vec<CodePoint> = text.code_points().collect();
        // A lone surrogate is kept only as the fill character.
        let chars: Vec<char> = points.iter().map(|c| c.to_char_lossy()).collect();
        let mut at = 0;
        let mut spec = Spec {
            fill: CodePoint::from_char(' '),
            align,
            sign: None,
            no_negative_zero: false,
            alternate: false,
            width: None,
            separator: None,
            group: 3,
            precision: None,
            kind,
            code: u32::from(kind),
        };
        let (mut filled, mut aligned) = (false, false);
        if let Some(align) = Align::find(chars.get(1)) {
            (spec.fill, spec.align, filled, aligned, at) = (points[0], align, true, true, 2);
        } else if let Some(align) = Align::find(chars.first()) {
            (spec.align, aligned, at) = (align, true, 1);
        }
        let take = |wanted: &[char], at: &mut usize| {
            let found = chars.get(*at).copied().filter(|c| wanted.contains(c));
            *at += usize::from(found.is_some());
            found
        };
        spec.sign = take(&['+', '-', ' '], &mut at);
        spec.no_negative_zero = take(&['z'], &mut at).is_some();
        spec.alternate = take(&['#'], &mut at).is_some();
        if !filled && take(&['0'], &mut at).is_some() {
            spec.fill = CodePoint::from_char('0');
            if !aligned && align == Align::Right {
                spec.align = Align::AfterSign;
            }
        }
        spec.width = number(&chars, &mut at)?;
        let both = || Problem::Message("Cannot specify both ',' and '_'.".to_owned());
        spec.separator = take(&[','], &mut at);
        if take(&['_'], &mut at).is_some() {
            if spec.separator.is_some() {
                return Err(both());
            }
            spec.separator = Some('_');
        }
        if spec.separator == Some('_') && chars.get(at) == Some(&',') {
            return Err(both());
        }
        if take(&['.'], &mut at).is_some() {
            spec.precision = number(&chars, &mut at)?;
            if spec.precision.is_none() {
                return Err(Problem::Message("Format specifier missing precision".to_owned()));
            }
        }
        match chars[at..] {
            [] => {}
            [kind] => (spec.kind, spec.code) = (kind, points[at].to_u32()),
            _ => return Err(Problem::Invalid),
        }
        spec.check_separator()?;
        Ok(spec)
    }

    fn check_separator(&mut self) -> Result<(), Problem> {
        let Some(separator) = self.separator else {
            return Ok(());
        };
        match self.kind {
            'd' | 'e' | 'f' | 'g' | 'E' | 'G' | '%' | 'F' | '\0' => Ok(()),
            'b' | 'o' | 'x' | 'X' if separator == '_' => {
                self.group = 4;
                Ok(())
            }
            kind if ('!'..'\x7f').contains(&kind) => {
                Err(Problem::Message(format!("Cannot specify '{separator}' with '{kind}'.")))
            }
            _ => Err(Problem::Message(format!("Cannot specify '{separator}' with '\\x{:x}'.", self.code))),
        }
    }
}

fn number(chars: &[char], at: &mut usize) -> Result<Option<usize>, Problem> {
    let start = *at;
    let mut value = 0i64;
    while let Some(digit) = chars.get(*at).and_then(|c| decimal(*c)) {
        let next = value.checked_mul(10).and_then(|v| v.checked_add(i64::from(digit)));
        value = next.ok_or_else(|| Problem::Message("Too many decimal digits in format string".to_owned()))?;
        *at += 1;
    }
    Ok((*at > start).then_some(value as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Spec, Problem> {
        Spec::parse(Wtf8::new(text), 'd', Align::Right)
    }

    #[test]
    fn whole_specification() {
        let spec = parse("*^+z#20,.3f").unwrap();
        assert_eq!((spec.fill, spec.align, spec.sign), (CodePoint::from_char('*'), Align::Center, Some('+')));
        assert!(spec.no_negative_zero && spec.alternate);
        assert_eq!((spec.width, spec.separator, spec.precision, spec.kind), (Some(20), Some(','), Some(3), 'f'));
        let zero = parse("05").unwrap();
        assert_eq!((zero.fill, zero.align, zero.width), (CodePoint::from_char('0'), Align::AfterSign, Some(5)));
        assert_eq!(Spec::parse(Wtf8::new("05"), 's', Align::Left).unwrap().align, Align::Left);
        assert_eq!(parse("_x").unwrap().group, 4);
        assert_eq!(parse("<<5").unwrap().fill, CodePoint::from_char('<'));
    }

    #[test]
    fn problems() {
        let message = |text| match parse(text) {
            Err(Problem::Message(message)) => message,
            other => format!("{other:?}"),
        };
        assert_eq!(message("."), "Format specifier missing precision");
        assert_eq!(message("_,"), "Cannot specify both ',' and '_'.");
        assert_eq!(message(",s"), "Cannot specify ',' with 's'.");
        assert_eq!(message("99999999999999999999"), "Too many decimal digits in format string");
        assert_eq!(parse("abc"), Err(Problem::Invalid));
    }
}
