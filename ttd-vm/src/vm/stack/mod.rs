//! The register stack: frames, their windows, frame objects, and the stack's roots.

pub mod frame;
pub mod frame_objects;
pub mod frames;
pub mod nested;
pub mod roots;
pub(crate) mod variables;
