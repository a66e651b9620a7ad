//! `_posix`: the native half of `posix` (`lib/native/os/posix.py` adds the named tuples). Every call goes through the
//! host.

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::host::{HostRequest, Op, Reply, Stream};
use crate::{Vm, methods};

mod call;
pub mod paths;
pub mod stat;
pub mod system;

use paths::path_arg;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_posix",
    doc: "Calls of the operating system.",
    functions: methods! {
        /// Open a file for low level IO.  Returns a file descriptor (integer).
        External "open" "(path, flags, mode=0o777, *, dir_fd=None)" => open;
        /// As `open`, for what tells of it in its own way.
        External "open_quietly" "(path, flags, mode=0o777, *, dir_fd=None)" => open_quietly;
        /// Close a file descriptor.
        External "close" "(fd)" => close;
        /// Read from a file descriptor.  Returns a bytes object.
        External "read" "(fd, length, /)" => read;
        /// Write a bytes object to a file descriptor.
        External "write" "(fd, data, /)" => write;
        /// Write as much of a bytes object to a file descriptor as there is room for.
        External "write_part" "(fd, data, /)" => write_part;
        /// Normalize path, eliminating double slashes, etc.
        CallsBack "_path_normpath" "(path)" => paths::normpath;
        /// Split a pathname into drive, root and tail.
        CallsBack "_path_splitroot_ex" "(p, /)" => paths::split_root;
        /// Set the position of a file descriptor.  Return the new position.
        External "lseek" "(fd, position, how, /)" => lseek;
        /// Truncate a file, specified by file descriptor, to a specific length.
        External "ftruncate" "(fd, length, /)" => ftruncate;
        /// Force write of fd to disk.
        External "fsync" "(fd)" => fsync;
        /// Return a duplicate of a file descriptor.
        External "dup" "(fd, /)" => dup;
        /// As `dup`, with a number from the given one on.
        External "dup_from" "(fd, least, /)" => dup;
        /// Duplicate file descriptor.
        External "dup2" "(fd, fd2, inheritable=True)" => dup2;
        /// Create a pipe.
        External "pipe" "()" => pipe;
        /// Create a pipe with flags set atomically.
        External "pipe2" "(flags, /)" => pipe2;
        /// A row of the table of system calls, with its arguments; the file names of an OSError come first.
        External "call" "(names, call, /, *args)" => call::system;
        /// What the C library knows: a question, with its arguments.
        External "library" "(names, question, /, *args)" => call::library;
        /// A path argument as bytes and as messages show it, a descriptor, or None.
        External "path" "(path, function, parameter, fd=False, none=False, /)" => paths::path;
        /// A line of standard input, with this prompt; empty at its end.
        External "prompted_line" "(prompt, /)" => call::prompted_line;
        /// What describes a time zone, by its name; None if nothing does.
        External "zone" "(name, /)" => call::zone;
        /// Return True if the fd is connected to a terminal.
        External "isatty" "(fd, /)" => isatty;
        /// The numbers of a file's status.
        External "fstat" "(fd, /)" => fstat;
        /// Columns and lines of a terminal.
        External "get_terminal_size" "(fd, /)" => terminal_size;
        /// The numbers of a file's status, by path or descriptor.
        External "stat" "(path, follow, folder, /)" => paths::stat;
        /// Make the status of a file of its numbers.
        Pure "status" "(cls, numbers, /)" => paths::status;
        /// Use the real uid/gid to test for access to a path.
        External "access" "(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True)" => paths::access;
        /// What is in a directory: pairs of a letter for the type and the name.
        External "list" "(path, function, /)" => paths::list;
        /// Return a string representing the path to which the symbolic link points.
        External "readlink" "(path, *, dir_fd=None)" => paths::readlink;
        /// Create a directory.
        External "mkdir" "(path, mode=0o777, *, dir_fd=None)" => paths::mkdir;
        /// Remove a directory.
        External "rmdir" "(path, *, dir_fd=None)" => paths::rmdir;
        /// Remove a file (same as remove()).
        External "unlink" "(path, *, dir_fd=None)" => paths::unlink;
        /// Remove a file (same as unlink()).
        External "remove" "(path, *, dir_fd=None)" => paths::remove;
        /// Rename a file or directory.
        External "rename" "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)" => paths::rename;
        /// Rename a file or directory, overwriting the destination.
        External "replace" "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)" => paths::replace;
        /// Create a hard link to a file.
        External "link" "(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True)" => paths::link;
        /// Create a symbolic link pointing to src named dst.
        External "symlink" "(src, dst, target_is_directory=False, *, dir_fd=None)" => paths::symlink;
        /// Change the access permissions of a file.
        External "chmod" "(path, mode, *, dir_fd=None, follow_symlinks=True)" => paths::chmod;
        /// Truncate a file, specified by path, to a specific length.
        External "truncate" "(path, length)" => paths::truncate;
        /// Return a unicode string representing the current working directory.
        External "getcwd" "()" => paths::getcwd;
        /// Return a bytes string representing the current working directory.
        External "getcwdb" "()" => paths::getcwdb;
        /// Change the current working directory to the specified path.
        External "chdir" "(path)" => paths::chdir;
        /// All environment variables: names and values in turn, as bytes.
        External "environment" "()" => system::environment;
        /// Change or add an environment variable.
        External "putenv" "(name, value, /)" => system::putenv;
        /// Delete an environment variable.
        External "unsetenv" "(name, /)" => system::unsetenv;
        /// The numbers of process and users.
        External "id_number" "(which, /)" => system::id_number;
        /// Return the number of logical CPUs in the system.
        External "cpu_count" "()" => system::cpu_count;
        /// Set the current numeric umask and return the previous umask.
        External "umask" "(mask, /)" => system::umask;
        /// System, node, release, version, machine.
        External "uname" "()" => system::uname;
        /// Return a bytes object containing random bytes suitable for cryptographic use.
        External "urandom" "(size, /)" => system::urandom;
        /// Translate an error code to a message string.
        Pure "strerror" "(code, /)" => system::strerror;
        /// A path as open() takes it: a str, bytes, or a descriptor.
        CallsBack "open_path" "(path, /)" => paths::open_path;
    },
    types: &[],
    init,
};

fn init(_vm: &mut Vm, _module: Value) -> Res<()> {
    Ok(())
}

/// A file descriptor.
fn fd_arg(vm: &mut Vm, v: Value) -> Res<i64> {
    let fd = vm.index_i64(v)?;
    if i32::try_from(fd).is_err() {
        let side = if fd > 0 { "greater than maximum" } else { "less than minimum" };
        return Err(vm.overflow_error(format!("signed integer is {side}")));
    }
    Ok(fd)
}

/// The standard output stream with this descriptor.
fn output_stream(fd: i64) -> Option<Stream> {
    match fd {
        1 => Some(Stream::Out),
        2 => Some(Stream::Err),
        _ => None,
    }
}

fn open(vm: &mut Vm, args: Args) -> Res {
    opened(vm, args, true)
}

fn open_quietly(vm: &mut Vm, args: Args) -> Res {
    opened(vm, args, false)
}

fn opened(vm: &mut Vm, args: Args, told: bool) -> Res {
    let folder = paths::folder(vm, args.opt(3))?;
    let (path, shown) = path_arg(vm, args.get(0), "open", "path")?;
    let flags = vm.index_i64(args.get(1))?;
    let mode = vm.index_i64(args.opt(2).unwrap_or(Value::int(0o777)))?;
    if told {
        // CPython adds this flag before it tells of a file.
        let shown_flags = Value::int(flags & 0xFFFF_FFFF | i64::from(libc::O_CLOEXEC));
        vm.audit("open", &[shown, Value::NONE, shown_flags])?;
    }
    vm.close_abandoned_named(&path)?;
    let ask = HostRequest::of(Op::Open).path(&path).number(flags & 0xFFFF_FFFF).number(mode).number(folder);
    vm.ask_int(&ask, &[shown]).map(Value::int)
}

fn close(vm: &mut Vm, args: Args) -> Res {
    let fd = fd_arg(vm, args.get(0))?;
    vm.ask_or_raise(&HostRequest::of(Op::Close).number(fd), &[])?;
    Ok(Value::NONE)
}

fn read(vm: &mut Vm, args: Args) -> Res {
    let (fd, length) = (fd_arg(vm, args.get(0))?, vm.index_i64(args.get(1))?);
    if length < 0 {
        return Err(vm.errno_error(i64::from(libc::EINVAL), None));
    }
    match vm.request(&HostRequest::of(Op::Read).number(fd).number(length))? {
        Reply::Bytes(bytes) => Ok(vm.new_bytes(&bytes)),
        reply => unfinished(vm, &reply, "_read_again", args),
    }
}

fn write(vm: &mut Vm, args: Args) -> Res {
    let fd = fd_arg(vm, args.get(0))?;
    let data = crate::types::bytes::value::bytes_arg(vm, args.get(1))?;
    if let Some(stream) = output_stream(fd).filter(|_| !vm.host.is_redirected(fd)) {
        let at = vm.moment();
        let written = vm.host.write_at_once(stream, &data, at);
        written.map_err(|errno| vm.errno_error(i64::from(errno), None))?;
        return Ok(Value::int(data.len() as i64));
    }
    let written = ask_to_write(vm, (fd, &data), args, "_write_again")?;
    // Other threads may have to make room for the rest.
    if written.is_int() && (written.as_int() as usize) < data.len() && vm.has_other_threads() {
        let written = [args.get(0), args.get(1), written];
        return Err(vm.call_hidden_module("_signal", "_write_rest", &written));
    }
    Ok(written)
}

fn write_part(vm: &mut Vm, args: Args) -> Res {
    let fd = fd_arg(vm, args.get(0))?;
    let data = crate::types::bytes::value::bytes_arg(vm, args.get(1))?;
    ask_to_write(vm, (fd, &data), args, "_write_part_again")
}

/// Writes as much as there is room for; `again` names what does so after a signal.
fn ask_to_write(vm: &mut Vm, (fd, data): (i64, &[u8]), args: Args, again: &str) -> Res {
    match vm.request(&HostRequest::of(Op::Write).number(fd).data(data))? {
        Reply::Int(n) => Ok(Value::int(n)),
        reply => unfinished(vm, &reply, again, args),
    }
}

/// Handles a signal that has arrived and calls again, or raises what has failed.
fn unfinished(vm: &mut Vm, reply: &Reply, again: &str, args: Args) -> Res {
    match reply {
        Reply::Fail(libc::EINTR) => Err(vm.call_hidden_module("_signal", again, args.pos)),
        Reply::Fail(errno) => Err(vm.errno_error(i64::from(*errno), None)),
        _ => Ok(Value::NONE),
    }
}

fn lseek(vm: &mut Vm, args: Args) -> Res {
    let (fd, to, how) = (fd_arg(vm, args.get(0))?, vm.index_i64(args.get(1))?, vm.index_i64(args.get(2))?);
    let at = vm.ask_int(&HostRequest::of(Op::Seek).number(fd).number(to).number(how), &[])?;
    Ok(vm.int(at))
}

fn ftruncate(vm: &mut Vm, args: Args) -> Res {
    let (fd, length) = (fd_arg(vm, args.get(0))?, vm.index_i64(args.get(1))?);
    if length < 0 {
        return Err(vm.errno_error(i64::from(libc::EINVAL), None));
    }
    let told = vm.int(length);
    vm.audit("os.truncate", &[Value::int(fd), told])?;
    vm.ask_or_raise(&HostRequest::of(Op::Truncate).number(fd).number(length), &[])?;
    Ok(Value::NONE)
}

fn fsync(vm: &mut Vm, args: Args) -> Res {
    let fd = paths::fd_or_warned(vm, args.get(0))?;
    vm.ask_or_raise(&HostRequest::of(Op::Sync).number(fd), &[])?;
    Ok(Value::NONE)
}

fn dup(vm: &mut Vm, args: Args) -> Res {
    let fd = fd_arg(vm, args.get(0))?;
    let least = match args.opt(1) {
        Some(v) => fd_arg(vm, v)?,
        None => 0,
    };
    vm.ask_int(&HostRequest::of(Op::Dup).number(fd).number(least), &[]).map(Value::int)
}

fn dup2(vm: &mut Vm, args: Args) -> Res {
    let (from, to) = (fd_arg(vm, args.get(0))?, fd_arg(vm, args.get(1))?);
    let inheritable = args.opt(2).map_or(Ok(true), |v| vm.truth(v))?;
    vm.ask_or_raise(&HostRequest::of(Op::Dup2).number(from).number(to).number(i64::from(inheritable)), &[])?;
    Ok(Value::int(to))
}

fn pipe(vm: &mut Vm, _args: Args) -> Res {
    let reply = vm.ask_or_raise(&HostRequest::of(Op::Pipe), &[])?;
    Ok(ints(vm, &reply))
}

fn pipe2(vm: &mut Vm, args: Args) -> Res {
    let flags = vm.index_i64(args.get(0))?;
    let reply = vm.ask_or_raise(&HostRequest::of(Op::Pipe).number(flags), &[])?;
    Ok(ints(vm, &reply))
}

fn isatty(vm: &mut Vm, args: Args) -> Res {
    let fd = fd_arg(vm, args.get(0))?;
    // The answer must be the same in every replay, as for `sys.stdout.isatty()`.
    if (0..3).contains(&fd) && !vm.host.is_redirected(fd) {
        return Ok(Value::FALSE);
    }
    match vm.request(&HostRequest::of(Op::IsATty).number(fd))? {
        Reply::Int(n) => Ok(Value::bool(n != 0)),
        _ => Ok(Value::FALSE),
    }
}

fn fstat(vm: &mut Vm, args: Args) -> Res {
    let fd = fd_arg(vm, args.get(0))?;
    let reply = vm.ask_or_raise(&HostRequest::of(Op::StatFd).number(fd), &[])?;
    Ok(ints(vm, &reply))
}

fn terminal_size(vm: &mut Vm, args: Args) -> Res {
    let fd = fd_arg(vm, args.get(0))?;
    let reply = vm.ask_or_raise(&HostRequest::of(Op::TerminalSize).number(fd), &[])?;
    Ok(ints(vm, &reply))
}

/// The numbers of a reply as a tuple.
fn ints(vm: &mut Vm, reply: &Reply) -> Value {
    let Reply::Ints(numbers) = reply else { return vm.new_tuple(&[]) };
    let values: Vec<Value> = numbers.iter().map(|n| vm.int(*n)).collect();
    vm.new_tuple(&values)
}
