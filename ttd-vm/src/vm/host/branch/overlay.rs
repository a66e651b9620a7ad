//! What a branch with a closed world has changed of files and folders: the disk does not see it.
//!
//! A file is copied into a temporary folder before the branch changes it for the first time, and from then on its path
//! leads to the copy. A file that the branch has deleted leads to a copy that is not there.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use tempfile::TempDir;

use crate::vm::host::os::{Answer, World, errno_of};
use crate::vm::host::paths::{LISTED, listed, plain};
use crate::vm::host::request::{HostRequest, Op};

/// Devices that take or give anything, and are the same whatever a program does.
const INERT: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/urandom"];

/// What becomes of a request that changes files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overlaid {
    /// It can be carried out: all that it does is on the branch alone.
    Asks,
    /// It would change the outside.
    Refused,
    /// It is done.
    Done,
}

/// See the module.
#[derive(Default)]
pub(in crate::vm::host) struct Overlay {
    folder: Option<TempDir>,
    /// How many copies were made.
    made: u64,
    /// By the paths that the program means, without `.` and `..`.
    copies: BTreeMap<PathBuf, PathBuf>,
    /// What another branch had changed before this one left it: it is not known what is there at that time.
    unknown: Vec<PathBuf>,
}

impl Overlay {
    /// An overlay for a branch that leaves the one with this overlay.
    pub(super) fn of_branch(&self) -> Overlay {
        let unknown = self.copies.keys().chain(&self.unknown).cloned().collect();
        Overlay { unknown, ..Overlay::default() }
    }

    /// Where a path leads.
    pub(in crate::vm::host) fn real(&self, path: PathBuf) -> PathBuf {
        if self.copies.is_empty() {
            return path;
        }
        let meant = plain(&path);
        let copied = meant.ancestors().find_map(|above| Some((above, self.copies.get(above)?)));
        match copied {
            // Joined to an empty path, a file would become a folder.
            Some((above, copy)) if above == meant => copy.clone(),
            Some((above, copy)) => meant.strip_prefix(above).map_or(path, |rest| copy.join(rest)),
            // Out of a folder that the disk does not have.
            None if path.ancestors().any(|above| self.copies.contains_key(&plain(above))) => meant,
            None => path,
        }
    }

    /// Where a folder is meant to be that is not there on the disk.
    fn changed_folder(&self, path: PathBuf) -> Option<PathBuf> {
        let meant = plain(&path);
        let real = self.real(path);
        (real != meant && real.is_dir() && meant.ancestors().any(|above| self.copies.contains_key(above)))
            .then_some(meant)
    }

    /// Whether it is not known what is at this path at the branch's time.
    pub(super) fn is_unknown(&self, path: &Path) -> bool {
        let meant = plain(path);
        let known = self.copies.keys().any(|copied| meant.starts_with(copied));
        !known && self.unknown.iter().any(|changed| changed.starts_with(&meant) || meant.starts_with(changed))
    }

    /// What is right in a folder of the disk, of which `there` is what the disk has: names in the form of `listdir`.
    pub(in crate::vm::host) fn entries(&self, folder: &Path, there: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let meant = plain(folder);
        if meant.ancestors().any(|above| self.copies.contains_key(above)) {
            return there;
        }
        let changed = || self.copies.iter().filter(|(path, _)| path.parent() == Some(&meant));
        let name = |path: &PathBuf| path.file_name().map(|name| name.as_bytes().to_vec()).unwrap_or_default();
        let names: Vec<_> = changed().map(|(path, _)| name(path)).collect();
        let mut all: Vec<_> = there.into_iter().filter(|entry| !names.iter().any(|n| *n == entry[LISTED..])).collect();
        for (path, copy) in changed() {
            if let Ok(found) = copy.symlink_metadata() {
                let letter = if found.is_dir() { b'd' } else { b'f' };
                all.push(listed(letter, found.ino(), &name(path)));
            }
        }
        all
    }

    /// Has a folder of the disk be gone, if it is empty.
    fn remove_folder(&mut self, folder: &Path) -> Answer<()> {
        let there = std::fs::read_dir(folder).map_err(errno_of)?;
        let there = there.flatten().map(|entry| listed(b'f', 0, entry.file_name().as_bytes()));
        if !self.entries(folder, there.collect()).is_empty() {
            return Err(Errno::NOTEMPTY);
        }
        let gone = self.next_copy()?;
        self.copies.insert(plain(folder), gone);
        Ok(())
    }

    /// Where the next copy is to be.
    fn next_copy(&mut self) -> Answer<PathBuf> {
        let folder = match &mut self.folder {
            Some(folder) => folder,
            none => none.insert(TempDir::with_prefix("ttd-py-branch-").map_err(errno_of)?),
        };
        self.made += 1;
        Ok(folder.path().join(OsString::from(self.made.to_string())))
    }

    /// Has a path lead to a copy. What is there now is copied, unless it is a folder.
    pub(super) fn copy(&mut self, path: &Path) -> Answer<PathBuf> {
        let there = self.real(path.to_path_buf());
        if there != path {
            return Ok(there);
        }
        if path.is_dir() {
            return Err(Errno::ISDIR);
        }
        // In a folder that is not there, nothing can be made.
        let parent = path.parent().map(|parent| self.real(parent.to_path_buf()));
        if parent.is_some_and(|parent| !parent.is_dir()) {
            return Err(Errno::NOENT);
        }
        let copy = self.next_copy()?;
        if path.exists() {
            std::fs::copy(path, &copy).map_err(errno_of)?;
        }
        self.copies.insert(plain(path), copy.clone());
        Ok(copy)
    }
}

impl World {
    /// The name of the folder that a request wants to enter, if only the branch has it.
    pub(super) fn changed_folder(&self, request: &HostRequest) -> Option<Vec<u8>> {
        let path = self.resolve(request.paths().first()?);
        let meant = self.overlay.as_ref()?.changed_folder(path)?;
        Some(meant.into_os_string().into_vec())
    }

    /// Has a request that changes files change copies of them.
    pub(super) fn prepare_in_overlay(&mut self, request: &HostRequest) -> Answer<Overlaid> {
        let joined = |world: &World, at: usize| request.paths().get(at).map(|path| world.resolve(path));
        let (one, other) = (joined(self, 0), joined(self, 1));
        let Some(overlay) = &mut self.overlay else { return Ok(Overlaid::Refused) };
        if one.iter().chain(&other).any(|path| overlay.is_unknown(path)) {
            return Ok(Overlaid::Refused);
        }
        let row = request.system_call().map(|row| row.name);
        match (request.op, &one) {
            (Op::RemoveDir, Some(folder)) => {
                if overlay.real(folder.clone()) != *folder {
                    return Ok(Overlaid::Asks);
                }
                return overlay.remove_folder(folder).map(|()| Overlaid::Done);
            }
            (Op::Open | Op::Unlink | Op::MakeDir | Op::ChangeMode | Op::TruncatePath | Op::Rename, Some(_)) => {}
            (Op::System, Some(_)) if matches!(row, Some("utime" | "chown")) => {}
            _ => return Ok(Overlaid::Refused),
        }
        for path in one.iter().chain(&other) {
            if request.op == Op::Open && INERT.iter().any(|inert| Path::new(inert) == plain(path)) {
                continue;
            }
            let special = |kind: std::fs::FileType| {
                kind.is_char_device() || kind.is_block_device() || kind.is_fifo() || kind.is_socket()
            };
            if std::fs::metadata(path).is_ok_and(|found| special(found.file_type())) {
                return Ok(Overlaid::Refused);
            }
            match overlay.copy(path) {
                // Only files are renamed and deleted here; what else the request says about folders is the system's.
                Err(Errno::ISDIR) if matches!(request.op, Op::Open | Op::MakeDir | Op::Unlink) => {
                    return Ok(Overlaid::Asks);
                }
                Err(Errno::ISDIR) => return Ok(Overlaid::Refused),
                // The request itself finds out.
                Err(Errno::NOENT) => {}
                copied => drop(copied?),
            }
        }
        Ok(Overlaid::Asks)
    }
}
