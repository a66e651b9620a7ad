//! Encoding by a table that is a dict.

use ttd_core::value::Value;

use super::encode::Refused;
use super::handlers::{Handler, escaped_byte};
use crate::types::str::value::{chars, decode};
use crate::{Vm, ids, native::*};

/// What is wrong with characters that a table has not.
pub const REASON: &str = "character maps to <undefined>";

/// Lookups that are remembered.
const REMEMBERED: usize = 256;

/// Bytes of a text that are encoded at once.
const BLOCK: usize = 256;

/// What is remembered of a character that the table has not, in place of a byte.
const UNDEFINED: u16 = 0x100;

/// A table, with the characters that were looked up last.
pub struct Mapper {
    table: Value,
    codes: [u32; REMEMBERED],
    bytes: [u16; REMEMBERED],
}

/// What a table says about a character.
#[derive(Clone, Copy)]
enum Found {
    Undefined,
    Byte(u8),
    Bytes(Value),
}

impl Mapper {
    /// Makes one of a dict.
    pub fn new(table: Value) -> Mapper {
        Mapper { table, codes: [u32::MAX; REMEMBERED], bytes: [UNDEFINED; REMEMBERED] }
    }

    /// Appends what the table makes of a string from a byte position on. Without a handler, it stops at an error.
    pub fn encode(
        &mut self,
        vm: &mut Vm,
        s: Value,
        mut at: usize,
        handler: Option<Handler>,
        out: &mut Vec<u8>,
    ) -> Res<Result<(), Refused>> {
        let mut first = None;
        loop {
            let (next, is_undefined) = self.encode_block(vm, s, at, out)?;
            at = next;
            if !is_undefined {
                if at == vm.heap.bytes(s).len() {
                    return Ok(Ok(()));
                }
                continue;
            }
            let mut end = at;
            while let Some((code, width)) = code_at(vm, s, end)
                && let Found::Undefined = self.find(vm, code)?
            {
                end += width;
            }
            let replaced = match handler {
                Some(handler) => self.replace(vm, handler, s, at..end, out)?,
                None => false,
            };
            if !replaced {
                return Ok(Err(Refused { start: at, end, first }));
            }
            // For the others, CPython makes no exception before the last.
            if !matches!(handler, Some(Handler::Replace | Handler::Ignore | Handler::XmlCharRefReplace)) {
                first.get_or_insert((at, end));
            }
            at = end;
        }
    }

    /// Encodes from a position on, up to the end of a block or to a character that the table has not. Returns where
    /// that is, and whether it is the latter.
    fn encode_block(&mut self, vm: &mut Vm, s: Value, at: usize, out: &mut Vec<u8>) -> Res<(usize, bool)> {
        let rest = &vm.heap.bytes(s)[at..];
        let mut block = [0; BLOCK];
        let size = rest.len().min(BLOCK);
        block[..size].copy_from_slice(&rest[..size]);
        // Characters that the block may cut are left for the next.
        let end = if size == rest.len() { size } else { size - 3 };
        let (mut done, mut bytes, mut filled) = (0, [0; BLOCK], 0);
        while done < end {
            let (c, width) = decode(&block, done);
            if let Some(byte) = self.remembered(c.to_u32()) {
                bytes[filled] = byte;
                filled += 1;
                done += width;
                continue;
            }
            out.extend_from_slice(&bytes[..filled]);
            filled = 0;
            if !self.write(vm, c.to_u32(), out)? {
                return Ok((at + done, true));
            }
            done += width;
        }
        out.extend_from_slice(&bytes[..filled]);
        Ok((at + done, false))
    }

    /// Appends what a handler writes for characters that the table has not; false when the error is to be raised.
    fn replace(
        &mut self,
        vm: &mut Vm,
        handler: Handler,
        s: Value,
        run: std::ops::Range<usize>,
        out: &mut Vec<u8>,
    ) -> Res<bool> {
        let run = &vm.heap.bytes(s)[run];
        if handler == Handler::SurrogateEscape {
            let octets: Option<Vec<u8>> = chars(run).map(escaped_byte).collect();
            out.extend(octets.iter().flatten());
            return Ok(octets.is_some());
        }
        let mut text = Vec::new();
        if !handler.substitute(run, &mut text) {
            return Ok(false);
        }
        for byte in text {
            if !self.write(vm, u32::from(byte), out)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Appends what the table has for a character; false if it has nothing.
    #[inline]
    fn write(&mut self, vm: &mut Vm, code: u32, out: &mut Vec<u8>) -> Res<bool> {
        match self.find(vm, code)? {
            Found::Undefined => return Ok(false),
            Found::Byte(byte) => out.push(byte),
            Found::Bytes(bytes) => out.extend_from_slice(vm.heap.bytes(bytes)),
        }
        Ok(true)
    }

    /// Returns the byte of a character that was looked up.
    #[inline]
    fn remembered(&self, code: u32) -> Option<u8> {
        let at = code as usize % REMEMBERED;
        if self.codes[at] == code { u8::try_from(self.bytes[at]).ok() } else { None }
    }

    #[inline]
    fn find(&mut self, vm: &mut Vm, code: u32) -> Res<Found> {
        let at = code as usize % REMEMBERED;
        if self.codes[at] == code {
            return Ok(u8::try_from(self.bytes[at]).map_or(Found::Undefined, Found::Byte));
        }
        let found = self.look_up(vm, code)?;
        self.bytes[at] = match found {
            Found::Byte(byte) => u16::from(byte),
            Found::Undefined => UNDEFINED,
            Found::Bytes(_) => return Ok(found),
        };
        self.codes[at] = code;
        Ok(found)
    }

    fn look_up(&self, vm: &mut Vm, code: u32) -> Res<Found> {
        let Some(entry) = vm.dict_get(self.table, Value::int(i64::from(code)))? else { return Ok(Found::Undefined) };
        if entry.is_none() {
            return Ok(Found::Undefined);
        }
        if let Some(bytes) = vm.payload(entry, ids::BYTES) {
            return Ok(Found::Bytes(bytes));
        }
        let number = vm.unwrap(entry);
        if !vm.is_integer(number) {
            let name = vm.type_name(entry);
            return Err(vm.type_error(format!("character mapping must return integer, bytes or None, not {name}")));
        }
        match vm.as_i64(number).and_then(|n| u8::try_from(n).ok()) {
            Some(byte) => Ok(Found::Byte(byte)),
            None => Err(vm.type_error("character mapping must be in range(256)")),
        }
    }
}

#[inline]
fn code_at(vm: &Vm, s: Value, at: usize) -> Option<(u32, usize)> {
    let text = vm.heap.bytes(s);
    (at < text.len()).then(|| {
        let (c, width) = decode(text, at);
        (c.to_u32(), width)
    })
}
