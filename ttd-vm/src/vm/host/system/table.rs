//! The table of system calls: what each takes, returns and does to the world.

use super::super::request::Effect;

/// How one argument of a system call is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A descriptor of the program.
    Fd,
    /// The folder that the next path is relative to: a descriptor, or `CURRENT_FOLDER`.
    At,
    /// A number.
    Int,
    /// A number that the kernel would take as an address if it were large; then the call fails with EFAULT.
    Small,
    /// Permission bits, less those of the program's mask.
    Mode,
    /// A path.
    Path,
    /// A name that is no path.
    Text,
    /// Bytes that the kernel reads, at least this many.
    Data(usize),
    /// The length of these bytes, divided by this.
    Len(usize),
    /// The program's number of items for a buffer, each this many bytes long.
    Room(usize),
    /// The buffer of `Room`.
    Buffer,
    /// A buffer for a structure of this size.
    Out(usize),
    /// Bytes that the kernel reads and writes.
    InOut,
    /// A pointer to this offset; none if it is negative.
    Offset,
    /// Always this number.
    Fixed(i64),
}

impl Arg {
    /// Whether it takes a number of the request.
    pub fn takes_number(self) -> bool {
        use Arg::*;
        matches!(self, Fd | At | Int | Small | Mode | Room(_) | Offset)
    }

    /// Whether it takes a path of the request.
    pub fn takes_path(self) -> bool {
        matches!(self, Arg::Path | Arg::Text)
    }

    /// Whether it takes the data of the request.
    pub fn takes_data(self) -> bool {
        matches!(self, Arg::Data(_) | Arg::InOut)
    }
}

/// What of a system call is the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// Nothing.
    Done,
    /// Its number.
    Number,
    /// As many bytes of the buffer as its number says.
    Bytes,
    /// All buffers, one after the other.
    Struct,
    /// Its number as eight bytes, then the buffers.
    Both,
    /// A new descriptor.
    Descriptor,
}

/// A row: a system call of Linux.
#[derive(Debug)]
pub struct SystemCall {
    /// The name: Python's where there is one, with a word after it if several rows have it.
    pub name: &'static str,
    /// What it does to the world.
    pub effect: Effect,
    /// The reply.
    pub gives: Gives,
    /// The kernel's number.
    pub number: libc::c_long,
    /// Its arguments.
    pub args: &'static [Arg],
}

/// `At` of a path that is relative to the working directory.
pub const CURRENT_FOLDER: i64 = libc::AT_FDCWD as i64;

impl SystemCall {
    /// The row of this name, and its number.
    pub fn find(name: &str) -> Option<(usize, &'static SystemCall)> {
        CALLS.iter().enumerate().find(|(_, row)| row.name == name)
    }

    /// The name in messages.
    pub fn shown(&self) -> &'static str {
        self.name.split(' ').next().unwrap_or(self.name)
    }
}

macro_rules! calls {
    ($($name:literal $effect:ident $gives:ident $number:ident [$($arg:expr),*];)*) => {
        /// All rows. The input log names a call by its place here, so new ones go to the end.
        pub const CALLS: &[SystemCall] = {
            use Arg::*;
            &[$(SystemCall {
                name: $name,
                effect: Effect::$effect,
                gives: Gives::$gives,
                number: libc::$number,
                args: &[$($arg),*],
            }),*]
        };
    };
}

calls! {
    // Files by descriptor.
    "pread" Reads Bytes SYS_pread64 [Fd, Buffer, Room(1), Int];
    "pwrite" Changes Number SYS_pwrite64 [Fd, Data(0), Len(1), Int];
    "fdatasync" Changes Done SYS_fdatasync [Fd];
    "fchmod" Changes Done SYS_fchmod [Fd, Int];
    "fchown" Changes Done SYS_fchown [Fd, Int, Int];
    "posix_fallocate" Changes Done SYS_fallocate [Fd, Fixed(0), Int, Int];
    "posix_fadvise" Reads Done SYS_fadvise64 [Fd, Int, Int, Int];
    "copy_file_range" Changes Number SYS_copy_file_range [Fd, Offset, Fd, Offset, Int, Fixed(0)];
    "sendfile" Changes Number SYS_sendfile [Fd, Fd, Offset, Int];
    "splice" Changes Number SYS_splice [Fd, Offset, Fd, Offset, Int, Int];
    "fstatvfs" Reads Struct SYS_fstatfs [Fd, Out(120)];
    "memfd_create" Consumes Descriptor SYS_memfd_create [Text, Int];
    "flock" Changes Done SYS_flock [Fd, Int];
    "sync" Changes Done SYS_sync [];
    "fcntl" Changes Number SYS_fcntl [Fd, Int, Small];
    "fcntl bytes" Changes Both SYS_fcntl [Fd, Int, InOut];
    "fcntl get" Reads Number SYS_fcntl [Fd, Int, Fixed(0)];
    "ioctl" Changes Number SYS_ioctl [Fd, Int, Small];
    "ioctl bytes" Changes Both SYS_ioctl [Fd, Int, InOut];
    "ioctl get" Reads Struct SYS_ioctl [Fd, Int, InOut];
    "fcntl set" Changes Number SYS_fcntl [Fd, Int, Int];
    // Paths.
    "chown" Changes Done SYS_fchownat [At, Path, Int, Int, Int];
    "mknod" Changes Done SYS_mknodat [At, Path, Mode, Int];
    "chroot" Changes Done SYS_chroot [Path];
    "statvfs" Reads Struct SYS_statfs [Path, Out(120)];
    "getxattr" Reads Bytes SYS_getxattr [Path, Text, Buffer, Room(1)];
    "getxattr link" Reads Bytes SYS_lgetxattr [Path, Text, Buffer, Room(1)];
    "getxattr fd" Reads Bytes SYS_fgetxattr [Fd, Text, Buffer, Room(1)];
    "listxattr" Reads Bytes SYS_listxattr [Path, Buffer, Room(1)];
    "listxattr link" Reads Bytes SYS_llistxattr [Path, Buffer, Room(1)];
    "listxattr fd" Reads Bytes SYS_flistxattr [Fd, Buffer, Room(1)];
    "setxattr" Changes Done SYS_setxattr [Path, Text, Data(0), Len(1), Int];
    "setxattr link" Changes Done SYS_lsetxattr [Path, Text, Data(0), Len(1), Int];
    "setxattr fd" Changes Done SYS_fsetxattr [Fd, Text, Data(0), Len(1), Int];
    "removexattr" Changes Done SYS_removexattr [Path, Text];
    "removexattr link" Changes Done SYS_lremovexattr [Path, Text];
    "removexattr fd" Changes Done SYS_fremovexattr [Fd, Text];
    "utime" Changes Done SYS_utimensat [At, Path, Data(32), Int];
    "utime fd" Changes Done SYS_utimensat [Fd, Fixed(0), Data(32), Fixed(0)];
    // The process and its users.
    "getpriority" Reads Number SYS_getpriority [Int, Int];
    "setpriority" Changes Done SYS_setpriority [Int, Int, Int];
    "setuid" Changes Done SYS_setuid [Int];
    "setgid" Changes Done SYS_setgid [Int];
    "setreuid" Changes Done SYS_setreuid [Int, Int];
    "setregid" Changes Done SYS_setregid [Int, Int];
    "setresuid" Changes Done SYS_setresuid [Int, Int, Int];
    "setresgid" Changes Done SYS_setresgid [Int, Int, Int];
    "getresuid" Reads Struct SYS_getresuid [Out(4), Out(4), Out(4)];
    "getresgid" Reads Struct SYS_getresgid [Out(4), Out(4), Out(4)];
    "getgroups" Reads Struct SYS_getgroups [Room(4), Buffer];
    "getgroups count" Reads Number SYS_getgroups [Fixed(0), Fixed(0)];
    "setgroups" Changes Done SYS_setgroups [Len(4), Data(0)];
    "getrusage" Reads Struct SYS_getrusage [Int, Out(144)];
    "prlimit" Reads Struct SYS_prlimit64 [Int, Int, Fixed(0), Out(16)];
    "prlimit set" Changes Struct SYS_prlimit64 [Int, Int, Data(16), Out(16)];
    "times" Reads Both SYS_times [Out(32)];
    "sched_yield" Reads Done SYS_sched_yield [];
    "sched_getaffinity" Reads Bytes SYS_sched_getaffinity [Int, Room(1), Buffer];
    "sched_setaffinity" Changes Done SYS_sched_setaffinity [Int, Len(1), Data(0)];
    "sched_getscheduler" Reads Number SYS_sched_getscheduler [Int];
    "sched_setscheduler" Changes Done SYS_sched_setscheduler [Int, Int, Data(4)];
    "sched_getparam" Reads Struct SYS_sched_getparam [Int, Out(4)];
    "sched_setparam" Changes Done SYS_sched_setparam [Int, Data(4)];
    "sched_get_priority_max" Reads Number SYS_sched_get_priority_max [Int];
    "sched_get_priority_min" Reads Number SYS_sched_get_priority_min [Int];
    "sched_rr_get_interval" Reads Struct SYS_sched_rr_get_interval [Int, Out(16)];
    "unshare" Changes Done SYS_unshare [Int];
    "setns" Changes Done SYS_setns [Fd, Int];
    // The system.
    "getrandom" Consumes Bytes SYS_getrandom [Buffer, Room(1), Int];
    "sysinfo" Reads Struct SYS_sysinfo [Out(112)];
    "eventfd" Consumes Descriptor SYS_eventfd2 [Int, Int];
    "timerfd_create" Consumes Descriptor SYS_timerfd_create [Int, Int];
    "timerfd_settime" Changes Struct SYS_timerfd_settime [Fd, Int, Data(32), Out(32)];
    "timerfd_gettime" Reads Struct SYS_timerfd_gettime [Fd, Out(32)];
    "clock_gettime" Reads Struct SYS_clock_gettime [Int, Out(16)];
    "clock_getres" Reads Struct SYS_clock_getres [Int, Out(16)];
    "clock_settime" Changes Done SYS_clock_settime [Int, Data(16)];
    "syslog" Changes Number SYS_write [Fd, Data(0), Len(1)];
    "setitimer" Changes Struct SYS_setitimer [Int, Data(32), Out(32)];
    "getitimer" Reads Struct SYS_getitimer [Int, Out(32)];
    "pidfd_send_signal" Changes Done SYS_pidfd_send_signal [Fd, Int, Fixed(0), Int];
    "sethostname" Changes Done SYS_sethostname [Data(0), Len(1)];
    "sigprocmask" Changes Done SYS_rt_sigprocmask [Int, Data(8), Fixed(0), Fixed(8)];
}
