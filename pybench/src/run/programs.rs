//! The programs: their files, names and output.

use std::fs;
use std::path::{Path, PathBuf};

/// A set of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Set {
    /// The thesis's five.
    Thesis,
    /// Larger programs of many kinds.
    Further,
    /// Small loops around one thing each.
    Micro,
}

impl Set {
    /// All sets, in the order in which names are looked up.
    pub(crate) const ALL: [Set; 3] = [Set::Thesis, Set::Further, Set::Micro];

    fn folder(self) -> &'static str {
        match self {
            Set::Thesis => "programs",
            Set::Further => "further",
            Set::Micro => "micro",
        }
    }
}

/// One program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    /// The name of its file, without the ending.
    pub(crate) name: String,
    /// Its file.
    pub(crate) path: PathBuf,
}

impl Program {
    /// Makes the program of this file.
    pub(crate) fn at(path: &Path) -> Program {
        let name = path.file_stem().unwrap_or_default();
        Program { name: name.to_string_lossy().into_owned(), path: path.to_owned() }
    }

    /// Returns the number of the last non-empty line, where pdb's breakpoint goes.
    pub(crate) fn last_line(&self) -> usize {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        text.trim_end().lines().count()
    }
}

/// Lists the programs of a set by name.
pub(crate) fn of_set(root: &Path, set: Set) -> Result<Vec<Program>, String> {
    let folder = root.join(set.folder());
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut found: Vec<Program> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "py"))
        .map(|path| Program::at(&path))
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Finds programs by name in all sets; a path to a file is a program, too.
pub(crate) fn named(root: &Path, names: &[String]) -> Result<Vec<Program>, String> {
    let mut all = Vec::new();
    for set in Set::ALL {
        all.extend(of_set(root, set)?);
    }
    let find = |name: &String| {
        let path = Path::new(name);
        let known = all.iter().find(|p| p.name == *name).cloned();
        known.or_else(|| path.is_file().then(|| Program::at(path)))
    };
    let list = || all.iter().map(|p| p.name.as_str()).collect::<Vec<_>>();
    names.iter().map(|n| find(n).ok_or_else(|| format!("no program {n}; there are {}", list().join(", ")))).collect()
}

/// A program's output: the seconds of its body, and what must be equal in every run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Said {
    /// The time that the program took by its own clock, without starting and compiling.
    pub(crate) body: f64,
    /// The rest of the output.
    pub(crate) result: String,
}

/// Parses a program's output. Under a debugger it is mixed with prompts and locations, so only lines with a checksum
/// count.
pub(crate) fn said(stdout: &str, dialogue: bool) -> Result<Said, String> {
    if !dialogue {
        let text = stdout.trim_end_matches('\n');
        let (before, last) = text.rsplit_once('\n').unwrap_or(("", text));
        let body = last.strip_prefix("body: ").and_then(|x| x.parse().ok());
        let body = body.ok_or_else(|| format!("the last line is not a time: {last:?}"))?;
        return Ok(Said { body, result: before.to_owned() });
    }
    let after = |word: &str| {
        let found = stdout.lines().rev().map(without_prompts);
        found.filter_map(|l| l.strip_prefix(word)).next()
    };
    let body = after("body: ").and_then(|x| x.trim().parse().ok());
    let checksum = after("checksum: ").ok_or("no checksum was printed")?;
    Ok(Said { body: body.ok_or("no time was printed")?, result: format!("checksum: {checksum}") })
}

/// Strips the prompts of pdb and ttd-py from a line.
fn without_prompts(mut line: &str) -> &str {
    loop {
        let rest = line.strip_prefix("(Pdb) ").or_else(|| {
            let inner = line.strip_prefix("(ttd ")?;
            Some(inner.split_once(") ")?.1)
        });
        match rest {
            Some(rest) => line = rest,
            None => return line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_output() {
        let s = said("checksum: 7\nbody: 0.5\n", false).unwrap();
        assert_eq!((s.body, s.result.as_str()), (0.5, "checksum: 7"));
        assert!(said("body: soon\n", false).is_err());
        assert!(said("", false).is_err());
    }

    #[test]
    fn output_among_prompts() {
        let text = "> a.py(1)<module>()\n(ttd 0/1) (ttd 0/1) checksum: 7\nbody: 0.5\nat the end\n(ttd 9/9) ";
        let s = said(text, true).unwrap();
        assert_eq!((s.body, s.result.as_str()), (0.5, "checksum: 7"));
        let text = "(Pdb) Breakpoint 1\n(Pdb) checksum: 7\n> a.py(9)\n-> print(f\"body: {x}\")\n(Pdb) body: 2.0\n";
        assert_eq!(said(text, true).unwrap().body, 2.0);
        assert!(said("(Pdb) ", true).is_err());
    }
}
