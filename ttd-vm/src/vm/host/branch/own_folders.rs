//! Paths that are relative to folders: those that a branch with a closed world has opened stand for their names,
//! because what it changes in them is found by name.

use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use super::Outside;
use crate::vm::host::request::{HostRequest, Op};
use crate::vm::host::system::table::{Arg, CURRENT_FOLDER};

/// A path with which a request goes on in the working directory.
pub(super) struct JoinedPath {
    /// Its place among the paths, and that of the number of the folder.
    place: usize,
    folder: usize,
    path: Vec<u8>,
}

impl Outside {
    /// The paths of a request that are relative to folders of the branch, as the working directory has them.
    pub(super) fn joined_paths(&self, request: &HostRequest) -> Vec<JoinedPath> {
        if self.folders.is_empty() {
            return Vec::new();
        }
        let bytes = |path: PathBuf| path.into_os_string().into_vec();
        if request.op == Op::List && request.paths().is_empty() {
            let folder = self.folders.get(&request.first()).cloned();
            return folder.map(|path| JoinedPath { place: 0, folder: 0, path: bytes(path) }).into_iter().collect();
        }
        let join = |(place, folder): &(usize, usize)| {
            let above = self.folders.get(request.numbers().get(*folder)?)?;
            let path = bytes(above.join(OsStr::from_bytes(request.paths().get(*place)?)));
            Some(JoinedPath { place: *place, folder: *folder, path })
        };
        places(request).iter().filter_map(join).collect()
    }
}

impl JoinedPath {
    /// A request with this path, in the working directory.
    pub(super) fn put_into<'a>(&'a self, request: HostRequest<'a>) -> HostRequest<'a> {
        let mut own = HostRequest::of(request.op);
        for place in 0..request.paths().len().max(self.place + 1) {
            own = own.path(if place == self.place { &self.path } else { request.paths()[place] });
        }
        for (at, number) in request.numbers().iter().enumerate() {
            own = own.number(if at == self.folder { CURRENT_FOLDER } else { *number });
        }
        if request.has_data() { own.data(request.bytes()) } else { own }
    }
}

/// The places of a request's paths that are relative to a folder, and of the numbers that say which.
fn places(request: &HostRequest) -> &'static [(usize, usize)] {
    match request.op {
        Op::Open => &[(0, 2)],
        Op::Rename | Op::Link => &[(0, 0), (1, 1)],
        Op::Unlink | Op::RemoveDir | Op::ReadLink => &[(0, 0)],
        Op::SymLink => &[(1, 0)],
        Op::Stat | Op::Access | Op::MakeDir | Op::ChangeMode => &[(0, 1)],
        Op::System if request.system_call().is_some_and(|row| row.args.contains(&Arg::At)) => &[(0, 1)],
        _ => &[],
    }
}

/// Whether the folders that a request's paths are relative to are the working directory.
pub(super) fn is_in_working_directory(request: &HostRequest) -> bool {
    let folders = places(request).iter().filter_map(|(_, folder)| request.numbers().get(*folder));
    folders.into_iter().all(|folder| *folder == CURRENT_FOLDER)
}
