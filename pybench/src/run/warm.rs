//! The memory that a run finds.
//!
//! The host of a virtual machine gives memory when it is touched first, and takes back what has been free for some
//! seconds. Where that is slow, it costs a program with much memory more than all that it does, and more or less by what
//! ran before it. So a process of its own touches some memory before each run and gives it back: what is measured is
//! the interpreter, and not the host. On other machines it changes nothing.

use std::process::{Command, Stdio};

use memmap2::{MmapMut, MmapOptions};

/// The option by which this program asks itself for it.
const OPTION: &str = "--touch";
const PAGE: usize = 4096;

/// Lets another process touch so many megabytes, which are free when this returns. Where that does not work, a run finds
/// what there is.
pub(crate) fn memory(megabytes: usize) {
    if megabytes == 0 {
        return;
    }
    let Ok(this) = std::env::current_exe() else {
        return;
    };
    let mut command = Command::new(this);
    command.arg(OPTION).arg(megabytes.to_string());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    drop(command.status());
}

/// What that process does.
pub(crate) fn touch(megabytes: usize) -> Result<(), String> {
    let map = MmapOptions::new().len(megabytes << 20).map_anon();
    let mut map = map.map_err(|e| format!("{megabytes} MB of memory: {e}"))?;
    on_large_pages(&map);
    map.chunks_mut(PAGE).for_each(|page| page[0] = 1);
    std::hint::black_box(&map);
    Ok(())
}

/// What large programs have: small pages that are given back are not soon among large ones.
fn on_large_pages(map: &MmapMut) {
    #[cfg(target_os = "linux")]
    drop(map.advise(memmap2::Advice::HugePage));
    #[cfg(not(target_os = "linux"))]
    let _ = map;
}
