//! Converts the front end's constants.

use std::sync::Arc;

use malachite_bigint::{BigInt, Sign};
use rustpython_compiler_core::bytecode::ConstantData;

use super::Problem;
use super::abstract_stack::Entry;
use crate::bytecode::code::Const;

/// Converts a constant; code objects are translated with all inside them.
pub(super) fn constant(data: &ConstantData, counted: bool, program: bool) -> Result<Const, Problem> {
    let part = |data: &ConstantData| constant(data, counted, program);
    let list = |items: &[ConstantData]| items.iter().map(part).collect::<Result<Vec<_>, _>>();
    Ok(match data {
        ConstantData::None => Const::None,
        ConstantData::Ellipsis => Const::Ellipsis,
        ConstantData::Boolean { value } => Const::Bool(*value),
        ConstantData::Integer { value } => integer(value),
        ConstantData::Float { value } => Const::Float(*value),
        ConstantData::Complex { value } => Const::Complex(value.re, value.im),
        ConstantData::Str { value } => Const::Str(Arc::from(value.as_bytes())),
        ConstantData::Bytes { value } => Const::Bytes(Arc::from(value.as_slice())),
        ConstantData::Tuple { elements } => Const::Tuple(list(elements)?),
        ConstantData::Frozenset { elements } => Const::FrozenSet(list(elements)?),
        ConstantData::Slice { elements } => {
            let [a, b, c] = &**elements;
            Const::Slice(Box::new([part(a)?, part(b)?, part(c)?]))
        }
        ConstantData::Code { code } => Const::Code(super::translate(code, counted, program)?),
    })
}

fn integer(value: &BigInt) -> Const {
    match i64::try_from(value) {
        Ok(small) => Const::Int(small),
        Err(_) => {
            let (sign, magnitude) = value.to_bytes_le();
            Const::Big { negative: sign == Sign::Minus, magnitude }
        }
    }
}

/// Returns the pending entry of a `LOAD_CONST`: an immediate if possible.
pub(super) fn entry(data: &ConstantData, index: u32) -> Entry {
    match data {
        ConstantData::None => Entry::Imm(0),
        ConstantData::Boolean { value } => Entry::Imm(1 + u16::from(*value)),
        ConstantData::Ellipsis => Entry::Imm(3),
        ConstantData::Integer { value } => i16::try_from(value).map_or(Entry::Const(index), Entry::Int),
        _ => Entry::Const(index),
    }
}
