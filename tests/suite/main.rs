//! The verification suite of ttd-py: every program of `tests/lang`, compared with what CPython does and, in every way
//! of keeping time, with itself. `ttd_tests` says what can be set.

mod events;
mod forgotten;
mod imports;
mod lang;
mod looking;
mod modes;
mod motions;
mod names;
mod outside;
mod packed;
mod places;
mod searches;
mod selected;
mod sifted;
mod writes;
