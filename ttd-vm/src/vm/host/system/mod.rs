//! System calls as data: a row of the table says how a request becomes a call of Linux and its result a reply.
//!
//! # Why the unsafe code is sound
//! The kernel reads and writes only what a pointer argument points to, and every row says how large that is: `Out` and
//! `Buffer` are buffers of the size that is passed with them or that the kernel's structure has; `Data` is checked to
//! be as long as the kernel reads; paths end with a zero. `InOut` (`fcntl`, `ioctl`) is copied into a buffer that is
//! larger than any structure whose size a request number can carry. A number that a call would take as an address is
//! below the lowest one that a process can map (`Small`). A descriptor that a call makes is owned by nobody else.
//!
//! # Limits
//! A program that puts addresses into the bytes that it gives to `ioctl` can have the kernel write there, as under
//! CPython.

pub mod library;
pub mod standard;
pub mod table;

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;

use rustix::io::Errno;

use super::input_log::Reply;
use super::os::{Answer, World};
use super::request::HostRequest;
use table::{Arg, CURRENT_FOLDER, Gives, SystemCall};

/// Larger than any structure that the number of an `ioctl` describes, which has 14 bits for the size.
const STRUCTURE: usize = 1 << 16;

/// The lowest address that a process can map.
const LOWEST_ADDRESS: i64 = 1 << 16;

/// Memory that a call needs: it stays where it is while its owner moves.
struct Memory(Vec<Vec<u8>>);

impl Memory {
    /// Keeps these bytes and returns their address.
    fn keep(&mut self, bytes: Vec<u8>) -> i64 {
        self.0.push(bytes);
        self.0.last_mut().map_or(0, |kept| kept.as_mut_ptr() as i64)
    }
}

/// A call that is ready: its arguments, the memory that they point to, and which of it comes back.
struct Prepared {
    args: [i64; 6],
    memory: Memory,
    /// Places in `memory`, with the length of the part that comes back.
    results: Vec<(usize, usize)>,
}

impl World {
    /// Carries out the system call of this request.
    pub(super) fn system_call(&mut self, request: &HostRequest, in_diversion: bool) -> Answer {
        let row = request.system_call().ok_or(Errno::NOSYS)?;
        let prepared = self.prepare_call(row, request)?;
        let [a, b, c, d, e, f] = prepared.args;
        // SAFETY: the arguments are as the row describes them; see the module's documentation.
        let result = unsafe { libc::syscall(row.number, a, b, c, d, e, f) };
        if result < 0 {
            return Err(Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO));
        }
        Ok(match row.gives {
            Gives::Done => Reply::Done,
            Gives::Number => Reply::Int(result),
            Gives::Bytes => {
                let mut bytes = prepared.output();
                bytes.truncate(result as usize);
                Reply::Bytes(bytes)
            }
            Gives::Struct => Reply::Bytes(prepared.output()),
            Gives::Both => Reply::Bytes([&result.to_le_bytes()[..], &prepared.output()].concat()),
            Gives::Descriptor => {
                // SAFETY: the call has just made this descriptor.
                let file = unsafe { OwnedFd::from_raw_fd(result as i32) };
                self.add(file, in_diversion)
            }
        })
    }

    fn prepare_call(&self, row: &SystemCall, request: &HostRequest) -> Answer<Prepared> {
        let mut made = Prepared { args: [0; 6], memory: Memory(Vec::new()), results: Vec::new() };
        let mut numbers = request.numbers()[1..].iter().copied();
        let mut paths = request.paths().iter();
        let (mut in_folder, mut room) = (true, None);
        // A buffer's size may come before or after it.
        let wanted = row.args.iter().filter(|arg| arg.takes_number()).zip(&request.numbers()[1..]);
        for (arg, n) in wanted {
            if let Arg::Room(unit) = arg {
                room = usize::try_from(*n).ok().and_then(|n| n.checked_mul(*unit));
                room = Some(room.ok_or(Errno::INVAL)?);
            }
        }
        for (at, arg) in row.args.iter().enumerate() {
            let number = if arg.takes_number() { numbers.next().ok_or(Errno::INVAL)? } else { 0 };
            made.args[at] = match *arg {
                Arg::Fd => i64::from(self.any_file(number)?.as_raw_fd()),
                Arg::At if number == CURRENT_FOLDER => CURRENT_FOLDER,
                Arg::At => {
                    in_folder = false;
                    i64::from(self.any_file(number)?.as_raw_fd())
                }
                Arg::Int | Arg::Room(_) => number,
                Arg::Small if (0..LOWEST_ADDRESS).contains(&number) => number,
                Arg::Small => return Err(Errno::FAULT),
                Arg::Mode => number & !i64::from(self.umask),
                Arg::Path | Arg::Text => {
                    let text = paths.next().ok_or(Errno::INVAL)?;
                    let resolved = in_folder && *arg == Arg::Path;
                    let path = if resolved { self.path(text)?.as_os_str().as_bytes().to_vec() } else { text.to_vec() };
                    made.memory.keep([&path[..], b"\0"].concat())
                }
                Arg::Data(least) if request.bytes().len() < least => return Err(Errno::INVAL),
                Arg::Data(_) => made.memory.keep(request.bytes().to_vec()),
                Arg::Len(unit) => (request.bytes().len() / unit) as i64,
                Arg::Buffer => made.buffer(&[], room.unwrap_or(0), room.unwrap_or(0))?,
                Arg::Out(size) => made.buffer(&[], size, size)?,
                Arg::InOut => {
                    let data = request.bytes();
                    made.buffer(data, data.len() + STRUCTURE, data.len())?
                }
                Arg::Offset if number < 0 => 0,
                Arg::Offset => made.memory.keep(number.to_le_bytes().to_vec()),
                Arg::Fixed(n) => n,
            };
        }
        Ok(made)
    }
}

impl Prepared {
    /// A buffer of this size that begins with these bytes; `back` bytes of it come back.
    fn buffer(&mut self, first: &[u8], size: usize, back: usize) -> Answer<i64> {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).map_err(|_| Errno::NOMEM)?;
        bytes.extend_from_slice(first);
        bytes.resize(size, 0);
        self.results.push((self.memory.0.len(), back));
        Ok(self.memory.keep(bytes))
    }

    fn output(self) -> Vec<u8> {
        let parts = self.results.iter().map(|&(at, n)| &self.memory.0[at][..n]);
        parts.collect::<Vec<_>>().concat()
    }
}
