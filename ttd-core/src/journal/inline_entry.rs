//! Entries about one slot or list item whose old value fits into the header: immediates and small non-negative
//! integers.
//!
//! Most single writes replace nothing (attributes of new objects), counters, flags or None. Their entries take one word
//! instead of two.
//!
//! ```text
//! header   kind (2 bits), value (22), position (8), cell index (32)
//! ```
//!
//! An object gets most of its attributes one by one, each with a new shape. What such a write replaces, an unbound slot
//! and the previous shape, takes one word as well, with the shape in place of the value.

use crate::value::{T_IMM, T_INT, Value};

/// Positions below it fit into the header.
const POSITIONS: usize = 1 << 8;
/// Codes below it stand for immediates; integers follow.
const IMMEDIATES: u64 = 64;
/// Counters and positions of iterators, which change all the time, stay below it in most programs.
const CODES: u64 = 1 << 22;
const SHAPES: usize = 1 << 16;

/// Encodes position and value for the header, if they fit.
#[inline(always)]
pub(crate) fn encode(pos: usize, value: u64) -> Option<usize> {
    let code = code_of(value)?;
    (pos < POSITIONS).then_some(pos | (code as usize) << 8)
}

/// Decodes position and value.
#[inline(always)]
pub(crate) fn decode(number: usize) -> (usize, u64) {
    let code = (number >> 8) as u64;
    let value = match code.checked_sub(IMMEDIATES) {
        None => T_IMM | code,
        Some(n) => T_INT | n,
    };
    (number % POSITIONS, value)
}

/// Encodes a slot that was unbound in an object of this shape, if they fit.
#[inline(always)]
pub(crate) fn encode_slot_added(pos: usize, value: u64, shape: usize) -> Option<usize> {
    let fits = value == Value::UNBOUND.raw() && pos < POSITIONS && shape < SHAPES;
    fits.then_some(pos | shape << 8)
}

/// Decodes position and shape.
#[inline(always)]
pub(crate) fn decode_slot_added(number: usize) -> (usize, u32) {
    (number % POSITIONS, (number >> 8) as u32)
}

#[inline(always)]
fn code_of(value: u64) -> Option<u64> {
    let (integer, immediate) = (value.wrapping_sub(T_INT), value.wrapping_sub(T_IMM));
    if integer < CODES - IMMEDIATES {
        return Some(integer + IMMEDIATES);
    }
    (immediate < IMMEDIATES).then_some(immediate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_room_comes_back() {
        let largest = (CODES - IMMEDIATES) as i64 - 1;
        let integers = [0, 1, largest].map(Value::int);
        let others = [Value::UNBOUND, Value::NONE, Value::TRUE, Value::ELLIPSIS];
        for v in integers.into_iter().chain(others) {
            let Some(number) = encode(255, v.raw()) else {
                panic!("no room for {v:?}");
            };
            assert!(number < 1 << 30, "{v:?} needs {number}");
            assert_eq!(decode(number), (255, v.raw()));
            assert_eq!(super::encode(256, v.raw()), None);
        }
        let others = [-1, largest + 1, Value::INT_MIN, Value::INT_MAX].map(Value::int);
        let floats = [0.0, -1.5, f64::INFINITY, f64::NAN].map(Value::float_any);
        for v in others.into_iter().chain(floats) {
            assert_eq!(encode(0, v.raw()), None, "{v:?}");
        }
    }

    #[test]
    fn so_do_the_position_and_the_shape_before() {
        let nothing = Value::UNBOUND.raw();
        for (pos, shape) in [(0, 0), (255, 0), (0, 65535), (255, 65535), (7, 300)] {
            let Some(number) = encode_slot_added(pos, nothing, shape) else {
                panic!("no room for {pos} and {shape}");
            };
            assert!(number < 1 << 24, "{number}");
            assert_eq!(decode_slot_added(number), (pos, shape as u32));
        }
        assert_eq!(encode_slot_added(256, nothing, 0), None);
        assert_eq!(encode_slot_added(0, nothing, 1 << 16), None);
        assert_eq!(encode_slot_added(0, Value::NONE.raw(), 0), None);
    }
}
