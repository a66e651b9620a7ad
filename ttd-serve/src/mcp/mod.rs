//! The Model Context Protocol: what agents speak.

use std::io;

use crate::launch::{Launch, Launcher};

/// Serves.
///
/// # Errors
/// None.
pub fn serve(_: &dyn Launcher, _: &Launch) -> io::Result<()> {
    Ok(())
}
