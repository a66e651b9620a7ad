//! Natives that wait for code of the program in the call, or in another instruction, that runs them.
//!
//! What such a native needs meanwhile is in registers of the instruction, so that no library function waits in between.
//! [`Cont::Native`](crate::vm::stack::frame::Cont::Native) gives the result back, with the number of the wait as the
//! frame's register: where the call stores its result is in its instruction. What is done with results is in
//! `interp/values/waits`.

use ttd_core::value::Value;

use super::tail_call::{Arguments, Tail};
use crate::native::Trap;
use crate::{Vm, ids};

/// A native that waits, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Wait {
    /// Items of a generator that are summed.
    Sum,
    /// Items of a generator, until one is false.
    All,
    /// Items of a generator, until one is true.
    Any,
    /// Items of a generator, of which the least is sought.
    Min,
    /// Items of a generator, of which the greatest is sought.
    Max,
    /// Items of a generator for a list.
    List,
    /// Items of a generator for a tuple.
    Tuple,
    /// Items of a generator for a set.
    Set,
    /// Items of a generator that are sorted.
    Sorted,
    /// Items of a generator that are joined.
    Join,
    /// Items of a generator that are appended to a list.
    Extend,
    /// Items of a generator that are counted in a dict.
    Count,
    /// A bool, of `__bool__`.
    Bool,
    /// An int, of `__int__`.
    Int,
    /// An int, of `__index__`.
    Index,
    /// A float, of `__float__`.
    Float,
    /// The result of a method for `divmod`.
    Divmod,
    /// The result of a method for `pow`.
    Pow,
    /// The result of a function, which a cache keeps.
    Cached,
    /// The value for a key that a `defaultdict` does not have.
    Missing,
    /// Items of a generator for a list that is being built.
    Spread,
}

impl Wait {
    const ALL: [Wait; 21] = [
        Wait::Sum,
        Wait::All,
        Wait::Any,
        Wait::Min,
        Wait::Max,
        Wait::List,
        Wait::Tuple,
        Wait::Set,
        Wait::Sorted,
        Wait::Join,
        Wait::Extend,
        Wait::Count,
        Wait::Bool,
        Wait::Int,
        Wait::Index,
        Wait::Float,
        Wait::Divmod,
        Wait::Pow,
        Wait::Cached,
        Wait::Missing,
        Wait::Spread,
    ];

    /// The wait with a number.
    pub(crate) fn of(number: u16) -> Option<Wait> {
        Wait::ALL.get(usize::from(number)).copied()
    }

    /// Whether items of a generator are awaited.
    pub(crate) fn folds(self) -> bool {
        self as u16 <= Wait::Count as u16
    }
}

/// What a native asks for that can wait in its call.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// Which native waits.
    pub wait: Wait,
    /// The generator, or the method and its arguments, with NULL behind.
    pub given: [Value; 3],
    /// A library function that does the work for calls that cannot wait.
    pub function: &'static str,
    /// The arguments of that function.
    pub args: Arguments,
}

impl Vm {
    /// Tail call of a library function for a native, unless its call can wait for the result of a method with these
    /// arguments.
    pub(crate) fn tail_wait(&mut self, wait: Wait, given: [Value; 3], function: &'static str, args: &[Value]) -> Trap {
        self.tail_of(Tail::Wait(Waiting { wait, given, function, args: args.into() }))
    }

    /// Tail call of a library function that goes through an iterable, unless that is a generator for which the call can
    /// wait.
    pub(crate) fn tail_fold(&mut self, wait: Wait, iterable: Value, function: &'static str, args: &[Value]) -> Trap {
        if iterable.is(ids::GENERATOR) {
            return self.tail_wait(wait, [iterable, Value::UNBOUND, Value::UNBOUND], function, args);
        }
        let function = self.lib(function);
        self.tail_call(function, args)
    }
}
