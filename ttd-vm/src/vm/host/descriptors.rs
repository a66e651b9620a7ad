//! The program's descriptors, and what is done with files that are open.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{self, OFlags};
use rustix::io::Errno;

use super::Stream;
use super::input_log::Reply;
use super::os::{Answer, FIRST_DIVERSION_FD, World, errno_of};
use super::paths::stat;
use super::request::{HostRequest, Op};
use super::waiting::room_for;
use crate::vm::host::console::Console;

/// A descriptor of the program.
pub(super) struct Descriptor {
    pub(super) file: OwnedFd,
    /// Whether child processes get it.
    pub(super) inheritable: bool,
    /// Whether a call may have to wait for it: it is neither a regular file nor a directory.
    pub(super) may_wait: bool,
    /// The standard stream that it is a copy of.
    pub(super) copy_of: Option<i32>,
}

impl Descriptor {
    pub(super) fn new(file: OwnedFd) -> Descriptor {
        let kind = fs::fstat(&file).map(|s| fs::FileType::from_raw_mode(s.st_mode));
        let may_wait = !matches!(kind, Ok(fs::FileType::RegularFile | fs::FileType::Directory));
        Descriptor { file, inheritable: false, may_wait, copy_of: None }
    }
}

impl World {
    /// The descriptor, if reading from it may block.
    pub(super) fn may_block(&self, fd: i64) -> Option<BorrowedFd<'_>> {
        if fd == 0 && self.is_stream(0) {
            let process = matches!(self.console, Console::Process);
            // A part of the input may be in the process's own buffer already. An editor fills that, too.
            let waits = match self.editor {
                Some(_) => rustix::termios::isatty(std::io::stdin()),
                None => self.input_ahead == 0,
            };
            return (process && waits).then_some(rustix::stdio::stdin());
        }
        let descriptor = self.files.get(&i32::try_from(fd).ok()?)?;
        (descriptor.may_wait && is_blocking(&descriptor.file)).then_some(descriptor.file.as_fd())
    }

    /// A file of the program.
    pub(super) fn file(&self, fd: i64) -> Answer<BorrowedFd<'_>> {
        let fd = i32::try_from(fd).map_err(|_| Errno::BADF)?;
        self.files.get(&fd).map(|d| d.file.as_fd()).ok_or(Errno::BADF)
    }

    /// Whether a number means one of the standard streams.
    pub(super) fn is_stream(&self, fd: i64) -> bool {
        usize::try_from(fd).ok().and_then(|fd| self.streams.get(fd)) == Some(&true)
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
    pub(super) fn any_file(&self, fd: i64) -> Answer<BorrowedFd<'_>> {
        let own = self.file(fd);
        match (&self.console, World::standard(fd)) {
            (Console::Process | Console::Input(_), Some(file)) if self.is_stream(fd) => Ok(file),
            _ => own,
        }
    }

    /// Gives a file the lowest free number, as the system does.
    pub(super) fn add(&mut self, file: OwnedFd, in_diversion: bool) -> Reply {
        Reply::Int(i64::from(self.put(Descriptor::new(file), in_diversion)))
    }

    /// Gives a descriptor the lowest free number.
    pub(super) fn put(&mut self, descriptor: Descriptor, in_diversion: bool) -> i32 {
        self.put_from(self.first_number, descriptor, in_diversion)
    }

    /// Gives a descriptor the lowest free number from this one on.
    fn put_from(&mut self, least: i32, descriptor: Descriptor, in_diversion: bool) -> i32 {
        let from = if in_diversion { FIRST_DIVERSION_FD } else { least };
        let mut number = from.max(self.none_free_below);
        while self.files.contains_key(&number) || self.is_stream(i64::from(number)) {
            number += 1;
        }
        self.files.insert(number, descriptor);
        if from <= self.none_free_below {
            self.none_free_below = number + 1;
        }
        number
    }

    /// Takes a descriptor away, whose number is free then.
    pub(super) fn remove_file(&mut self, number: i32) -> Option<Descriptor> {
        let removed = self.files.remove(&number)?;
        self.none_free_below = self.none_free_below.min(number);
        Some(removed)
    }

    fn descriptor(&mut self, fd: i64) -> Answer<&mut Descriptor> {
        let fd = i32::try_from(fd).map_err(|_| Errno::BADF)?;
        self.files.get_mut(&fd).ok_or(Errno::BADF)
    }

    /// Takes over the files that the process was started with, under their numbers. A file that becomes too large is an
    /// error from here on, and does not end the process.
    pub fn adopt_inherited(&mut self) {
        super::signals::ignore_file_size();
        let Ok(entries) = std::fs::read_dir("/proc/self/fd") else { return };
        let numbers: Vec<i32> = entries.flatten().filter_map(|e| e.file_name().to_str()?.parse().ok()).collect();
        for fd in numbers.into_iter().filter(|fd| *fd > 2) {
            if let Some(file) = super::children::inherited(fd) {
                self.files.insert(fd, Descriptor { inheritable: true, ..Descriptor::new(file) });
            }
        }
    }

    pub(super) fn file_request(&mut self, request: &HostRequest, in_diversion: bool) -> Answer {
        let fd = request.first();
        let second = request.at(1);
        Ok(match request.op {
            Op::Close if self.is_stream(fd) => {
                let _ = self.console.flush();
                self.streams[fd as usize] = false;
                self.none_free_below = 0;
                // It means no stream from here on.
                Reply::Ints(vec![fd, 1])
            }
            Op::Close => {
                self.file(fd)?;
                self.remove_file(fd as i32);
                Reply::Done
            }
            Op::Read if fd == 0 && self.is_stream(0) => {
                let (bytes, ahead) = self.console.read(second as usize).map_err(errno_of)?;
                self.input_ahead = ahead;
                Reply::Bytes(bytes)
            }
            Op::Read => Reply::Bytes(read(self.file(fd)?, second as usize)?),
            Op::Write => Reply::Int(self.write_to(fd, request.bytes())?),
            Op::Seek => Reply::Int(self.seek(request)?),
            Op::Truncate => fs::ftruncate(self.file(fd)?, second as u64).map(|()| Reply::Done)?,
            Op::Sync => fs::fsync(self.file(fd)?).map(|()| Reply::Done)?,
            Op::Dup => {
                let least = i32::try_from(second).ok().filter(|n| (0..FIRST_DIVERSION_FD).contains(n));
                self.duplicate(fd, least.ok_or(Errno::INVAL)?, in_diversion)?
            }
            Op::Dup2 => self.duplicate_to(fd, second, request.at(2) != 0)?,
            Op::Pipe => {
                let flags = request.first() as u32 & OFlags::NONBLOCK.bits();
                let flags = rustix::pipe::PipeFlags::from_bits_truncate(flags) | rustix::pipe::PipeFlags::CLOEXEC;
                let (from, to) = rustix::pipe::pipe_with(flags)?;
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
            Op::SetInheritable | Op::IsInheritable | Op::SetBlocking | Op::IsBlocking => self.flag_request(request)?,
            _ => return Err(Errno::NOSYS),
        })
    }

    fn flag_request(&mut self, request: &HostRequest) -> Answer {
        let (fd, on) = (request.first(), request.at(1) != 0);
        Ok(match request.op {
            // Children always get the standard streams.
            Op::SetInheritable if self.is_stream(fd) => Reply::Done,
            Op::IsInheritable if self.is_stream(fd) => Reply::Int(1),
            Op::SetInheritable => {
                self.descriptor(fd)?.inheritable = on;
                Reply::Done
            }
            Op::IsInheritable => Reply::Int(i64::from(self.descriptor(fd)?.inheritable)),
            Op::IsBlocking => Reply::Int(i64::from(is_blocking(self.any_file(fd)?))),
            _ => {
                let file = self.any_file(fd)?;
                let flags = fs::fcntl_getfl(file)?;
                fs::fcntl_setfl(file, if on { flags - OFlags::NONBLOCK } else { flags | OFlags::NONBLOCK })?;
                Reply::Done
            }
        })
    }

    fn duplicate(&mut self, fd: i64, least: i32, in_diversion: bool) -> Answer {
        let stands_for = self.is_stream(fd);
        let file = match self.any_file(fd) {
            Ok(file) => rustix::io::fcntl_dupfd_cloexec(file, 3)?,
            // In memory there is no file; what is written to the copy goes to the stream.
            Err(_) if stands_for => fs::open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, fs::Mode::empty())?,
            Err(e) => return Err(e),
        };
        let copy_of = if stands_for { Some(fd as i32) } else { self.files.get(&(fd as i32)).and_then(|d| d.copy_of) };
        let number = self.put_from(least, Descriptor { copy_of, ..Descriptor::new(file) }, in_diversion);
        Ok(Reply::Int(i64::from(number)))
    }

    /// Gives the number, and whether it means a file afterwards and not a standard stream.
    fn duplicate_to(&mut self, from: i64, to: i64, inheritable: bool) -> Answer {
        let to = i32::try_from(to).ok().filter(|to| *to >= 0).ok_or(Errno::BADF)?;
        if from == i64::from(to) {
            self.any_file(from).or_else(|e| if self.is_stream(from) { Ok(rustix::stdio::stdin()) } else { Err(e) })?;
            return Ok(Reply::Ints(vec![from, i64::from(!self.is_stream(from))]));
        }
        let own = i32::try_from(from).ok().and_then(|from| self.files.get(&from));
        let copy_of = own.map_or(self.is_stream(from).then_some(from as i32), |d| d.copy_of);
        if to < 3 {
            let _ = self.console.flush();
            if copy_of == Some(to) {
                self.remove_file(to);
                self.streams[to as usize] = true;
                return Ok(Reply::Ints(vec![i64::from(to), 0]));
            }
        }
        let Reply::Int(copy) = self.duplicate(from, 0, false)? else { return Err(Errno::IO) };
        let descriptor = self.remove_file(copy as i32).ok_or(Errno::BADF)?;
        if let Some(stream) = self.streams.get_mut(to as usize) {
            *stream = false;
        }
        self.files.insert(to, Descriptor { inheritable, ..descriptor });
        Ok(Reply::Ints(vec![i64::from(to), 1]))
    }

    /// A line of the file that is in the place of standard input; the next reader finds what is behind it.
    pub(super) fn line_of_file(&self) -> Answer<Vec<u8>> {
        let file = self.file(0)?;
        let mut line = Vec::new();
        while line.last() != Some(&b'\n') {
            let byte = read(file, 1)?;
            if byte.is_empty() {
                break;
            }
            line.extend(byte);
        }
        Ok(line)
    }

    fn write_to(&mut self, fd: i64, bytes: &[u8]) -> Answer<i64> {
        let copy_of = i32::try_from(fd).ok().and_then(|fd| self.files.get(&fd)).and_then(|d| d.copy_of);
        if let (Some(stream @ 1..=2), Console::Memory(_)) = (copy_of, &self.console) {
            let stream = if stream == 1 { Stream::Out } else { Stream::Err };
            self.console.write(stream, bytes).map_err(errno_of)?;
            return Ok(bytes.len() as i64);
        }
        if copy_of.is_some() {
            self.console.flush().map_err(errno_of)?;
        }
        let waits = self.may_block(fd).is_some();
        let file = self.file(fd)?;
        // Where the call would wait, no more is written than there is room for: the rest is written in turns.
        let piece = if waits { &bytes[..bytes.len().min(room_for(file))] } else { bytes };
        Ok(rustix::io::write(file, piece)? as i64)
    }

    fn seek(&self, request: &HostRequest) -> Answer<i64> {
        if self.is_stream(request.first()) {
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
}

/// Whether calls on this file wait.
pub(super) fn is_blocking(file: impl AsFd) -> bool {
    fs::fcntl_getfl(file).is_ok_and(|flags| !flags.contains(OFlags::NONBLOCK))
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
