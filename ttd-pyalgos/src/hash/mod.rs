//! Hash functions whose states can be written down, and the hash of strings.

pub mod algorithm;
pub mod blake2;
pub mod derive;
pub mod string;
