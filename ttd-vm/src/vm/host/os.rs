//! The live world, where requests are carried out. Descriptors, working directory and variables are the program's own,
//! not the process's: several programs run in one process, and a program must not close the debugger's files.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use rustix::fs::{self, Mode, OFlags};
use rustix::io::Errno;

use super::branch::Overlay;
use super::children::Capture;
use super::descriptors::Descriptor;
use super::input_log::Reply;
use super::paths::found_module;
use super::request::{HostRequest, Op};
use super::signals::Signals;
use super::sqlite::{Databases, Kind};
use super::tls::{self, Tls};
use super::waiting::LastWait;
use super::wire::Wire;
use crate::vm::host::console::{Console, StreamObserver};
use crate::vm::host::settings::Settings;

/// The first descriptor that a diversion can open.
pub(super) const FIRST_DIVERSION_FD: i32 = 1 << 20;

/// The first descriptor that a branch with a closed world can open: the numbers below are those of another time.
pub(super) const FIRST_BRANCH_FD: i32 = 1 << 19;

/// The first descriptor that a branch opens which may change the outside. Its children have descriptors with the same
/// numbers, so these must be below the limit that a process has.
const FIRST_LIVE_FD: i32 = 512;

/// Edits a line at a terminal: it is given the prompt, and returns a line with its end, or nothing at the end of the
/// input.
pub type LineEditor = Box<dyn FnMut(&str) -> std::io::Result<Vec<u8>>>;

/// The live end of the boundary.
pub struct World {
    /// Where the standard streams lead.
    pub console: Console,
    /// Edits lines at a terminal.
    pub editor: Option<LineEditor>,
    /// Hears of output and of waiting for input.
    pub observer: Option<Box<dyn StreamObserver>>,
    /// Whether the program ended by a KeyboardInterrupt.
    pub was_interrupted: bool,
    /// How many bytes of standard input the process has read and the program has not.
    pub(super) input_ahead: usize,
    /// How many requests were made that are not written down.
    pub(super) unkept: u64,
    /// What was decided before the program runs.
    pub settings: Arc<Settings>,
    pub(super) files: BTreeMap<i32, Descriptor>,
    /// Which of the numbers 0 to 2 mean the standard streams: neither closed nor given to a file.
    pub(super) streams: [bool; 3],
    /// The program's child processes that it has not waited for.
    pub(super) children: BTreeMap<i32, OwnedFd>,
    /// Where children write that share streams in memory.
    pub(super) capture: Option<Capture>,
    /// The program's signals that come from outside.
    pub(super) signals: Signals,
    /// The last wait with an end.
    pub(super) last_wait: Option<LastWait>,
    /// Whether this process is one that the program has forked.
    pub(super) forked: bool,
    pub(super) folder: PathBuf,
    first_folder: PathBuf,
    /// The working directory at the frontier, during a diversion elsewhere.
    live_folder: Option<PathBuf>,
    /// The first number that a new descriptor can get.
    pub(super) first_number: i32,
    /// No number below this one is free.
    pub(super) none_free_below: i32,
    /// Where paths lead, while a branch with a closed world asks.
    pub(super) overlay: Option<Overlay>,
    pub(super) variables: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Variables of the environment that are others than those of the process; without a value, they are not there.
    changed_variables: Vec<(String, Option<String>)>,
    databases: Databases,
    tls: Tls,
    pub(super) umask: u32,
    /// The answer to the next question for the number of objects in cycles.
    pub(crate) garbage: i64,
    /// The most bytes of objects that were in use since this was reset, garbage included.
    pub(crate) memory_peak: u64,
    /// That number and the bytes in use, as the program has measured them last.
    pub(crate) memory_in_use: [u64; 2],
    pub(super) started: Instant,
}

impl Default for World {
    fn default() -> Self {
        let variables = std::env::vars_os().map(|(k, v)| (k.into_vec(), v.into_vec())).collect();
        let folder = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        World {
            changed_variables: Vec::new(),
            console: Console::default(),
            editor: None,
            observer: None,
            was_interrupted: false,
            input_ahead: 0,
            unkept: 0,
            settings: Arc::default(),
            files: BTreeMap::new(),
            streams: [true; 3],
            children: BTreeMap::new(),
            capture: None,
            signals: Signals::default(),
            last_wait: None,
            forked: false,
            first_folder: folder.clone(),
            folder,
            live_folder: None,
            first_number: 0,
            none_free_below: 0,
            overlay: None,
            variables,
            databases: Databases::default(),
            tls: Tls::default(),
            umask: initial_umask(),
            garbage: 0,
            memory_peak: 0,
            memory_in_use: [0; 2],
            started: Instant::now(),
        }
    }
}

pub(super) type Answer<T = Reply> = Result<T, Errno>;

impl World {
    /// Makes this the program's working directory, before it runs.
    pub fn set_folder(&mut self, folder: PathBuf) {
        self.first_folder = folder.clone();
        self.folder = folder;
    }

    /// Gives the program other variables of the environment than those of the process, before it runs; one without a
    /// value is taken away.
    pub fn change_variables(&mut self, changes: Vec<(String, Option<String>)>) {
        for (name, value) in &changes {
            match value {
                Some(value) => drop(self.variables.insert(name.clone().into_bytes(), value.clone().into_bytes())),
                None => drop(self.variables.remove(name.as_bytes())),
            }
        }
        self.changed_variables = changes;
    }

    /// What [`World::change_variables`] was given.
    pub(crate) fn changed_variables(&mut self) -> Vec<(String, Option<String>)> {
        std::mem::take(&mut self.changed_variables)
    }

    /// Enters this working directory for a diversion; `None` is the one that the program began in.
    pub(super) fn enter_diversion(&mut self, folder: Option<&[u8]>) {
        let folder = folder.map_or_else(|| self.first_folder.clone(), |f| PathBuf::from(OsStr::from_bytes(f)));
        self.live_folder = Some(std::mem::replace(&mut self.folder, folder));
    }

    /// The path of a file as the process sees it.
    pub fn resolve(&self, path: &[u8]) -> PathBuf {
        self.folder.join(OsStr::from_bytes(path))
    }

    pub(super) fn path(&self, path: &[u8]) -> Answer<PathBuf> {
        // Joined to the folder, an empty path would name the folder.
        if path.is_empty() {
            return Err(Errno::NOENT);
        }
        let path = self.resolve(path);
        Ok(match &self.overlay {
            Some(overlay) => overlay.real(path),
            None => path,
        })
    }

    /// Closes what a diversion has opened, and returns to the frontier's working directory.
    pub(super) fn end_diversion(&mut self) {
        self.files.split_off(&FIRST_DIVERSION_FD);
        self.databases.close_from(i64::from(FIRST_DIVERSION_FD));
        if let Some(folder) = self.live_folder.take() {
            self.folder = folder;
        }
    }

    /// Does something for a branch with a closed world, in the working directory that it has; `None` is the one that
    /// the program began in.
    pub(super) fn on_branch<T>(
        &mut self,
        overlay: &mut Overlay,
        folder: Option<&[u8]>,
        act: impl FnOnce(&mut World) -> T,
    ) -> T {
        self.overlay = Some(std::mem::take(overlay));
        let done = self.in_folder_of_branch(folder, FIRST_BRANCH_FD, act);
        *overlay = self.overlay.take().unwrap_or_default();
        done
    }

    /// Does something for a branch that may change the outside, in the working directory that it has. Also returns the
    /// descriptors that were opened.
    pub(super) fn on_live_branch<T>(
        &mut self,
        folder: Option<&[u8]>,
        act: impl FnOnce(&mut World) -> T,
    ) -> (T, Vec<i64>) {
        let known: BTreeSet<i32> = self.files.range(FIRST_LIVE_FD..).map(|(number, _)| *number).collect();
        let done = self.in_folder_of_branch(folder, FIRST_LIVE_FD, act);
        let opened = self.files.range(FIRST_LIVE_FD..).filter(|(number, _)| !known.contains(number));
        let opened = opened.map(|(number, _)| i64::from(*number)).collect();
        (done, opened)
    }

    /// Does something in the working directory of a branch; what it opens has numbers from `first` on.
    fn in_folder_of_branch<T>(&mut self, folder: Option<&[u8]>, first: i32, act: impl FnOnce(&mut World) -> T) -> T {
        self.enter_diversion(folder);
        self.first_number = first;
        let done = act(self);
        self.first_number = 0;
        if let Some(folder) = self.live_folder.take() {
            self.folder = folder;
        }
        done
    }

    /// Carries a request out.
    pub(super) fn carry_out(&mut self, request: &HostRequest, in_diversion: bool) -> Reply {
        let done = match request.op {
            Op::Clock
            | Op::Sleep
            | Op::Random
            | Op::Ids
            | Op::CpuCount
            | Op::Garbage
            | Op::SystemName
            | Op::MemoryInUse => self.system_request(request),
            Op::Line if !self.is_stream(0) => self.line_of_file().map(Reply::Bytes),
            Op::System => self.system_call(request, in_diversion),
            Op::Library => self.library_request(request),
            Op::Settings => Ok(self.settings.reply()),
            Op::Zone => self.zone(request.paths()[0]),
            Op::Line if !request.paths().is_empty() => {
                self.prompted_line(request.paths()[0]).map(Reply::Bytes).map_err(errno_of)
            }
            Op::Line => self.line().map(Reply::Bytes).map_err(errno_of),
            Op::Environment | Op::SetVariable | Op::UnsetVariable => Ok(self.variable_request(request)),
            Op::Source => {
                self.path(request.paths()[0]).and_then(|p| std::fs::read(p).map_err(errno_of)).map(Reply::Bytes)
            }
            Op::FindModule => self
                .path(request.paths()[0])
                .map(|p| Reply::Bytes(found_module(&p, [request.paths()[0], request.paths()[1]]))),
            Op::Open => self.open(request).map(|file| self.add(file, in_diversion)),
            Op::Umask => {
                let old = self.umask;
                self.umask = request.first() as u32 & 0o777;
                Ok(Reply::Int(i64::from(old)))
            }
            Op::Spawn | Op::Exec | Op::Fork | Op::Wait | Op::Kill | Op::KillGroup | Op::Session => {
                self.process_request(request)
            }
            Op::SetSignal | Op::Signals => self.signal_request(request),
            Op::Poll | Op::Epoll | Op::EpollControl | Op::EpollWait => self.readiness_request(request, in_diversion),
            Op::WouldWait => Ok(self.would_wait(request)),
            Op::WaitAny => self.wait_any(request),
            Op::AddressInfo | Op::NameInfo | Op::NetworkNames => self.name_request(request),
            op if op.is_of_sockets() || matches!(op, Op::Socket | Op::SocketPair) => {
                self.socket_request(request, in_diversion)
            }
            Op::Database => Ok(self.database_request(request, in_diversion)),
            Op::Tls => Ok(self.tls_request(request)),
            op if op.takes_descriptor() || op == Op::Pipe => self.file_request(request, in_diversion),
            _ => self.path_request(request),
        };
        let done = match done {
            Err(Errno::NOENT) => self.bundled(request, in_diversion).unwrap_or(done),
            done => done,
        };
        done.unwrap_or_else(|e| Reply::Fail(e.raw_os_error()))
    }

    pub(super) fn mode(&self, mode: i64) -> Mode {
        Mode::from_raw_mode(mode as u32 & 0o7777 & !self.umask)
    }

    fn open(&self, request: &HostRequest) -> Answer<OwnedFd> {
        let [flags, mode] = [request.numbers()[0], request.numbers()[1]];
        let flags = OFlags::from_bits_retain(flags as u32) | OFlags::CLOEXEC;
        let (folder, path) = self.at(request, 0, 2)?;
        let mode = self.mode(mode);
        match fs::openat(folder, &path, flags, mode) {
            // Files that a program forgets to close stay open here, so it needs more than under CPython, which closes
            // them at once.
            Err(Errno::MFILE) if raise_limit() => fs::openat(folder, &path, flags, mode),
            opened => opened,
        }
    }

    /// Writes the prompt of a line that is asked for to standard error, before anything waits for the line. An editor
    /// of lines shows it itself.
    pub(super) fn prompt(&mut self, request: &HostRequest) {
        let prompt = request.paths().first().copied().filter(|_| request.op == Op::Line);
        if let Some(prompt) = prompt.filter(|_| self.editor.is_none() && self.is_stream(0)) {
            let _ = self.console.write(super::Stream::Err, prompt);
        }
    }

    /// A line of standard input after a prompt.
    fn prompted_line(&mut self, prompt: &[u8]) -> std::io::Result<Vec<u8>> {
        self.console.flush()?;
        if let Some(editor) = &mut self.editor {
            return editor(&String::from_utf8_lossy(prompt));
        }
        self.line()
    }

    fn line(&mut self) -> std::io::Result<Vec<u8>> {
        let (line, ahead) = self.console.read_line()?;
        self.input_ahead = ahead;
        Ok(line)
    }

    /// Gives the program an environment variable, before it runs.
    pub fn set_variable(&mut self, name: &[u8], value: &[u8]) {
        self.variables.insert(name.to_vec(), value.to_vec());
    }

    /// Whether the program has this environment variable, with a value.
    pub fn has_variable(&self, name: &[u8]) -> bool {
        self.variables.get(name).is_some_and(|value| !value.is_empty())
    }

    fn database_request(&mut self, request: &HostRequest, in_diversion: bool) -> Reply {
        let [number, kind] = [request.first(), request.numbers()[1]];
        let kind = Kind::of(kind).unwrap_or(Kind::Status);
        let args = Wire::decode(&mut request.bytes());
        let first = if in_diversion { i64::from(FIRST_DIVERSION_FD) } else { 1 };
        let folder = &self.folder;
        let resolve = |path: &[u8]| folder.join(OsStr::from_bytes(path)).into_os_string().into_vec();
        let mut bytes = Vec::new();
        self.databases.carry_out(number, kind, (&args, request.at(2) != 0), first, resolve).encode(&mut bytes);
        Reply::Bytes(bytes)
    }

    fn tls_request(&mut self, request: &HostRequest) -> Reply {
        let number = request.first();
        let Some(kind) = tls::Kind::of(request.at(1)) else { return Reply::Fail(libc::EINVAL) };
        let args = Wire::decode(&mut request.bytes());
        let fd = self.tls.descriptor(number).and_then(|fd| i32::try_from(fd).ok());
        let socket = fd.and_then(|fd| self.files.get(&fd)).map(|descriptor| descriptor.file.as_fd());
        let mut bytes = Vec::new();
        self.tls.carry_out(number, kind, &args, socket).encode(&mut bytes);
        Reply::Bytes(bytes)
    }

    fn variable_request(&mut self, request: &HostRequest) -> Reply {
        match request.op {
            Op::Environment => Reply::Names(self.variables.iter().flat_map(|(k, v)| [k.clone(), v.clone()]).collect()),
            Op::SetVariable => {
                self.variables.insert(request.paths()[0].to_vec(), request.paths()[1].to_vec());
                Reply::Done
            }
            _ => {
                self.variables.remove(request.paths()[0]);
                Reply::Done
            }
        }
    }
}

/// The mask that the process was started with. From then on that of the process is empty: each program has its own.
fn initial_umask() -> u32 {
    static FIRST: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *FIRST.get_or_init(|| rustix::process::umask(Mode::empty()).as_raw_mode())
}

pub(super) fn errno_of(e: std::io::Error) -> Errno {
    e.raw_os_error().map_or(Errno::IO, Errno::from_raw_os_error)
}

/// What an error of the system means, without its number.
pub(crate) fn error_text(e: &std::io::Error) -> String {
    let text = e.to_string();
    text.split(" (os error").next().unwrap_or_default().to_string()
}

/// Raises this process's limit of open files as far as allowed; returns whether it rose.
fn raise_limit() -> bool {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    limit.current != limit.maximum
        && setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum }).is_ok()
}
