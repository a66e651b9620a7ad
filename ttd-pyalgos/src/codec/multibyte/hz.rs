//! HZ: GB 2312 between `~{` and `~}`, in seven bits. The lowest byte of the state says whether one is between them.

use super::table::{Charset, Table, put};
use super::{State, Stop, Text, meaning_of, push_code, push_codes};

const CHARSET: Charset = Charset::Gb2312Plain;

fn shifted(state: State) -> bool {
    state & 0xff != 0
}

fn shift(state: &mut State, on: bool) {
    *state = *state & !0xff | u64::from(on);
}

pub(super) fn decode(data: &[u8], at: &mut usize, state: &mut State, out: &mut Vec<u8>) -> Stop {
    while let Some(&byte) = data.get(*at) {
        let second = data.get(*at + 1).copied();
        if byte == b'~' {
            match (second, shifted(*state)) {
                (None, _) => return Stop::Incomplete,
                (Some(b'~'), false) => push_code(u32::from(b'~'), out),
                (Some(b'{'), false) => shift(state, true),
                (Some(b'\n'), false) => {}
                (Some(b'}'), true) => shift(state, false),
                _ => return Stop::Illegal(1),
            }
            *at += 2;
            continue;
        }
        if byte >= 0x80 {
            return Stop::Illegal(1);
        }
        if !shifted(*state) {
            push_code(u32::from(byte), out);
            *at += 1;
            continue;
        }
        let Some(second) = second else {
            return Stop::Incomplete;
        };
        let Some((a, b)) = meaning_of(CHARSET, &[byte, second]) else {
            return Stop::Illegal(1);
        };
        push_codes(a, b, out);
        *at += 2;
    }
    Stop::Done
}

pub(super) fn encode(text: &mut Text<'_>, state: &mut State, out: &mut Vec<u8>) -> Stop {
    let table = Table::of(CHARSET);
    while let Some(&code) = text.chars.get(text.at) {
        if code < 0x80 {
            end_encoding(state, out);
            out.push(code as u8);
            if code == u32::from(b'~') {
                out.push(b'~');
            }
        } else {
            let Some(packed) = table.encode(code) else {
                return Stop::Illegal(1);
            };
            if !shifted(*state) {
                out.extend_from_slice(b"~{");
                shift(state, true);
            }
            put(packed, out);
        }
        text.at += 1;
    }
    Stop::Done
}

pub(super) fn end_encoding(state: &mut State, out: &mut Vec<u8>) {
    if shifted(*state) {
        out.extend_from_slice(b"~}");
        shift(state, false);
    }
}
