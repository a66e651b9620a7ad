//! What reviewers would otherwise have to look for.

use std::fs;
use std::path::Path;

/// The files that may contain unsafe code.
const UNSAFE: [&str; 22] = [
    "access.rs",
    "apply.rs",
    "arena.rs",
    "collect.rs",
    "dict_index.rs",
    "edit.rs",
    "entries.rs",
    "fast.rs",
    "forget.rs",
    "heap.rs",
    "mark.rs",
    "pool.rs",
    "saved.rs",
    "seq.rs",
    "slots.rs",
    "system.rs",
    "unreachable.rs",
    "verify.rs",
    "verify_containers.rs",
    "verify_history.rs",
    "words.rs",
    "young.rs",
];

#[test]
fn unsafe_code_stays_in_its_files_and_is_argued_for() {
    for (name, text) in sources() {
        let has_code = text.lines().any(|l| !l.trim_start().starts_with("//") && l.contains("unsafe "));
        let argued = text.contains("# Why the unsafe code is sound");
        assert_eq!(has_code, argued, "{name}: unsafe code without an argument, or the reverse");
        assert!(!has_code || UNSAFE.contains(&name.as_str()), "{name} must be safe code");
    }
}

#[test]
fn files_are_short_and_say_what_they_are() {
    for (name, text) in sources() {
        assert!(text.lines().count() <= 320, "{name} is too long");
        assert!(text.starts_with("//! "), "{name} does not say what it is");
        assert!(text.lines().all(|l| l.chars().count() <= 120), "{name} has a line that is too long");
    }
}

fn sources() -> Vec<(String, String)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(dir).expect("the sources are there");
    entries
        .map(|e| {
            let path = e.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("a text"))
        })
        .collect()
}
