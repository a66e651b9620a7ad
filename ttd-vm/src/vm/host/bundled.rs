//! The files of the library that is in the binary, where the system has nothing at their paths: files and folders that
//! can be looked at, listed and read, for programs that read the sources of their imports.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rustix::fs::{self, Access, MemfdFlags, Mode, OFlags};
use rustix::io::Errno;

use super::input_log::Reply;
use super::os::{Answer, World};
use super::paths::{listed, plain};
use super::request::{HostRequest, Op};

/// What lies at a path.
enum Node {
    File(&'static ttd_lib::Module),
    Folder(PathBuf),
}

impl World {
    /// Answers a request about a path that the system does not know; `None` where the library does not know it either.
    pub(super) fn bundled(&mut self, request: &HostRequest, in_diversion: bool) -> Option<Answer> {
        let concerns = matches!(request.op, Op::Open | Op::Source | Op::Stat | Op::Access | Op::List | Op::ReadLink);
        let path = request.paths().first().filter(|_| concerns)?;
        let node = node(&plain(&self.resolve(path)))?;
        Some(match (request.op, node) {
            (Op::Open, Node::File(module)) => {
                let flags = OFlags::from_bits_retain(request.numbers()[0] as u32);
                opened(module, flags).map(|file| self.add(file, in_diversion))
            }
            (Op::Source, Node::File(module)) => Ok(Reply::Bytes(module.source().into_bytes())),
            (Op::Stat, node) => Ok(stat(&node)),
            (Op::Access, node) => access(&node, Access::from_bits_retain(request.first() as u32)),
            (Op::List, Node::Folder(folder)) => Ok(Reply::Names(list(&folder))),
            (Op::List, Node::File(_)) => Err(Errno::NOTDIR),
            (Op::Open | Op::Source, Node::Folder(_)) => Err(Errno::ISDIR),
            (Op::ReadLink, _) => Err(Errno::INVAL),
            _ => return None,
        })
    }
}

fn node(path: &Path) -> Option<Node> {
    // Most paths are not the library's.
    if path.components().nth(1) != Path::new(ttd_lib::ROOT).components().nth(1) {
        return None;
    }
    if let Some(module) = ttd_lib::library_module_at(path.to_str()?) {
        return Some(Node::File(module));
    }
    folders().contains(path).then(|| Node::Folder(path.to_path_buf()))
}

/// The folders of the library and those above it.
fn folders() -> &'static HashSet<&'static Path> {
    static FOLDERS: OnceLock<HashSet<&Path>> = OnceLock::new();
    let paths = || ttd_lib::library_modules().iter().map(|module| Path::new(module.path));
    FOLDERS.get_or_init(|| paths().flat_map(|path| path.ancestors().skip(1)).collect())
}

/// A file of the system with the text, open for reading.
fn opened(module: &ttd_lib::Module, flags: OFlags) -> Answer<OwnedFd> {
    if flags.intersects(OFlags::WRONLY | OFlags::RDWR | OFlags::CREATE | OFlags::TRUNC) {
        return Err(Errno::ROFS);
    }
    if flags.contains(OFlags::DIRECTORY) {
        return Err(Errno::NOTDIR);
    }
    let file = fs::memfd_create(module.name, MemfdFlags::CLOEXEC)?;
    fs::fchmod(&file, Mode::from_raw_mode(0o444))?;
    let text = module.source();
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let written = rustix::io::write(&file, rest)?;
        rest = &rest[written..];
    }
    fs::open(format!("/proc/self/fd/{}", file.as_raw_fd()), OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
}

/// The date of all files, in seconds: that of the release in `sys.version`.
const DATE: i64 = 1_759_795_200;

/// The numbers that `os.stat` needs, as for paths of the system.
fn stat(node: &Node) -> Reply {
    let (mode, size, name) = match node {
        Node::File(module) => (0o100_444, module.source().len() as i64, OsStr::new(module.path)),
        Node::Folder(folder) => (0o040_555, 0, folder.as_os_str()),
    };
    let [device, links, user, group] = [0, 1, 0, 0];
    let mut numbers = vec![mode, inode(name.as_bytes()), device, links, user, group, size];
    numbers.extend([DATE; 3]);
    numbers.extend([DATE * 1_000_000_000; 3]);
    numbers.extend([4096, (size + 511) / 512, 0]);
    Reply::Ints(numbers)
}

/// A number for a path, since the system has none.
fn inode(path: &[u8]) -> i64 {
    path.iter().fold(1, |hash: i64, b| (hash * 31 + i64::from(*b)) & 0xFFFF_FFFF_FFFF)
}

fn access(node: &Node, wanted: Access) -> Answer {
    if wanted.contains(Access::WRITE_OK) {
        return Err(Errno::ROFS);
    }
    match node {
        Node::File(_) if wanted.contains(Access::EXEC_OK) => Err(Errno::ACCESS),
        _ => Ok(Reply::Done),
    }
}

/// The names in a folder, in the form of `paths::list`.
fn list(folder: &Path) -> Vec<Vec<u8>> {
    let mut found = std::collections::BTreeMap::new();
    for module in ttd_lib::library_modules() {
        let Ok(inside) = Path::new(module.path).strip_prefix(folder) else { continue };
        let mut parts = inside.components();
        if let Some(first) = parts.next() {
            found.insert(first.as_os_str(), if parts.next().is_some() { b'd' } else { b'f' });
        }
    }
    let entry = |(name, kind): (&OsStr, u8)| {
        let number = inode(folder.join(name).as_os_str().as_bytes());
        listed(kind, number as u64, name.as_bytes())
    };
    found.into_iter().map(entry).collect()
}
