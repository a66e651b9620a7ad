//! From Python source to register code. The only crate that knows RustPython's compiler types.
//!
//! `compile` runs the front end and hands its stack code to `translate`; what comes out is a `code::Code`, made of the
//! instructions of the table in `op`. `dis` prints one, `verify` checks one.

#![forbid(unsafe_code)]

mod amend;
pub mod anchors;
mod braces;
pub mod code;
mod compile;
mod depth;
pub mod dis;
mod ends;
mod errors;
pub mod flow;
mod folding;
mod legacy;
pub mod liveness;
mod mistakes;
mod moves;
mod not_reached;
pub mod op;
mod operands;
mod pack;
mod places;
mod scanner;
mod scoping;
pub mod since;
mod source;
mod target;
mod translate;
pub mod tree;
pub mod unicode;
mod verify;
pub mod warnings;

pub use compile::{Mode, Options, SyntaxError, compile, compile_moved};
pub use dis::disassemble;
pub use moves::{Moves, Place};
pub use pack::{Damaged, pack, unpack};
pub use ruff_python_ast::CmpOp;
pub use source::{decode_file, decode_source};
pub use target::{Comparison, Condition, Literal, Operand, Target, comparisons, conjuncts, count_conjuncts, target};
pub use verify::verify;
