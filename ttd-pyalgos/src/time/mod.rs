//! Calendar arithmetic and `strftime`.

pub mod calendar;
pub mod strftime;
pub mod zone;
