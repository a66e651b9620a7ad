//! The files of the repository, and small questions about them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates whose sources are checked.
pub(crate) const CRATES: [&str; 10] =
    ["ttd-core", "ttd-code", "ttd-lib", "ttd-pyalgos", "ttd-vm", "ttd-debug", "ttd-serve", "cli", "pybench", "tests"];

/// A text file of the repository.
pub(crate) struct Source {
    /// Its path from the top of the repository, with `/`.
    pub(crate) path: String,
    /// What it says.
    pub(crate) text: String,
}

/// The top of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the repository").to_path_buf()
}

/// Every file of the repository, by its path from the top; build products and hidden folders are left out.
pub(crate) fn all_paths() -> Vec<String> {
    let root = root();
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_hidden = name.starts_with('.') && name != ".ci" && name != ".cargo";
            let is_product = name == "target" && folder == root;
            if is_hidden || is_product || name == "__pycache__" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                let relative = path.strip_prefix(&root).expect("a file of the repository");
                found.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

/// The files with this ending.
pub(crate) fn with_ending(ending: &str) -> Vec<Source> {
    let root = root();
    let read = |path: String| {
        let text = fs::read_to_string(root.join(&path)).unwrap_or_else(|e| panic!("{path}: {e}"));
        Source { path, text }
    };
    all_paths().into_iter().filter(|path| path.ends_with(ending)).map(read).collect()
}

/// The Rust files of the crates.
pub(crate) fn rust() -> Vec<Source> {
    let is_ours = |path: &str| CRATES.iter().any(|c| path.strip_prefix(c).is_some_and(|rest| rest.starts_with('/')));
    with_ending(".rs").into_iter().filter(|source| is_ours(&source.path)).collect()
}

/// A list of exceptions: lines of `name number`, where the number is missing it is 0. `#` begins a comment.
pub(crate) fn exceptions(text: &str) -> BTreeMap<String, usize> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let entry = |line: &str| match line.rsplit_once(' ') {
        Some((name, number)) => (name.to_owned(), number.parse().expect("a number")),
        None => (line.to_owned(), 0),
    };
    lines.filter(|line| !line.is_empty()).map(entry).collect()
}

/// Compares what was measured with a list of exceptions to a limit, and says all that is wrong.
pub(crate) fn hold_to(measured: &BTreeMap<String, usize>, limit: usize, allowed: &BTreeMap<String, usize>) -> String {
    let mut wrong = String::new();
    for (name, &size) in measured {
        let most = allowed.get(name).copied().unwrap_or(limit);
        if size > most {
            wrong += &format!("{name}: {size} lines, at most {most} are allowed\n");
        }
    }
    for (name, most) in allowed {
        match measured.get(name) {
            None => wrong += &format!("{name}: is listed and not there\n"),
            Some(&size) if size <= limit => {
                wrong += &format!("{name}: {size} lines, and listed with {most}: remove it\n")
            }
            Some(_) => {}
        }
    }
    wrong
}
