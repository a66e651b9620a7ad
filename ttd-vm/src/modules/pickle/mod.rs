//! `_ttd_pickle`: pickling of builtin values and of plain instances, for `lib/native/data/_pickle.py`.
//!
//! Both directions give up where something rare is needed; Python's `pickle` then does the whole again. `loads` has
//! changed nothing until then that anybody could see. `dumps` calls what classes have for pickling, and hands over the
//! results if it gives up after that, so that nothing is called twice.

mod load;
mod load_call;
mod load_ops;
mod load_text;
mod output;
mod save;
mod save_boxes;
mod save_instance;
mod save_number;
mod save_reduced;

use ttd_core::value::Value;

use crate::{Vm, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_pickle",
    doc: "What of `pickle` is native.",
    functions: methods! {
        /// The pickle of a value as bytes, or else a list of objects, each followed by what reducing it gave.
        CallsBack "dumps" "(obj, protocol, dispatch_table, handled, /)" => save::dumps;
        /// As `dumps`, but a tuple of the pickle and the objects that have numbers, in order; None where what has the
        /// number is no object of the program. Those in the list have numbers already.
        CallsBack "dumps_with_memo" "(obj, protocol, dispatch_table, handled, numbered, /)" => save::dumps_with_memo;
        /// A tuple of the value of a pickle, its length, and the objects that have numbers; or None. Those in the list
        /// have numbers already.
        CallsBack "loads" "(data, numbered=[], /)" => load::loads;
    },
    types: &[],
    init: |_, _| Ok(()),
};

/// Opcodes, by the names that `pickletools` gives them.
mod op {
    pub(super) const MARK: u8 = b'(';
    pub(super) const STOP: u8 = b'.';
    pub(super) const POP: u8 = b'0';
    pub(super) const POP_MARK: u8 = b'1';
    pub(super) const FLOAT: u8 = b'F';
    pub(super) const INT: u8 = b'I';
    pub(super) const LONG: u8 = b'L';
    pub(super) const UNICODE: u8 = b'V';
    pub(super) const GLOBAL: u8 = b'c';
    pub(super) const DICT: u8 = b'd';
    pub(super) const LIST: u8 = b'l';
    pub(super) const GET: u8 = b'g';
    pub(super) const PUT: u8 = b'p';
    pub(super) const BINFLOAT: u8 = b'G';
    pub(super) const BININT: u8 = b'J';
    pub(super) const BININT1: u8 = b'K';
    pub(super) const BININT2: u8 = b'M';
    pub(super) const NONE: u8 = b'N';
    pub(super) const REDUCE: u8 = b'R';
    pub(super) const BINUNICODE: u8 = b'X';
    pub(super) const APPEND: u8 = b'a';
    pub(super) const APPENDS: u8 = b'e';
    pub(super) const BUILD: u8 = b'b';
    pub(super) const BINGET: u8 = b'h';
    pub(super) const LONG_BINGET: u8 = b'j';
    pub(super) const BINPUT: u8 = b'q';
    pub(super) const LONG_BINPUT: u8 = b'r';
    pub(super) const EMPTY_LIST: u8 = b']';
    pub(super) const EMPTY_DICT: u8 = b'}';
    pub(super) const EMPTY_TUPLE: u8 = b')';
    pub(super) const SETITEM: u8 = b's';
    pub(super) const SETITEMS: u8 = b'u';
    pub(super) const TUPLE: u8 = b't';
    pub(super) const BINBYTES: u8 = b'B';
    pub(super) const SHORT_BINBYTES: u8 = b'C';
    pub(super) const PROTO: u8 = 0x80;
    pub(super) const NEWOBJ: u8 = 0x81;
    pub(super) const TUPLE1: u8 = 0x85;
    pub(super) const TUPLE2: u8 = 0x86;
    pub(super) const TUPLE3: u8 = 0x87;
    pub(super) const NEWTRUE: u8 = 0x88;
    pub(super) const NEWFALSE: u8 = 0x89;
    pub(super) const LONG1: u8 = 0x8a;
    pub(super) const LONG4: u8 = 0x8b;
    pub(super) const SHORT_BINUNICODE: u8 = 0x8c;
    pub(super) const EMPTY_SET: u8 = 0x8f;
    pub(super) const ADDITEMS: u8 = 0x90;
    pub(super) const FROZENSET: u8 = 0x91;
    pub(super) const STACK_GLOBAL: u8 = 0x93;
    pub(super) const MEMOIZE: u8 = 0x94;
    pub(super) const FRAME: u8 = 0x95;
    pub(super) const BYTEARRAY8: u8 = 0x96;
}

/// Why the native code stops.
enum Stop {
    /// Python's `pickle` has to do it.
    GiveUp,
    /// An exception was raised, or the run is being left.
    Trap(Trap),
}

impl From<Trap> for Stop {
    fn from(trap: Trap) -> Stop {
        Stop::Trap(trap)
    }
}

/// What a module that is imported already has under a name of its own.
fn global(vm: &mut Vm, module: Value, name: Value) -> Option<Value> {
    let modules = vm.global(crate::vm::slots::MODULES);
    let found = vm.dict_get(modules, module).ok()??;
    if !found.is(crate::ids::MODULE) {
        return None;
    }
    let dict = vm.heap.slot(found, 0);
    vm.dict_get(dict, name).ok()?
}
