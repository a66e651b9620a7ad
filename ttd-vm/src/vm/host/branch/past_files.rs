//! Files that a branch with a closed world finds open: they belong to another time.
//!
//! What the program has read from such a file, or written to it, stands in the input log. If the file on the disk still
//! has that, the branch gets a file of its own at the same position: the file again, or a copy with the bytes that it
//! wrote.

use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use crate::vm::host::input_log::{InputLog, Reply, digest};
use crate::vm::host::request::Op;
use crate::vm::host::system::table::CURRENT_FOLDER;

/// A file that is open at a position of the input log.
pub(super) struct PastFile {
    /// The path that it was opened by, and the position in the input log after that.
    pub(super) path: Vec<u8>,
    pub(super) opened: usize,
    /// The flags of `open`.
    pub(super) flags: i32,
    /// Where reading and writing go on.
    position: u64,
    /// What it has, by position: as read, or as a length and a digest of the bytes written.
    known: Vec<(u64, Contents)>,
}

enum Contents {
    Read(Vec<u8>),
    Written(u64, u64),
}

impl PastFile {
    /// The file behind a descriptor at a position of the input log, if it was only opened, read and written since.
    pub(super) fn find(log: &InputLog, until: usize, fd: i64) -> Option<PastFile> {
        let mut found: Option<PastFile> = None;
        for entry in log.calls().take_while(|entry| entry.end <= until) {
            let (op, reply) = (entry.op, entry.reply);
            if op == Op::Open && reply == Reply::Int(fd) {
                let [flags, _, folder] = entry.numbers[..] else { return None };
                let path = entry.paths.first()?.to_vec();
                found = (folder == CURRENT_FOLDER).then_some(PastFile {
                    path,
                    opened: entry.end,
                    flags: flags as i32,
                    position: 0,
                    known: Vec::new(),
                });
                continue;
            }
            // Any number of a system call may be a descriptor.
            let is_about = match op {
                Op::System => entry.numbers[1..].contains(&fd),
                Op::Dup2 => entry.numbers[..2].contains(&fd),
                op => op.takes_descriptor() && entry.numbers[0] == fd,
            };
            if !is_about {
                continue;
            }
            let file = found.as_mut();
            match (op, reply, file) {
                (Op::Close, ..) => found = None,
                (Op::IsATty | Op::StatFd | Op::SetInheritable | Op::IsInheritable | Op::IsBlocking, ..) => {}
                (Op::Seek, Reply::Int(to), Some(file)) => file.position = to as u64,
                (Op::Seek, Reply::Fail(_), _) => {}
                (Op::Read, Reply::Bytes(bytes), Some(file)) => {
                    let at = file.position;
                    file.position += bytes.len() as u64;
                    file.known.push((at, Contents::Read(bytes)));
                }
                (Op::Write, Reply::Int(n), Some(file)) => {
                    let (length, digest) = entry.data?;
                    if n as u64 != length || file.flags & libc::O_APPEND != 0 {
                        return None;
                    }
                    file.known.push((file.position, Contents::Written(length, digest)));
                    file.position += length;
                }
                // Something else was done with it, or the number stands for something else.
                (Op::System, _, None) => {}
                _ => return None,
            }
        }
        found
    }

    /// Whether it was opened for writing.
    pub(super) fn is_written(&self) -> bool {
        self.flags & libc::O_ACCMODE != libc::O_RDONLY
    }

    /// Whether the file at `path` still has what was read and written.
    fn is_still_in(&self, path: &Path) -> bool {
        let Ok(file) = std::fs::File::open(path) else { return self.known.is_empty() && self.starts_empty() };
        self.known.iter().all(|(at, contents)| match contents {
            Contents::Read(bytes) => {
                let mut there = vec![0; bytes.len()];
                file.read_exact_at(&mut there, *at).is_ok() && there == *bytes
            }
            Contents::Written(length, expected) => {
                let mut there = vec![0; *length as usize];
                file.read_exact_at(&mut there, *at).is_ok() && digest(&there) == *expected
            }
        })
    }

    fn starts_empty(&self) -> bool {
        self.flags & (libc::O_TRUNC | libc::O_EXCL) != 0
    }

    /// A file of the branch's own in the same state: `disk` is where the file was, `copy` where the branch may write.
    pub(super) fn open_again(&self, disk: &Path, copy: &Path) -> Option<std::fs::File> {
        if !self.is_still_in(disk) || self.is_written() && !self.starts_empty() {
            return None;
        }
        let mut file = match self.is_written() {
            false => std::fs::File::open(disk).ok()?,
            true => {
                // Behind what was written by now there may be more, from later.
                let ends = self.known.iter().map(|(at, contents)| match contents {
                    Contents::Read(bytes) => at + bytes.len() as u64,
                    Contents::Written(length, _) => at + length,
                });
                let end = ends.max().unwrap_or(0);
                let mut bytes = Vec::new();
                if end > 0 {
                    std::fs::File::open(disk).ok()?.take(end).read_to_end(&mut bytes).ok()?;
                }
                let mut file =
                    std::fs::File::options().read(true).write(true).create(true).truncate(true).open(copy).ok()?;
                file.write_all(&bytes).ok()?;
                file
            }
        };
        file.seek(SeekFrom::Start(self.position)).ok()?;
        Some(file)
    }
}
