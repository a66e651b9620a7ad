//! What a compiled function, class body or module is: plain data, shared by every function made from it.

use std::sync::Arc;

use crate::bytecode::op::Ins;

/// A constant of a code object.
#[derive(Clone, Debug, PartialEq)]
pub enum Const {
    /// `None`.
    None,
    /// `...`.
    Ellipsis,
    /// `True` or `False`.
    Bool(bool),
    /// An integer of up to 64 bits.
    Int(i64),
    /// Any other integer: sign and magnitude, least significant byte first.
    Big {
        /// Whether it is below zero.
        negative: bool,
        /// The magnitude, little-endian.
        magnitude: Vec<u8>,
    },
    /// A float.
    Float(f64),
    /// A complex number.
    Complex(f64, f64),
    /// A string, in WTF-8 (lone surrogates as three bytes).
    Str(Arc<[u8]>),
    /// A bytes literal.
    Bytes(Arc<[u8]>),
    /// A tuple.
    Tuple(Vec<Const>),
    /// A frozenset.
    FrozenSet(Vec<Const>),
    /// A slice of constants.
    Slice(Box<[Const; 3]>),
    /// The code of a function, class body, lambda or comprehension.
    Code(Arc<Code>),
}

/// What a slot of the localsplus is. An argument that is also a cell is `cell` and `argument`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// The variable's name.
    pub name: Arc<str>,
    /// Holds a cell made by `make_cell`.
    pub cell: bool,
    /// Holds a cell of the closure.
    pub free: bool,
    /// Hidden: a variable of an inlined comprehension.
    pub hidden: bool,
}

/// Where in the source an instruction comes from. Lines count from 1 (0: nowhere), columns in bytes from 0 (-1: unknown).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pos {
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// First column.
    pub col: i32,
    /// Column after the last.
    pub end_col: i32,
}

/// An event that an instruction delivers before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The frame is entered or resumed; the line is the first of the function, or that of the `yield`.
    Call(u32),
    /// The line is about to run.
    Line(u32),
    /// The frame returns or yields (its line).
    Return(u32),
}

/// A row of the exception table, innermost first: the first that covers an instruction wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First instruction covered.
    pub start: u32,
    /// First instruction no longer covered.
    pub end: u32,
    /// Where to go on.
    pub target: u32,
    /// The register that takes the exception; with `lasti` it takes the raising instruction's index, the next one the exception.
    pub reg: u16,
    /// Whether the raising instruction's index is wanted too.
    pub lasti: bool,
    /// The line of the handler's first instruction (0: none): an event, unless the exception was raised on it.
    pub line: u32,
}

/// A name together with the place of an inline cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Index into `Code::names`.
    pub name: u32,
}

/// CPython's code flags, of which we read these.
pub mod flags {
    /// Locals are registers, not a namespace.
    pub const OPTIMIZED: u32 = 0x0001;
    /// Has `*args`.
    pub const VARARGS: u32 = 0x0004;
    /// Has `**kwargs`.
    pub const VARKEYWORDS: u32 = 0x0008;
    /// A generator.
    pub const GENERATOR: u32 = 0x0020;
    /// A coroutine.
    pub const COROUTINE: u32 = 0x0080;
    /// A generator that may be awaited.
    pub const ITERABLE_COROUTINE: u32 = 0x0100;
    /// An async generator.
    pub const ASYNC_GENERATOR: u32 = 0x0200;
    /// `co_consts[0]` is the docstring.
    pub const HAS_DOCSTRING: u32 = 0x400_0000;
}

/// A compiled code object.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// `co_name`.
    pub name: Arc<str>,
    /// `co_qualname`.
    pub qualname: Arc<str>,
    /// `co_filename`, as it was given.
    pub path: Arc<str>,
    /// `co_firstlineno`.
    pub first_line: u32,
    /// CPython's flags, see [`flags`].
    pub flags: u32,
    /// Number of positional-only arguments.
    pub posonly: u32,
    /// Number of positional arguments, the positional-only ones included.
    pub args: u32,
    /// Number of keyword-only arguments.
    pub kwonly: u32,
    /// Locals, cells and free variables: the first registers. Arguments come first, then `*args`, then `**kwargs`.
    pub locals: Vec<Local>,
    /// How many of `locals` are `co_varnames` (the first ones).
    pub nvarnames: u32,
    /// Size of the register window: locals and temporaries.
    pub nregs: u32,
    /// Whether it is user code: events are counted. Otherwise `tick`s are in it.
    pub counted: bool,
    /// The instructions.
    pub ins: Vec<Ins>,
    /// Positions, one per instruction.
    pub positions: Vec<Pos>,
    /// The events of the instructions with `events > 0`, sorted by instruction, in order of delivery.
    pub events: Vec<(u32, Event)>,
    /// The exception table.
    pub handlers: Vec<Handler>,
    /// The constants.
    pub consts: Vec<Const>,
    /// The names.
    pub names: Vec<Arc<str>>,
    /// The sites.
    pub sites: Vec<Site>,
}

impl Code {
    /// The events that instruction `at` delivers before it runs, in order.
    pub fn events_at(&self, at: u32) -> &[(u32, Event)] {
        let from = self.events.partition_point(|e| e.0 < at);
        let to = self.events.partition_point(|e| e.0 <= at);
        &self.events[from..to]
    }

    /// The innermost handler for an exception raised by instruction `at`.
    pub fn handler_of(&self, at: u32) -> Option<&Handler> {
        self.handlers.iter().find(|h| h.start <= at && at < h.end)
    }
}
