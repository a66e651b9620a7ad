//! Compiled code of a function, class body or module: plain data, shared by all functions created from it.

use std::sync::Arc;

use crate::bytecode::op::{Ins, Op};

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

/// A local variable, cell or free variable: one of the first registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// The variable's name.
    pub name: Arc<str>,
    /// Whether the register holds a cell created by `make_cell`.
    pub cell: bool,
    /// Whether the register holds a cell of the closure.
    pub free: bool,
    /// Whether it is a variable of an inlined comprehension.
    pub hidden: bool,
}

/// The source range of an instruction. Lines count from 1 (0: none), columns in bytes from 0 (-1: unknown).
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

/// An event that is delivered before an instruction runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The frame is entered or resumed. The line is the function's first, or that of the `yield`.
    Call(u32),
    /// The line is about to run.
    Line(u32),
    /// The frame returns or yields from this line.
    Return(u32),
}

/// A row of the exception table. Rows are sorted innermost first: the first that covers an instruction applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First instruction covered.
    pub start: u32,
    /// First instruction behind the covered ones.
    pub end: u32,
    /// The handler's first instruction.
    pub target: u32,
    /// The register for the exception; with `lasti`, that for the raising instruction's index, followed by the
    /// exception's.
    pub reg: u16,
    /// Whether the handler takes the raising instruction's index.
    pub lasti: bool,
    /// The line of the handler's first instruction (0: none). Entering it is a line event unless the exception was
    /// raised on that line.
    pub line: u32,
}

/// A use of a name that has an inline cache of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Index into `Code::names`.
    pub name: u32,
}

/// The code flags of CPython that are used here.
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
    /// `co_filename`, as passed to the compiler.
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
    /// Number of `co_varnames`, the first of `locals`.
    pub nvarnames: u32,
    /// Size of the register window: locals and temporaries.
    pub nregs: u32,
    /// Whether its events are counted. Other code has `tick` instructions instead of events.
    pub counted: bool,
    /// Whether it belongs to the program and not to the library, whether or not its events are counted.
    pub program: bool,
    /// The instructions.
    pub ins: Vec<Ins>,
    /// Positions, one per instruction.
    pub positions: Vec<Pos>,
    /// Events by instruction index, in order of delivery. `Ins::events` counts those of each instruction.
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
    /// Changes the lines and positions of this code object, but not those of code inside it.
    pub fn change_lines(&mut self, line: impl Fn(u32) -> u32, pos: impl Fn(Pos) -> Pos) {
        self.first_line = line(self.first_line);
        self.positions.iter_mut().for_each(|at| *at = pos(*at));
        for (_, event) in &mut self.events {
            *event = match *event {
                Event::Call(n) => Event::Call(line(n)),
                Event::Line(n) => Event::Line(line(n)),
                Event::Return(n) => Event::Return(line(n)),
            };
        }
        self.handlers.iter_mut().for_each(|handler| handler.line = line(handler.line));
    }

    /// Returns the events that are delivered before instruction `at`, in order.
    pub fn events_at(&self, at: u32) -> &[(u32, Event)] {
        let from = self.events.partition_point(|e| e.0 < at);
        let to = self.events.partition_point(|e| e.0 <= at);
        &self.events[from..to]
    }

    /// The lines on which a `line` event can happen, sorted.
    pub fn event_lines(&self) -> Vec<u32> {
        let events = self.events.iter().filter_map(|(_, event)| match event {
            Event::Line(line) => Some(*line),
            _ => None,
        });
        let handlers = self.handlers.iter().map(|handler| handler.line).filter(|line| *line != 0);
        let mut lines: Vec<u32> = events.chain(handlers).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Whether two are equal wherever their files are.
    pub fn same_but_for_path(&self, other: &Code) -> bool {
        self == other || self.without_path() == other.without_path()
    }

    fn without_path(&self) -> Code {
        let mut code = self.clone();
        code.path = "".into();
        for constant in &mut code.consts {
            if let Const::Code(inner) = constant {
                *inner = Arc::new(inner.without_path());
            }
        }
        code
    }

    /// Returns the innermost handler for an exception raised by instruction `at`.
    pub fn handler_of(&self, at: u32) -> Option<&Handler> {
        self.handlers.iter().find(|h| h.start <= at && at < h.end)
    }

    /// Whether an exception is being handled at instruction `at`: it lies in an `except` or `finally` block that was
    /// entered by one. Such a block is covered by a handler that ends the handling and raises again.
    pub fn is_handling_at(&self, at: u32) -> bool {
        let mut next = self.handler_of(at);
        for _ in 0..self.handlers.len() {
            let Some(handler) = next else { return false };
            next = match self.ins[handler.target as usize].op {
                Op::PopExc => return true,
                // Its block has not been entered.
                Op::PushExc => self.around_block(handler.target),
                _ => self.handler_of(handler.target),
            };
        }
        false
    }

    /// Whether an exception is being handled when instruction `at`, which is a `PushExc`, enters a block.
    pub fn was_handling_before(&self, at: u32) -> bool {
        self.handler_of(at).is_some_and(|cleanup| self.is_handling_at(cleanup.target))
    }

    /// The handler around the block that the `PushExc` at `at` enters.
    fn around_block(&self, at: u32) -> Option<&Handler> {
        self.handler_of(at).and_then(|cleanup| self.handler_of(cleanup.target))
    }
}
