//! Patches in the unified format, applied to texts in memory.

use std::collections::BTreeMap;

use diffy::patch_set::{FileOperation, FilePatch, ParseOptions, PatchSet};

/// Texts by their paths.
pub type Texts = BTreeMap<String, String>;

/// Applies a patch to those of these texts that it names, and returns the new ones. A file is named by its path or the
/// end of it, with or without a first part such as `a/`.
///
/// # Errors
/// What of the patch cannot be read, names no text, or does not apply, with file, hunk and line.
pub fn apply(patch: &str, texts: &Texts) -> Result<Texts, String> {
    let patch = patch.replace("\r\n", "\n");
    let mut changed = Texts::new();
    for file in PatchSet::parse(&patch, ParseOptions::unidiff()) {
        let file = file.map_err(|error| format!("no patch in the unified format: {error}"))?;
        let (path, old) = find(&file, texts)?;
        // A file may be named more than once.
        let old = changed.get(path).unwrap_or(old);
        let new = apply_to(&file, path, old)?;
        changed.insert(path.clone(), new);
    }
    match changed.is_empty() {
        true => Err("no patch in the unified format".into()),
        false => Ok(changed),
    }
}

/// The names of the files of a patch that it can be meant by, as it writes them and without their first part.
///
/// # Errors
/// What cannot be read.
pub fn names(patch: &str) -> Result<Vec<Vec<String>>, String> {
    let patch = patch.replace("\r\n", "\n");
    let files = PatchSet::parse(&patch, ParseOptions::unidiff());
    let read = |file: Result<FilePatch<'_, str>, _>| match file {
        Ok(file) => spellings(&file),
        Err(error) => Err(format!("no patch in the unified format: {error}")),
    };
    let all: Vec<Vec<String>> = files.map(read).collect::<Result<_, _>>()?;
    if all.is_empty() { Err("no patch in the unified format".into()) } else { Ok(all) }
}

fn spellings(file: &FilePatch<'_, str>) -> Result<Vec<String>, String> {
    let mut written = match file.operation() {
        FileOperation::Modify { original, modified } => [modified, original],
        FileOperation::Create(path) => {
            return Err(format!("{path} would be a new file: only files that were run change"));
        }
        FileOperation::Delete(path) => return Err(format!("{path} would be deleted: only files that were run change")),
        FileOperation::Rename { from, .. } | FileOperation::Copy { from, .. } => [from, from],
    };
    // The rule of `patch`: few folders, a short name.
    written.sort_by_key(|name| {
        let file = name.rsplit('/').next().map_or(0, str::len);
        (name.matches('/').count(), file, name.len())
    });
    let stripped = |name: &str| name.split_once('/').map(|(_, rest)| rest.to_string());
    let mut names: Vec<String> = written.iter().map(ToString::to_string).collect();
    names.extend(written.iter().filter_map(|name| stripped(name)));
    names.dedup();
    Ok(names)
}

/// The text that a file of a patch is about.
fn find<'a>(file: &FilePatch<'_, str>, texts: &'a Texts) -> Result<(&'a String, &'a String), String> {
    let names = spellings(file)?;
    for name in &names {
        let end = format!("/{}", name.trim_start_matches("./"));
        let is_meant = |path: &str| format!("/{}", path.trim_start_matches("./")).ends_with(&end) || path == name;
        let mut found = texts.iter().filter(|(path, _)| is_meant(path));
        if let Some(first) = found.next() {
            return match found.next() {
                None => Ok(first),
                Some((other, _)) => Err(format!("{name} may be {} or {other}", first.0)),
            };
        }
    }
    Err(format!("{} was not run", names[0]))
}

fn apply_to(file: &FilePatch<'_, str>, path: &str, old: &str) -> Result<String, String> {
    let Some(patch) = file.patch().as_text() else { return Err(format!("{path}: a binary patch")) };
    // How the last line ends is no reason to refuse.
    let without_end = || diffy::apply(old.trim_end_matches('\n'), patch).ok();
    diffy::apply(old, patch).or_else(|error| without_end().ok_or(error)).map_err(|error| {
        let said = error.to_string();
        let number: usize = said.rsplit('#').next().and_then(|n| n.parse().ok()).unwrap_or(1);
        let line = patch.hunks().get(number - 1).map_or(0, |hunk| hunk.old_range().start());
        format!("hunk {number} (line {line}) does not apply to {path}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "one\ntwo\nthree\nfour\n";
    const PATCH: &str = "--- a/pack/x.py\n+++ b/pack/x.py\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";

    fn of(texts: &[(&str, &str)]) -> Texts {
        texts.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect()
    }

    #[test]
    fn files_are_found_by_the_end_of_their_paths() {
        let texts = of(&[("/home/pack/x.py", OLD), ("/home/x.py", OLD)]);
        assert_eq!(apply(PATCH, &texts), Ok(of(&[("/home/pack/x.py", "one\n2\nthree\nfour\n")])));
        let plain = PATCH.replace("a/pack/", "").replace("b/pack/", "");
        assert_eq!(apply(&plain, &texts), Err("x.py may be /home/pack/x.py or /home/x.py".into()));
        assert_eq!(apply(&plain.replace('\n', "\r\n"), &of(&[("x.py", OLD)])).map(|new| new.len()), Ok(1));
        assert_eq!(apply(PATCH, &of(&[("/home/y.py", OLD)])), Err("b/pack/x.py was not run".into()));
    }

    #[test]
    fn what_does_not_apply_is_said() {
        let texts = of(&[("x.py", "one\n2\nthree\n")]);
        let plain = PATCH.replace("a/pack/", "").replace("b/pack/", "");
        assert_eq!(apply(&plain, &texts), Err("hunk 1 (line 1) does not apply to x.py".into()));
        assert!(apply("nothing\n", &texts).is_err_and(|why| why.starts_with("no patch in the unified format")));
        let new = "--- /dev/null\n+++ b/x.py\n@@ -0,0 +1 @@\n+one\n";
        assert!(apply(new, &texts).is_err_and(|why| why.contains("would be a new file")));
    }

    #[test]
    fn the_last_line_may_have_no_end() {
        let patch = "--- x\n+++ x\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n";
        assert_eq!(apply(patch, &of(&[("x", "one\ntwo\n")])), Ok(of(&[("x", "one\n2")])));
    }
}
