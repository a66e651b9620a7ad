//! X.509 certificates: what they say, whether a chain of them may be trusted, and private keys.
//!
//! Parsing and signatures are those of `x509-parser` and `ring`. The rules of a chain, their order and their error
//! numbers are OpenSSL's, because programs compare them ([`chain`]).

pub mod certificate;
pub mod chain;
mod constraints;
pub mod decode;
pub mod hostname;
pub mod key;
pub mod objects;
pub mod pem;
mod revocation;
mod strict;

pub use certificate::Certificate;
pub use chain::{Failure, Policy, Store, Target};
