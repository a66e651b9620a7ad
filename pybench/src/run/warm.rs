//! Warms memory before each run.
//!
//! The host of a virtual machine provides memory when it is first touched, and takes back what has been free for some
//! seconds. Where that is slow, it dominates the time of programs with much memory and depends on what ran before. So a
//! separate process touches some memory before each run and frees it: this measures the interpreter and not the host.
//! On other machines it changes nothing.

use std::process::{Command, Stdio};

use memmap2::{MmapMut, MmapOptions};

/// The option with which this program starts itself for that.
const OPTION: &str = "--touch";
const PAGE: usize = 4096;

/// Makes another process touch this many megabytes and end. If that fails, the run goes on with cold memory.
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

/// Touches the memory; the work of that process.
pub(crate) fn touch(megabytes: usize) -> Result<(), String> {
    let map = MmapOptions::new().len(megabytes << 20).map_anon();
    let mut map = map.map_err(|e| format!("{megabytes} MB of memory: {e}"))?;
    on_large_pages(&map);
    map.chunks_mut(PAGE).for_each(|page| page[0] = 1);
    std::hint::black_box(&map);
    Ok(())
}

/// Asks for large pages, as large programs have them: freed small pages do not soon become large ones.
fn on_large_pages(map: &MmapMut) {
    #[cfg(target_os = "linux")]
    drop(map.advise(memmap2::Advice::HugePage));
    #[cfg(not(target_os = "linux"))]
    let _ = map;
}
