//! `range`: an arithmetic progression of integers of any size.
//!
//! An immutable `Tuple` object: start, stop, step and length. Ranges whose numbers fit in 64 bits use machine integers
//! ([`Small`]), the others big ones ([`Big`]).

mod methods;
mod numbers;

pub use methods::{TYPE, contains, get, hash, reversed, same};
pub use numbers::{Big, Small, big, len, make, make_small, small};
