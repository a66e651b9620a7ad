//! The papers: their links lead somewhere, and the files that they name are there.

use std::path::{Component, Path, PathBuf};

use crate::sources::{Source, all_paths, root, with_ending};

/// Endings of files that are named in texts.
const ENDINGS: [&str; 6] = [".rs", ".py", ".md", ".toml", ".txt", ".json"];

fn papers() -> Vec<Source> {
    with_ending(".md")
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = String::new();
    for paper in papers() {
        for target in links(&paper.text) {
            let file = target.split('#').next().unwrap_or_default();
            let is_outside = target.contains("://") || target.starts_with("mailto:");
            if is_outside || file.is_empty() {
                continue;
            }
            let folder = Path::new(&paper.path).parent().unwrap_or(Path::new(""));
            if !root().join(plain(&folder.join(file))).exists() {
                wrong += &format!("{}: {target}\n", paper.path);
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn named_files_and_tests_exist() {
    let all = all_paths();
    let mut wrong = String::new();
    for paper in papers().into_iter().filter(|p| is_about_code(&p.path)) {
        for name in quoted(&paper.text) {
            let (file, function) = name.split_once("::").map_or((name, None), |(f, g)| (f, Some(g)));
            let is_path = file.contains('/') && ENDINGS.iter().any(|e| file.ends_with(e));
            if !is_path || file.contains(['*', '{', '<', ' ', '$', '…']) || is_an_example(file) {
                continue;
            }
            let ends = format!("/{}", file.trim_start_matches("./").trim_start_matches("../"));
            let found = all.iter().find(|path| format!("/{path}").ends_with(&ends));
            match (found, function) {
                (None, _) => wrong += &format!("{}: `{name}`\n", paper.path),
                (Some(path), Some(function)) => {
                    let text = std::fs::read_to_string(root().join(path)).unwrap_or_default();
                    let function = function.rsplit("::").next().unwrap_or_default().trim_end_matches("()");
                    if !text.contains(&format!(" {function}")) {
                        wrong += &format!("{}: `{name}`: nothing is called {function} there\n", paper.path);
                    }
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn the_papers_are_there() {
    let needed = "README.md ARCHITECTURE.md COMPATIBILITY.md CONTRIBUTING.md SECURITY.md CHANGELOG.md LICENSE NOTICE \
        docs/semantics.md docs/glossary.md docs/architecture/decisions.md tests/README.md";
    let missing: Vec<&str> = needed.split_whitespace().filter(|path| !root().join(path).is_file()).collect();
    assert!(missing.is_empty(), "missing: {missing:?}");
    let lines = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there").lines().count();
    assert!(lines <= 120, "ARCHITECTURE.md has {lines} lines, which is more than a page");
    for krate in crate::sources::CRATES.iter().filter(|c| root().join(c).is_dir()) {
        assert!(root().join(krate).join("README.md").is_file(), "{krate} has no README.md");
    }
}

/// Whether the files that it names are this repository's, now.
fn is_about_code(path: &str) -> bool {
    let is_record =
        ["RESULTS.md", "CHANGELOG.md", "COMPATIBILITY.md", "docs/commands.md", "docs/benchmarks.md"].contains(&path);
    !is_record && !path.starts_with("tests/compat/")
}

/// Files that how-tos have their readers make.
fn is_an_example(file: &str) -> bool {
    ["mytype", "mymodule", "my_", "NAME", "example", "CRATE"].iter().any(|word| file.contains(word))
}

/// The targets of the links of a text in Markdown.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).map(|target| target.trim())
}

/// What stands between single backticks, outside of blocks.
fn quoted(text: &str) -> Vec<&str> {
    let outside = text.split("```").step_by(2);
    outside.flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}
