//! Objects and classes: layouts, shapes, attribute lookup, and the versions that caches compare.

pub mod bind_attr;
pub mod cache_versions;
pub(crate) mod char_index;
pub mod class;
pub mod constructors;
mod deleted_attrs;
pub(crate) mod first_views;
pub(crate) mod future_layout;
pub mod generator_layout;
pub mod get_attr;
pub mod layout;
pub mod lookup;
pub mod member_slots;
pub(crate) mod numbered_slots;
mod own_attrs;
pub mod set_attr;
pub mod shapes;
pub mod weak_references;
pub mod well_known;
