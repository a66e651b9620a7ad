//! Temporary folders for programs that write files; those of a thread are removed when it ends.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Folders get numbers, so that no two runs share one.
static NEXT: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static MADE: RefCell<Vec<Scratch>> = const { RefCell::new(Vec::new()) };
}

/// A temporary folder, removed with everything in it on drop.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes an empty folder.
    ///
    /// # Panics
    /// When it cannot be made.
    pub fn new() -> Scratch {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ttd-tests-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).expect("a folder for the test's files");
        Scratch(path)
    }

    /// Returns the folder's path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch::new()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder left behind does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Makes an empty folder that lives as long as the thread.
pub fn folder() -> PathBuf {
    let scratch = Scratch::new();
    let path = scratch.path().to_path_buf();
    MADE.with_borrow_mut(|made| made.push(scratch));
    path
}
