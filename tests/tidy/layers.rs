//! Layers: a folder imports only what `docs/architecture` allows it.
//!
//! A paper there says it in a block that begins with "```layers CRATE" and has a line `FOLDER: FOLDER FOLDER …` for each
//! folder or file directly below `CRATE/src`: what it may name by `crate::FOLDER`. Names that no block lists are free.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::{rust, with_ending};

/// For each crate: each folder, and what it may import.
type Layers = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

#[test]
fn no_import_goes_against_the_layers() {
    let layers = declared();
    assert!(layers.len() >= 4, "docs/architecture declares the layers of {:?} only", layers.keys());
    let mut wrong = String::new();
    for source in rust() {
        let Some((krate, inside)) = source.path.split_once("/src/") else { continue };
        let Some(folders) = layers.get(krate) else { continue };
        let folder = inside.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let Some(allowed) = folders.get(folder) else { continue };
        for (line, target) in imports(&source.text) {
            if target != folder && folders.contains_key(&target) && !allowed.contains(&target) {
                wrong += &format!("{}:{line}: {folder} imports {target}\n", source.path);
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn layers_have_no_circles() {
    let mut wrong = String::new();
    for (krate, folders) in declared() {
        let mut left = folders.clone();
        // Takes away what imports nothing that is left or is imported by nothing that is left, until nothing goes.
        while let Some(outermost) = left.keys().find(|f| is_outermost(f, &left)).cloned() {
            left.remove(&outermost);
        }
        let allowed: &[&str] = CIRCLES.iter().find(|(k, _)| *k == krate).map_or(&[], |(_, names)| names);
        let names: Vec<&str> = left.keys().map(String::as_str).collect();
        if names != allowed {
            wrong += &format!("{krate}: in circles: {names:?}; expected: {allowed:?}\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Whether a folder imports none of these, or none of these imports it.
fn is_outermost(folder: &str, left: &BTreeMap<String, BTreeSet<String>>) -> bool {
    let imports_none = left[folder].iter().all(|target| target == folder || !left.contains_key(target));
    let is_imported = left.iter().any(|(other, targets)| other != folder && targets.contains(folder));
    imports_none || !is_imported
}

/// Folders that make one layer together: see docs/architecture/decisions.md.
const CIRCLES: [(&str, &[&str]); 1] = [("ttd-vm", &["ops", "types"])];

fn declared() -> Layers {
    let mut layers = Layers::new();
    for paper in with_ending(".md").into_iter().filter(|s| s.path.starts_with("docs/architecture/")) {
        let mut rest = paper.text.as_str();
        while let Some((_, block)) = rest.split_once("```layers ") {
            let (block, after) = block.split_once("```").expect("the block ends");
            let mut lines = block.lines();
            let krate = lines.next().unwrap_or_default().trim().to_owned();
            let folders = layers.entry(krate).or_default();
            for line in lines.filter(|line| !line.trim().is_empty()) {
                let (folder, targets) = line.split_once(':').unwrap_or_else(|| panic!("{}: {line}", paper.path));
                folders.insert(folder.trim().to_owned(), targets.split_whitespace().map(str::to_owned).collect());
            }
            rest = after;
        }
    }
    layers
}

/// The first names behind `crate::` in the code of a file, with their lines; tests at its end are left out.
fn imports(text: &str) -> Vec<(usize, String)> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut in_group = false;
    for (n, line) in code.lines().enumerate() {
        let line = line.split("//").next().unwrap_or_default();
        for (at, _) in line.match_indices("crate::") {
            let before = line[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$') || line[..at].ends_with("pub(in ") {
                continue;
            }
            let rest = &line[at + "crate::".len()..];
            in_group = rest.starts_with('{') && !rest.contains("};");
            match rest.strip_prefix('{') {
                Some(group) => found.extend(heads(group).map(|name| (n + 1, name))),
                None => found.extend(heads(rest).next().map(|name| (n + 1, name))),
            }
        }
        if in_group && !line.contains("crate::") {
            found.extend(heads(line).map(|name| (n + 1, name)));
            in_group = !line.contains("};");
        }
    }
    found
}

/// The first name of each item of a group of imports, braces inside it left out.
fn heads(group: &str) -> impl Iterator<Item = String> + '_ {
    let mut depth = 0;
    let outer = group.chars().take_while(|c| *c != ';').filter(move |c| {
        depth += i32::from(*c == '{') - i32::from(*c == '}');
        depth == 0
    });
    let outer: String = outer.collect();
    let names: Vec<String> = outer
        .split(',')
        .map(|item| item.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>())
        .filter(|name| !name.is_empty())
        .collect();
    names.into_iter()
}
