//! Rows that the method tables of several types have in common: a `TypeDef` names them in `shared`.

use super::dunders;
use crate::methods;
use crate::native::Method;

/// The comparisons of types whose items run no Python code.
pub const COMPARISONS: &[Method] = methods! {
    /// Return self==value.
    Pure "__eq__" "(self, value, /)" => dunders::eq;
    /// Return self!=value.
    Pure "__ne__" "(self, value, /)" => dunders::ne;
    /// Return self<value.
    Pure "__lt__" "(self, value, /)" => dunders::lt;
    /// Return self<=value.
    Pure "__le__" "(self, value, /)" => dunders::le;
    /// Return self>value.
    Pure "__gt__" "(self, value, /)" => dunders::gt;
    /// Return self>=value.
    Pure "__ge__" "(self, value, /)" => dunders::ge;
};

/// The comparisons of types that compare their items by the protocol.
pub const CALLING_COMPARISONS: &[Method] = methods! {
    /// Return self==value.
    CallsBack "__eq__" "(self, value, /)" => dunders::eq;
    /// Return self!=value.
    CallsBack "__ne__" "(self, value, /)" => dunders::ne;
    /// Return self<value.
    CallsBack "__lt__" "(self, value, /)" => dunders::lt;
    /// Return self<=value.
    CallsBack "__le__" "(self, value, /)" => dunders::le;
    /// Return self>value.
    CallsBack "__gt__" "(self, value, /)" => dunders::gt;
    /// Return self>=value.
    CallsBack "__ge__" "(self, value, /)" => dunders::ge;
};

/// The operators of all numbers.
pub const ARITHMETIC: &[Method] = methods! {
    /// abs(self)
    Pure "__abs__" "(self, /)" => dunders::abs;
    /// Return self+value.
    Pure "__add__" "(self, value, /)" => dunders::add;
    /// Return value+self.
    Pure "__radd__" "(self, value, /)" => dunders::radd;
    /// Return self-value.
    Pure "__sub__" "(self, value, /)" => dunders::sub;
    /// Return value-self.
    Pure "__rsub__" "(self, value, /)" => dunders::rsub;
    /// Return self*value.
    Pure "__mul__" "(self, value, /)" => dunders::mul;
    /// Return value*self.
    Pure "__rmul__" "(self, value, /)" => dunders::rmul;
    /// Return self/value.
    Pure "__truediv__" "(self, value, /)" => dunders::truediv;
    /// Return value/self.
    Pure "__rtruediv__" "(self, value, /)" => dunders::rtruediv;
    /// Return pow(self, value, mod).
    Pure "__pow__" "(self, value, mod=None, /)" => dunders::pow;
    /// Return pow(value, self, mod).
    Pure "__rpow__" "(self, value, mod=None, /)" => dunders::rpow;
    /// -self
    Pure "__neg__" "(self, /)" => dunders::neg;
    /// +self
    Pure "__pos__" "(self, /)" => dunders::pos;
};

/// The operators of numbers with an order.
pub const DIVISION: &[Method] = methods! {
    /// Return self//value.
    Pure "__floordiv__" "(self, value, /)" => dunders::floordiv;
    /// Return value//self.
    Pure "__rfloordiv__" "(self, value, /)" => dunders::rfloordiv;
    /// Return self%value.
    Pure "__mod__" "(self, value, /)" => dunders::mod_;
    /// Return value%self.
    Pure "__rmod__" "(self, value, /)" => dunders::rmod;
    /// Return divmod(self, value).
    Pure "__divmod__" "(self, value, /)" => dunders::divmod;
    /// Return divmod(value, self).
    Pure "__rdivmod__" "(self, value, /)" => dunders::rdivmod;
};

/// The operators of sequences.
pub const CONCATENATION: &[Method] = methods! {
    /// Return self+value.
    Pure "__add__" "(self, value, /)" => dunders::concat;
    /// Return self*value.
    CallsBack "__mul__" "(self, value, /)" => dunders::repeat;
    /// Return value*self.
    CallsBack "__rmul__" "(self, value, /)" => dunders::repeat;
};
