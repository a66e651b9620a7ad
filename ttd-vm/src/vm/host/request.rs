//! Requests to the outside world as plain data: one shape for all, so that input log, diversions and messages treat
//! them alike.

use super::system::table::{Arg, CALLS, CURRENT_FOLDER, SystemCall};

/// What a request does, which decides whether a diversion may make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Looks only.
    Reads,
    /// Uses up input of a stream, or moves a position.
    Consumes,
    /// Changes the world.
    Changes,
}

macro_rules! ops {
    ($($(#[doc = $doc:literal])* $op:ident $name:literal $effect:ident;)*) => {
        /// The kinds of requests.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Op { $($(#[doc = $doc])* $op),* }

        impl Op {
            const ALL: &[Op] = &[$(Op::$op),*];

            /// The name in messages: Python's where there is one.
            pub fn name(self) -> &'static str {
                match self { $(Op::$op => $name),* }
            }

            /// What it does to the world.
            pub fn effect(self) -> Effect {
                match self { $(Op::$op => Effect::$effect),* }
            }
        }
    };
}

ops! {
    /// A clock, by its number.
    Clock "clock" Reads;
    /// Nanoseconds of sleep.
    Sleep "sleep" Reads;
    /// Random bytes: how many.
    Random "urandom" Reads;
    /// A line of standard input; empty at its end.
    Line "stdin.readline" Consumes;
    /// A source file.
    Source "source" Reads;
    /// Path, flags, mode, folder.
    Open "open" Reads;
    /// A descriptor.
    Close "close" Consumes;
    /// Descriptor and how many bytes.
    Read "read" Consumes;
    /// Descriptor, data.
    Write "write" Changes;
    /// Descriptor, offset, whence.
    Seek "lseek" Consumes;
    /// Descriptor, size.
    Truncate "ftruncate" Changes;
    /// A descriptor.
    Sync "fsync" Changes;
    /// A descriptor, and the least number of the new one.
    Dup "dup" Consumes;
    /// Two descriptors.
    Dup2 "dup2" Changes;
    /// Flags, or none as Python has them; gives two descriptors.
    Pipe "pipe" Consumes;
    /// A descriptor.
    IsATty "isatty" Reads;
    /// A descriptor.
    StatFd "fstat" Reads;
    /// Path, whether links are followed, folder.
    Stat "stat" Reads;
    /// Path, mode, folder, flags.
    Access "access" Reads;
    /// Path or descriptor: each name with a byte for its type and eight for its number before it.
    List "listdir" Reads;
    /// Path, folder.
    ReadLink "readlink" Reads;
    /// Path, mode, folder.
    MakeDir "mkdir" Changes;
    /// Path, folder.
    RemoveDir "rmdir" Changes;
    /// Path, folder.
    Unlink "unlink" Changes;
    /// Two paths, two folders.
    Rename "rename" Changes;
    /// Two paths, two folders, flags.
    Link "link" Changes;
    /// Two paths, folder of the second.
    SymLink "symlink" Changes;
    /// Path, mode, folder, flags.
    ChangeMode "chmod" Changes;
    /// Path, size.
    TruncatePath "truncate" Changes;
    /// The working directory.
    WorkingDir "getcwd" Reads;
    /// Path or descriptor; gives the folder's real path.
    ChangeDir "chdir" Changes;
    /// All variables: names and values in turn.
    Environment "environ" Reads;
    /// Name, value.
    SetVariable "putenv" Changes;
    /// Name.
    UnsetVariable "unsetenv" Changes;
    /// Which number of the process or its users: pid, ppid, uid, euid, gid, egid.
    Ids "getpid" Reads;
    /// How many processors there are.
    CpuCount "cpu_count" Reads;
    /// The mask for new files' modes.
    Umask "umask" Changes;
    /// System, node, release, version, machine.
    SystemName "uname" Reads;
    /// Columns and lines of the terminal behind a descriptor.
    TerminalSize "get_terminal_size" Reads;
    /// Folder, name of a module: a byte for what was found, and its file; or nothing.
    FindModule "import" Reads;
    /// A system call: its number in the table, then its arguments.
    System "system call" Changes;
    /// What the C library knows: which question, then its arguments.
    Library "library" Reads;
    /// What the command line decided: pieces that begin with a letter.
    Settings "settings" Reads;
    /// Name of a time zone: the file that describes it.
    Zone "tzset" Reads;
    /// Descriptor, whether children get it.
    SetInheritable "set_inheritable" Consumes;
    /// A descriptor.
    IsInheritable "get_inheritable" Reads;
    /// Descriptor, whether calls wait.
    SetBlocking "set_blocking" Consumes;
    /// A descriptor.
    IsBlocking "get_blocking" Reads;
    /// What to start, as pieces: gives the child's number, an error number and where it failed.
    Spawn "fork_exec" Changes;
    /// What to become, as pieces.
    Exec "exec" Changes;
    /// Gives the child's number, in the child 0.
    Fork "fork" Changes;
    /// Kind of number (0: as `waitpid` takes it, else as `waitid`), number, options.
    Wait "wait" Consumes;
    /// Number of a process, signal.
    Kill "kill" Changes;
    /// Number of a group of processes, signal.
    KillGroup "killpg" Changes;
    /// Signal; 0 is its default action, 1 nothing, 2 a function of the program.
    SetSignal "sigaction" Changes;
    /// Gives the signals that have arrived.
    Signals "signals" Consumes;
    /// Which call about groups and sessions of processes, and its numbers.
    Session "setsid" Changes;
    /// Nanoseconds (negative: forever); data: descriptors and what is waited for.
    Poll "poll" Reads;
    /// Gives a descriptor.
    Epoll "epoll" Consumes;
    /// Descriptor of the epoll, operation, descriptor, events.
    EpollControl "epoll_ctl" Consumes;
    /// Descriptor, how many events, nanoseconds.
    EpollWait "epoll_wait" Consumes;
    /// Family, type, protocol.
    Socket "socket" Changes;
    /// Family, type, protocol: gives two descriptors.
    SocketPair "socketpair" Consumes;
    /// Descriptor; an address as data.
    Bind "bind" Changes;
    /// Descriptor, nanoseconds; an address as data.
    Connect "connect" Changes;
    /// Descriptor, how many may wait.
    Listen "listen" Changes;
    /// Descriptor, nanoseconds: gives a descriptor and an address.
    Accept "accept" Consumes;
    /// Descriptor, size, flags, nanoseconds.
    Receive "recv" Consumes;
    /// As `Receive`, with the address.
    ReceiveFrom "recvfrom" Consumes;
    /// Descriptor, size, size of the control data, flags, nanoseconds.
    ReceiveMessage "recvmsg" Consumes;
    /// Descriptor, flags, nanoseconds, whether all is sent; data.
    Send "send" Changes;
    /// Descriptor, flags, nanoseconds; address, data.
    SendTo "sendto" Changes;
    /// Descriptor, flags, nanoseconds; address; data: pieces.
    SendMessage "sendmsg" Changes;
    /// Descriptor, how.
    Shutdown "shutdown" Changes;
    /// Descriptor, level, option, size of the answer.
    SocketOption "getsockopt" Reads;
    /// Descriptor, level, option; data.
    SetSocketOption "setsockopt" Changes;
    /// Descriptor, whether the other end's.
    SocketName "getsockname" Reads;
    /// Host and service, family, type, protocol, flags: gives pieces, five for each.
    AddressInfo "getaddrinfo" Reads;
    /// Flags; an address as data.
    NameInfo "getnameinfo" Reads;
    /// Which question; a name.
    NetworkNames "gethostname" Reads;
    /// Descriptor from, to, offset (negative: none), count.
    SendFile "sendfile" Changes;
    /// A database and what is asked of it, with arguments as data (`sqlite/wire.rs`).
    Database "sqlite3" Consumes;
    /// A request as numbers, data if it is a `Poll`. Gives nothing if it would not wait; else a `WaitAny`.
    WouldWait "would_wait" Reads;
    /// Nanoseconds; data: what is waited for (`waiting.rs`). Gives the indices of those that are ready.
    WaitAny "wait_any" Reads;
    /// A connection of TLS and what is asked of it, with arguments as data (`tls/mod.rs`).
    Tls "tls" Consumes;
    /// The number of objects that the collector of cycles would have found, as the run that is recorded counted them.
    Garbage "gc.collect" Reads;
    /// The most bytes that were in use since `tracemalloc` began a peak, garbage included, and those that are now.
    MemoryInUse "tracemalloc" Reads;
}

impl Op {
    /// Whether its first number is a descriptor.
    pub fn takes_descriptor(self) -> bool {
        use Op::*;
        let of_files =
            matches!(self, Close | Read | Write | Seek | Truncate | Sync | Dup | Dup2 | IsATty | StatFd | TerminalSize);
        of_files
            || matches!(self, SetInheritable | IsInheritable | SetBlocking | IsBlocking | Database)
            || self.is_of_sockets()
    }

    /// Whether it is carried out on the descriptor of a socket.
    pub(super) fn is_of_sockets(self) -> bool {
        use Op::*;
        matches!(self, Receive | ReceiveFrom | ReceiveMessage | Send | SendTo | SendMessage | Shutdown | SendFile)
            || matches!(self, Bind | Connect | Listen | Accept | SocketOption | SetSocketOption | SocketName)
    }

    /// Whether such a request may wait for others.
    #[inline]
    pub(super) fn may_wait(self) -> bool {
        use Op::*;
        let waits = matches!(self, Line | Read | Write | Accept | Connect | EpollWait | Poll | Wait);
        waits || matches!(self, Receive | ReceiveFrom | ReceiveMessage | Send | SendTo | SendMessage)
    }

    /// The kind with this number.
    pub fn from_number(number: u8) -> Option<Op> {
        Op::ALL.get(usize::from(number)).copied()
    }
}

/// A request with its arguments.
#[derive(Clone, Copy, Debug)]
pub struct HostRequest<'a> {
    /// The kind.
    pub op: Op,
    paths: [&'a [u8]; 2],
    path_count: u8,
    pub(super) numbers: [i64; HostRequest::MOST_NUMBERS],
    number_count: u8,
    data: Option<&'a [u8]>,
}

impl<'a> HostRequest<'a> {
    /// How many numbers it can have.
    pub const MOST_NUMBERS: usize = 8;

    /// A request without arguments.
    pub fn of(op: Op) -> HostRequest<'a> {
        HostRequest {
            op,
            paths: [&[]; 2],
            path_count: 0,
            numbers: [0; HostRequest::MOST_NUMBERS],
            number_count: 0,
            data: None,
        }
    }

    /// Adds a path.
    #[must_use]
    pub fn path(mut self, path: &'a [u8]) -> HostRequest<'a> {
        self.paths[usize::from(self.path_count)] = path;
        self.path_count += 1;
        self
    }

    /// Adds a number.
    #[must_use]
    pub fn number(mut self, number: i64) -> HostRequest<'a> {
        self.numbers[usize::from(self.number_count)] = number;
        self.number_count += 1;
        self
    }

    /// Adds data.
    #[must_use]
    pub fn data(mut self, data: &'a [u8]) -> HostRequest<'a> {
        self.data = Some(data);
        self
    }

    /// Its paths.
    pub fn paths(&self) -> &[&'a [u8]] {
        &self.paths[..usize::from(self.path_count)]
    }

    /// Its numbers.
    pub fn numbers(&self) -> &[i64] {
        &self.numbers[..usize::from(self.number_count)]
    }

    /// The first number: in most calls a descriptor.
    pub fn first(&self) -> i64 {
        self.numbers[0]
    }

    /// The number at this place; 0 where there is none.
    pub(super) fn at(&self, place: usize) -> i64 {
        self.numbers().get(place).copied().unwrap_or(0)
    }

    /// Its data.
    pub fn bytes(&self) -> &'a [u8] {
        self.data.unwrap_or_default()
    }

    /// Whether it has data.
    pub fn has_data(&self) -> bool {
        self.data.is_some()
    }

    /// Whether it is done only when all of its data is.
    pub(super) fn wants_all(&self) -> bool {
        self.op == Op::Write || self.op == Op::Send && self.at(3) != 0
    }

    /// What it does to the world, given its arguments.
    pub fn effect(&self) -> Effect {
        let writing = libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC;
        match self.op {
            Op::Open if self.first() as i32 & writing != 0 => Effect::Changes,
            Op::System => self.system_call().map_or(Effect::Changes, |row| row.effect),
            op => op.effect(),
        }
    }

    /// A system call's row.
    pub fn system_call(&self) -> Option<&'static SystemCall> {
        if self.op == Op::System { CALLS.get(self.first() as usize) } else { None }
    }

    /// The descriptor that it is about, if there is one.
    pub fn descriptor(&self) -> Option<i64> {
        match self.system_call() {
            Some(row) => {
                let mut kinds = row.args.iter().filter(|arg| arg.takes_number()).zip(&self.numbers()[1..]);
                kinds.find(|(arg, _)| **arg == Arg::Fd).map(|(_, n)| *n)
            }
            None => self.op.takes_descriptor().then_some(self.first()),
        }
    }

    /// The request as a reader would write it.
    pub fn describe(&self) -> String {
        describe(self.op, self.paths(), self.numbers(), self.data.map(|d| d.len() as u64))
    }
}

/// A request as a reader would write it.
pub(super) fn describe(op: Op, paths: &[&[u8]], numbers: &[i64], data: Option<u64>) -> String {
    let mut args: Vec<String> = paths.iter().map(|p| format!("'{}'", String::from_utf8_lossy(p))).collect();
    let mut name = op.name();
    match op {
        Op::Open => args.push(format!("'{}'", super::paths::open_mode(numbers[0] as i32))),
        Op::Clock => args.push(["time", "perf_counter", "monotonic", "process_time"][numbers[0] as usize & 3].into()),
        Op::Sleep => args.push(format!("{}", numbers[0] as f64 / 1e9)),
        Op::Database | Op::Tls => {
            let kind = numbers.get(1).copied().unwrap_or(-1);
            let asked = match op {
                Op::Tls => super::tls::Kind::of(kind).map(super::tls::Kind::name),
                _ => super::sqlite::Kind::of(kind).map(super::sqlite::Kind::name),
            };
            args.extend([numbers[0].to_string()].into_iter().chain(asked.map(str::to_string)));
        }
        Op::System => {
            let Some(row) = usize::try_from(numbers[0]).ok().and_then(|n| CALLS.get(n)) else {
                return op.name().into();
            };
            args.extend(numbers[1..].iter().filter(|n| **n != CURRENT_FOLDER).map(i64::to_string));
            name = row.shown();
        }
        // A folder is shown where it is another than the working directory.
        _ => args.extend(numbers.iter().filter(|n| **n != CURRENT_FOLDER).map(i64::to_string)),
    }
    args.extend(data.map(|n| format!("<{n} bytes>")));
    format!("{name}({})", args.join(", "))
}
