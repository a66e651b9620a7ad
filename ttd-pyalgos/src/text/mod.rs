//! Text in WTF-8: positions, searching, case, quoting, and the replacement fields of `str.format`.

pub mod bytesearch;
pub mod case;
pub mod digits;
pub mod json_string;
pub mod markup;
pub mod posix_path;
pub mod quote;
pub mod wtf8;
pub mod xml;
