//! What a branch with a closed world has changed of files and folders: the disk does not see it.
//!
//! A file is copied into a temporary folder before the branch changes it for the first time, and from then on its path
//! leads to the copy. A file that the branch has deleted leads to a copy that is not there.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use tempfile::TempDir;

use crate::vm::host::os::{Answer, World, errno_of};
use crate::vm::host::paths::plain;
use crate::vm::host::request::{HostRequest, Op};

/// See the module.
#[derive(Default)]
pub(in crate::vm::host) struct Overlay {
    folder: Option<TempDir>,
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

    /// Whether something right in this folder was changed, but not the folder itself.
    fn changes_entries_of(&self, folder: &Path) -> bool {
        let meant = plain(folder);
        let copied = meant.ancestors().any(|above| self.copies.contains_key(above));
        !copied && self.copies.keys().any(|path| path.parent() == Some(&meant))
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
        let folder = match &mut self.folder {
            Some(folder) => folder,
            none => none.insert(TempDir::with_prefix("ttd-py-branch-").map_err(errno_of)?),
        };
        let copy = folder.path().join(OsString::from(self.copies.len().to_string()));
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

    /// Has a request that changes files change copies of them. Returns whether the request can be carried out then:
    /// whether all that it does is on the branch alone.
    pub(super) fn prepare_in_overlay(&mut self, request: &HostRequest) -> Answer<bool> {
        let joined = |world: &World, at: usize| request.paths().get(at).map(|path| world.resolve(path));
        let (one, other) = (joined(self, 0), joined(self, 1));
        let Some(overlay) = &mut self.overlay else { return Ok(false) };
        if one.iter().chain(&other).any(|path| overlay.is_unknown(path)) {
            return Ok(false);
        }
        match (request.op, &one) {
            (Op::List, Some(folder)) => return Ok(!overlay.changes_entries_of(folder)),
            (Op::Open | Op::Unlink | Op::MakeDir | Op::ChangeMode | Op::TruncatePath | Op::Rename, Some(_)) => {}
            _ => return Ok(false),
        }
        for path in one.iter().chain(&other) {
            match overlay.copy(path) {
                // Only files are renamed and deleted here; what else the request says about folders is the system's.
                Err(Errno::ISDIR) => return Ok(matches!(request.op, Op::Open | Op::MakeDir | Op::Unlink)),
                // The request itself finds out.
                Err(Errno::NOENT) => {}
                copied => drop(copied?),
            }
        }
        Ok(true)
    }
}
