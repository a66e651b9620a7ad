//! The run again with a patch: `reload --patch FILE`, and `--apply` of the command line.

use std::path::Path;

use crate::answer::Answer;
use crate::commands::branches::diff;
use crate::session::Session;
use crate::session::branches::MAIN;
use crate::session::stop_view::describe_end;
use crate::syntax::patch;
use crate::syntax::patch::Texts;
use crate::target::{End, Reached, Time};

/// The new texts that a patch makes of the files that were run. They are compiled, and nothing has run.
///
/// # Errors
/// What is wrong with the patch.
pub(super) fn patched(session: &Session, file: &str, text: &str) -> Result<Texts, String> {
    let wrong = |why: String| format!("{file}: {why}");
    let texts = patch::apply(text, &session.target.sources_run()).map_err(wrong)?;
    check_syntax(&texts).map_err(wrong)?;
    Ok(texts)
}

fn check_syntax(texts: &Texts) -> Result<(), String> {
    for (path, text) in texts {
        let compiled = ttd_code::compile(text, path, ttd_code::Mode::Exec, ttd_code::Options::default());
        if let Err(error) = compiled {
            return Err(format!("{path} would not compile: line {}: SyntaxError: {}", error.line, error.message));
        }
    }
    Ok(())
}

/// Checks a patch against files on the disk, those that it names, before anything has run. They are looked for in these
/// folders, the first of which is the working directory.
///
/// # Errors
/// What is wrong with the patch, in one line.
pub fn check(file: &str, text: &str, folders: &[&Path]) -> Result<(), String> {
    let wrong = |why: String| format!("{file}: {why}");
    let mut texts = Texts::new();
    for names in patch::names(text).map_err(wrong)? {
        let paths = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        let Some(path) = paths.into_iter().find(|path| path.is_file()) else {
            return Err(wrong(format!("there is no file {}", names[0])));
        };
        let bytes = std::fs::read(&path).map_err(|error| wrong(format!("can't read {}: {error}", path.display())))?;
        let shown = path.display().to_string();
        let decoded = ttd_code::decode_file(&bytes, &shown);
        let decoded = decoded.map_err(|error| wrong(format!("{shown}: line {}: {}", error.line, error.message)))?;
        texts.insert(shown, decoded.replace("\r\n", "\n"));
    }
    let texts = patch::apply(text, &texts).map_err(wrong)?;
    check_syntax(&texts).map_err(wrong)
}

/// What came of a run with a patch.
pub struct Verdict {
    /// The answer.
    pub answers: Vec<Answer>,
    /// The exit status that says it: 0 if the run ends well with the patch, 1 if not, 2 if it could not be tried.
    pub status: i32,
}

impl Session {
    /// Runs to the end. Returns false if it was interrupted.
    pub fn run_to_end(&mut self) -> bool {
        let reached = self.target.seek(Time::NEVER);
        let now = self.target.time().unwrap_or_default();
        self.explored.reached(now);
        self.nav.now = now;
        reached != Reached::Interrupted
    }

    /// Applies a patch to the sources of the run that has come to its end, runs it again with the same inputs on a
    /// branch, and compares the two.
    pub fn try_patch(&mut self, file: &str, text: &str) -> Verdict {
        let refused = |why: String| Verdict { answers: vec![Answer::Error(why)], status: 2 };
        let texts = match patched(self, file, text) {
            Ok(texts) => texts,
            Err(why) => return refused(why),
        };
        let Some(before) = self.target.end().cloned() else { return refused("The run has not ended".into()) };
        if let Err(error) = self.reload(Some(&texts)) {
            return refused(error.to_string().trim_end().to_string());
        }
        let branch = self.target.branch();
        if !self.run_to_end() {
            return Verdict { answers: vec![Answer::Error("Interrupted".into())], status: 1 };
        }
        let Some(after) = self.target.end().cloned() else { return refused("The run has not ended".into()) };
        let (said, status) = judge(&before, &after);
        let mut lines = vec![
            format!("{MAIN}, the run as it was: {}", describe_end(&before)),
            format!("{}, the run with {file}: {}", self.branches.name(branch), describe_end(&after)),
            said.to_string(),
        ];
        match diff::compare(self, 0, branch) {
            Ok(more) => lines.extend(more),
            Err(_) => lines.push("Interrupted".into()),
        }
        Verdict { answers: vec![Answer::Text(lines.join("\n"))], status }
    }
}

fn is_well(end: &End) -> bool {
    end.died.is_none() && end.status == 0
}

/// What a patch has made of a run, and the exit status for it.
fn judge(before: &End, after: &End) -> (&'static str, i32) {
    let failure = |end: &End| (end.status, end.died.as_ref().map(|death| death.summary.clone()));
    match (is_well(before), is_well(after)) {
        (false, true) => ("Repaired: with the patch this run ends well", 0),
        (true, true) => ("The run ends well with the patch, as it did without", 0),
        (true, false) => ("Broken: without the patch this run ends well", 1),
        (false, false) if failure(before) == failure(after) => ("Not repaired: the same failure", 1),
        (false, false) => ("Not repaired: another failure", 1),
    }
}
