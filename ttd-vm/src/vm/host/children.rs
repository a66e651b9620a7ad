//! Child processes: starting them with the program's descriptors, waiting for them, signals to them.
//!
//! # Why the unsafe code is sound
//!
//! `Plan` starts children that become other programs. The status structures are written by the system before they are
//! read. `inherited` takes descriptors that are open and that nothing else of this process has opened. After `Op::Fork`
//! the child has one thread and goes on with it; locks of other threads are not taken by it.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use rustix::fs::MemfdFlags;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags};

use super::Stream;
use super::child_plan::{Given, Plan, Strings, actions_of, c_string};
use super::descriptors::Descriptor;
use super::input_log::Reply;
use super::os::{Answer, FIRST_BRANCH_FD, World, errno_of};
use super::pieces;
use super::request::{HostRequest, Op};
use super::waiting::Waiting;
use crate::vm::host::console::Console;

/// Where children write that share streams in memory: standard output and error, and how much of each was taken over.
pub(super) struct Capture([(File, u64); 2]);

/// The error of the call that failed last.
pub(super) fn last_error() -> Errno {
    errno_of(std::io::Error::last_os_error())
}

/// A file that this process was started with.
pub(super) fn inherited(fd: RawFd) -> Option<OwnedFd> {
    // SAFETY: asked before anything is opened, each number once; `fcntl` says whether it is open.
    unsafe {
        let flags = libc::fcntl(fd, libc::F_GETFD);
        let open = flags >= 0 && flags & libc::FD_CLOEXEC == 0;
        (open && libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) >= 0).then(|| OwnedFd::from_raw_fd(fd))
    }
}

impl World {
    pub(super) fn process_request(&mut self, request: &HostRequest) -> Answer {
        match request.op {
            Op::Spawn => self.spawn(request.bytes()),
            Op::Exec => self.become_program(request.bytes()),
            Op::Fork => self.fork(),
            Op::Wait => self.wait(request),
            Op::Kill | Op::KillGroup => {
                let (pid, signal) = (request.first() as i32, request.at(1) as i32);
                // SAFETY: `kill` takes any numbers.
                let failed =
                    unsafe { if request.op == Op::Kill { libc::kill(pid, signal) } else { libc::killpg(pid, signal) } };
                if failed == 0 { Ok(Reply::Done) } else { Err(last_error()) }
            }
            _ if request.first() == 5 => {
                let pid = Some(request.at(1) as i32).filter(|pid| *pid > 0).and_then(Pid::from_raw);
                let pid = pid.ok_or(Errno::INVAL)?;
                let flags = PidfdFlags::from_bits_retain(request.at(2) as u32);
                Ok(self.add(rustix::process::pidfd_open(pid, flags)?, false))
            }
            _ => session(request),
        }
    }

    /// Reads what to start: the lists are pieces of pieces.
    fn plan(&mut self, bytes: &[u8]) -> Answer<Plan> {
        let parts = pieces::split(bytes);
        let &[argv, executables, environment, folder, numbers, keep, groups, actions] = parts.as_slice() else {
            return Err(Errno::INVAL);
        };
        let texts = |list: &[u8]| pieces::split(list).into_iter().map(c_string).collect::<Vec<_>>();
        let numbers = pieces::numbers(numbers);
        let &[
            has_env,
            has_folder,
            close_fds,
            restore,
            new_session,
            process_group,
            gid,
            uid,
            umask,
            has_groups,
            has_mask,
            mask,
            policy,
            priority,
        ] = numbers.as_slice()
        else {
            return Err(Errno::INVAL);
        };
        let environment = if has_env != 0 {
            texts(environment)
        } else {
            self.variables.iter().map(|(k, v)| c_string(&[k, b"=".as_slice(), v].concat())).collect()
        };
        let keep = pieces::numbers(keep);
        let own = |(number, d): (&i32, &Descriptor)| {
            let inherited = d.inheritable && (*number < 3 || close_fds == 0);
            let kept = inherited || keep.contains(&i64::from(*number));
            Given { real: d.file.as_raw_fd(), number: *number, kept }
        };
        // A process has no such numbers as a branch with a closed world has.
        let mut files: Vec<_> = self.files.range(..FIRST_BRANCH_FD).map(own).collect();
        let input = self.add_standard_files(&mut files)?;
        Ok(Plan {
            argv: Strings::new(texts(argv)),
            executables: texts(executables),
            environment: Strings::new(environment),
            folder: c_string(self.folder.as_os_str().as_bytes()),
            own_folder: (has_folder != 0).then(|| c_string(folder)),
            files,
            actions: actions_of(actions),
            restore_signals: restore & 1 != 0,
            default_signals: (1..=62).filter(|n| restore >> n & 1 != 0).collect(),
            new_session: new_session != 0,
            process_group,
            gid,
            uid,
            groups: (has_groups != 0).then(|| pieces::numbers(groups).iter().map(|n| *n as u32).collect()),
            umask: if umask >= 0 { umask as u32 } else { self.umask },
            blocked: (has_mask != 0).then_some(mask as u64),
            scheduler: (policy, priority),
            _input: input,
        })
    }

    /// Adds the standard streams, but for those that the program has put something else in place of.
    fn add_standard_files(&mut self, files: &mut Vec<Given>) -> Answer<Option<File>> {
        let _ = self.console.flush();
        let mut real = [0, 1, 2];
        let mut made = None;
        match &self.console {
            Console::Process => {}
            Console::Input(file) => real[0] = file.get_ref().as_raw_fd(),
            Console::Files(out, err) => real = [0, out.as_raw_fd(), err.as_raw_fd()],
            Console::Memory(memory) => {
                let rest = memory.input.position() as usize;
                let mut input = File::from(rustix::fs::memfd_create("input", MemfdFlags::CLOEXEC)?);
                let rest = memory.input.get_ref().get(rest..).unwrap_or_default();
                input.write_all(rest).and_then(|()| input.seek(SeekFrom::Start(0))).map_err(errno_of)?;
                let Capture(outputs) = match self.capture.take() {
                    Some(capture) => capture,
                    None => Capture::new()?,
                };
                real = [input.as_raw_fd(), outputs[0].0.as_raw_fd(), outputs[1].0.as_raw_fd()];
                self.capture = Some(Capture(outputs));
                made = Some(input);
            }
        }
        let missing = (0..3).filter(|number| self.is_stream(i64::from(*number)));
        files.extend(missing.map(|number| Given { real: real[number as usize], number, kept: true }));
        Ok(made)
    }

    /// Takes over what children have written to streams in memory.
    fn take_captured(&mut self) {
        let Some(Capture(files)) = &mut self.capture else { return };
        for (stream, (file, taken)) in [Stream::Out, Stream::Err].into_iter().zip(files) {
            let mut piece = [0; 4096];
            while let Ok(n @ 1..) = file.read_at(&mut piece, *taken) {
                *taken += n as u64;
                let _ = self.console.write(stream, &piece[..n]);
            }
        }
    }

    /// Starts a child. Gives its number, and if it could not become the program the error and where.
    fn spawn(&mut self, bytes: &[u8]) -> Answer {
        let mut plan = self.plan(bytes)?;
        let (from, to) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        let pid = plan.start(to.as_raw_fd())?;
        drop(to);
        self.note_child(pid)?;
        let mut report = Vec::new();
        File::from(from).read_to_end(&mut report).map_err(errno_of)?;
        let number = |at: usize| report.get(at..at + 4).and_then(|b| b.try_into().ok()).map_or(0, i32::from_ne_bytes);
        Ok(Reply::Ints(vec![i64::from(pid), i64::from(number(0)), i64::from(number(4))]))
    }

    fn note_child(&mut self, pid: i32) -> Answer<()> {
        let number = Pid::from_raw(pid).ok_or(Errno::CHILD)?;
        self.children.insert(pid, rustix::process::pidfd_open(number, PidfdFlags::empty())?);
        Ok(())
    }

    /// Becomes another program.
    fn become_program(&mut self, bytes: &[u8]) -> Answer {
        let errno = self.plan(bytes)?.run_here();
        Err(Errno::from_raw_os_error(errno))
    }

    /// Makes a child that is a copy of this process.
    fn fork(&mut self) -> Answer {
        let mut files = Vec::new();
        self.add_standard_files(&mut files)?;
        // SAFETY: see the module.
        let pid = unsafe { libc::fork() };
        if pid < 0 {
            return Err(last_error());
        }
        if pid > 0 {
            self.note_child(pid)?;
            return Ok(Reply::Int(i64::from(pid)));
        }
        self.forked = true;
        self.children.clear();
        if let (Console::Memory(_), Some(Capture([(out, _), (err, _)]))) = (&self.console, self.capture.take()) {
            self.console = Console::Files(out, err);
        }
        Ok(Reply::Int(0))
    }

    /// Whether this process is a child that the program has forked.
    pub(crate) fn is_forked(&self) -> bool {
        self.forked
    }

    /// Ends a child that the program has forked: nothing that belongs to the parent is cleaned up.
    pub(crate) fn end_child(&mut self, status: i32) {
        let _ = self.console.flush();
        // SAFETY: nothing is needed afterwards.
        unsafe { libc::_exit(status) }
    }

    /// The children that a request may be about.
    fn candidates(&self, request: &HostRequest) -> Vec<i32> {
        let (kind, id) = (request.first(), request.at(1));
        let in_group = |group: i64| {
            let belongs = |pid: &i32| {
                let of = rustix::process::getpgid(Pid::from_raw(*pid)).map(|g| i64::from(g.as_raw_pid()));
                of == Ok(if group == 0 { i64::from(rustix::process::getpgrp().as_raw_pid()) } else { group })
            };
            self.children.keys().copied().filter(belongs).collect()
        };
        let one = |pid: i64| self.children.keys().copied().filter(|child| i64::from(*child) == pid).collect();
        match (kind, id) {
            (0, -1) | (1, _) => self.children.keys().copied().collect(),
            (0, 0) => in_group(0),
            (0, ..-1) => in_group(-id),
            (0 | 2, _) => one(id),
            (3, _) => in_group(id),
            _ => Vec::new(),
        }
    }

    /// What waiting for children waits for; `None` where it does not.
    pub(super) fn waits_for_children(&self, request: &HostRequest) -> Option<Waiting> {
        let options = request.at(2) as i32;
        let children = self.candidates(request);
        // Nothing tells of a child that stops or goes on.
        let looks = options & (libc::WUNTRACED | libc::WCONTINUED) != 0;
        let step = looks.then_some(Duration::from_millis(5));
        (options & libc::WNOHANG == 0 && !children.is_empty()).then(|| Waiting { children, step, ..Waiting::default() })
    }

    /// Looks for a child that has ended, or stopped: its number, its status, and what it has used.
    fn wait(&mut self, request: &HostRequest) -> Answer {
        let options = request.at(2) as i32;
        let candidates = self.candidates(request);
        if candidates.is_empty() {
            return Err(Errno::CHILD);
        }
        for pid in candidates {
            let found = if request.first() == 0 { wait4(pid, options) } else { waitid(pid, options) }?;
            if let Some((numbers, gone)) = found {
                if gone {
                    self.children.remove(&pid);
                }
                self.take_captured();
                return Ok(Reply::Ints(numbers));
            }
        }
        if options & libc::WNOHANG != 0 { Ok(Reply::Ints(Vec::new())) } else { Err(Errno::AGAIN) }
    }
}

impl Capture {
    fn new() -> Answer<Capture> {
        let file = || rustix::fs::memfd_create("output", MemfdFlags::CLOEXEC).map(File::from);
        let files = [file()?, file()?];
        for file in &files {
            // All children write at the end.
            rustix::fs::fcntl_setfl(file, rustix::fs::OFlags::APPEND)?;
        }
        Ok(Capture(files.map(|file| (file, 0))))
    }
}

/// A child's state, if it is there; whether the child is gone with it.
type Found = Option<(Vec<i64>, bool)>;

fn wait4(pid: i32, options: i32) -> Answer<Found> {
    let mut status = 0;
    // SAFETY: see the module.
    let (found, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(pid, &raw mut status, options | libc::WNOHANG, &raw mut usage), usage)
    };
    if found < 0 {
        return Err(last_error());
    }
    let micros = |t: libc::timeval| t.tv_sec * 1_000_000 + t.tv_usec;
    let mut numbers = vec![i64::from(pid), i64::from(status), micros(usage.ru_utime), micros(usage.ru_stime)];
    numbers.extend([usage.ru_maxrss, usage.ru_ixrss, usage.ru_idrss, usage.ru_isrss, usage.ru_minflt]);
    numbers.extend([usage.ru_majflt, usage.ru_nswap, usage.ru_inblock, usage.ru_oublock, usage.ru_msgsnd]);
    numbers.extend([usage.ru_msgrcv, usage.ru_nsignals, usage.ru_nvcsw, usage.ru_nivcsw]);
    let gone = libc::WIFEXITED(status) || libc::WIFSIGNALED(status);
    Ok((found != 0).then_some((numbers, gone)))
}

fn waitid(pid: i32, options: i32) -> Answer<Found> {
    // SAFETY: see the module.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        if libc::waitid(libc::P_PID, pid as libc::id_t, &raw mut info, options | libc::WNOHANG) < 0 {
            return Err(last_error());
        }
        let numbers = [info.si_pid(), info.si_uid() as i32, info.si_signo, info.si_status(), info.si_code];
        let ended = [libc::CLD_EXITED, libc::CLD_KILLED, libc::CLD_DUMPED].contains(&info.si_code);
        let gone = ended && options & libc::WNOWAIT == 0;
        Ok((info.si_pid() != 0).then(|| (numbers.map(i64::from).to_vec(), gone)))
    }
}

/// Groups and sessions of processes.
fn session(request: &HostRequest) -> Answer {
    let (pid, group) = (request.at(1) as i32, request.at(2) as i32);
    // SAFETY: these take any numbers.
    let result = unsafe {
        match request.first() {
            0 => libc::setsid(),
            1 => libc::getsid(pid),
            2 => libc::getpgid(pid),
            3 => libc::setpgid(pid, group),
            _ => libc::getpgrp(),
        }
    };
    if result < 0 { Err(last_error()) } else { Ok(Reply::Int(i64::from(result))) }
}
