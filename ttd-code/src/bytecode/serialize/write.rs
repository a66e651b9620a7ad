//! Serializes code.

use std::collections::HashMap;

use super::{local, tag};
use crate::bytecode::code::{Code, Const, Event};

/// Serializes a module's code with all code inside.
pub fn pack(code: &Code) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.code(code);
    let mut out = Writer::default();
    out.number(writer.strings.len() as u64);
    for text in &writer.strings {
        out.bytes(text.as_bytes());
    }
    out.out.extend_from_slice(&writer.out);
    out.out
}

#[derive(Default)]
struct Writer<'a> {
    out: Vec<u8>,
    strings: Vec<&'a str>,
    indices: HashMap<&'a str, u64>,
}

impl<'a> Writer<'a> {
    fn number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.out.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.out.push(n as u8);
    }

    fn signed(&mut self, n: i64) {
        self.number((n << 1 ^ n >> 63) as u64);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.out.extend_from_slice(bytes);
    }

    fn string(&mut self, text: &'a str) {
        let next = self.strings.len() as u64;
        let at = *self.indices.entry(text).or_insert(next);
        if at == next {
            self.strings.push(text);
        }
        self.number(at);
    }

    fn code(&mut self, code: &'a Code) {
        self.string(&code.name);
        self.string(&code.qualname);
        self.string(&code.path);
        for n in [code.first_line, code.flags, code.posonly, code.args, code.kwonly, code.nvarnames, code.nregs] {
            self.number(u64::from(n));
        }
        self.out.extend_from_slice(&[u8::from(code.counted), u8::from(code.program)]);
        self.number(code.locals.len() as u64);
        for l in &code.locals {
            self.string(&l.name);
            let bit = |on: bool, bit: u8| if on { bit } else { 0 };
            self.out.push(bit(l.cell, local::CELL) | bit(l.free, local::FREE) | bit(l.hidden, local::HIDDEN));
        }
        self.number(code.ins.len() as u64);
        for i in &code.ins {
            self.out.extend_from_slice(&[i.op as u8, i.events]);
            for operand in [i.a, i.b, i.c] {
                self.out.extend_from_slice(&operand.to_le_bytes());
            }
        }
        self.position_tables(code);
        self.number(code.names.len() as u64);
        for name in &code.names {
            self.string(name);
        }
        self.number(code.sites.len() as u64);
        for site in &code.sites {
            self.number(u64::from(site.name));
        }
        self.constants(&code.consts);
    }

    /// Writes positions, events and handlers.
    fn position_tables(&mut self, code: &Code) {
        self.number(code.positions.len() as u64);
        let mut line = i64::from(code.first_line);
        for p in &code.positions {
            self.signed(i64::from(p.line) - line);
            line = i64::from(p.line);
            self.signed(i64::from(p.end_line) - line);
            self.signed(i64::from(p.col));
            self.signed(i64::from(p.end_col));
        }
        self.number(code.events.len() as u64);
        for (at, event) in &code.events {
            let (kind, line) = match event {
                Event::Call(line) => (0, *line),
                Event::Line(line) => (1, *line),
                Event::Return(line) => (2, *line),
            };
            self.number(u64::from(*at));
            self.number(u64::from(line) * 4 + kind);
        }
        self.number(code.handlers.len() as u64);
        for h in &code.handlers {
            for n in [h.start, h.end, h.target, u32::from(h.reg), u32::from(h.lasti), h.line] {
                self.number(u64::from(n));
            }
        }
    }

    fn constants(&mut self, items: &'a [Const]) {
        self.number(items.len() as u64);
        for item in items {
            self.constant(item);
        }
    }

    fn constant(&mut self, item: &'a Const) {
        match item {
            Const::None => self.out.push(tag::NONE),
            Const::Ellipsis => self.out.push(tag::ELLIPSIS),
            Const::Bool(b) => self.out.push(if *b { tag::TRUE } else { tag::FALSE }),
            Const::Int(n) => {
                self.out.push(tag::INT);
                self.signed(*n);
            }
            Const::Big { negative, magnitude } => {
                self.out.push(if *negative { tag::BIG_NEGATIVE } else { tag::BIG });
                self.bytes(magnitude);
            }
            Const::Float(x) => {
                self.out.push(tag::FLOAT);
                self.out.extend_from_slice(&x.to_bits().to_le_bytes());
            }
            Const::Complex(re, im) => {
                self.out.push(tag::COMPLEX);
                self.out.extend_from_slice(&re.to_bits().to_le_bytes());
                self.out.extend_from_slice(&im.to_bits().to_le_bytes());
            }
            Const::Str(text) => {
                self.out.push(tag::STR);
                self.bytes(text);
            }
            Const::Bytes(bytes) => {
                self.out.push(tag::BYTES);
                self.bytes(bytes);
            }
            Const::Tuple(items) => {
                self.out.push(tag::TUPLE);
                self.constants(items);
            }
            Const::FrozenSet(items) => {
                self.out.push(tag::FROZENSET);
                self.constants(items);
            }
            Const::Slice(parts) => {
                self.out.push(tag::SLICE);
                for part in &**parts {
                    self.constant(part);
                }
            }
            Const::Code(code) => {
                self.out.push(tag::CODE);
                self.code(code);
            }
        }
    }
}
