//! The outside of a branch.
//!
//! A branch begins at a moment of another run, and is served what that run recorded afterwards as long as it asks the
//! same. At its first other request it *parts* from it: the rest of the recording is not its own. From there on a
//! branch that began where the world was asked last goes on with the world. The world of any other is *closed*: it can
//! look, and it changes files in an overlay that the disk does not see (`overlay`). Whatever else would change the
//! outside ends the run with a message, unless the user lets the branch change it (`live`).

mod closed;
mod live;
mod overlay;
mod own_folders;
mod past_files;
mod revived;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;

use super::descriptors::Descriptor;
use super::exchanges::Exchanges;
use super::exchanges::output::OutputTimes;
use super::input_log::Reply;
use super::request::{HostRequest, Op};
use super::{Host, HostState};
pub(super) use live::Asked;
pub(super) use overlay::Overlay;
use past_files::PastFile;

/// How the present branch stands to the outside.
pub(super) struct Outside {
    /// From this position on the input log is that of the run that it left; there is none behind its end.
    pub(super) borrowed: usize,
    /// From this position on its inputs were asked for while its world was closed.
    asked_closed: usize,
    /// The world is at another place by now: it may be looked at, not changed.
    pub(super) is_closed: bool,
    /// The user lets it change the outside all the same.
    is_live: bool,
    /// What the branch prints is kept and not shown.
    pub(super) is_silent: bool,
    /// The files that it has opened since then: the program's numbers, and those of the world.
    files: BTreeMap<i64, i64>,
    /// The numbers of all that it has ever had.
    ever_own: BTreeSet<i64>,
    /// The folders among those, by the program's numbers: where the program means them to be.
    folders: BTreeMap<i64, PathBuf>,
    overlay: Overlay,
    /// The source files that have other texts on it.
    sources: Sources,
}

/// Texts by their paths.
type Sources = Rc<BTreeMap<PathBuf, Rc<[u8]>>>;

impl Default for Outside {
    fn default() -> Self {
        let (files, ever_own, folders, overlay, sources) = Default::default();
        Outside {
            borrowed: usize::MAX,
            asked_closed: usize::MAX,
            is_closed: false,
            is_live: false,
            is_silent: false,
            files,
            ever_own,
            folders,
            overlay,
            sources,
        }
    }
}

/// What a branch has of the outside behind a position, while another one is the present.
pub(crate) struct OutsideAway {
    inputs: Vec<u8>,
    record: Vec<u8>,
    output_seen: u64,
    failures: Vec<(u64, i32)>,
    folders: Vec<(usize, Vec<u8>)>,
    redirections: Vec<(usize, i64, bool)>,
    exchanges: Exchanges,
    output_times: OutputTimes,
    outside: Outside,
}

impl OutsideAway {
    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        (self.inputs.capacity() + self.record.capacity() + self.exchanges.memory() + self.output_times.memory()) as u64
    }
}

/// Where the entries behind a position of the input log begin.
fn behind<T>(entries: &[T], position: usize, of: impl Fn(&T) -> usize) -> usize {
    entries.partition_point(|entry| of(entry) <= position)
}

impl Host {
    /// Takes out what lies behind this position, so that another branch can go on from there.
    pub(crate) fn put_away(&mut self, from: HostState) -> OutsideAway {
        let folders = behind(&self.chdir_log, from.inputs, |entry| entry.0);
        let redirections = behind(&self.redirections, from.inputs, |entry| entry.0);
        let failures = self.failures.partition_point(|failed| failed.0 <= from.output);
        // Positions mean something else on another branch.
        self.world.last_wait = None;
        let record = self.record.as_mut().map(|record| record.split_off(record.len().min(from.output as usize)));
        OutsideAway {
            inputs: self.input_log.split_off(from.inputs),
            record: record.unwrap_or_default(),
            output_seen: std::mem::replace(&mut self.output_seen, from.output),
            failures: self.failures.split_off(failures),
            folders: self.chdir_log.split_off(folders),
            redirections: self.redirections.split_off(redirections),
            exchanges: std::mem::take(&mut self.exchanges),
            output_times: self.output_times.split_off(from.output),
            outside: std::mem::take(&mut self.outside),
        }
    }

    /// Puts back what `put_away` took out at the present end.
    pub(crate) fn take_back(&mut self, away: OutsideAway) {
        self.input_log.append(&away.inputs);
        self.record.iter_mut().for_each(|record| record.extend_from_slice(&away.record));
        self.output_seen = away.output_seen;
        self.failures.extend(away.failures);
        self.chdir_log.extend(away.folders);
        self.redirections.extend(away.redirections);
        self.exchanges = away.exchanges;
        self.output_times.append(away.output_times);
        self.outside = away.outside;
        (self.diverged, self.exited) = (None, None);
    }

    /// Begins a branch at the present position and time: returns what the present run has behind it. The inputs stay,
    /// and are served as long as the branch asks the same.
    pub(crate) fn branch_off(&mut self, now: i64) -> OutsideAway {
        let from = self.state;
        let goes_on = self.live() && !self.outside.is_closed;
        let mut away = self.put_away(from);
        self.input_log.append(&away.inputs);
        self.chdir_log.extend_from_slice(&away.folders);
        self.redirections.extend_from_slice(&away.redirections);
        self.exchanges = away.exchanges.until(&self.input_log, from.inputs, now);
        away.outside.is_closed |= goes_on;
        let (overlay, sources) = (away.outside.overlay.of_branch(), away.outside.sources.clone());
        let asked_closed = away.outside.asked_closed;
        let own = Outside { borrowed: from.inputs, is_closed: !goes_on, asked_closed, ..Outside::default() };
        let outside = Outside { overlay, sources, ..own };
        self.outside = outside;
        (self.diverged, self.exited) = (None, None);
        away
    }

    /// Lets the run that the present branch has left keep the world, and hides the output of the branch.
    pub(crate) fn leave_world_to(&mut self, left: &mut OutsideAway) {
        if !self.outside.is_closed {
            (self.outside.is_closed, left.outside.is_closed) = (true, false);
        }
        self.outside.is_silent = true;
    }

    /// Shows what the present branch prints from now on.
    pub(crate) fn show_output(&mut self) {
        self.outside.is_silent = false;
    }

    /// Has the present branch read these texts as the sources of its modules.
    pub(crate) fn change_sources(&mut self, texts: BTreeMap<PathBuf, Rc<[u8]>>) {
        let mut all = (*self.outside.sources).clone();
        all.extend(texts);
        self.outside.sources = Rc::new(all);
    }

    /// What the present branch reads instead of the source file that a request is about.
    pub(super) fn changed_source(&self, request: &HostRequest) -> Option<Reply> {
        if request.op != Op::Source || self.outside.sources.is_empty() {
            return None;
        }
        let text = self.outside.sources.get(&self.world.resolve(request.paths()[0]))?;
        Some(Reply::Bytes(text.to_vec()))
    }

    /// Whether the world is at another place than the program.
    pub(crate) fn is_closed(&self) -> bool {
        self.outside.is_closed
    }

    /// Whether the request at the present position is one of a closed world: also when it is served again, it must take
    /// the same way as when it was asked.
    pub(super) fn asks_closed(&mut self) -> bool {
        if !self.outside.is_closed || self.outside.is_live {
            return false;
        }
        let here = self.state.inputs;
        if !self.replaying() {
            self.outside.asked_closed = self.outside.asked_closed.min(here);
        }
        here >= self.outside.asked_closed
    }

    /// Notes that the entry before this position was served.
    #[inline]
    pub(super) fn served_up_to(&mut self, position: usize) {
        if self.outside.borrowed < position {
            self.outside.borrowed = position;
        }
    }

    /// Parts from the run that the branch has left, if that is where the program stands: what is recorded behind it is
    /// not its own. Returns whether it has.
    pub(super) fn part(&mut self) -> bool {
        let here = self.state.inputs;
        if here < self.outside.borrowed {
            return false;
        }
        self.input_log.split_off(here);
        self.chdir_log.retain(|entry| entry.0 <= here);
        self.redirections.retain(|entry| entry.0 <= here);
        self.outside.borrowed = usize::MAX;
        // The request that differs was asked as on the run before.
        self.outside.asked_closed = self.outside.asked_closed.min(here + 1);
        true
    }

    /// Closes the files of a branch that is forgotten.
    pub(crate) fn forget_branch(&mut self, away: &OutsideAway) {
        for number in away.outside.files.values() {
            self.world.remove_file(*number as i32);
        }
    }

    /// The working directory after this position of the input log; `None` for the first one.
    pub(super) fn folder_at(&self, position: usize) -> Option<Vec<u8>> {
        let moves = behind(&self.chdir_log, position, |entry| entry.0);
        moves.checked_sub(1).map(|last| self.chdir_log[last].1.clone())
    }

    /// Carries out a request of a diversion, which sees what the branch has changed.
    pub(super) fn look(&mut self, request: &HostRequest) -> Reply {
        self.world.overlay = self.outside.is_closed.then(|| std::mem::take(&mut self.outside.overlay));
        let reply = self.world.carry_out(request, true);
        if let Some(overlay) = self.world.overlay.take() {
            self.outside.overlay = overlay;
        }
        reply
    }

    /// Opens a file of the branch's own for one that was open before it parted. Returns the world's number.
    fn open_past_file(&mut self, fd: i64) -> Option<i64> {
        let past = PastFile::find(&self.input_log, self.state.inputs, fd)?;
        let folder = self.folder_at(past.opened);
        let number = self.world.on_branch(&mut self.outside.overlay, folder.as_deref(), |world| {
            let path = world.resolve(&past.path);
            let overlay = world.overlay.as_mut()?;
            if overlay.is_unknown(&path) {
                return None;
            }
            let copy = if past.is_written() { overlay.copy(&path).ok()? } else { overlay.real(path.clone()) };
            let file = past.open_again(&path, &copy)?;
            Some(i64::from(world.put(Descriptor::new(file.into()), false)))
        })?;
        self.outside.files.insert(fd, number);
        Some(number)
    }
}

impl<'a> HostRequest<'a> {
    /// A copy of the request about another descriptor, which is its first number.
    #[must_use]
    fn on_descriptor(&self, fd: i64) -> HostRequest<'a> {
        let mut other = *self;
        other.numbers[0] = fd;
        other
    }
}
