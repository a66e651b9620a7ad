//! Register code: the instruction table, the code object, its verifier, disassembler and serialized form.

pub mod code;
pub mod disassemble;
mod fingerprint;
pub mod op;
mod operand;
pub(crate) mod operands;
pub(crate) mod serialize;
pub mod splice;
pub(crate) mod verify;
pub(crate) mod verify_foreign;
pub mod versions;
