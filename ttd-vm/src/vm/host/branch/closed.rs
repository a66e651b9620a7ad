//! What a branch with a closed world may ask. It looks at the world, changes files in its overlay, and makes what only
//! the program itself can see: pipes, pairs of sockets, lists of descriptors to wait for. Nothing that comes from
//! outside reaches it.

use super::overlay::Overlaid;
use super::own_folders::is_in_working_directory;
use super::{Host, Outside};
use crate::vm::host::input_log::Reply;
use crate::vm::host::os::World;
use crate::vm::host::pieces;
use crate::vm::host::request::{Effect, HostRequest, Op};
use crate::vm::host::system::table::Arg;

/// The number of `pidfd_open` among the calls of `Op::Session`.
const OPEN_PROCESS: i64 = 5;

/// System calls about files that do nothing to any others.
const OF_FILES: &[&str] = &[
    "pread",
    "pwrite",
    "fdatasync",
    "fchmod",
    "posix_fallocate",
    "posix_fadvise",
    "copy_file_range",
    "sendfile",
    "fstatvfs",
    "flock",
    "fcntl get",
    "utime fd",
    "getxattr fd",
    "listxattr fd",
    "setxattr fd",
    "removexattr fd",
];

impl Host {
    /// The reply to a request of a branch whose world is closed; `None` if it would change the outside. A wait for what
    /// is not ready fails with EAGAIN.
    pub(in crate::vm::host) fn ask_closed(&mut self, request: &HostRequest) -> Option<Reply> {
        let joined = self.outside.joined_paths(request);
        let request = &joined.iter().fold(*request, |request, path| path.put_into(request));
        match (request.op, request.descriptor()) {
            // Only children would see it, and there are none.
            (Op::SetVariable | Op::UnsetVariable, _) => return Some(Reply::Done),
            // No signal comes from outside.
            (Op::SetSignal, _) => return Some(Reply::Done),
            (Op::Session, _) if request.first() == OPEN_PROCESS && request.at(1) == i64::from(std::process::id()) => {
                return Some(self.make_own(request));
            }
            (Op::Epoll | Op::SocketPair | Op::Pipe, _) => return Some(self.make_own(request)),
            (Op::EpollControl | Op::EpollWait, _) => return self.ask_about_waits(request),
            (Op::WouldWait, _) => return Some(self.would_wait_closed(request)),
            (Op::WaitAny, _) => return Some(self.wait_any_closed(request)),
            (Op::Dup2, _) => return None,
            (Op::System, Some(3..)) => return self.ask_system(request),
            (_, Some(fd @ 3..)) => return self.ask_about_file(request, fd),
            (_, Some(_)) if request.effect() != Effect::Reads => return None,
            _ => {}
        }
        let folder = self.folder_at(self.state.inputs);
        let Outside { overlay, files, folders, .. } = &mut self.outside;
        self.world.on_branch(overlay, folder.as_deref(), |world| {
            match may_be_asked(world, request) {
                Ok(Overlaid::Asks) => {}
                Ok(Overlaid::Refused) => return None,
                Ok(Overlaid::Done) => return Some(Reply::Done),
                Err(errno) => return Some(Reply::Fail(errno.raw_os_error())),
            }
            if request.op == Op::ChangeDir
                && let Some(folder) = world.changed_folder(request)
            {
                return Some(Reply::Bytes(folder));
            }
            let reply = world.carry_out(request, false);
            if let (Op::Open, Reply::Int(number)) = (request.op, &reply) {
                files.insert(*number, *number);
                let path = request.paths()[0];
                if world.path(path).is_ok_and(|real| real.is_dir()) {
                    folders.insert(*number, world.resolve(path));
                }
            }
            Some(reply)
        })
    }

    /// Makes descriptors that lead nowhere outside.
    fn make_own(&mut self, request: &HostRequest) -> Reply {
        let reply = self.carry_out_closed(request);
        let made: &[i64] = match &reply {
            Reply::Int(number) => &[*number],
            Reply::Ints(numbers) => numbers,
            _ => &[],
        };
        self.outside.files.extend(made.iter().map(|number| (*number, *number)));
        reply
    }

    /// As `ask_closed`, about a file that is open.
    fn ask_about_file(&mut self, request: &HostRequest, fd: i64) -> Option<Reply> {
        if !request.op.takes_descriptor() || request.op == Op::Database {
            return None;
        }
        let known = self.outside.files.get(&fd).copied();
        let number = match known {
            Some(number) => number,
            // It is not the branch's, so nothing happens to it.
            None if request.op == Op::Close => return Some(Reply::Done),
            None => match self.own_descriptor(fd) {
                Some(number) => number,
                None if request.op.is_of_sockets() => return None,
                None => self.open_past_file(fd)?,
            },
        };
        let reply = self.carry_out_closed(&request.on_descriptor(number));
        match (request.op, &reply) {
            (Op::Close, Reply::Done) => {
                self.outside.files.remove(&fd);
                self.outside.folders.remove(&fd);
            }
            (Op::Dup, Reply::Int(copy)) => drop(self.outside.files.insert(*copy, *copy)),
            _ => {}
        }
        Some(reply)
    }

    /// As `ask_closed`, about a list of descriptors to wait for. What comes from outside is not waited for.
    fn ask_about_waits(&mut self, request: &HostRequest) -> Option<Reply> {
        let waits = request.op == Op::EpollWait;
        let Some(number) = self.own_descriptor(request.first()) else {
            return Some(if waits { Reply::Fail(libc::EAGAIN) } else { Reply::Done });
        };
        let mut own = request.on_descriptor(number);
        if !waits {
            let Some(target) = self.own_descriptor(request.at(2)) else { return Some(Reply::Done) };
            own.numbers[2] = target;
        }
        let mut reply = self.carry_out_closed(&own);
        if let (true, Reply::Ints(pairs)) = (waits, &mut reply) {
            // The program knows them by its own numbers.
            for pair in pairs.chunks_exact_mut(2) {
                let known = self.outside.files.iter().find(|(_, number)| **number == pair[0]);
                pair[0] = known.map_or(pair[0], |(fd, _)| *fd);
            }
        }
        Some(reply)
    }

    /// Answers a `WouldWait` about descriptors of the branch; one of the outside is asked at once.
    fn would_wait_closed(&mut self, request: &HostRequest) -> Reply {
        let Some(number) = self.own_descriptor(request.at(1)) else { return Reply::Ints(Vec::new()) };
        let mut own = *request;
        own.numbers[1] = number;
        self.carry_out_closed(&own)
    }

    /// Answers a `WaitAny`. What the branch does not have is ready: who waits for it finds out.
    fn wait_any_closed(&mut self, request: &HostRequest) -> Reply {
        let numbers = pieces::numbers(request.bytes());
        let is_own = |number: &i64| *number >= 0 && self.outside.files.values().any(|own| *own == number >> 32);
        let foreign: Vec<i64> = (0..).zip(&numbers).filter(|(_, number)| !is_own(number)).map(|(at, _)| at).collect();
        if foreign.is_empty() { self.carry_out_closed(request) } else { Reply::Ints(foreign) }
    }

    /// As `ask_closed`, about a system call that takes descriptors.
    fn ask_system(&mut self, request: &HostRequest) -> Option<Reply> {
        let row = request.system_call()?;
        if !OF_FILES.contains(&row.name) {
            return None;
        }
        let mut own = *request;
        for (at, _) in row.args.iter().filter(|arg| arg.takes_number()).enumerate().filter(|(_, arg)| **arg == Arg::Fd)
        {
            let fd = request.at(at + 1);
            let number = match self.outside.files.get(&fd) {
                Some(number) => *number,
                None if fd < 3 => return None,
                None => self.open_past_file(fd)?,
            };
            own.numbers[at + 1] = number;
        }
        Some(self.carry_out_closed(&own))
    }

    pub(super) fn carry_out_closed(&mut self, request: &HostRequest) -> Reply {
        self.world.on_branch(&mut self.outside.overlay, None, |world| world.carry_out(request, false))
    }
}

/// Whether a branch may ask this, which is about no file that is open. What it changes is copied first.
fn may_be_asked(world: &mut World, request: &HostRequest) -> Result<Overlaid, rustix::io::Errno> {
    match request.effect() {
        // It is a part of the program's state, and the world is put back where it was.
        Effect::Changes if request.op == Op::ChangeDir => Ok(Overlaid::Asks),
        Effect::Changes if !is_in_working_directory(request) => Ok(Overlaid::Refused),
        Effect::Changes => world.prepare_in_overlay(request),
        Effect::Consumes => Ok(Overlaid::Refused),
        Effect::Reads => {
            let mut paths = request.paths().iter().map(|path| world.resolve(path));
            let is_unknown = world.overlay.as_ref().is_some_and(|all| paths.any(|path| all.is_unknown(&path)));
            Ok(if is_unknown { Overlaid::Refused } else { Overlaid::Asks })
        }
    }
}
