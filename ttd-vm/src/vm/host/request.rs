//! Requests to the outside world as plain data: one shape for all, so that input log, diversions and messages treat
//! them alike.

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
    /// Path, flags, mode.
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
    /// A descriptor.
    Dup "dup" Consumes;
    /// Two descriptors.
    Dup2 "dup2" Changes;
    /// Gives two descriptors.
    Pipe "pipe" Consumes;
    /// A descriptor.
    IsATty "isatty" Reads;
    /// A descriptor.
    StatFd "fstat" Reads;
    /// Path, whether links are followed.
    Stat "stat" Reads;
    /// Path, mode.
    Access "access" Reads;
    /// Path: each name with a byte for its type before it.
    List "listdir" Reads;
    /// Path.
    ReadLink "readlink" Reads;
    /// Path, mode.
    MakeDir "mkdir" Changes;
    /// Path.
    RemoveDir "rmdir" Changes;
    /// Path.
    Unlink "unlink" Changes;
    /// Two paths.
    Rename "rename" Changes;
    /// Two paths.
    Link "link" Changes;
    /// Two paths.
    SymLink "symlink" Changes;
    /// Path, mode.
    ChangeMode "chmod" Changes;
    /// Path, size.
    TruncatePath "truncate" Changes;
    /// Path, nanoseconds of access and of modification.
    SetTimes "utime" Changes;
    /// The working directory.
    WorkingDir "getcwd" Reads;
    /// Path; gives the folder's real one.
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
    /// A database and what is asked of it, with arguments as data (`sqlite/wire.rs`).
    Database "sqlite3" Consumes;
}

impl Op {
    /// Whether its first number is a descriptor.
    pub fn takes_descriptor(self) -> bool {
        use Op::*;
        matches!(
            self,
            Close | Read | Write | Seek | Truncate | Sync | Dup | Dup2 | IsATty | StatFd | TerminalSize | Database
        )
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
    numbers: [i64; 3],
    number_count: u8,
    data: Option<&'a [u8]>,
}

impl<'a> HostRequest<'a> {
    /// A request without arguments.
    pub fn of(op: Op) -> HostRequest<'a> {
        HostRequest { op, paths: [&[]; 2], path_count: 0, numbers: [0; 3], number_count: 0, data: None }
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

    /// Its data.
    pub fn bytes(&self) -> &'a [u8] {
        self.data.unwrap_or_default()
    }

    /// Whether it has data.
    pub fn has_data(&self) -> bool {
        self.data.is_some()
    }

    /// What it does to the world, given its arguments.
    pub fn effect(&self) -> Effect {
        let writing = libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC;
        match self.op {
            Op::Open if self.first() as i32 & writing != 0 => Effect::Changes,
            op => op.effect(),
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
    match op {
        Op::Open => args.push(format!("'{}'", open_mode(numbers[0] as i32))),
        Op::Clock => args.push(["time", "perf_counter", "monotonic", "process_time"][numbers[0] as usize & 3].into()),
        Op::Sleep => args.push(format!("{}", numbers[0] as f64 / 1e9)),
        Op::Database => {
            let kind = usize::try_from(numbers[1]).ok().and_then(|i| super::sqlite::Kind::ALL.get(i));
            args.push(numbers[0].to_string());
            args.extend(kind.map(|kind| kind.name().to_string()));
        }
        _ => args.extend(numbers.iter().map(i64::to_string)),
    }
    args.extend(data.map(|n| format!("<{n} bytes>")));
    format!("{}({})", op.name(), args.join(", "))
}

/// The mode of Python's `open` that has these flags, but for `b`.
fn open_mode(flags: i32) -> String {
    let letter = match flags {
        f if f & libc::O_EXCL != 0 => "x",
        f if f & libc::O_APPEND != 0 => "a",
        f if f & libc::O_TRUNC != 0 => "w",
        f if f & libc::O_ACCMODE == libc::O_WRONLY => "w",
        _ => "r",
    };
    let plus = if flags & libc::O_ACCMODE == libc::O_RDWR { "+" } else { "" };
    format!("{letter}{plus}")
}
