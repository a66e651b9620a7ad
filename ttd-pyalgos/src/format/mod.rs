//! Number and text formatting: format specifications, `printf` conversions, and the layout of fields.

pub mod directive;
pub mod double;
pub mod layout;
pub mod padding;
pub mod spec;
