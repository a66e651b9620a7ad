//! The codecs of East Asian encodings: tables ([`table`]), and the encodings with shifts ([`iso2022`], [`hz`]).
//!
//! A codec works through its input until the end or an error. What it has to remember in between is the caller's
//! [`State`]. Errors have CPython's lengths.

use table::{Charset, Meaning, Table};

use crate::text::wtf8::push_char;

mod hz;
pub mod iso2022;
mod plain;
pub mod table;

pub(super) use table::decompress;

/// The state of a codec between two pieces: eight bytes, the first in the lowest.
pub type State = u64;

/// Why a codec stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// At the end of its input.
    Done,
    /// The input ends within a sequence.
    Incomplete,
    /// Before something illegal: its length in bytes, or one character.
    Illegal(usize),
}

/// What to do about errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errors {
    /// Stop.
    Report,
    /// Leave out what is wrong.
    Ignore,
    /// Put U+FFFD, or a question mark, in its place.
    Replace,
}

/// A codec.
#[derive(Clone, Copy, Debug)]
pub enum Codec {
    /// By a table alone.
    Plain(Charset),
    /// Of the family of ISO 2022.
    Iso2022(&'static iso2022::Variant),
    /// HZ.
    Hz,
}

/// The codecs by module: names and codecs.
pub const MODULES: &[(&str, &[(&str, Codec)])] = &[
    (
        "_codecs_cn",
        &[
            ("gb2312", Codec::Plain(Charset::Gb2312)),
            ("gbk", Codec::Plain(Charset::Gbk)),
            ("gb18030", Codec::Plain(Charset::Gb18030)),
            ("hz", Codec::Hz),
        ],
    ),
    ("_codecs_hk", &[("big5hkscs", Codec::Plain(Charset::Big5Hkscs))]),
    (
        "_codecs_iso2022",
        &[
            ("iso2022_kr", Codec::Iso2022(&iso2022::KR)),
            ("iso2022_jp", Codec::Iso2022(&iso2022::JP)),
            ("iso2022_jp_1", Codec::Iso2022(&iso2022::JP_1)),
            ("iso2022_jp_2", Codec::Iso2022(&iso2022::JP_2)),
            ("iso2022_jp_2004", Codec::Iso2022(&iso2022::JP_2004)),
            ("iso2022_jp_3", Codec::Iso2022(&iso2022::JP_3)),
            ("iso2022_jp_ext", Codec::Iso2022(&iso2022::JP_EXT)),
        ],
    ),
    (
        "_codecs_jp",
        &[
            ("shift_jis", Codec::Plain(Charset::ShiftJis)),
            ("cp932", Codec::Plain(Charset::Cp932)),
            ("euc_jp", Codec::Plain(Charset::EucJp)),
            ("shift_jis_2004", Codec::Plain(Charset::ShiftJis2004)),
            ("euc_jis_2004", Codec::Plain(Charset::EucJis2004)),
            ("euc_jisx0213", Codec::Plain(Charset::EucJisX0213)),
            ("shift_jisx0213", Codec::Plain(Charset::ShiftJisX0213)),
        ],
    ),
    (
        "_codecs_kr",
        &[
            ("euc_kr", Codec::Plain(Charset::EucKr)),
            ("cp949", Codec::Plain(Charset::Cp949)),
            ("johab", Codec::Plain(Charset::Johab)),
        ],
    ),
    ("_codecs_tw", &[("big5", Codec::Plain(Charset::Big5)), ("cp950", Codec::Plain(Charset::Cp950))]),
];

/// Returns a codec by its name in `MODULES`.
pub fn by_name(name: &str) -> Option<Codec> {
    MODULES.iter().flat_map(|module| module.1).find(|codec| codec.0 == name).map(|codec| codec.1)
}

/// Characters to encode, as code points.
pub struct Text<'a> {
    /// The code points.
    pub chars: &'a [u32],
    /// The next one.
    pub at: usize,
    /// Whether nothing follows, so that the last may not wait for another.
    pub flush: bool,
}

impl Codec {
    /// Returns the state at the beginning, of an encoder or a decoder.
    pub fn start(self, encodes: bool) -> State {
        match self {
            Codec::Iso2022(_) if encodes => iso2022::START_OF_ENCODER,
            Codec::Iso2022(_) => iso2022::START,
            Codec::Plain(_) | Codec::Hz => 0,
        }
    }

    /// Decodes from `at` on, to WTF-8. `at` becomes where it stopped.
    pub fn decode(self, data: &[u8], at: &mut usize, state: &mut State, errors: Errors, out: &mut Vec<u8>) -> Stop {
        loop {
            let stop = match self {
                Codec::Plain(charset) => plain::decode(charset, data, at, out),
                Codec::Iso2022(variant) => iso2022::decode(variant, data, at, state, out),
                Codec::Hz => hz::decode(data, at, state, out),
            };
            let Stop::Illegal(length) = stop else {
                return stop;
            };
            if errors == Errors::Report {
                return stop;
            }
            if errors == Errors::Replace {
                push_code(0xfffd, out);
            }
            *at += length;
        }
    }

    /// Encodes what is left of a text.
    pub fn encode(self, text: &mut Text<'_>, state: &mut State, errors: Errors, out: &mut Vec<u8>) -> Stop {
        loop {
            let stop = self.encode_once(text, state, out);
            let (Stop::Illegal(_), Errors::Ignore | Errors::Replace) = (stop, errors) else {
                return stop;
            };
            if errors == Errors::Replace {
                let mut mark = Text { chars: &[u32::from(b'?')], at: 0, flush: false };
                if self.encode_once(&mut mark, state, out) != Stop::Done {
                    out.push(b'?');
                }
            }
            text.at += 1;
        }
    }

    fn encode_once(self, text: &mut Text<'_>, state: &mut State, out: &mut Vec<u8>) -> Stop {
        match self {
            Codec::Plain(charset) => plain::encode(charset, text, out),
            Codec::Iso2022(variant) => iso2022::encode(variant, text, state, out),
            Codec::Hz => hz::encode(text, state, out),
        }
    }

    /// Ends an encoded text: back to the initial shift.
    pub fn end_encoding(self, state: &mut State, out: &mut Vec<u8>) {
        match self {
            Codec::Plain(_) => {}
            Codec::Iso2022(_) => iso2022::end_encoding(state, out),
            Codec::Hz => hz::end_encoding(state, out),
        }
    }

    /// Makes a decoder's state that of a new text.
    pub fn reset_decoding(self, state: &mut State) {
        match self {
            Codec::Plain(_) => {}
            Codec::Iso2022(_) => iso2022::reset_decoding(state),
            Codec::Hz => *state &= !0xff,
        }
    }
}

/// Appends a character of a table, which is never a surrogate.
fn push_code(code: u32, out: &mut Vec<u8>) {
    push_char(out, rustpython_wtf8::CodePoint::from_char(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)));
}

/// Appends one or two characters.
fn push_codes(first: u32, second: u32, out: &mut Vec<u8>) {
    push_code(first, out);
    if second != 0 {
        push_code(second, out);
    }
}

/// Looks up two characters with one code. `Err` if that needs a character that is not there yet.
fn pair_at(table: &Table, text: &Text<'_>) -> Result<Option<table::Packed>, Stop> {
    let code = text.chars[text.at];
    if !table.begins_pair(code) {
        return Ok(None);
    }
    match text.chars.get(text.at + 1) {
        Some(second) => Ok(table.encode_pair(code, *second)),
        None if text.flush => Ok(None),
        None => Err(Stop::Incomplete),
    }
}

/// Decodes one sequence of a charset; `None` if it has no meaning.
fn meaning_of(charset: Charset, bytes: &[u8]) -> Option<(u32, u32)> {
    match Table::of(charset).decode(bytes) {
        (Meaning::Text(a, b), length) if length == bytes.len() => Some((a, b)),
        _ => None,
    }
}
