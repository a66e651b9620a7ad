//! Binary formats: layouts of `struct`, and compression.

pub mod deflate;
pub mod inflate;
pub mod pack_format;
pub mod zlib;
