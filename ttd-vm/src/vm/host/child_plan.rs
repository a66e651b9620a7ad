//! What a child process does before it becomes another program, prepared beforehand.
//!
//! # Why the unsafe code is sound
//!
//! The child shares this process's memory until it becomes another program or ends, and the thread that made it waits
//! until then (`vfork` has the same contract; copying the page tables of a log of gigabytes would take seconds). So it
//! has a stack of its own, runs with all signals blocked until no handler of this process is left in it, allocates
//! nothing, and changes users by system calls of its own: the C library would change them in all threads. A `Plan`
//! holds all strings, and arrays of pointers into its own strings, which are not moved. When the process itself becomes
//! another program the same calls are made, and the descriptors are put back if that fails.

use std::ffi::CString;
use std::fs::File;
use std::os::fd::RawFd;

use super::children::last_error;
use super::os::Answer;
use super::pieces;

/// Strings, and an array of pointers to them with a null at its end.
pub(super) struct Strings {
    _texts: Vec<CString>,
    pointers: Vec<*const libc::c_char>,
}

impl Strings {
    pub(super) fn new(texts: Vec<CString>) -> Strings {
        let pointers = texts.iter().map(|text| text.as_ptr()).chain([std::ptr::null()]).collect();
        Strings { _texts: texts, pointers }
    }
}

/// One thing that the child does with its descriptors.
pub(super) enum Action {
    Dup2(i32, i32),
    Close(i32),
    Open(i32, CString, i32, u32),
    CloseFrom(i32),
}

/// A file for the new program.
#[derive(Clone, Copy)]
pub(super) struct Given {
    /// Its descriptor in this process.
    pub(super) real: RawFd,
    /// Its number in the child.
    pub(super) number: i32,
    /// Whether the new program gets it.
    pub(super) kept: bool,
}

/// Where in the child something failed.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Exec,
    ChangeDir,
    Other,
}

/// What a child does before it becomes another program.
pub(super) struct Plan {
    pub(super) argv: Strings,
    pub(super) executables: Vec<CString>,
    pub(super) environment: Strings,
    pub(super) folder: CString,
    pub(super) own_folder: Option<CString>,
    pub(super) files: Vec<Given>,
    pub(super) actions: Vec<Action>,
    pub(super) restore_signals: bool,
    pub(super) default_signals: Vec<i32>,
    pub(super) new_session: bool,
    pub(super) process_group: i64,
    pub(super) gid: i64,
    pub(super) uid: i64,
    pub(super) groups: Option<Vec<libc::gid_t>>,
    pub(super) umask: u32,
    /// The signals that are blocked, if not those of this process: bit 0 is signal 1.
    pub(super) blocked: Option<u64>,
    /// Policy and priority of the scheduler; −1 is what this process has.
    pub(super) scheduler: (i64, i64),
    /// Standard input, where it was made for this child.
    pub(super) _input: Option<File>,
}

/// A string up to its first null byte.
pub(super) fn c_string(bytes: &[u8]) -> CString {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    CString::new(&bytes[..end]).unwrap_or_default()
}

/// Steps from pieces: each is a piece of numbers and a path.
pub(super) fn actions_of(bytes: &[u8]) -> Vec<Action> {
    let steps = pieces::split(bytes);
    let action = |pair: &[&[u8]]| {
        let numbers = pieces::numbers(pair[0]);
        let number = |at: usize| numbers.get(at).map_or(0, |n| *n as i32);
        match number(0) {
            0 => Action::Open(number(1), c_string(pair[1]), number(2), number(3) as u32),
            1 => Action::Close(number(1)),
            2 => Action::Dup2(number(1), number(2)),
            _ => Action::CloseFrom(number(1)),
        }
    };
    steps.as_chunks::<2>().0.iter().map(|pair| action(pair)).collect()
}

/// The number of the last error.
fn error() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

/// An error and where it was.
type Failed = (i32, Place);

/// `Ok` unless the call has failed.
fn check(result: libc::c_int, place: Place) -> Result<(), Failed> {
    if result < 0 { Err((error(), place)) } else { Ok(()) }
}

/// The size of a child's stack in bytes.
const STACK: usize = 256 << 10;

/// What a new child finds.
struct Start<'a> {
    plan: &'a mut Plan,
    /// Where it writes what failed, and in which place.
    report: RawFd,
    /// The signals that were blocked before.
    signals: libc::sigset_t,
}

/// The child's part, which ends it.
extern "C" fn run_child(start: *mut libc::c_void) -> libc::c_int {
    // SAFETY: see the module; `Plan::start` passes this and waits.
    unsafe {
        let Start { plan, report, signals } = &mut *start.cast::<Start<'_>>();
        drop_handlers();
        if let Some(blocked) = plan.blocked {
            libc::sigemptyset(signals);
            for signal in (1..=64).filter(|n| blocked >> (n - 1) & 1 != 0) {
                libc::sigaddset(signals, signal);
            }
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, signals, std::ptr::null_mut());
        let report = libc::fcntl(*report, libc::F_DUPFD_CLOEXEC, plan.above());
        let (errno, place) = plan.carry_out(report);
        let words = [errno, place as i32];
        libc::write(report, words.as_ptr().cast(), size_of_val(&words));
        libc::_exit(255)
    }
}

/// Gives every signal that has a handler its default action, as the new program would have it.
unsafe fn drop_handlers() {
    for signal in 1..=64 {
        // SAFETY: the structures are written before they are read; the call refuses numbers that are no signals.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            let known = libc::sigaction(signal, std::ptr::null(), &raw mut action) == 0;
            if known && action.sa_sigaction != libc::SIG_DFL && action.sa_sigaction != libc::SIG_IGN {
                libc::signal(signal, libc::SIG_DFL);
            }
        }
    }
}

impl Plan {
    /// A number above all that the new program's descriptors have.
    fn above(&self) -> i32 {
        let numbers = self.files.iter().map(|file| file.number);
        let named = self.actions.iter().map(|action| match action {
            Action::Dup2(from, to) => *from.max(to),
            Action::Close(fd) | Action::Open(fd, ..) | Action::CloseFrom(fd) => *fd,
        });
        numbers.chain(named).max().unwrap_or(0).max(2) + 1
    }

    /// Starts the child and returns its number, once it has become the other program or has written to `report` why
    /// not.
    ///
    /// # Errors
    /// Why there is no child.
    pub(super) fn start(&mut self, report: RawFd) -> Answer<i32> {
        let mut stack = vec![0_u128; STACK / size_of::<u128>()];
        // SAFETY: see the module. The stack grows down from its end, and outlives the child's use of it.
        unsafe {
            let (mut all, mut before) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&raw mut all);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
            let mut start = Start { plan: self, report, signals: before };
            let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
            let pid = libc::clone(run_child, stack.as_mut_ptr_range().end.cast(), flags, (&raw mut start).cast());
            let failed = last_error();
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, std::ptr::null_mut());
            if pid < 0 { Err(failed) } else { Ok(pid) }
        }
    }

    /// Becomes the program in this process; returns the error if that fails.
    pub(super) fn run_here(&mut self) -> i32 {
        let above = self.above();
        // SAFETY: see the module.
        unsafe {
            let save = |number: i32| (number, libc::fcntl(number, libc::F_DUPFD_CLOEXEC, above));
            let given = self.files.iter().map(|file| file.number).chain(self.closed_streams());
            let saved: Vec<_> = given.map(save).collect();
            let (errno, _) = self.carry_out(-1);
            for (number, copy) in saved {
                if copy < 0 {
                    libc::close(number);
                } else {
                    libc::dup3(copy, number, if number < 3 { 0 } else { libc::O_CLOEXEC });
                    libc::close(copy);
                }
            }
            // These are the copies by now.
            for file in self.files.iter().filter(|file| file.real >= above) {
                libc::close(file.real);
            }
            errno
        }
    }

    /// Everything up to the new program; it returns only with an error.
    unsafe fn carry_out(&mut self, report: RawFd) -> Failed {
        // SAFETY: see the module.
        unsafe {
            let done = self.place_files().and_then(|()| self.change_process()).and_then(|()| self.take_actions(report));
            if let Err(failed) = done {
                return failed;
            }
            let mut errno = libc::ENOENT;
            for path in &self.executables {
                libc::execve(path.as_ptr(), self.argv.pointers.as_ptr(), self.environment.pointers.as_ptr());
                let last = error();
                if last != libc::ENOENT && last != libc::ENOTDIR || self.executables.len() == 1 {
                    errno = last;
                }
            }
            (errno, Place::Exec)
        }
    }

    /// The numbers of standard streams that the new program finds closed.
    fn closed_streams(&self) -> impl Iterator<Item = i32> {
        (0..3).filter(|number| !self.files.iter().any(|file| file.number == *number))
    }

    /// Gives the files their numbers.
    unsafe fn place_files(&mut self) -> Result<(), Failed> {
        let above = self.above();
        // SAFETY: see the module.
        unsafe {
            const ON_EXEC: libc::c_uint = 4;
            libc::syscall(libc::SYS_close_range, 3 as libc::c_uint, libc::c_uint::MAX, ON_EXEC);
            // First all of them out of the way: the number of one may be the descriptor of another.
            for file in &mut self.files {
                file.real = libc::fcntl(file.real, libc::F_DUPFD_CLOEXEC, above);
                check(file.real, Place::Other)?;
            }
            for file in &self.files {
                check(libc::dup3(file.real, file.number, if file.kept { 0 } else { libc::O_CLOEXEC }), Place::Other)?;
            }
            for number in self.closed_streams() {
                libc::close(number);
            }
        }
        Ok(())
    }

    /// Folder, mask, signals, session, users: as far as they were asked for.
    unsafe fn change_process(&self) -> Result<(), Failed> {
        // SAFETY: see the module.
        unsafe {
            libc::chdir(self.folder.as_ptr());
            if let Some(folder) = &self.own_folder {
                check(libc::chdir(folder.as_ptr()), Place::ChangeDir)?;
            }
            libc::umask(self.umask);
            let restored = [libc::SIGPIPE, libc::SIGXFSZ].into_iter().filter(|_| self.restore_signals);
            for signal in restored.chain(self.default_signals.iter().copied()) {
                libc::signal(signal, libc::SIG_DFL);
            }
            if self.new_session {
                check(libc::setsid(), Place::Other)?;
            }
            if self.process_group >= 0 {
                check(libc::setpgid(0, self.process_group as libc::pid_t), Place::Other)?;
            }
            if let Some(groups) = &self.groups {
                check(libc::syscall(libc::SYS_setgroups, groups.len(), groups.as_ptr()) as i32, Place::Other)?;
            }
            if self.scheduler.1 >= 0 {
                let parameters = libc::sched_param { sched_priority: self.scheduler.1 as libc::c_int };
                let done = match self.scheduler.0 {
                    -1 => libc::sched_setparam(0, &raw const parameters),
                    policy => libc::sched_setscheduler(0, policy as libc::c_int, &raw const parameters),
                };
                check(done, Place::Other)?;
            }
            if self.gid >= 0 {
                check(libc::syscall(libc::SYS_setregid, self.gid, self.gid) as i32, Place::Other)?;
            }
            if self.uid >= 0 {
                check(libc::syscall(libc::SYS_setreuid, self.uid, self.uid) as i32, Place::Other)?;
            }
        }
        Ok(())
    }

    unsafe fn take_actions(&self, report: RawFd) -> Result<(), Failed> {
        for action in &self.actions {
            // SAFETY: see the module.
            let result = unsafe {
                match action {
                    // The same number: it only becomes one that the new program gets.
                    Action::Dup2(from, to) if from == to => libc::fcntl(*from, libc::F_SETFD, 0),
                    Action::Dup2(from, to) => libc::dup2(*from, *to),
                    Action::Close(fd) => {
                        libc::close(*fd);
                        0
                    }
                    Action::Open(fd, path, flags, mode) => match libc::open(path.as_ptr(), *flags, *mode) {
                        opened if opened == *fd || opened < 0 => opened,
                        opened => {
                            let result = libc::dup2(opened, *fd);
                            libc::close(opened);
                            result
                        }
                    },
                    Action::CloseFrom(fd) => {
                        for fd in (*fd..self.above()).filter(|fd| *fd != report) {
                            libc::close(fd);
                        }
                        0
                    }
                }
            };
            check(result, Place::Exec)?;
        }
        Ok(())
    }
}
