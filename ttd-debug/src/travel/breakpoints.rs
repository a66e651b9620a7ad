//! The breakpoints that are set, as data. What counts as a hit is in `hit`.

use crate::syntax::find_filter::mentions;
use crate::target::{CodeInfo, EventQuery, PlaceCondition, SourceLocation, Time, is_same_file};

/// A breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// Its number, from 1; never reused.
    pub number: u32,
    /// The file, as in `co_filename`.
    pub path: String,
    /// The line.
    pub line: u32,
    /// Set on a function: only events of code with this name count.
    pub function: Option<String>,
    /// `tbreak`: deleted at its first hit, from either direction.
    pub temporary: bool,
    /// It can be hit.
    pub enabled: bool,
    /// An expression that must be true.
    pub condition: Option<String>,
    /// The number of hits that do not count, from the start of the run and not of the session.
    pub ignore: u64,
    /// Which hits count besides.
    pub rule: HitRule,
    /// It is a log point: it does not stop, and notes the value of this f-string.
    pub log: Option<String>,
    /// The commands to run when it is hit.
    pub commands: Vec<String>,
    /// The first hits, as far as they are known and needed.
    pub(crate) ignored: Ignored,
    /// The next event at which a log point notes something: those before have been noted.
    pub(crate) log_from: Time,
}

/// Which hits of a breakpoint count, by their number from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HitRule {
    /// All.
    #[default]
    All,
    /// This one.
    Exactly(u64),
    /// Those up to this one.
    UpTo(u64),
    /// One in this many.
    Every(u64),
}

impl HitRule {
    /// The number of first hits that must be known to decide about any hit.
    pub(crate) fn needs(self) -> u64 {
        match self {
            HitRule::All => 0,
            HitRule::Exactly(n) | HitRule::UpTo(n) => n,
            HitRule::Every(_) => u64::MAX,
        }
    }

    /// Whether the hit with this number counts; `None` is one beyond those that are needed.
    pub(crate) fn accepts(self, number: Option<u64>) -> bool {
        match (self, number) {
            (HitRule::All, _) => true,
            (_, None) => false,
            (HitRule::Exactly(n), Some(number)) => number == n,
            (HitRule::UpTo(n), Some(number)) => number <= n,
            (HitRule::Every(n), Some(number)) => n > 0 && number % n == 0,
        }
    }
}

/// What a log point noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogNote {
    /// The breakpoint.
    pub number: u32,
    /// The event.
    pub time: Time,
    /// The text.
    pub text: String,
}

/// Gets what log points note, as it happens. It must not use the session.
pub type OnLog = Box<dyn FnMut(LogNote)>;

/// The first hits of a breakpoint, as far as the run has been searched for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ignored {
    pub(crate) searched_to: Time,
    pub(crate) times: Vec<Time>,
}

impl Breakpoint {
    /// Whether an event of this code object and line is at the breakpoint.
    pub fn matches(&self, code: &CodeInfo, line: u32) -> bool {
        self.place().is_at(&code.path, &code.name, line)
    }

    /// Its location.
    pub fn place(&self) -> SourceLocation {
        SourceLocation { path: self.path.clone(), line: self.line, function: self.function.clone() }
    }

    /// Whether a motion can stop at it.
    fn can_stop(&self) -> bool {
        self.enabled && self.log.is_none()
    }

    /// Its condition, if it means the program's names alone. `of_prompt`: the names that the user has defined.
    pub(crate) fn decided_by(&self, of_prompt: &[String]) -> Option<PlaceCondition> {
        let condition = self.condition.clone()?;
        let is_own = of_prompt.iter().any(|name| mentions(&condition, name));
        (!is_own).then(|| PlaceCondition { place: self.place(), condition })
    }

    /// pdb's short description.
    pub fn describe(&self) -> String {
        format!("breakpoint {} at {}:{}", self.number, self.path, self.line)
    }
}

/// A hit of a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The breakpoint.
    pub number: u32,
    /// The error of its condition, if evaluating it failed.
    pub error: Option<String>,
}

/// All breakpoints of a session.
#[derive(Default)]
pub struct Breakpoints {
    list: Vec<Breakpoint>,
    given: u32,
    /// Raising an exception stops a motion.
    pub(crate) on_raise: bool,
    /// Gets what log points note.
    pub(crate) on_log: Option<OnLog>,
    /// By code object, once needed: the lines and numbers of its enabled breakpoints.
    lines_of_code: Vec<Option<Vec<(u32, u32)>>>,
}

impl Breakpoints {
    /// The number given last.
    pub fn newest(&self) -> u32 {
        self.given
    }

    /// All breakpoints, by number.
    pub fn iter(&self) -> impl Iterator<Item = &Breakpoint> {
        self.list.iter()
    }

    /// Adds a breakpoint and returns its number.
    pub fn add(&mut self, place: SourceLocation, temporary: bool, condition: Option<String>) -> u32 {
        self.given += 1;
        self.list.push(Breakpoint {
            number: self.given,
            path: place.path,
            line: place.line,
            function: place.function,
            temporary,
            enabled: true,
            condition,
            ignore: 0,
            rule: HitRule::All,
            log: None,
            commands: Vec::new(),
            ignored: Ignored::default(),
            log_from: Time::START,
        });
        self.lines_of_code.clear();
        self.given
    }

    /// Drops what was known about hits, because the present is on another branch.
    pub(crate) fn forget_hits(&mut self) {
        for b in &mut self.list {
            b.ignored = Ignored::default();
            b.log_from = Time::START;
        }
    }

    /// Drops what was known about hits and code, because the program starts again with other events.
    pub(crate) fn forget_run(&mut self) {
        self.lines_of_code.clear();
        self.forget_hits();
    }

    /// Removes a breakpoint.
    pub fn remove(&mut self, number: u32) -> Option<Breakpoint> {
        let at = self.list.iter().position(|b| b.number == number)?;
        self.lines_of_code.clear();
        Some(self.list.remove(at))
    }

    /// Reads the number of a breakpoint.
    ///
    /// # Errors
    /// pdb's message when there is no such breakpoint.
    pub fn find(&self, text: &str) -> Result<u32, String> {
        if text.is_empty() {
            return Err("Breakpoint number expected".into());
        }
        let is_number = text.chars().all(|c| c.is_ascii_digit());
        let number: u32 = text.parse().map_err(|_| match is_number {
            true => format!("Breakpoint number {text} out of range"),
            false => format!("Non-numeric breakpoint number {text}"),
        })?;
        match self.get(number) {
            Some(_) => Ok(number),
            None if number == 0 || number > self.given => Err(format!("Breakpoint number {number} out of range")),
            None => Err(format!("Breakpoint {number} already deleted")),
        }
    }

    /// The breakpoint with this number.
    pub fn get(&self, number: u32) -> Option<&Breakpoint> {
        self.list.iter().find(|b| b.number == number)
    }

    /// Changes a breakpoint and drops what was known about its hits.
    pub fn change(&mut self, number: u32, change: impl FnOnce(&mut Breakpoint)) {
        self.lines_of_code.clear();
        if let Some(b) = self.list.iter_mut().find(|b| b.number == number) {
            change(b);
            b.ignored = Ignored::default();
        }
    }

    /// Whether a log point of this number has still to note an event; it has noted it then.
    pub(crate) fn begins_to_log(&mut self, number: u32, t: Time) -> bool {
        let found = self.list.iter_mut().find(|b| b.number == number && b.log_from <= t);
        found.is_some_and(|b| {
            b.log_from = t + 1;
            true
        })
    }

    /// The enabled breakpoints that stop.
    pub(crate) fn any_stops(&self) -> bool {
        self.list.iter().any(Breakpoint::can_stop)
    }

    /// The crossings of all enabled breakpoints that stop. `of_prompt`: the names that the user has defined.
    pub(crate) fn stops(&self, of_prompt: &[String]) -> EventQuery {
        self.crossings(of_prompt, Breakpoint::can_stop)
    }

    pub(crate) fn ignored_mut(&mut self, number: u32) -> Option<&mut Ignored> {
        self.list.iter_mut().find(|b| b.number == number).map(|b| &mut b.ignored)
    }

    /// Whether any breakpoint can be hit.
    pub fn any_enabled(&self) -> bool {
        self.list.iter().any(|b| b.enabled)
    }

    /// The numbers, in order, of the enabled breakpoints at a line of a code object. `info` describes the code object;
    /// it is called at most once for each.
    pub fn at(&mut self, code: u32, line: u32, info: impl FnOnce() -> CodeInfo) -> Vec<u32> {
        let at = code as usize;
        if self.lines_of_code.len() <= at {
            self.lines_of_code.resize(at + 1, None);
        }
        let list = &self.list;
        let known = self.lines_of_code[at].get_or_insert_with(|| {
            let info = info();
            let of_code = |b: &&Breakpoint| b.enabled && b.matches(&info, b.line);
            list.iter().filter(of_code).map(|b| (b.line, b.number)).collect()
        });
        let here = known.iter().filter(|(l, _)| *l == line);
        here.map(|(_, number)| *number).collect()
    }

    /// The crossings of all enabled breakpoints. `of_prompt`: the names that the user has defined.
    pub(crate) fn enabled(&self, of_prompt: &[String]) -> EventQuery {
        self.crossings(of_prompt, |b| b.enabled)
    }

    /// The passes of the lines of all enabled breakpoints.
    pub(crate) fn lines(&self) -> EventQuery {
        self.lines_of(|b| b.enabled)
    }

    /// The passes of the lines of all enabled breakpoints that stop.
    pub(crate) fn lines_that_stop(&self) -> EventQuery {
        self.lines_of(Breakpoint::can_stop)
    }

    fn lines_of(&self, wanted: impl Fn(&Breakpoint) -> bool) -> EventQuery {
        let mut places: Vec<SourceLocation> = self.list.iter().filter(|b| wanted(b)).map(Breakpoint::place).collect();
        places.sort();
        places.dedup();
        EventQuery::of_locations(places)
    }

    fn crossings(&self, of_prompt: &[String], wanted: impl Fn(&Breakpoint) -> bool) -> EventQuery {
        let mut query = self.lines_of(&wanted);
        for place in &query.locations {
            let here = self.list.iter().filter(|b| wanted(b) && b.place() == *place);
            let of_place: Option<Vec<PlaceCondition>> = here.map(|b| b.decided_by(of_prompt)).collect();
            query.conditions.extend(of_place.into_iter().flatten());
        }
        query
    }

    /// The lines of a file that have a breakpoint, for listings.
    pub fn lines_in(&self, path: &str) -> Vec<u32> {
        self.list.iter().filter(|b| is_same_file(&b.path, path)).map(|b| b.line).collect()
    }
}
