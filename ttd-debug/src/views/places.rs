//! Source files, and all executions of a line.

use crate::session::Session;
use crate::target::{EventQuery, SourceLocation, Time};
use crate::travel::Interrupted;

/// A source file of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its path, as in `co_filename`.
    pub path: String,
    /// It belongs to the program and not to the library.
    pub program: bool,
}

/// The times at which a line was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Executions {
    /// The times nearest to the present, in order, each with its number, from 1.
    pub list: Vec<(u64, Time)>,
    /// How many there are.
    pub total: u64,
}

/// Times fetched at once.
const BATCH: usize = 1 << 12;
/// Times counted at most.
const MOST: usize = 1 << 20;

impl Session {
    /// The files whose code has been loaded and can have events.
    pub fn source_files(&mut self) -> Vec<SourceFile> {
        self.sync_target();
        self.files_so_far()
    }

    /// The files whose code has been loaded where the program is, which may be anywhere.
    pub fn files_so_far(&self) -> Vec<SourceFile> {
        let mut found: Vec<SourceFile> = Vec::new();
        for (code, _) in self.target.functions() {
            let code = self.target.code(code);
            if !found.iter().any(|file| file.path == code.path) {
                found.push(SourceFile { path: code.path, program: code.program });
            }
        }
        found
    }

    /// The text of a source file as it was run.
    pub fn source_text(&mut self, path: &str) -> Option<String> {
        self.target.source(path)
    }

    /// The times, in all the run so far, at which a line was reached, in order; of very many the last ones.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn line_times(&mut self, file: &str, line: u32) -> Result<Vec<Time>, Interrupted> {
        self.sync_target();
        let Some(path) = self.resolver().file(file) else { return Ok(Vec::new()) };
        let place = EventQuery::of_locations(vec![SourceLocation { path, line, function: None }]);
        let (mut before, mut times) = (self.frontier() + 1, Vec::new());
        while before > Time::START && times.len() < MOST {
            let found = self.explored.crossings_before(&mut *self.target, &place, before, Time::START, BATCH);
            if found.interrupted {
                self.sync_target();
                return Err(Interrupted);
            }
            let Some(first) = found.times.first() else { break };
            before = *first;
            times.extend(found.times.into_iter().rev());
        }
        self.sync_target();
        times.reverse();
        Ok(times)
    }

    /// The times of the checkpoints.
    pub fn checkpoint_times(&mut self) -> Vec<Time> {
        self.target.checkpoints().iter().filter_map(|info| info.time).map(Time).collect()
    }

    /// The times, from one up to before another, at which the line of an enabled breakpoint was reached: the last
    /// `most`.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn crossings(&mut self, from: Time, to: Time, most: usize) -> Result<Vec<Time>, Interrupted> {
        let places = self.breakpoints.lines();
        let (mut before, mut times) = (to, Vec::new());
        while !places.is_empty() && before > from && times.len() < most {
            let found = self.explored.crossings_before(&mut *self.target, &places, before, from, BATCH);
            if found.interrupted {
                return Err(Interrupted);
            }
            let Some(first) = found.times.first() else { break };
            before = *first;
            times.extend(found.times.into_iter().rev());
        }
        times.truncate(most);
        times.reverse();
        Ok(times)
    }

    /// The times, in all the run so far, at which a line was reached; at most `most` of them, around the present.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn executions(&mut self, file: &str, line: u32, most: usize) -> Result<Executions, Interrupted> {
        let now = self.nav.now;
        let times = self.line_times(file, line)?;
        let here = times.partition_point(|t| *t <= now);
        let first = here.saturating_sub(most / 2).min(times.len().saturating_sub(most));
        let numbered = (1..).zip(&times).skip(first).take(most);
        Ok(Executions { list: numbered.map(|(n, t)| (n, *t)).collect(), total: times.len() as u64 })
    }
}
