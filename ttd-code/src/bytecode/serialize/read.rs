//! Deserializes code. Invalid bytes are an error, never a panic.

use std::sync::Arc;

use super::{local, tag};
use crate::bytecode::code::{Code, Const, Event, Handler, Local, Pos, Site};
use crate::bytecode::op::{Ins, Op};

/// The bytes were not written by `pack`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

/// Largest nesting of code and constants, which no source reaches.
const MAX_DEPTH: u32 = 1000;

/// Deserializes code.
///
/// # Errors
/// If the bytes were not written by `pack`.
pub fn unpack(bytes: &[u8]) -> Result<Arc<Code>, Damaged> {
    let mut reader = Reader { rest: bytes, strings: Vec::new(), depth: 0 };
    reader.strings = reader.list(|r| {
        let text = std::str::from_utf8(r.bytes()?).map_err(|_| Damaged)?;
        Ok(Arc::from(text))
    })?;
    let code = reader.code()?;
    if reader.rest.is_empty() { Ok(code) } else { Err(Damaged) }
}

struct Reader<'a> {
    rest: &'a [u8],
    strings: Vec<Arc<str>>,
    depth: u32,
}

impl<'a> Reader<'a> {
    #[inline]
    fn byte(&mut self) -> Result<u8, Damaged> {
        let (first, rest) = self.rest.split_first().ok_or(Damaged)?;
        self.rest = rest;
        Ok(*first)
    }

    #[inline]
    fn number(&mut self) -> Result<u64, Damaged> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(u64::from(first));
        }
        let mut n = u64::from(first & 0x7F);
        for shift in (7..64).step_by(7) {
            let byte = self.byte()?;
            n |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(n);
            }
        }
        Err(Damaged)
    }

    #[inline]
    fn u32(&mut self) -> Result<u32, Damaged> {
        u32::try_from(self.number()?).map_err(|_| Damaged)
    }

    #[inline]
    fn signed(&mut self) -> Result<i64, Damaged> {
        let n = self.number()?;
        Ok((n >> 1) as i64 ^ -((n & 1) as i64))
    }

    #[inline]
    fn i32(&mut self) -> Result<i32, Damaged> {
        i32::try_from(self.signed()?).map_err(|_| Damaged)
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], Damaged> {
        let (taken, rest) = self.rest.split_at_checked(n).ok_or(Damaged)?;
        self.rest = rest;
        Ok(taken)
    }

    fn bytes(&mut self) -> Result<&'a [u8], Damaged> {
        let n = self.count()?;
        self.take(n)
    }

    /// Reads the number of items that take at least one byte each, and so are no more than the bytes left.
    fn count(&mut self) -> Result<usize, Damaged> {
        let n = usize::try_from(self.number()?).map_err(|_| Damaged)?;
        if n <= self.rest.len() { Ok(n) } else { Err(Damaged) }
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T, Damaged>) -> Result<Vec<T>, Damaged> {
        let n = self.count()?;
        let mut out = Vec::with_capacity(n);
        for _ in 0..n {
            out.push(read(self)?);
        }
        Ok(out)
    }

    fn string(&mut self) -> Result<Arc<str>, Damaged> {
        let at = self.number()? as usize;
        self.strings.get(at).cloned().ok_or(Damaged)
    }

    fn float(&mut self) -> Result<f64, Damaged> {
        let bytes = self.take(8)?.try_into().map_err(|_| Damaged)?;
        Ok(f64::from_bits(u64::from_le_bytes(bytes)))
    }

    fn code(&mut self) -> Result<Arc<Code>, Damaged> {
        let (name, qualname, path) = (self.string()?, self.string()?, self.string()?);
        let first_line = self.u32()?;
        let flags = self.u32()?;
        let (posonly, args, kwonly) = (self.u32()?, self.u32()?, self.u32()?);
        let (nvarnames, nregs) = (self.u32()?, self.u32()?);
        let (counted, program) = (self.byte()? != 0, self.byte()? != 0);
        let locals = self.list(Self::local)?;
        let ins = self.instructions()?;
        let positions = self.positions(first_line)?;
        let events = self.list(Self::event)?;
        let handlers = self.list(Self::handler)?;
        let names = self.list(Self::string)?;
        let sites = self.list(|r| Ok(Site { name: r.u32()? }))?;
        let consts = self.constants()?;
        Ok(Arc::new(Code {
            name,
            qualname,
            path,
            first_line,
            flags,
            posonly,
            args,
            kwonly,
            locals,
            nvarnames,
            nregs,
            counted,
            program,
            ins,
            positions,
            events,
            handlers,
            consts,
            names,
            sites,
        }))
    }

    fn local(&mut self) -> Result<Local, Damaged> {
        let name = self.string()?;
        let bits = self.byte()?;
        let has = |bit: u8| bits & bit != 0;
        Ok(Local { name, cell: has(local::CELL), free: has(local::FREE), hidden: has(local::HIDDEN) })
    }

    fn instructions(&mut self) -> Result<Vec<Ins>, Damaged> {
        let n = self.count()?;
        let bytes = self.take(n.checked_mul(8).ok_or(Damaged)?)?;
        let (words, _) = bytes.as_chunks::<8>();
        let instruction = |w: &[u8; 8]| {
            let op = *Op::ALL.get(usize::from(w[0])).ok_or(Damaged)?;
            let operand = |at: usize| u16::from_le_bytes([w[at], w[at + 1]]);
            Ok(Ins { op, events: w[1], a: operand(2), b: operand(4), c: operand(6) })
        };
        words.iter().map(instruction).collect()
    }

    fn positions(&mut self, first_line: u32) -> Result<Vec<Pos>, Damaged> {
        let mut line = i64::from(first_line);
        self.list(|r| {
            line = line.checked_add(r.signed()?).ok_or(Damaged)?;
            let end_line = line.checked_add(r.signed()?).ok_or(Damaged)?;
            let number = |n: i64| u32::try_from(n).map_err(|_| Damaged);
            let (col, end_col) = (r.i32()?, r.i32()?);
            Ok(Pos { line: number(line)?, end_line: number(end_line)?, col, end_col })
        })
    }

    fn event(&mut self) -> Result<(u32, Event), Damaged> {
        let (at, n) = (self.u32()?, self.number()?);
        let line = u32::try_from(n >> 2).map_err(|_| Damaged)?;
        let event = match n & 3 {
            0 => Event::Call(line),
            1 => Event::Line(line),
            2 => Event::Return(line),
            _ => return Err(Damaged),
        };
        Ok((at, event))
    }

    fn handler(&mut self) -> Result<Handler, Damaged> {
        Ok(Handler {
            start: self.u32()?,
            end: self.u32()?,
            target: self.u32()?,
            reg: u16::try_from(self.number()?).map_err(|_| Damaged)?,
            lasti: self.number()? != 0,
            line: self.u32()?,
        })
    }

    fn constants(&mut self) -> Result<Vec<Const>, Damaged> {
        self.list(Self::constant)
    }

    fn constant(&mut self) -> Result<Const, Damaged> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Damaged);
        }
        let read = match self.byte()? {
            tag::NONE => Const::None,
            tag::ELLIPSIS => Const::Ellipsis,
            tag::FALSE => Const::Bool(false),
            tag::TRUE => Const::Bool(true),
            tag::INT => Const::Int(self.signed()?),
            tag::BIG => Const::Big { negative: false, magnitude: self.bytes()?.to_vec() },
            tag::BIG_NEGATIVE => Const::Big { negative: true, magnitude: self.bytes()?.to_vec() },
            tag::FLOAT => Const::Float(self.float()?),
            tag::COMPLEX => Const::Complex(self.float()?, self.float()?),
            tag::STR => Const::Str(Arc::from(self.bytes()?)),
            tag::BYTES => Const::Bytes(Arc::from(self.bytes()?)),
            tag::TUPLE => Const::Tuple(self.constants()?),
            tag::FROZENSET => Const::FrozenSet(self.constants()?),
            tag::SLICE => Const::Slice(Box::new([self.constant()?, self.constant()?, self.constant()?])),
            tag::CODE => Const::Code(self.code()?),
            _ => return Err(Damaged),
        };
        self.depth -= 1;
        Ok(read)
    }
}
