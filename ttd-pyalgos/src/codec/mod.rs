//! Binary data: as text, of text, compressed, and laid out by `struct`.

pub mod base64;
mod chain;
pub mod checksum;
pub mod deflate;
pub mod deflate_stage;
pub mod encodings;
mod fixed_blocks;
pub mod foreign;
pub mod hex;
mod huffman;
pub mod inflate;
pub mod lzma_filters;
pub mod multibyte;
pub mod pack_format;
pub mod quoted;
mod short_deflate;
pub mod unicode;
pub mod uu;
pub mod zlib;
pub mod zstandard;
