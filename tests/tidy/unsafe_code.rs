//! Unsafe code stays in the files that are listed, and each of them argues why it is sound.

use crate::sources::{exceptions, rust};

/// The heading of the argument.
const ARGUMENT: &str = "# Why the unsafe code is sound";

#[test]
fn stays_in_its_files_and_is_argued_for() {
    let listed = exceptions(include_str!("unsafe_files.txt"));
    let mut wrong = String::new();
    let mut met = Vec::new();
    for source in rust() {
        if source.path.starts_with("tests/tidy/") {
            continue;
        }
        let is_code = |line: &str| !line.trim_start().starts_with("//");
        let has_unsafe = source
            .text
            .lines()
            .any(|l| is_code(l) && (l.contains("unsafe {") || l.contains("unsafe fn") || l.contains("unsafe impl")));
        let is_argued = source.text.contains(ARGUMENT);
        let path = &source.path;
        match (has_unsafe, listed.contains_key(path)) {
            (true, false) => wrong += &format!("{path}: has unsafe code and is not in unsafe_files.txt\n"),
            (false, true) => wrong += &format!("{path}: is in unsafe_files.txt and has no unsafe code\n"),
            _ => {}
        }
        if has_unsafe && !is_argued && source.path.contains("/src/") {
            wrong += &format!("{path}: does not argue why its unsafe code is sound\n");
        }
        if is_argued && !has_unsafe {
            wrong += &format!("{path}: argues for unsafe code and has none\n");
        }
        met.push(source.path);
    }
    for path in listed.keys().filter(|path| !met.contains(path)) {
        wrong += &format!("{path}: is listed and not there\n");
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
