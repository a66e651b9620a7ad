//! The breakpoints that are set, as data. What it means to hit one is in `hits`.

use crate::target::{CodeInfo, Event, EventKind, Place};

/// A breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// Its number, from 1; never given twice.
    pub number: u32,
    /// The file, as in `co_filename`.
    pub path: String,
    /// The line.
    pub line: u32,
    /// Set on a function: only events of code with this name count.
    pub function: Option<String>,
    /// `tbreak`: gone after the first hit, from whichever side.
    pub temporary: bool,
    /// Switched on.
    pub enabled: bool,
    /// An expression that must be true.
    pub condition: Option<String>,
    /// How many hits do not count: the first ones of the whole run, not of what the user has seen.
    pub ignore: u64,
    /// What is carried out when it is hit.
    pub commands: Vec<String>,
    /// The hits known not to count.
    pub(crate) ignored: Ignored,
}

/// The first hits of a breakpoint, as far as the run has been searched for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ignored {
    pub(crate) searched_to: u64,
    pub(crate) times: Vec<u64>,
}

impl Breakpoint {
    /// Whether an event of this code and line is at the breakpoint.
    pub fn matches(&self, code: &CodeInfo, line: u32) -> bool {
        self.line == line
            && self.path == code.path
            && self
                .function
                .as_ref()
                .is_none_or(|function| *function == code.name)
    }

    /// pdb's short description.
    pub fn describe(&self) -> String {
        format!("breakpoint {} at {}:{}", self.number, self.path, self.line)
    }
}

/// A breakpoint stopped a motion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Which one.
    pub number: u32,
    /// Its condition could not be evaluated: the error.
    pub error: Option<String>,
}

/// All breakpoints of a session.
#[derive(Default)]
pub struct Breakpoints {
    list: Vec<Breakpoint>,
    given: u32,
    /// By code object, for those that were met: the lines to look at. Asked for every event of a scan.
    lines_of_code: Vec<Option<Vec<u32>>>,
}

impl Breakpoints {
    /// The number given last.
    pub fn newest(&self) -> u32 {
        self.given
    }

    /// In the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Breakpoint> {
        self.list.iter()
    }

    /// Adds one; its number.
    pub fn add(
        &mut self,
        place: Place,
        function: Option<String>,
        temporary: bool,
        condition: Option<String>,
    ) -> u32 {
        self.given += 1;
        self.list.push(Breakpoint {
            number: self.given,
            path: place.0,
            line: place.1,
            function,
            temporary,
            enabled: true,
            condition,
            ignore: 0,
            commands: Vec::new(),
            ignored: Ignored::default(),
        });
        self.lines_of_code.clear();
        self.given
    }

    /// Takes one away.
    pub fn remove(&mut self, number: u32) -> Option<Breakpoint> {
        let at = self.list.iter().position(|b| b.number == number)?;
        self.lines_of_code.clear();
        Some(self.list.remove(at))
    }

    /// The number as the user wrote it; the error is pdb's.
    pub fn find(&self, text: &str) -> Result<u32, String> {
        if text.is_empty() {
            return Err("Breakpoint number expected".into());
        }
        let number: u32 = text
            .parse()
            .map_err(|_| format!("Non-numeric breakpoint number {text}"))?;
        match self.get(number) {
            Some(_) => Ok(number),
            None if number == 0 || number > self.given => {
                Err(format!("Breakpoint number {number} out of range"))
            }
            None => Err(format!("Breakpoint {number} already deleted")),
        }
    }

    /// One by its number.
    pub fn get(&self, number: u32) -> Option<&Breakpoint> {
        self.list.iter().find(|b| b.number == number)
    }

    /// Changes one. What was known about its hits is forgotten.
    pub fn change(&mut self, number: u32, change: impl FnOnce(&mut Breakpoint)) {
        self.lines_of_code.clear();
        if let Some(b) = self.list.iter_mut().find(|b| b.number == number) {
            change(b);
            b.ignored = Ignored::default();
        }
    }

    pub(crate) fn ignored_mut(&mut self, number: u32) -> Option<&mut Ignored> {
        self.list
            .iter_mut()
            .find(|b| b.number == number)
            .map(|b| &mut b.ignored)
    }

    /// Whether anything can be hit at all.
    pub fn any_enabled(&self) -> bool {
        self.list.iter().any(|b| b.enabled)
    }

    /// Whether a scan must look closer at this event. True also for code that was not seen before.
    pub fn may_hit(&self, event: &Event) -> bool {
        event.kind == EventKind::Line
            && match self.lines_of_code.get(event.code as usize) {
                Some(Some(lines)) => lines.contains(&event.line),
                _ => true,
            }
    }

    /// Whether [`Breakpoints::learn`] was called for this code object.
    pub fn knows(&self, code: u32) -> bool {
        matches!(self.lines_of_code.get(code as usize), Some(Some(_)))
    }

    /// Tells it which code object the number stands for.
    pub fn learn(&mut self, id: u32, code: &CodeInfo) {
        let of_code = |b: &&Breakpoint| b.enabled && b.matches(code, b.line);
        let lines = self.list.iter().filter(of_code).map(|b| b.line).collect();
        let at = id as usize;
        if self.lines_of_code.len() <= at {
            self.lines_of_code.resize(at + 1, None);
        }
        self.lines_of_code[at] = Some(lines);
    }

    /// Every place at which an enabled breakpoint is.
    pub fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = self
            .list
            .iter()
            .filter(|b| b.enabled)
            .map(|b| (b.path.clone(), b.line))
            .collect();
        places.sort();
        places.dedup();
        places
    }

    /// The lines of a file with a breakpoint, for listings.
    pub fn lines_in(&self, path: &str) -> Vec<u32> {
        self.list
            .iter()
            .filter(|b| b.path == path)
            .map(|b| b.line)
            .collect()
    }
}
