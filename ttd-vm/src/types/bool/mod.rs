//! `bool`: the two integers `False` and `True`.

use ttd_core::value::Value;

use crate::ops::construct::user_special;
use crate::ops::dunders;
use crate::vm::call::waits::Wait;
use crate::{Vm, ids, methods, native::*};

/// The type. Its instances are immediate values, so that it has no number of its own.
pub const TYPE: TypeDef = TypeDef {
    name: "bool",
    tid: ids::INST,
    base: "int",
    doc: "Returns True when the argument is true, False otherwise.\n\
          The builtins True and False are the only two instances of the class bool.\n\
          The class bool is a subclass of the class int, and cannot be subclassed.",
    methods: METHODS,
    subclassable: false,
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, object=False, /)" => new;
    /// Return self&value.
    Pure "__and__" "(self, value, /)" => dunders::and_;
    /// Return value&self.
    Pure "__rand__" "(self, value, /)" => dunders::rand;
    /// Return self|value.
    Pure "__or__" "(self, value, /)" => dunders::or_;
    /// Return value|self.
    Pure "__ror__" "(self, value, /)" => dunders::ror;
    /// Return self^value.
    Pure "__xor__" "(self, value, /)" => dunders::xor;
    /// Return value^self.
    Pure "__rxor__" "(self, value, /)" => dunders::rxor;
    /// ~self
    Pure "__invert__" "(self, /)" => dunders::invert;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => dunders::repr;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    if let Some(v) = args.opt(1)
        && let Some(f) = user_special(vm, v, "__bool__")
    {
        return Err(vm.tail_wait(Wait::Bool, [f, v, Value::UNBOUND], "bool_of", &[f, v]));
    }
    match args.opt(1) {
        Some(v) => vm.truth(v).map(Value::bool),
        None => Ok(Value::FALSE),
    }
}
