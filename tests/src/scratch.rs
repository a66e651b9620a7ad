//! Empty folders for programs that write files. All folders of a thread are removed when it ends.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Folders get numbers, so that no two runs share one.
static NEXT: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static MADE: RefCell<Vec<Scratch>> = const { RefCell::new(Vec::new()) };
}

/// A folder that is removed with everything in it when this is dropped.
pub struct Scratch(PathBuf);

impl Scratch {
    /// An empty folder.
    ///
    /// # Panics
    /// When there cannot be one.
    pub fn new() -> Scratch {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ttd-tests-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).expect("a folder for the test's files");
        Scratch(path)
    }

    /// Where it is.
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
        // What is left behind harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An empty folder that is there as long as the thread.
pub fn folder() -> PathBuf {
    let scratch = Scratch::new();
    let path = scratch.path().to_path_buf();
    MADE.with_borrow_mut(|made| made.push(scratch));
    path
}
