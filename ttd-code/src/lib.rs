//! Compiles Python source to register code. The only crate that knows the types of RustPython's compiler.
//!
//! `compile` runs the front end and passes its stack code to `translate`, which returns a [`bytecode::code::Code`] of
//! the instructions in [`bytecode::op`]. [`disassemble`] lists it, [`verify`] checks it, [`pack`] serializes it.

#![forbid(unsafe_code)]

pub mod analysis;
pub mod ast;
pub mod bytecode;
mod compile;
pub mod diagnostics;
mod source;
mod translate;

pub use analysis::assigned_names::assigned_names;
pub use analysis::assignment_target::{Target, target};
pub use analysis::comparisons::{
    Comparison, Condition, Literal, Operand, comparisons, conditions_on, conjuncts, count_conjuncts,
};
pub use analysis::highlight::{TokenClass, highlight};
pub use analysis::plain_expression::{PlainExpr, plain_conditions, plain_expression};
pub use analysis::raise_parts::raise_parts;
pub use ast::compile_tree::compile_tree;
pub use bytecode::disassemble::{Referent, disassemble, operands_of};
pub use bytecode::serialize::{Damaged, format_id, pack, unpack};
pub use bytecode::verify::verify;
pub use bytecode::verify_foreign::{Cells, verify_foreign};
pub use compile::kept::{CompiledModule, compile_module, keep_compiled, keep_compiled_in};
pub use compile::{Options, compile};
pub use ruff_python_ast::{CmpOp, Operator};
pub use source::decode::{decode_file, decode_source};
pub use source::{Mode, SyntaxError};
