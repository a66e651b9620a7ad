//! Code objects at run time: patchable instructions, constants as values, inline caches.
//!
//! A loaded code object lives as long as the machine and is no part of the program's state: loading the same code again
//! gives the same object. A cache only repeats what a lookup would find; `vm::objects::cache_versions` says when it is
//! invalid.
//!
//! # Why the unsafe code is sound
//!
//! The boxes of instructions and caches are never replaced, so pointers into them stay valid. There is one interpreter
//! thread; it patches instructions only while the loop is not fetching, and writes a cache only between reads of it.

pub(crate) mod compile_cache;
pub(crate) mod dynamic;
pub mod event_choice;
pub mod file_names;
pub mod intern;
pub(crate) mod live_registers;
pub(crate) mod load;
pub(crate) mod owned;
pub(crate) mod poly_cache;
pub mod source;
pub(crate) mod trace_sites;

use std::cell::{Cell, UnsafeCell};
use std::sync::Arc;

use ttd_code::analysis::liveness::Liveness;
use ttd_code::bytecode::code::{Code, Event, flags};
use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use super::code::live_registers::LiveRegisters;
use super::stack::frame::Cont;

/// An inline cache. The meaning of the fields depends on its kind.
#[derive(Clone, Copy)]
pub struct Cache {
    /// The shape, or the low half of the object, for which it holds. `u32::MAX` for none.
    pub shape: u32,
    /// The slot or entry that was found.
    pub slot: u32,
    /// The version of classes or of a dict's keys under which it holds.
    pub version: u32,
    /// A second version (of the builtins' keys), the shape after a store, or the kind.
    pub extra: u32,
    /// The value that was found.
    pub value: Value,
}

impl Cache {
    /// Holds for nothing.
    pub const EMPTY: Cache = Cache { shape: u32::MAX, slot: 0, version: 0, extra: 0, value: Value::UNBOUND };
}

/// The values that `load_imm` can load.
pub(crate) const IMMEDIATES: [Value; 5] = [Value::NONE, Value::FALSE, Value::TRUE, Value::ELLIPSIS, Value::UNBOUND];

/// A loaded code object.
pub struct CodeRt {
    /// The compiled code.
    pub code: Arc<Code>,
    /// Its id, which `MAKE_FUNCTION` puts into the function's shape word.
    pub id: u32,
    /// The instructions that run: `code.ins` with patches.
    ins: UnsafeCell<Box<[Ins]>>,
    /// The constants as values.
    pub consts: Box<[Value]>,
    /// The names, interned.
    pub names: Box<[Value]>,
    /// The names of the locals, interned.
    pub local_names: Box<[Value]>,
    /// One cache per site.
    caches: UnsafeCell<Box<[Cache]>>,
    /// A cache may have been filled since the last flush.
    filled: Cell<bool>,
    /// The Python-visible code object.
    pub value: Value,
    /// The number of arguments, if a call needs exactly that many positional ones and nothing else; else `u32::MAX`.
    pub simple_args: u32,
    /// Size of the register window.
    pub nregs: u32,
    /// Number of locals: the first temporary's register.
    pub nlocals: u32,
    /// Whether its events are counted.
    pub counted: bool,
    /// Whether a frame of it may have begun. Until then the event of its first call is patched, if it is debugged.
    pub(crate) entered: Cell<bool>,
    /// What the program's own tracing wants to see of it now: see [`trace_sites`].
    pub(crate) traced: Cell<u8>,
    derived: std::cell::OnceCell<Box<[(u32, Event)]>>,
    trace_marks: std::cell::OnceCell<Box<[u8]>>,
    /// Computed on demand.
    liveness: std::cell::OnceCell<Liveness>,
    live_registers: std::cell::OnceCell<Box<[LiveRegisters]>>,
    closing: std::cell::OnceCell<bool>,
    /// Its name and its qualified name, interned when the first function is made of it.
    pub(crate) function_names: std::cell::OnceCell<[Value; 2]>,
    /// A hash of its qualified name, for the digest.
    pub(crate) name_hash: std::cell::OnceCell<u64>,
    /// Names stored as `self.name`, which determine the size of instances.
    pub stored_attrs: Box<[Value]>,
}

impl CodeRt {
    /// The first instruction.
    #[inline(always)]
    pub fn start(&self) -> *const Ins {
        // SAFETY: the box is never replaced; instructions are patched only while none is being fetched.
        unsafe { (*self.ins.get()).as_ptr() }
    }

    /// The inline caches, to read.
    #[inline(always)]
    pub fn caches(&self) -> *mut Cache {
        // SAFETY: as above; a cache is only written between its own reads.
        unsafe { (*self.caches.get()).as_mut_ptr() }
    }

    /// The cache of an existing site, to fill, and whether it is the first one since the caches were emptied. Only the
    /// interpreter's thread does.
    pub(crate) fn cache_to_fill(&self, site: u16) -> (*mut Cache, bool) {
        (self.caches().wrapping_add(site as usize), !self.filled.replace(true))
    }

    /// The index of the instruction at `pc`.
    #[inline]
    pub fn index_of(&self, pc: *const Ins) -> u32 {
        ((pc as usize - self.start() as usize) / size_of::<Ins>()) as u32
    }

    /// Whether `pc` points into this code.
    pub fn owns(&self, pc: *const Ins) -> bool {
        let start = self.start() as usize;
        (start..start + self.code.ins.len() * size_of::<Ins>()).contains(&(pc as usize))
    }

    /// The instruction as compiled, without patches.
    #[inline]
    pub fn original(&self, at: u32) -> Ins {
        self.code.ins[at as usize]
    }

    /// Patches an instruction with this opcode, or restores it. Operands and the number of events stay in the word.
    pub(crate) fn patch(&self, at: u32, op: Option<Op>) {
        let original = self.original(at);
        let awaited = (!self.entered.get() && self.entry() == Some(at)).then_some(Op::Break);
        let traced = self.is_trace_site(at).then_some(Op::Break);
        let ins = traced.or(op).or(awaited).map_or(original, |op| Ins { op, ..original });
        // SAFETY: the interpreter is not fetching when code is patched, and copies each instruction that it fetches.
        unsafe { (&mut *self.ins.get())[at as usize] = ins }
    }

    /// Whether the code binds this name in its namespace.
    pub(crate) fn stores_name(&self, name: &str) -> bool {
        let name_of =
            |site: u16| self.code.sites.get(usize::from(site)).map(|site| &self.code.names[site.name as usize]);
        let stores = |ins: &Ins| ins.op == Op::StoreName && name_of(ins.c).is_some_and(|stored| &**stored == name);
        self.code.ins.iter().any(stores)
    }

    /// The instruction with the event of a call.
    pub(crate) fn entry(&self) -> Option<u32> {
        self.code.events.iter().find(|(_, event)| matches!(event, Event::Call(_))).map(|(at, _)| *at)
    }

    /// Patches the event of a call until there is one: code that never ran need not be searched for.
    pub(crate) fn await_entry(&self) {
        let Some(at) = self.entry() else { return };
        self.entered.set(false);
        self.patch(at, None);
    }

    /// Notes that the instruction at `at` is about to run. `patched`: what a search patches it with.
    #[cold]
    pub(crate) fn note_entry(&self, at: u32, patched: Option<Op>) {
        if self.entry() == Some(at) {
            self.entered.set(true);
            self.patch(at, patched);
        }
    }

    /// The line of an instruction (0: none).
    pub fn line_of(&self, at: u32) -> u32 {
        self.code.positions.get(at as usize).map_or(0, |p| p.line)
    }

    /// Empties all caches.
    pub fn flush(&self) {
        if !self.filled.replace(false) {
            return;
        }
        // SAFETY: called by the one interpreter thread between instructions.
        for cache in unsafe { (&mut *self.caches.get()).iter_mut() } {
            *cache = Cache::EMPTY;
        }
    }

    /// The register that the instruction at `at` returns or yields; none if it returns None.
    pub(crate) fn returned_register(&self, at: u32) -> Option<u16> {
        let ins = self.original(at);
        match ins.op {
            Op::Yield => Some(ins.b),
            Op::ReturnNone => None,
            _ => Some(ins.a),
        }
    }

    /// As `returned_register`, for any instruction: `None` if it has no event that gives a value.
    pub(crate) fn returned_at(&self, at: u32) -> Option<Option<u16>> {
        let gives = self.code.events_at(at).iter().any(|(_, event)| matches!(event, Event::Return(_)));
        gives.then(|| self.returned_register(at))
    }

    fn liveness(&self) -> &Liveness {
        self.liveness.get_or_init(|| Liveness::new(&self.code))
    }

    /// Whether the top frame, about to run instruction `at`, may still read a register. Variables are always live.
    /// `resumed`: the frame may have just been resumed in the middle of the previous instruction.
    pub(crate) fn is_live(&self, at: u32, register: usize, resumed: bool) -> bool {
        let live = |at: usize| self.liveness().is_live(at, register);
        live(at as usize) || resumed && live((at as usize).saturating_sub(1))
    }

    /// Whether a frame that waits in the instruction before `at`, with this continuation, may still read a register. If
    /// the result is only stored, the operands of the waiting instruction are dead. A frame that was just entered has
    /// no previous instruction.
    pub(crate) fn is_live_while_waiting(&self, at: u32, cont: Cont, register: usize) -> bool {
        let before = (at as usize).saturating_sub(1);
        match cont {
            Cont::Store if at > 0 => self.liveness().is_live_after(before, register),
            _ => self.liveness().is_live(before, register),
        }
    }

    /// The live registers at an instruction.
    #[inline(always)]
    pub(crate) fn live_registers(&self, at: u32) -> LiveRegisters {
        self.all_live_registers()[at as usize]
    }

    /// The live registers at every instruction.
    #[inline(always)]
    pub(crate) fn all_live_registers(&self) -> &[LiveRegisters] {
        self.live_registers.get_or_init(|| LiveRegisters::of(self, self.liveness()))
    }

    /// Whether closing a generator of this code can run any of it: some `yield` is inside a `try` or `with`.
    pub fn closing_runs_code(&self) -> bool {
        *self.closing.get_or_init(|| {
            let yields = |h: &ttd_code::bytecode::code::Handler| {
                self.code.ins[h.start as usize..h.end as usize].iter().any(|i| i.op == Op::Yield)
            };
            let wrapper = |h: &ttd_code::bytecode::code::Handler| {
                self.code.ins[h.target as usize..].iter().take(3).any(|i| i.op == Op::StopIterationError)
            };
            self.code.handlers.iter().any(|h| yields(h) && !wrapper(h))
        })
    }

    /// The value that an instruction loads, if it is a constant.
    pub(crate) fn loaded_constant(&self, at: u32) -> Option<Value> {
        let ins = self.original(at);
        match ins.op {
            Op::LoadConst => self.consts.get(ins.wide() as usize).copied(),
            Op::LoadInt => Some(Value::int(i64::from(ins.b as i16))),
            Op::LoadImm => IMMEDIATES.get(usize::from(ins.b)).copied(),
            Op::ClearLocal => Some(Value::UNBOUND),
            _ => None,
        }
    }

    /// Whether one of CPython's flags is set.
    #[inline]
    pub fn has(&self, flag: u32) -> bool {
        self.code.flags & flag != 0
    }

    /// Whether calling it makes a generator, coroutine or async generator.
    pub fn is_generator(&self) -> bool {
        self.has(flags::GENERATOR | flags::COROUTINE | flags::ASYNC_GENERATOR)
    }
}
