//! A program's life: importing modules, finalizing objects, exiting.

pub mod exit;
pub mod finalize;
pub mod import;
