//! What happens to a program as a whole: importing modules, finalizing objects, exiting.

pub mod exit;
pub mod finalize;
pub mod import;
