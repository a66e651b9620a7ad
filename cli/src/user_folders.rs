//! The folders of a user's files, by the XDG Base Directory Specification.

use std::env;
use std::path::PathBuf;

/// Our folder among the user's files of a kind. `variable` says where these are, and `below_home` where they are if it
/// does not. `None` if the user has no home.
pub(crate) fn ours(variable: &str, below_home: &str) -> Option<PathBuf> {
    let all = named(variable).or_else(|| Some(named("HOME")?.join(below_home)))?;
    Some(all.join("ttd-py"))
}

/// The folder that a variable of the environment names by an absolute path.
pub(crate) fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}
