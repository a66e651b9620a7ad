//! The live world, where requests are carried out. Descriptors, working directory and variables are the program's own,
//! not the process's: several programs run in one process, and a program must not close the debugger's files.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::time::Instant;

use rustix::fs::{self, Mode, OFlags};
use rustix::io::Errno;

use super::input_log::Reply;
use super::paths::{found_module, stat};
use super::request::{HostRequest, Op};
use super::sqlite::wire::Wire;
use super::sqlite::{Databases, Kind};
use crate::vm::host::console::Console;

/// The first descriptor that a diversion can open.
pub(super) const FIRST_DIVERSION_FD: i32 = 1 << 20;

/// The live end of the boundary.
pub struct World {
    /// Where the standard streams lead.
    pub console: Console,
    files: BTreeMap<i32, OwnedFd>,
    pub(super) folder: PathBuf,
    first_folder: PathBuf,
    /// The working directory at the frontier, during a diversion elsewhere.
    live_folder: Option<PathBuf>,
    variables: BTreeMap<Vec<u8>, Vec<u8>>,
    databases: Databases,
    umask: u32,
    pub(super) started: Instant,
}

impl Default for World {
    fn default() -> Self {
        let variables = std::env::vars_os().map(|(k, v)| (k.into_vec(), v.into_vec())).collect();
        let folder = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        World {
            console: Console::default(),
            files: BTreeMap::new(),
            first_folder: folder.clone(),
            folder,
            live_folder: None,
            variables,
            databases: Databases::default(),
            umask: 0o022,
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
        if path.is_empty() { Err(Errno::NOENT) } else { Ok(self.resolve(path)) }
    }

    /// The descriptor, if reading from it may block.
    pub(super) fn may_block(&self, fd: i64) -> Option<BorrowedFd<'_>> {
        if fd == 0 {
            let process = matches!(self.console, Console::Process);
            // Behind a pipe, a part of the input may be in the process's own buffer already.
            return (process && rustix::termios::isatty(std::io::stdin())).then_some(rustix::stdio::stdin());
        }
        let file = self.file(fd).ok()?;
        let kind = fs::FileType::from_raw_mode(fs::fstat(file).ok()?.st_mode);
        (kind != fs::FileType::RegularFile && kind != fs::FileType::Directory).then_some(file)
    }

    /// Closes what a diversion has opened, and returns to the frontier's working directory.
    pub(super) fn end_diversion(&mut self) {
        self.files.split_off(&FIRST_DIVERSION_FD);
        self.databases.close_from(i64::from(FIRST_DIVERSION_FD));
        if let Some(folder) = self.live_folder.take() {
            self.folder = folder;
        }
    }

    fn file(&self, fd: i64) -> Answer<BorrowedFd<'_>> {
        let fd = i32::try_from(fd).map_err(|_| Errno::BADF)?;
        self.files.get(&fd).map(AsFd::as_fd).ok_or(Errno::BADF)
    }

    fn standard(fd: i64) -> Option<BorrowedFd<'static>> {
        match fd {
            0 => Some(rustix::stdio::stdin()),
            1 => Some(rustix::stdio::stdout()),
            2 => Some(rustix::stdio::stderr()),
            _ => None,
        }
    }

    /// A file of the program or, when they are the process's, one of the standard streams.
    fn any_file(&self, fd: i64) -> Answer<BorrowedFd<'_>> {
        match (&self.console, World::standard(fd)) {
            (Console::Process, Some(file)) => Ok(file),
            _ => self.file(fd),
        }
    }

    /// Gives a file the lowest free number, as the system does.
    fn add(&mut self, file: OwnedFd, in_diversion: bool) -> Reply {
        let mut number = if in_diversion { FIRST_DIVERSION_FD } else { 3 };
        while self.files.contains_key(&number) {
            number += 1;
        }
        self.files.insert(number, file);
        Reply::Int(i64::from(number))
    }

    /// Carries a request out.
    pub(super) fn carry_out(&mut self, request: &HostRequest, in_diversion: bool) -> Reply {
        let done = match request.op {
            Op::Clock | Op::Sleep | Op::Random | Op::Ids | Op::CpuCount | Op::SystemName => {
                self.system_request(request)
            }
            Op::Line => self.console.read_line().map(Reply::Bytes).map_err(errno_of),
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
            Op::Database => Ok(self.database_request(request, in_diversion)),
            op if op.takes_descriptor() || op == Op::Pipe => self.file_request(request, in_diversion),
            _ => self.path_request(request),
        };
        done.unwrap_or_else(|e| Reply::Fail(e.raw_os_error()))
    }

    pub(super) fn mode(&self, mode: i64) -> Mode {
        Mode::from_raw_mode(mode as u32 & 0o7777 & !self.umask)
    }

    fn open(&self, request: &HostRequest) -> Answer<OwnedFd> {
        let [flags, mode] = [request.numbers()[0], request.numbers()[1]];
        let flags = OFlags::from_bits_retain(flags as u32) | OFlags::CLOEXEC;
        let (path, mode) = (self.path(request.paths()[0])?, self.mode(mode));
        match fs::open(&path, flags, mode) {
            // Files that a program forgets to close stay open here, so it needs more than under CPython, which closes
            // them at once.
            Err(Errno::MFILE) if raise_limit() => fs::open(&path, flags, mode),
            opened => opened,
        }
    }

    fn file_request(&mut self, request: &HostRequest, in_diversion: bool) -> Answer {
        let fd = request.first();
        let second = request.numbers().get(1).copied().unwrap_or(0);
        Ok(match request.op {
            Op::Close => {
                self.file(fd)?;
                self.files.remove(&(fd as i32));
                Reply::Done
            }
            Op::Read if fd == 0 => Reply::Bytes(self.console.read(second as usize).map_err(errno_of)?),
            Op::Read => Reply::Bytes(read(self.file(fd)?, second as usize)?),
            Op::Write => Reply::Int(rustix::io::write(self.file(fd)?, request.bytes())? as i64),
            Op::Seek => Reply::Int(self.seek(request)?),
            Op::Truncate => fs::ftruncate(self.file(fd)?, second as u64).map(|()| Reply::Done)?,
            Op::Sync => fs::fsync(self.file(fd)?).map(|()| Reply::Done)?,
            Op::Dup => {
                let file = rustix::io::fcntl_dupfd_cloexec(self.any_file(fd)?, 0)?;
                self.add(file, in_diversion)
            }
            Op::Dup2 => {
                // The standard streams stay what they are: the debugger needs them.
                let to = i32::try_from(second).ok().filter(|to| *to > 2).ok_or(Errno::BADF)?;
                let file = rustix::io::fcntl_dupfd_cloexec(self.any_file(fd)?, 0)?;
                self.files.insert(to, file);
                Reply::Int(second)
            }
            Op::Pipe => {
                let (from, to) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
                let (Reply::Int(from), Reply::Int(to)) = (self.add(from, in_diversion), self.add(to, in_diversion))
                else {
                    return Err(Errno::IO);
                };
                Reply::Ints(vec![from, to])
            }
            Op::IsATty => Reply::Int(i64::from(rustix::termios::isatty(self.any_file(fd)?))),
            Op::StatFd => stat(&fs::fstat(self.any_file(fd)?)?),
            Op::TerminalSize => {
                let size = rustix::termios::tcgetwinsize(self.any_file(fd)?)?;
                Reply::Ints(vec![i64::from(size.ws_col), i64::from(size.ws_row)])
            }
            _ => return Err(Errno::NOSYS),
        })
    }

    fn database_request(&mut self, request: &HostRequest, in_diversion: bool) -> Reply {
        let [number, kind] = [request.first(), request.numbers()[1]];
        let kind = usize::try_from(kind).ok().and_then(|i| Kind::ALL.get(i)).copied().unwrap_or(Kind::Status);
        let args = Wire::decode(&mut request.bytes());
        let first = if in_diversion { i64::from(FIRST_DIVERSION_FD) } else { 1 };
        let folder = &self.folder;
        let resolve = |path: &[u8]| folder.join(OsStr::from_bytes(path)).into_os_string().into_vec();
        let mut bytes = Vec::new();
        self.databases.carry_out(number, kind, &args, first, resolve).encode(&mut bytes);
        Reply::Bytes(bytes)
    }

    fn seek(&self, request: &HostRequest) -> Answer<i64> {
        if (0..3).contains(&request.first()) {
            return Err(Errno::SPIPE);
        }
        let offset = request.numbers()[1];
        let to = match request.numbers()[2] {
            0 => fs::SeekFrom::Start(u64::try_from(offset).map_err(|_| Errno::INVAL)?),
            1 => fs::SeekFrom::Current(offset),
            2 => fs::SeekFrom::End(offset),
            _ => return Err(Errno::INVAL),
        };
        Ok(fs::seek(self.file(request.first())?, to)? as i64)
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

pub(super) fn errno_of(e: std::io::Error) -> Errno {
    e.raw_os_error().map_or(Errno::IO, Errno::from_raw_os_error)
}

/// Raises this process's limit of open files as far as allowed; returns whether it rose.
fn raise_limit() -> bool {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    limit.current != limit.maximum
        && setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum }).is_ok()
}

fn read(file: BorrowedFd<'_>, n: usize) -> Answer<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(n).map_err(|_| Errno::NOMEM)?;
    if n > 0 {
        rustix::io::read(file, rustix::buffer::spare_capacity(&mut bytes))?;
        bytes.truncate(n);
    }
    Ok(bytes)
}
