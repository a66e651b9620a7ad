//! Sizes: files, functions, lines, folders.

use std::collections::BTreeMap;

use crate::sources::{all_paths, exceptions, hold_to, rust};

/// Lines of a file.
const FILE_MAX: usize = 400;
/// The crate whose files are shorter, and how many lines they have at most.
const CORE: &str = "ttd-core/src/";
const CORE_FILE_MAX: usize = 320;
/// Lines of a function.
const FUNCTION_MAX: usize = 70;
/// Characters of a line.
const LINE_MAX: usize = 120;
/// Files beside each other in a folder of sources.
const FOLDER_MAX: usize = 20;

#[test]
fn files_are_short() {
    let (core, others): (BTreeMap<_, _>, BTreeMap<_, _>) =
        rust().into_iter().map(|s| (s.path, s.text.lines().count())).partition(|(path, _)| path.starts_with(CORE));
    let wrong = hold_to(&core, CORE_FILE_MAX, &BTreeMap::new());
    let wrong = wrong + &hold_to(&others, FILE_MAX, &exceptions(include_str!("long_files.txt")));
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn functions_are_short() {
    let mut measured = BTreeMap::new();
    for source in rust() {
        for (name, lines) in functions(&source.text) {
            let size = measured.entry(format!("{} {name}", source.path)).or_insert(0);
            *size = lines.max(*size);
        }
    }
    measured.retain(|_, lines| *lines > FUNCTION_MAX / 2);
    let wrong = hold_to(&measured, FUNCTION_MAX, &exceptions(include_str!("long_functions.txt")));
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn lines_are_short_and_files_say_what_they_are() {
    let mut wrong = String::new();
    for source in rust() {
        if !source.text.starts_with("//! ") {
            wrong += &format!("{}: does not begin with what it is\n", source.path);
        }
        for (n, line) in source.text.lines().enumerate().filter(|(_, line)| line.chars().count() > LINE_MAX) {
            // A text that a test or a message quotes may be as long as it is.
            if !(line.contains('"') || line.ends_with('\\')) || source.path.starts_with(CORE) {
                wrong += &format!("{}:{}: longer than {LINE_MAX} characters\n", source.path, n + 1);
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn folders_are_small() {
    let mut files: BTreeMap<String, usize> = BTreeMap::new();
    for path in all_paths() {
        let is_source = path.ends_with(".rs") || path.starts_with("ttd-vm/src/lib/");
        if let (true, Some((folder, _))) = (is_source, path.rsplit_once('/')) {
            *files.entry(folder.to_owned()).or_default() += 1;
        }
    }
    let wrong: String =
        files.iter().filter(|(_, n)| **n > FOLDER_MAX).map(|(folder, n)| format!("{folder}: {n} files\n")).collect();
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// The functions of a formatted file, with their lines: one ends where a brace closes that stands below its first line.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else { continue };
        let indent = &line[..line.len() - line.trim_start().len()];
        let is_end = |l: &&str| {
            l.strip_prefix(indent).is_some_and(|rest| rest == "}" || rest.ends_with(';') && !rest.starts_with(' '))
        };
        if line.ends_with('}') || line.ends_with(';') {
            continue;
        }
        if let Some(length) = lines[start + 1..].iter().position(is_end) {
            found.push((name.to_owned(), length + 2));
        }
    }
    found
}

/// The name of the function that begins in this line.
fn function_name(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    for word in ["pub(crate) ", "pub(super) ", "pub ", "default ", "const ", "async ", "unsafe ", "extern \"C\" "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let rest = rest.strip_prefix("fn ")?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}
