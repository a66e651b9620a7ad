//! `_ttd_decimal`: the class `Decimal`, for `lib/native/data/_ttd_decimal.py`, which makes it the one of `_pydecimal`.
//!
//! An instance has four native fields: the sign (0 or 1), the coefficient (an int; of a NaN its digits as text), the
//! exponent (an int; of special values one of the letters `F`, `n`, `N`), and whether it is special. The methods here
//! serve finite numbers where only `Inexact` and `Rounded` are signalled, and nothing traps them. All else is done by
//! the methods of `_pydecimal`.

mod context;
mod context_methods;
mod convert;
mod fields;
mod format;
mod operators;
mod unary;

use ttd_core::value::Value;

use crate::{Vm, getters, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_decimal",
    doc: "What of `decimal` is native.",
    functions: methods! {
        /// Make the objects known by which the context is found.
        Mutates "register" "(variable, stack, context, inexact, rounded, templates, float, tuple, /)" => context::register;
        /// Make a function of this module a method of a class.
        Mutates "attach" "(cls, name, function, /)" => attach;
        /// Get the current default context.
        CallsBack "getcontext" "()" => context_methods::get;
        /// Set a new default context.
        CallsBack "setcontext" "(context, /)" => context_methods::set;
        /// Return a duplicate of the context with all flags cleared.
        CallsBack "context_copy" "(self, /)" => context_methods::copy;
        /// Return a context that shares flags and traps.
        CallsBack "context_shallow_copy" "(self, /)" => context_methods::shallow_copy;
        /// Implement setattr(self, name, value).
        CallsBack "context_setattr" "(self, name, value, /)" => context_methods::set_attribute;
        /// Put a function of Python into the class, if it has no such name.
        Mutates "install" "(name, value, /)" => install;
        /// int(self)
        CallsBack "whole" "(self, /)" => convert::whole;
        /// float(self)
        CallsBack "float" "(self, /)" => convert::float;
        /// Create a decimal instance directly, without any validation.
        Pure "triple" "(sign, coefficient, exponent, special=False, /)" => convert::triple;
    },
    types: &[TYPE],
    init,
};

const TYPE: TypeDef = TypeDef {
    name: "decimal.Decimal",
    fields: 4,
    doc: "Construct a new Decimal object. 'value' can be an integer, string, tuple,\n\
          or another Decimal object. If no value is given, return Decimal('0').",
    methods: METHODS,
    getters: getters! {
        "_sign" => fields::sign, fields::set_sign;
        "_int" => fields::digits, fields::set_digits;
        "_exp" => fields::exponent, fields::set_exponent;
        "_is_special" => fields::special, fields::set_special;
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, value='0', context=None)" => convert::new;
    /// Return self+value.
    CallsBack "__add__" "(self, value, context=None)" => operators::add;
    /// Return value+self.
    CallsBack "__radd__" "(self, value, context=None)" => operators::add;
    /// Return self-value.
    CallsBack "__sub__" "(self, value, context=None)" => operators::sub;
    /// Return value-self.
    CallsBack "__rsub__" "(self, value, context=None)" => operators::rsub;
    /// Return self*value.
    CallsBack "__mul__" "(self, value, context=None)" => operators::mul;
    /// Return value*self.
    CallsBack "__rmul__" "(self, value, context=None)" => operators::mul;
    /// Return self/value.
    CallsBack "__truediv__" "(self, value, context=None)" => operators::truediv;
    /// Return value/self.
    CallsBack "__rtruediv__" "(self, value, context=None)" => operators::rtruediv;
    /// Return self//value.
    CallsBack "__floordiv__" "(self, value, context=None)" => operators::floordiv;
    /// Return self%value.
    CallsBack "__mod__" "(self, value, context=None)" => operators::modulo;
    /// Return divmod(self, value).
    CallsBack "__divmod__" "(self, value, context=None)" => operators::divmod;
    /// Return pow(self, value, mod).
    CallsBack "__pow__" "(self, value, modulo=None, context=None)" => operators::power;
    /// Format the Decimal according to a specification.
    CallsBack "__format__" "(self, specifier, context=None, _localeconv=None)" => format::format;
    /// Return self==value.
    CallsBack "__eq__" "(self, value, context=None)" => operators::eq;
    /// Return self<value.
    CallsBack "__lt__" "(self, value, context=None)" => operators::lt;
    /// Return self<=value.
    CallsBack "__le__" "(self, value, context=None)" => operators::le;
    /// Return self>value.
    CallsBack "__gt__" "(self, value, context=None)" => operators::gt;
    /// Return self>=value.
    CallsBack "__ge__" "(self, value, context=None)" => operators::ge;
    /// -self
    CallsBack "__neg__" "(self, context=None)" => unary::neg;
    /// +self
    CallsBack "__pos__" "(self, context=None)" => unary::pos;
    /// abs(self)
    CallsBack "__abs__" "(self, round=True, context=None)" => unary::abs;
    /// True if self else False
    Pure "__bool__" "(self, /)" => unary::truth;
    /// Return hash(self).
    CallsBack "__hash__" "(self, /)" => unary::hash;
    /// Return str(self).
    CallsBack "__str__" "(self, eng=False, context=None)" => unary::text;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => unary::repr;
    /// Round to the nearest integer, or to a number of digits behind the point.
    CallsBack "__round__" "(self, n=None)" => unary::round;
    /// Return a value equal to the first operand after rounding, with the exponent of the second one.
    CallsBack "quantize" "(self, /, exp, rounding=None, context=None)" => operators::quantize;
    /// Normalize the number by stripping trailing 0s and converting anything equal to 0 to Decimal('0e0').
    CallsBack "normalize" "(self, /, context=None)" => unary::normalize;
    /// Return the square root of the argument to full precision.
    CallsBack "sqrt" "(self, /, context=None)" => unary::sqrt;
    /// Returns e ** self.
    CallsBack "exp" "(self, /, context=None)" => unary::exp;
    /// Returns the natural (base e) logarithm of self.
    CallsBack "ln" "(self, /, context=None)" => unary::ln;
    /// Returns the base 10 logarithm of self.
    CallsBack "log10" "(self, /, context=None)" => unary::log10;
    /// Return a tuple representation of the number.
    CallsBack "as_tuple" "(self, /)" => convert::as_tuple;
    /// Return the adjusted exponent of the number.
    CallsBack "adjusted" "(self, /)" => unary::adjusted;
    /// Return the absolute value of the argument, unaffected by the context.
    Pure "copy_abs" "(self, /)" => unary::copy_abs;
    /// Return the negation of the argument, unaffected by the context.
    Pure "copy_negate" "(self, /)" => unary::copy_negate;
    /// Return True if the argument is a finite number, and False if it is infinite or a NaN.
    Pure "is_finite" "(self, /)" => unary::is_finite;
    /// Return True if the argument is a (positive or negative) zero and False otherwise.
    Pure "is_zero" "(self, /)" => unary::is_zero;
    /// Return True if self is a qNaN or sNaN.
    Pure "is_nan" "(self, /)" => unary::is_nan;
    /// Return True if self is infinite.
    Pure "is_infinite" "(self, /)" => unary::is_infinite;
    /// Return True if self is negative.
    Pure "is_signed" "(self, /)" => unary::is_signed;
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let class = vm.types.decimal;
    vm.dict_set_str(dict, "Decimal", class);
    vm.loaded.decimal_order = Some(operators::order_of);
    Ok(())
}

fn install(vm: &mut Vm, args: Args) -> Res {
    let dict = vm.class_dict(vm.types.decimal);
    if vm.dict_get_name(dict, args.get(0)).is_some() {
        return Ok(Value::FALSE);
    }
    vm.dict_set(dict, args.get(0), args.get(1))?;
    // What lookups found in a native class is believed for ever.
    vm.flush_caches();
    Ok(Value::TRUE)
}

fn attach(vm: &mut Vm, args: Args) -> Res {
    super::bufferedio::put_method(vm, args.get(0), args.get(1), args.get(2))?;
    Ok(Value::NONE)
}

/// Whether a value is a `Decimal`.
fn is_decimal(vm: &Vm, v: Value) -> bool {
    v.is(ids::INST) && {
        let class = vm.type_of(v);
        class == vm.types.decimal || vm.is_subclass(class, vm.types.decimal)
    }
}

/// Has the method of `_pydecimal` do it, with all arguments that were given.
fn slow(vm: &mut Vm, name: &str, args: &Args) -> Res {
    let mut all = vec![vm.intern(name)];
    let given = args.pos.iter().rposition(|v| !v.is_unbound()).map_or(0, |last| last + 1);
    for given in &args.pos[..given] {
        // What was not given, before something that was, has its default.
        all.push(match (given.is_unbound(), name) {
            (false, _) => *given,
            (true, "__str__") => Value::FALSE,
            (true, "__abs__") => Value::TRUE,
            (true, "__new__") => vm.intern("0"),
            (true, _) => Value::NONE,
        });
    }
    Err(vm.call_hidden_module("_ttd_decimal", "_slow", &all))
}
