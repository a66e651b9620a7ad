//! Rules for the sources that a reviewer would otherwise have to check.

use std::fs;
use std::path::Path;

/// The files that may contain unsafe code.
const UNSAFE: [&str; 25] = [
    "gc/mark.rs",
    "gc/sweep.rs",
    "gc/unreachable.rs",
    "gc/young.rs",
    "check/verify.rs",
    "check/verify_containers.rs",
    "check/verify_history.rs",
    "heap.rs",
    "history/apply.rs",
    "history/prune_dead.rs",
    "journal/item_barrier.rs",
    "journal/record_edit.rs",
    "journal/references.rs",
    "journal/swapped_buffer.rs",
    "journal/write_barrier.rs",
    "memory/arena.rs",
    "memory/pool.rs",
    "memory/system.rs",
    "memory/word_vec.rs",
    "storage/dict/index.rs",
    "storage/immutable.rs",
    "storage/list_unchecked.rs",
    "storage/slots.rs",
    "raw_vector.rs",
    "storage/vector_edit.rs",
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the sources are there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).expect("a file of this folder").to_string_lossy().into_owned();
            found.push((name, fs::read_to_string(path).expect("a text")));
        }
    }
    found
}
