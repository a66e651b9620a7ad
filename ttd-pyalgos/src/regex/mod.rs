//! The engine behind `re`: words of `re._compiler` become a program, which a backtracking matcher runs.

pub mod charset;
pub mod engine;
pub mod first;
pub mod op;
pub mod program;
pub mod subject;
