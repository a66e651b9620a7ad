//! Pickling, from protocol 2 on.

use rustc_hash::FxHashMap;
use ttd_core::value::Value;

use super::output::Output;
use super::{Stop, op};
use crate::{Vm, ids, native::*};

/// How deep objects may nest; Python's `pickle` says what is deeper.
const DEEPEST: usize = 300;

/// A pickle in the making.
pub(super) struct Saver {
    pub(super) out: Output,
    /// The numbers of the objects that were written.
    pub(super) memo: FxHashMap<Value, usize>,
    /// The next number: one more than there are in the memo for each `__dict__`.
    pub(super) next: usize,
    pub(super) protocol: i64,
    pub(super) dispatch: Value,
    depth: usize,
    steps: usize,
}

pub(super) fn dumps(vm: &mut Vm, args: Args) -> Res {
    let protocol = vm.index_i64(args.get(1))?;
    if !(2..=5).contains(&protocol) {
        return Ok(Value::NONE);
    }
    let mut saver = Saver {
        out: Output::new(protocol as u8),
        memo: FxHashMap::default(),
        next: 0,
        protocol,
        dispatch: args.get(2),
        depth: 0,
        steps: 0,
    };
    match saver.save(vm, args.get(0)) {
        Ok(()) => {
            saver.out.byte(op::STOP);
            let bytes = saver.out.finish();
            Ok(vm.new_bytes(&bytes))
        }
        Err(Stop::GiveUp) => Ok(Value::NONE),
        Err(Stop::Trap(trap)) => Err(trap),
    }
}

impl Saver {
    /// Writes an object, or where it was written before.
    pub(super) fn save(&mut self, vm: &mut Vm, v: Value) -> Result<(), Stop> {
        self.out.between_objects();
        self.steps += 1;
        if self.steps.is_multiple_of(4096) {
            vm.check_interrupt()?;
        }
        if v.is_int() {
            self.integer(v.as_int());
        } else if v.is_float() {
            self.out.byte(op::BINFLOAT);
            self.out.bytes(&v.as_float().to_be_bytes());
        } else if v.is_none() {
            self.out.byte(op::NONE);
        } else if v.is_bool() {
            self.out.byte(if v == Value::TRUE { op::NEWTRUE } else { op::NEWFALSE });
        } else if !v.is_obj() {
            return Err(Stop::GiveUp);
        } else if self.known(v) {
        } else if v.is(ids::STR) {
            self.text(vm, v);
        } else if v.is(ids::BIGINT) {
            self.long(vm, v);
        } else {
            if self.depth == DEEPEST {
                return Err(Stop::GiveUp);
            }
            self.depth += 1;
            self.object(vm, v)?;
            self.depth -= 1;
        }
        Ok(())
    }

    fn object(&mut self, vm: &mut Vm, v: Value) -> Result<(), Stop> {
        if v.is(ids::TUPLE) {
            self.tuple(vm, v)
        } else if v.is(ids::LIST) {
            self.list(vm, v)
        } else if v.is(ids::DICT) {
            self.dict(vm, v)
        } else if v.is(ids::BYTES) && self.protocol >= 3 {
            self.octets(vm, v);
            Ok(())
        } else if v.is(ids::BYTEARRAY) && self.protocol >= 5 {
            let contents = vm.heap.buffer(v).to_vec();
            let head = [&[op::BYTEARRAY8], (contents.len() as u64).to_le_bytes().as_slice()].concat();
            self.out.contents(&head, &contents);
            self.memoize(v);
            Ok(())
        } else if (v.is(ids::SET) || v.is(ids::FROZENSET)) && self.protocol >= 4 {
            self.set(vm, v)
        } else if v.is(ids::INST) {
            self.instance(vm, v)
        } else if v.is(ids::CLASS) || v.is(ids::FUNCTION) {
            self.global(vm, v)
        } else {
            Err(Stop::GiveUp)
        }
    }

    /// Refers to an object that was written before.
    pub(super) fn known(&mut self, v: Value) -> bool {
        let Some(&at) = self.memo.get(&v) else { return false };
        match u8::try_from(at) {
            Ok(at) => self.out.bytes(&[op::BINGET, at]),
            Err(_) => {
                self.out.byte(op::LONG_BINGET);
                self.out.bytes(&(at as u32).to_le_bytes());
            }
        }
        true
    }

    /// Gives an object a number, which later uses of it name.
    pub(super) fn memoize(&mut self, v: Value) {
        let at = self.next;
        self.memo.insert(v, at);
        self.number();
    }

    /// Writes that the object on top of the stack has the next number.
    pub(super) fn number(&mut self) {
        let at = self.next;
        self.next += 1;
        if self.protocol >= 4 {
            self.out.byte(op::MEMOIZE);
        } else if let Ok(at) = u8::try_from(at) {
            self.out.bytes(&[op::BINPUT, at]);
        } else {
            self.out.byte(op::LONG_BINPUT);
            self.out.bytes(&(at as u32).to_le_bytes());
        }
    }

    fn integer(&mut self, n: i64) {
        if let Ok(n) = u8::try_from(n) {
            self.out.bytes(&[op::BININT1, n]);
        } else if let Ok(n) = u16::try_from(n) {
            self.out.byte(op::BININT2);
            self.out.bytes(&n.to_le_bytes());
        } else if let Ok(n) = i32::try_from(n) {
            self.out.byte(op::BININT);
            self.out.bytes(&n.to_le_bytes());
        } else {
            let bytes = n.to_le_bytes();
            self.twos_complement(&bytes);
        }
    }

    /// Writes a long integer, given its two's complement in little-endian bytes, which may be longer than needed.
    fn twos_complement(&mut self, bytes: &[u8]) {
        let negative = bytes.last().is_some_and(|b| *b >= 0x80);
        let filler = if negative { 0xff } else { 0 };
        let mut length = bytes.len();
        while length > 1 && bytes[length - 1] == filler && (bytes[length - 2] >= 0x80) == negative {
            length -= 1;
        }
        match u8::try_from(length) {
            Ok(n) => self.out.bytes(&[op::LONG1, n]),
            Err(_) => {
                self.out.byte(op::LONG4);
                self.out.bytes(&(length as u32).to_le_bytes());
            }
        }
        self.out.bytes(&bytes[..length]);
    }

    fn long(&mut self, vm: &Vm, v: Value) {
        let mut bytes = vm.heap.bytes(v).to_vec();
        bytes.push(0);
        if vm.heap.aux(v) == 1 {
            let mut carry = true;
            for byte in &mut bytes {
                let (sum, over) = (!*byte).overflowing_add(u8::from(carry));
                (*byte, carry) = (sum, over);
            }
        }
        self.twos_complement(&bytes);
    }

    pub(super) fn text(&mut self, vm: &Vm, v: Value) {
        let text = vm.heap.bytes(v);
        let head = match u8::try_from(text.len()) {
            Ok(n) if self.protocol >= 4 => vec![op::SHORT_BINUNICODE, n],
            _ => [&[op::BINUNICODE], (text.len() as u32).to_le_bytes().as_slice()].concat(),
        };
        self.out.contents(&head, text);
        self.memoize(v);
    }

    fn octets(&mut self, vm: &Vm, v: Value) {
        let octets = vm.heap.bytes(v);
        let head = match u8::try_from(octets.len()) {
            Ok(n) => vec![op::SHORT_BINBYTES, n],
            Err(_) => [&[op::BINBYTES], (octets.len() as u32).to_le_bytes().as_slice()].concat(),
        };
        self.out.contents(&head, octets);
        self.memoize(v);
    }
}
