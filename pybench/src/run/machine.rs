//! Where and when figures were measured.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// The machine and the time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The processor.
    pub(crate) processor: String,
    /// Cores that may be used.
    pub(crate) cores: usize,
    /// Bytes of memory, or 0 where it is not known.
    pub(crate) memory: u64,
    /// The operating system.
    pub(crate) system: String,
    /// The day, as YYYY-MM-DD.
    pub(crate) date: String,
    /// The commit that was checked out, and whether there were changes.
    pub(crate) commit: String,
    /// The core that everything ran on, where it was pinned to one.
    pub(crate) core: Option<usize>,
}

impl Machine {
    /// Describes this machine, before anything is pinned.
    pub(crate) fn here(root: &Path) -> Machine {
        Machine {
            processor: processor(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory: memory(),
            system: system(),
            date: date(),
            commit: commit(root).unwrap_or_else(|| "not known".to_owned()),
            core: None,
        }
    }
}

/// Pins this process, and so its children, to core `wanted`, by default the last: the first cores do most of the
/// system's own work.
pub(crate) fn pin(wanted: Option<usize>) -> Result<Option<usize>, String> {
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    let core = match wanted {
        Some(id) => cores.iter().find(|c| c.id == id).copied(),
        None => cores.last().copied(),
    };
    match (core, wanted) {
        (None, Some(id)) => Err(format!("no core {id}; there are {}", cores.len())),
        (Some(core), _) => Ok(core_affinity::set_for_current(core).then_some(core.id)),
        (None, None) => Ok(None),
    }
}

/// Reads a field of one of the system's tables, as `name : value`.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|l| l.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn processor() -> String {
    field("/proc/cpuinfo", "model name")
        .or_else(|| first_line("sysctl", &["-n", "machdep.cpu.brand_string"]))
        .unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// Returns the system and its version, without what a distributor appends.
fn system() -> String {
    let text = first_line("uname", &["-sr"]);
    let text = text.unwrap_or_else(|| std::env::consts::OS.to_owned());
    text.split('-').next().unwrap_or_default().to_owned()
}

fn memory() -> u64 {
    let kilobytes =
        field("/proc/meminfo", "MemTotal").and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.map_or(0, |k| k * 1024)
}

fn commit(root: &Path) -> Option<String> {
    let root = root.display().to_string();
    let hash = first_line("git", &["-C", &root, "rev-parse", "--short=12", "HEAD"])?;
    let changed = first_line("git", &["-C", &root, "status", "--porcelain", "-uno"]);
    Some(match changed {
        Some(_) => format!("{hash} with changes"),
        None => hash,
    })
}

/// Returns the first line that a command prints, if it succeeds.
fn first_line(command: &str, words: &[&str]) -> Option<String> {
    let done = Command::new(command).args(words).output().ok()?;
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let line = text.lines().next()?.trim().to_owned();
    (done.status.success() && !line.is_empty()).then_some(line)
}

fn date() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = since.map_or(0, |d| d.as_secs() / 86400);
    let (year, month, day) = civil(days);
    format!("{year}-{month:02}-{day:02}")
}

/// Returns the date of a day counted from 1 January 1970.
fn civil(days: u64) -> (u64, u64, u64) {
    let leap = |y: u64| y.is_multiple_of(4) && (!y.is_multiple_of(100) || y.is_multiple_of(400));
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= lengths[month] {
        left -= lengths[month];
        month += 1;
    }
    (year, month as u64 + 1, left + 1)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_000), (2024, 10, 4));
    }
}
