//! One machine word for every Python value.
//!
//! ```text
//! top 16 bits   the other 48
//! < 0xFFF9      a float, all 64 bits of it (NaNs are only the two that hardware makes)
//! 0xFFF9        an immediate: NULL, None, False, True, Ellipsis, NotImplemented, ...
//! 0xFFFA        a heap reference: 8 bits type, 8 bits generation (0 in release builds), 32 bits cell index
//! 0xFFFF        an integer of 48 bits, two's complement
//! ```
//!
//! Integers have the largest tag, so `(a & b) >= T_INT` tests whether both are integers. They are added by shifting
//! both left by 16: the machine's overflow flag then is the overflow of 48 bits.

use std::fmt;

/// The type of a heap object: an index into the language's table of types. The heap only compares it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(transparent)]
pub struct TypeId(pub u8);

/// A Python value; see the module for the bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Value(u64);

/// Tag of integers.
pub const T_INT: u64 = 0xFFFF << 48;
/// Tag of immediates.
pub const T_IMM: u64 = 0xFFF9 << 48;
/// Tag of heap references.
pub const T_OBJ: u64 = 0xFFFA << 48;
const M48: u64 = (1 << 48) - 1;

impl Value {
    /// Not a Python value: an unbound variable, an absent argument, a hole.
    pub const UNBOUND: Value = Value(T_IMM);
    /// `None`.
    pub const NONE: Value = Value(T_IMM | 1);
    /// `False`; `TRUE` is the next number.
    pub const FALSE: Value = Value(T_IMM | 2);
    /// `True`.
    pub const TRUE: Value = Value(T_IMM | 3);
    /// `...`.
    pub const ELLIPSIS: Value = Value(T_IMM | 4);
    /// `NotImplemented`.
    pub const NOT_IMPLEMENTED: Value = Value(T_IMM | 5);
    /// The smallest inline integer.
    pub const INT_MIN: i64 = -(1 << 47);
    /// The largest inline integer.
    pub const INT_MAX: i64 = (1 << 47) - 1;

    /// Makes a value of raw bits.
    #[inline(always)]
    pub const fn from_raw(bits: u64) -> Value {
        Value(bits)
    }

    /// Returns the raw bits.
    #[inline(always)]
    pub const fn raw(self) -> u64 {
        self.0
    }

    /// Makes an inline integer of the low 48 bits.
    #[inline(always)]
    pub const fn int(i: i64) -> Value {
        Value(T_INT | (i as u64 & M48))
    }

    /// Makes an inline integer if it fits in 48 bits.
    #[inline(always)]
    pub const fn try_int(i: i64) -> Option<Value> {
        if i >= Self::INT_MIN && i <= Self::INT_MAX { Some(Value::int(i)) } else { None }
    }

    /// Makes a float. The caller's NaNs must be hardware's own; `float_any` takes any bits.
    #[inline(always)]
    pub fn float(x: f64) -> Value {
        debug_assert!(x.to_bits() < T_IMM, "a NaN with a payload was made into a value");
        Value(x.to_bits())
    }

    /// Makes a float of unknown origin: a NaN keeps its sign and loses all else that its bits say.
    #[inline]
    pub fn float_any(x: f64) -> Value {
        Value(if x.is_nan() { f64::NAN.copysign(x).to_bits() } else { x.to_bits() })
    }

    /// Makes `True` or `False`.
    #[inline(always)]
    pub const fn bool(b: bool) -> Value {
        Value(Self::FALSE.0 + b as u64)
    }

    /// Makes a heap reference.
    #[inline(always)]
    pub const fn obj(tid: TypeId, index: u32, generation: u8) -> Value {
        Value(T_OBJ | (tid.0 as u64) << 40 | (generation as u64) << 32 | index as u64)
    }

    /// Whether it is an inline integer.
    #[inline(always)]
    pub const fn is_int(self) -> bool {
        self.0 >= T_INT
    }

    /// Returns the inline integer; meaningless for any other value.
    #[inline(always)]
    pub const fn as_int(self) -> i64 {
        ((self.0 << 16) as i64) >> 16
    }

    /// Whether both are inline integers.
    #[inline(always)]
    pub const fn both_int(a: Value, b: Value) -> bool {
        (a.0 & b.0) >= T_INT
    }

    /// Whether it is a float.
    #[inline(always)]
    pub const fn is_float(self) -> bool {
        self.0 < T_IMM
    }

    /// Returns the float; meaningless for any other value.
    #[inline(always)]
    pub const fn as_float(self) -> f64 {
        f64::from_bits(self.0)
    }

    /// Whether it is `True` or `False`.
    #[inline(always)]
    pub const fn is_bool(self) -> bool {
        self.0 | 1 == Self::TRUE.0
    }

    /// Whether it is a heap reference.
    #[inline(always)]
    pub const fn is_obj(self) -> bool {
        self.0 >> 48 == T_OBJ >> 48
    }

    /// Whether it is a heap reference of this type.
    #[inline(always)]
    pub const fn is(self, tid: TypeId) -> bool {
        self.0 >> 40 == (T_OBJ >> 40 | tid.0 as u64)
    }

    /// Returns the type of a heap reference; meaningless for any other value.
    #[inline(always)]
    pub const fn tid(self) -> TypeId {
        TypeId((self.0 >> 40) as u8)
    }

    /// Returns the cell index of a heap reference; meaningless for any other value.
    #[inline(always)]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// Returns the generation of a heap reference: 0 in release builds.
    #[inline(always)]
    pub const fn generation(self) -> u8 {
        (self.0 >> 32) as u8
    }

    /// Whether it is the absent value.
    #[inline(always)]
    pub const fn is_unbound(self) -> bool {
        self.0 == Self::UNBOUND.0
    }

    /// Whether it is `None`.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == Self::NONE.0
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::UNBOUND => f.write_str("NULL"),
            Value::NONE => f.write_str("None"),
            Value::FALSE => f.write_str("False"),
            Value::TRUE => f.write_str("True"),
            v if v.is_int() => write!(f, "{}", v.as_int()),
            v if v.is_float() => write!(f, "{:?}", v.as_float()),
            v if v.is_obj() => write!(f, "<type {} at {}>", v.tid().0, v.index()),
            v => write!(f, "<immediate {}>", v.0 & M48),
        }
    }
}
