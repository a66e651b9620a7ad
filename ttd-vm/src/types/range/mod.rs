//! `range`: an arithmetic progression of integers of any size.
//!
//! Immutable, so a `Tuple` object: start, stop, step and the length, all integers. Ranges whose numbers fit in 64
//! bits are computed with machine integers ([`Small`]), the others with big ones ([`Big`]).

mod methods;
mod numbers;

pub use methods::{TYPE, contains, get, hash, reversed, same};
pub use numbers::{Big, Small, big, len, make, make_small, small};
