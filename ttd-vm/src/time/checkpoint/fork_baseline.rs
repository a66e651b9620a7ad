//! Checkpoints by `fork()`, as other tools make them: only there so that the benchmark can compare ours with them in
//! one program. Nothing can go back to them.
//!
//! Every checkpoint is a child process that sleeps and holds a copy-on-write image of the whole process. The newest
//! [`KEPT`] live; older ones are killed, and all of them at the end.
//!
//! # Why the unsafe code is sound
//!
//! The child calls nothing but `prctl` and `pause`, which are safe after a fork of a process with several threads.

use std::collections::VecDeque;

/// How many children live at a time.
const KEPT: usize = 16;

/// The living checkpoints, oldest first.
#[derive(Default)]
pub(crate) struct ForkBaseline(VecDeque<libc::pid_t>);

impl ForkBaseline {
    /// Makes a checkpoint. Where the system refuses another process there is none.
    pub(crate) fn take(&mut self) {
        // SAFETY: see the module.
        let child = unsafe { libc::fork() };
        if child == 0 {
            // SAFETY: as above. The child ends with its parent, however that ends.
            unsafe {
                #[cfg(target_os = "linux")]
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                loop {
                    libc::pause();
                }
            }
        }
        if child > 0 {
            self.0.push_back(child);
        }
        if self.0.len() > KEPT {
            self.drop_oldest();
        }
    }

    fn drop_oldest(&mut self) {
        if let Some(child) = self.0.pop_front() {
            // SAFETY: the process is a child of ours that has not been waited for.
            unsafe {
                libc::kill(child, libc::SIGKILL);
                libc::waitpid(child, std::ptr::null_mut(), 0);
            }
        }
    }
}

impl Drop for ForkBaseline {
    fn drop(&mut self) {
        while !self.0.is_empty() {
            self.drop_oldest();
        }
    }
}
