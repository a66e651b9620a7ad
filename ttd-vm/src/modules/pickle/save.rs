//! Pickling.

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
    /// A dict of the types that Python's `pickle` never reduces.
    pub(super) handled: Value,
    /// Objects that were reduced by calling something, each followed by the result.
    pub(super) reduced: Vec<Value>,
    depth: usize,
    steps: usize,
}

pub(super) fn dumps(vm: &mut Vm, args: Args) -> Res {
    save(vm, args, &[], |vm, bytes, _| Ok(vm.new_bytes(&bytes)))
}

pub(super) fn dumps_with_memo(vm: &mut Vm, args: Args) -> Res {
    let known = if args.get(4).is(ids::LIST) { vm.heap.list(args.get(4)).to_vec() } else { Vec::new() };
    save(vm, args, &known, |vm, bytes, saver| {
        let mut numbered = vec![Value::NONE; saver.next];
        saver.memo.iter().for_each(|(v, at)| numbered[*at] = *v);
        let (bytes, numbered) = (vm.new_bytes(&bytes), vm.new_list(&numbered));
        Ok(vm.new_tuple(&[bytes, numbered]))
    })
}

/// `known`: the objects that have numbers already.
fn save(vm: &mut Vm, args: Args, known: &[Value], done: impl FnOnce(&mut Vm, Vec<u8>, &Saver) -> Res) -> Res {
    let protocol = vm.index_i64(args.get(1))?;
    if !(0..=5).contains(&protocol) {
        return Ok(vm.new_list(&[]));
    }
    let mut saver = Saver {
        out: Output::new(protocol as u8),
        memo: known.iter().enumerate().filter(|(_, v)| !v.is_none()).map(|(at, v)| (*v, at)).collect(),
        next: known.len(),
        protocol,
        dispatch: args.get(2),
        handled: args.get(3),
        reduced: Vec::new(),
        depth: 0,
        steps: 0,
    };
    match saver.save(vm, args.get(0)) {
        Ok(()) => {
            saver.out.byte(op::STOP);
            let bytes = std::mem::replace(&mut saver.out, Output::new(0)).finish();
            done(vm, bytes, &saver)
        }
        Err(Stop::GiveUp) => Ok(vm.new_list(&saver.reduced)),
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
            self.float(vm, v)?;
        } else if v.is_none() {
            self.out.byte(op::NONE);
        } else if v.is_bool() {
            self.truth(v == Value::TRUE);
        } else if !v.is_obj() {
            return Err(Stop::GiveUp);
        } else if self.known(v) {
        } else if v.is(ids::STR) {
            self.text(vm, v)?;
        } else if v.is(ids::BIGINT) {
            self.long(vm, v)?;
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
        } else if v.is(ids::CLASS) || v.is(ids::FUNCTION) {
            self.global(vm, v)
        } else if v.is(ids::INST) && self.protocol >= 2 && self.is_plain_instance(vm, v)? {
            self.instance(vm, v)
        } else {
            self.by_reducing(vm, v)
        }
    }

    /// Refers to an object that was written before.
    pub(super) fn known(&mut self, v: Value) -> bool {
        let Some(&at) = self.memo.get(&v) else { return false };
        if self.protocol == 0 {
            self.out.line(op::GET, at.to_string().as_bytes());
            return true;
        }
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
        if self.protocol == 0 {
            self.out.line(op::PUT, at.to_string().as_bytes());
        } else if self.protocol >= 4 {
            self.out.byte(op::MEMOIZE);
        } else if let Ok(at) = u8::try_from(at) {
            self.out.bytes(&[op::BINPUT, at]);
        } else {
            self.out.byte(op::LONG_BINPUT);
            self.out.bytes(&(at as u32).to_le_bytes());
        }
    }

    pub(super) fn text(&mut self, vm: &Vm, v: Value) -> Result<(), Stop> {
        let text = vm.heap.bytes(v);
        if self.protocol == 0 {
            let text = std::str::from_utf8(text).map_err(|_| Stop::GiveUp)?;
            self.out.line(op::UNICODE, &escaped(text));
            self.memoize(v);
            return Ok(());
        }
        let head = match u8::try_from(text.len()) {
            Ok(n) if self.protocol >= 4 => vec![op::SHORT_BINUNICODE, n],
            _ => [&[op::BINUNICODE], (text.len() as u32).to_le_bytes().as_slice()].concat(),
        };
        self.out.contents(&head, text);
        self.memoize(v);
        Ok(())
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

/// Text in Latin-1, where what does not fit or would end the line is written by its number.
fn escaped(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for c in text.chars() {
        match u32::from(c) {
            0 | 0x0a | 0x0d | 0x1a | 0x5c | 0x100..=0xffff => out.extend(format!("\\u{:04x}", u32::from(c)).bytes()),
            n @ ..=0xff => out.push(n as u8),
            n => out.extend(format!("\\U{n:08x}").bytes()),
        }
    }
    out
}
