//! Operators and contexts, which are nodes of classes with the names of the front end's variants.

use ruff_python_ast::{BoolOp, CmpOp, ExprContext, Operator, UnaryOp};

use super::Field;
use super::strings::bare;

/// Defines how an operator becomes a node, and a node an operator.
macro_rules! operators {
    ($to_node:ident, $of_node:ident, $type:ident: $($variant:ident)*) => {
        pub(super) fn $to_node(op: $type) -> Field {
            bare(match op {
                $($type::$variant => stringify!($variant),)*
            })
        }

        pub(super) fn $of_node(field: &Field) -> Option<$type> {
            match field {
                Field::Node(node) => match node.kind {
                    $(stringify!($variant) => Some($type::$variant),)*
                    _ => None,
                },
                _ => None,
            }
        }
    };
}

operators!(operator, operator_of, Operator:
    Add Sub Mult MatMult Div Mod Pow LShift RShift BitOr BitXor BitAnd FloorDiv);
operators!(comparison, comparison_of, CmpOp: Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn);
operators!(unary_operator, unary_operator_of, UnaryOp: Invert Not UAdd USub);
operators!(bool_operator, bool_operator_of, BoolOp: And Or);

/// The class of a context.
pub(super) fn context(ctx: ExprContext) -> &'static str {
    match ctx {
        ExprContext::Store => "Store",
        ExprContext::Del => "Del",
        ExprContext::Load | ExprContext::Invalid => "Load",
    }
}
