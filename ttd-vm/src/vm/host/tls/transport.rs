//! What carries the encrypted bytes of a connection: a socket, or two buffers of the program.

use std::os::fd::BorrowedFd;

use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};

/// The carrier, for one request.
pub(super) enum Transport<'a> {
    /// A socket. It is never waited for, whatever its mode.
    Socket(BorrowedFd<'a>),
    /// Buffers.
    Memory {
        /// What has come in.
        incoming: &'a [u8],
        /// How much of it was used.
        used: usize,
        /// Whether nothing follows it.
        ended: bool,
        /// What goes out.
        outgoing: Vec<u8>,
    },
}

impl<'a> Transport<'a> {
    pub(super) fn memory(incoming: &'a [u8], ended: bool) -> Transport<'a> {
        Transport::Memory { incoming, used: 0, ended, outgoing: Vec::new() }
    }

    /// Reads up to this many bytes to the end of `into`; 0 is the end.
    ///
    /// # Errors
    /// `EAGAIN` if there are none yet, or the system's error.
    pub(super) fn read(&mut self, into: &mut Vec<u8>, room: usize) -> Result<usize, Errno> {
        match self {
            Transport::Socket(socket) => {
                let start = into.len();
                into.resize(start + room, 0);
                let read = retry(|| recv(*socket, &mut into[start..], RecvFlags::DONTWAIT).map(|(n, _)| n));
                into.truncate(start + read.unwrap_or(0));
                read
            }
            Transport::Memory { incoming, used, ended, .. } => {
                let rest = &incoming[*used..];
                let n = rest.len().min(room);
                into.extend_from_slice(&rest[..n]);
                *used += n;
                if n == 0 && !*ended { Err(Errno::AGAIN) } else { Ok(n) }
            }
        }
    }

    /// Writes some of the bytes.
    ///
    /// # Errors
    /// `EAGAIN` if there is no room, or the system's error.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        match self {
            Transport::Socket(socket) => retry(|| send(*socket, bytes, SendFlags::DONTWAIT | SendFlags::NOSIGNAL)),
            Transport::Memory { outgoing, .. } => {
                outgoing.extend_from_slice(bytes);
                Ok(bytes.len())
            }
        }
    }

    /// How many incoming bytes were used, and what goes out.
    pub(super) fn used(self) -> (usize, Vec<u8>) {
        match self {
            Transport::Socket(_) => (0, Vec::new()),
            Transport::Memory { used, outgoing, .. } => (used, outgoing),
        }
    }
}

/// Does it again when a signal came between.
fn retry<T>(mut f: impl FnMut() -> Result<T, Errno>) -> Result<T, Errno> {
    loop {
        match f() {
            Err(Errno::INTR) => {}
            done => return done,
        }
    }
}
