//! Signals from outside: the program learns of them where it waits, or asks.
//!
//! # Why the unsafe code is sound
//!
//! The handler does nothing but set a bit of an atomic number, which is allowed in a handler. `sigaction` gets a
//! structure that is zero but for the handler and the flags. `kill` takes numbers alone.

use std::sync::atomic::{AtomicU64, Ordering};

use rustix::io::Errno;

use super::input_log::Reply;
use super::os::{Answer, World};
use super::request::{HostRequest, Op};

/// The signals that have arrived and that no program has taken: bit 0 is signal 1. There is one set for each process.
static ARRIVED: AtomicU64 = AtomicU64::new(0);

/// The signals that the program handles, as bits.
#[derive(Default)]
pub(super) struct Signals(u64);

impl Signals {
    /// Whether a signal has arrived that the program handles.
    pub(super) fn have_arrived(&self) -> bool {
        self.0 != 0 && ARRIVED.load(Ordering::Relaxed) & self.0 != 0
    }

    /// Takes those that have arrived, lowest first.
    fn take(&self) -> Vec<i64> {
        let taken = ARRIVED.fetch_and(!self.0, Ordering::Relaxed) & self.0;
        (1..=64).filter(|n| taken & bit(*n) != 0).map(i64::from).collect()
    }
}

fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

extern "C" fn note(signal: libc::c_int) {
    ARRIVED.fetch_or(bit(signal), Ordering::Relaxed);
}

/// Sets what the process does at a signal.
fn set_action(signal: i32, handler: libc::sighandler_t) -> Answer<()> {
    // SAFETY: see the module. Calls that wait are left, so that the program learns of the signal.
    let failed = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler;
        libc::sigaction(signal, &raw const action, std::ptr::null_mut())
    };
    if failed == 0 { Ok(()) } else { Err(super::children::last_error()) }
}

/// Has writing beyond the limit of a file's size fail, as in CPython, and not end the process.
pub(super) fn ignore_file_size() {
    // If this fails the process is as it was.
    let _ = set_action(libc::SIGXFSZ, libc::SIG_IGN);
}

impl World {
    /// Ends the process by SIGINT.
    pub fn end_by_interrupt(&self) {
        if set_action(libc::SIGINT, libc::SIG_DFL).is_ok() {
            // SAFETY: it sends a signal to this process.
            unsafe { libc::kill(libc::getpid(), libc::SIGINT) };
        }
    }

    pub(super) fn signal_request(&mut self, request: &HostRequest) -> Answer {
        if request.op == Op::Signals {
            return Ok(Reply::Ints(self.signals.take()));
        }
        let (signal, how) = (request.first(), request.at(1));
        if !(1..=64).contains(&signal) {
            return Err(Errno::INVAL);
        }
        let signal = signal as i32;
        // Ctrl-C is a flag that the command line or the debugger sets.
        if signal != libc::SIGINT {
            let handler = note as extern "C" fn(libc::c_int) as libc::sighandler_t;
            set_action(signal, [libc::SIG_DFL, libc::SIG_IGN, handler][how.clamp(0, 2) as usize])?;
        }
        self.signals.0 = if how == 2 { self.signals.0 | bit(signal) } else { self.signals.0 & !bit(signal) };
        Ok(Reply::Done)
    }
}
