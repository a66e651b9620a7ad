//! What the command line and the environment decide before a program runs: `sys.flags` and its neighbours.

use super::input_log::Reply;
use crate::Schedule;

/// The configuration of a run. It is set before the first event and never changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Items of `sys.flags` that differ from their defaults, by name.
    pub flags: Vec<(&'static str, i64)>,
    /// `sys.warnoptions`.
    pub warnings: Vec<String>,
    /// The arguments of `-X`.
    pub options: Vec<String>,
    /// What variables of the environment say where no option does: `NAME=VALUE`.
    pub from_environment: Vec<String>,
    /// `sys.orig_argv` after the interpreter's name.
    pub arguments: Vec<String>,
    /// Output is flushed at once.
    pub unbuffered: bool,
    /// The first line of a script is left out.
    pub skips_first_line: bool,
}

impl Settings {
    /// An item of `sys.flags`; 0 if nothing was said about it.
    pub fn flag(&self, name: &str) -> i64 {
        self.flags.iter().find(|(known, _)| *known == name).map_or(0, |(_, value)| *value)
    }

    /// Sets an item of `sys.flags`.
    pub fn set_flag(&mut self, name: &'static str, value: i64) {
        self.flags.retain(|(known, _)| *known != name);
        self.flags.push((name, value));
    }

    /// The level of `-O`.
    pub fn optimize(&self) -> u8 {
        self.flag("optimize").clamp(0, 2) as u8
    }

    /// Whether code does not tell the columns of its instructions.
    pub fn hides_columns(&self) -> bool {
        self.options.iter().any(|option| option == "no_debug_ranges")
            || self.from_environment.iter().any(|setting| setting.starts_with("no_debug_ranges="))
    }

    /// How many frames are kept of each allocation; 0 if these are not traced from the beginning.
    pub fn traced_frames(&self) -> i64 {
        let given = self.options.iter().rev().chain(&self.from_environment);
        let frames = given.filter_map(|option| option.strip_prefix("tracemalloc")).next();
        frames.map_or(0, |frames| frames.strip_prefix('=').map_or(1, |n| n.parse().unwrap_or(0)))
    }

    /// The schedule of threads; the usual one if what was given is none.
    pub fn schedule(&self) -> Schedule {
        let given = self.options.iter().rev().find_map(|option| option.strip_prefix("schedule="));
        given.and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    /// All of it for the input log: pieces that begin with a letter for what they are.
    pub(super) fn reply(&self) -> Reply {
        let executable = std::env::current_exe().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
        let piece = |letter: char, text: &str| format!("{letter}{text}").into_bytes();
        let mut pieces = vec![piece('E', &executable)];
        pieces.extend(self.flags.iter().map(|(name, value)| piece('F', &format!("{name}={value}"))));
        pieces.extend(self.warnings.iter().map(|text| piece('W', text)));
        pieces.extend(self.options.iter().map(|text| piece('X', text)));
        pieces.extend(self.from_environment.iter().map(|text| piece('V', text)));
        pieces.extend(self.arguments.iter().map(|text| piece('A', text)));
        Reply::Names(pieces)
    }
}
