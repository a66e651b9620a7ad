//! The operators of the language: binary operators and comparisons, with their names in programs, special methods and
//! messages.

use std::cmp::Ordering;

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    TrueDiv,
    /// `//`
    FloorDiv,
    /// `%`
    Mod,
    /// `**`
    Pow,
    /// `@`
    MatMul,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `<<`
    LShift,
    /// `>>`
    RShift,
}

/// The spellings of an operator: in messages, of its in-place form, and of its special methods.
struct Names {
    symbol: &'static str,
    isymbol: &'static str,
    dunder: &'static str,
    rdunder: &'static str,
    idunder: &'static str,
}

macro_rules! names {
    ($($symbol:literal $isymbol:literal $name:literal;)*) => {
        const NAMES: &[Names] = &[$(Names {
            symbol: $symbol,
            isymbol: $isymbol,
            dunder: concat!("__", $name, "__"),
            rdunder: concat!("__r", $name, "__"),
            idunder: concat!("__i", $name, "__"),
        }),*];
    };
}

// In the order of the enum.
names! {
    "+" "+=" "add";
    "-" "-=" "sub";
    "*" "*=" "mul";
    "/" "/=" "truediv";
    "//" "//=" "floordiv";
    "%" "%=" "mod";
    "** or pow()" "**=" "pow";
    "@" "@=" "matmul";
    "&" "&=" "and";
    "|" "|=" "or";
    "^" "^=" "xor";
    "<<" "<<=" "lshift";
    ">>" ">>=" "rshift";
}

impl BinOp {
    /// All of them, in order.
    pub const ALL: [BinOp; 13] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::TrueDiv,
        BinOp::FloorDiv,
        BinOp::Mod,
        BinOp::Pow,
        BinOp::MatMul,
        BinOp::And,
        BinOp::Or,
        BinOp::Xor,
        BinOp::LShift,
        BinOp::RShift,
    ];

    /// Returns its name in CPython's TypeErrors: `+`, `** or pow()`.
    pub const fn symbol(self) -> &'static str {
        NAMES[self as usize].symbol
    }

    /// Returns the name of its in-place form in CPython's TypeErrors: `+=`.
    pub const fn isymbol(self) -> &'static str {
        NAMES[self as usize].isymbol
    }

    /// Returns `__add__`.
    pub const fn dunder(self) -> &'static str {
        NAMES[self as usize].dunder
    }

    /// Returns `__radd__`.
    pub const fn rdunder(self) -> &'static str {
        NAMES[self as usize].rdunder
    }

    /// Returns `__iadd__`.
    pub const fn idunder(self) -> &'static str {
        NAMES[self as usize].idunder
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_the_enum() {
        assert_eq!(BinOp::Pow.symbol(), "** or pow()");
        assert_eq!(BinOp::Pow.isymbol(), "**=");
        assert_eq!(BinOp::TrueDiv.rdunder(), "__rtruediv__");
        assert_eq!(BinOp::RShift.idunder(), "__irshift__");
        assert!(BinOp::ALL.iter().enumerate().all(|(i, op)| *op as usize == i));
    }
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CmpOp {
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
}

impl CmpOp {
    /// Returns its symbol.
    pub const fn symbol(self) -> &'static str {
        ["<", "<=", "==", "!=", ">", ">="][self as usize]
    }

    /// Returns the name of its special method.
    pub const fn method(self) -> &'static str {
        ["__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"][self as usize]
    }

    /// Returns the comparison of swapped operands: `a < b` is `b > a`.
    pub const fn swapped(self) -> CmpOp {
        [CmpOp::Gt, CmpOp::Ge, CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le][self as usize]
    }

    /// Returns whether it holds for operands in this order.
    #[inline]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            CmpOp::Lt => order.is_lt(),
            CmpOp::Le => order.is_le(),
            CmpOp::Eq => order.is_eq(),
            CmpOp::Ne => order.is_ne(),
            CmpOp::Gt => order.is_gt(),
            CmpOp::Ge => order.is_ge(),
        }
    }

    /// Returns whether it holds when the operands may be unordered (a NaN): then only `!=` does.
    #[inline]
    pub fn holds_opt(self, order: Option<Ordering>) -> bool {
        order.map_or(self == CmpOp::Ne, |o| self.holds(o))
    }
}
