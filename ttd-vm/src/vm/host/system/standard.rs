//! What the process began with: standard descriptors that were closed, and signals that were blocked.
//!
//! Rust's runtime opens `/dev/null` for such descriptors before `main`, so that no file gets their numbers by accident.
//! Programs see them closed, as under CPython (`sys.stdin` is None, `os.fstat(0)` fails): what was closed is noted
//! before the runtime begins and closed again behind it. It is a fact about the process and never changes, like its
//! arguments.
//!
//! # Why the unsafe code is sound
//! The loader calls what is listed in `.init_array` once, before there is another thread, with arguments that may be
//! left unread; the function asks the kernel and stores a number. `close` gets a descriptor that nothing in this
//! process has made or owns but the runtime, which does not use it. `pthread_sigmask` writes a set of signals, which is
//! then read.

use std::sync::atomic::{AtomicU8, Ordering};

/// A bit for each descriptor.
static CLOSED: AtomicU8 = AtomicU8::new(0);

#[used]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
static BEFORE_THE_RUNTIME: extern "C" fn() = note;

extern "C" fn note() {
    let mut closed = 0;
    for fd in 0..3 {
        // SAFETY: it takes a number and changes nothing.
        if unsafe { libc::fcntl(fd, libc::F_GETFD) } < 0 {
            closed |= 1 << fd;
        }
    }
    CLOSED.store(closed, Ordering::Relaxed);
}

/// Closes what was closed when the process began, and returns these descriptors. To be called first of all.
pub fn close_again() -> impl Iterator<Item = i32> {
    let closed = CLOSED.load(Ordering::Relaxed);
    (0..3).filter(move |fd| closed & 1 << fd != 0).inspect(|fd| {
        // SAFETY: see above.
        unsafe { libc::close(*fd) };
    })
}

/// The signals that were blocked, which no thread of this process has changed yet: bit 0 is signal 1.
pub fn blocked_signals() -> u64 {
    // SAFETY: the set is written before it is read; nothing is changed.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::pthread_sigmask(libc::SIG_BLOCK, std::ptr::null(), &raw mut set);
        (1..=64).filter(|signal| libc::sigismember(&raw const set, *signal) == 1).map(|signal| 1 << (signal - 1)).sum()
    }
}
