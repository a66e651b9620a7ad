//! Walks over the whole heap that change nothing: verification, digests, and finding objects by allocation id.

pub(crate) mod digest;
pub(crate) mod digest_memo;
pub(crate) mod digest_trace;
pub(crate) mod find;
pub(crate) mod numbered_walk;
pub(crate) mod numbering;
pub(crate) mod verify;
pub(crate) mod verify_containers;
pub(crate) mod verify_history;
pub(crate) mod words;
