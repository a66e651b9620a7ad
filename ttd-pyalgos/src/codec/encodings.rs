//! Decoding of whole texts by the name of an encoding, for source files: encodings with one byte for a character, and
//! those of `multibyte`. `tools/charmap_tables.py` writes the tables.

use std::sync::OnceLock;

use super::multibyte::{self, Errors, Stop, decompress};

/// What is undefined in a table.
const UNDEFINED: u16 = 0xfffe;

/// Names and tables. The encodings of `multibyte` have no table.
struct Encodings {
    names: Vec<(Vec<String>, Option<usize>)>,
    tables: Vec<u16>,
}

/// Decodes a text. `None` if the encoding is unknown, and CPython's message if bytes are wrong.
pub fn decode(name: &str, bytes: &[u8]) -> Option<Result<String, String>> {
    static ENCODINGS: OnceLock<Encodings> = OnceLock::new();
    let encodings = ENCODINGS.get_or_init(read);
    let wanted = name.to_ascii_lowercase().replace(['-', ' ', '.'], "_");
    let (names, table) = encodings.names.iter().find(|(names, _)| names.contains(&wanted))?;
    Some(match table {
        Some(start) => decode_single(&encodings.tables[*start..*start + 256], bytes),
        None => decode_multibyte(&names[0], bytes)?,
    })
}

fn decode_single(table: &[u16], bytes: &[u8]) -> Result<String, String> {
    let mut out = String::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        let code = table[usize::from(*byte)];
        match char::from_u32(u32::from(code)).filter(|_| code != UNDEFINED) {
            Some(c) => out.push(c),
            None => {
                return Err(format!(
                    "'charmap' codec can't decode byte 0x{byte:02x} in position {at}: character maps to <undefined>"
                ));
            }
        }
    }
    Ok(out)
}

fn decode_multibyte(name: &str, bytes: &[u8]) -> Option<Result<String, String>> {
    let codec = multibyte::by_name(name)?;
    let (mut at, mut state, mut out) = (0, codec.start(false), Vec::new());
    let (length, reason) = match codec.decode(bytes, &mut at, &mut state, Errors::Report, &mut out) {
        Stop::Done => return String::from_utf8(out).ok().map(Ok),
        Stop::Incomplete => (bytes.len() - at, "incomplete"),
        Stop::Illegal(length) => (length, "illegal"),
    };
    let what = match length {
        1 => format!("byte 0x{:02x} in position {at}", bytes[at]),
        _ => format!("bytes in position {at}-{}", at + length - 1),
    };
    Some(Err(format!("'{name}' codec can't decode {what}: {reason} multibyte sequence")))
}

fn read() -> Encodings {
    let data = decompress(include_bytes!("charmaps.xz"));
    let end = data.windows(2).position(|pair| pair == b"\n\n").map_or(data.len(), |at| at + 2);
    let mut tables = 0;
    let text = String::from_utf8_lossy(&data[..end]);
    let names = text.lines().filter(|line| !line.is_empty()).map(|line| {
        let mut words = line.split(' ').map(str::to_string);
        let single = words.next().as_deref() == Some("1");
        let table = single.then_some(tables * 256);
        tables += usize::from(single);
        (words.collect(), table)
    });
    let names = names.collect();
    let tables = data[end..].chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    Encodings { names, tables }
}
