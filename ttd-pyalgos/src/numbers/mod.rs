//! Numbers: reading them from text, and the functions of `math` that the standard library of Rust lacks.

pub mod erf;
pub mod kernels;
pub mod numparse;
pub mod scale;
pub mod special;
