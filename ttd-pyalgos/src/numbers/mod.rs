//! Numbers: parsing them, scaling floats, and the functions of `math` that Rust's standard library lacks.

pub mod decimal;
pub mod erf;
pub mod half;
pub mod kernels;
pub mod normal;
pub mod numparse;
pub mod scale;
pub mod special;
