//! Memory: the arena of cells, the pool of buffers, and vectors of words that grow in the pool.

pub(crate) mod arena;
pub(crate) mod blocks;
pub(crate) mod pool;
pub(crate) mod size_classes;
pub(crate) mod sorted_numbers;
pub(crate) mod system;
pub(crate) mod word_vec;
