//! Requests about paths: metadata, directories, links, finding modules.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{self, AtFlags, CWD, Mode, OFlags};
use rustix::io::Errno;

use super::input_log::Reply;
use super::os::{Answer, World, errno_of};
use super::request::{HostRequest, Op};

impl World {
    pub(super) fn path_request(&mut self, request: &HostRequest) -> Answer {
        let path = match request.paths().first() {
            Some(path) => self.path(path)?,
            None => PathBuf::new(),
        };
        let number = request.first();
        match request.op {
            Op::Stat if number == 0 => return fs::lstat(path).map(|s| stat(&s)),
            Op::Stat => return fs::stat(path).map(|s| stat(&s)),
            Op::Access => fs::access(path, fs::Access::from_bits_retain(number as u32))?,
            Op::List => return list(&path).map(Reply::Names),
            Op::ReadLink => return Ok(Reply::Bytes(fs::readlink(path, Vec::new())?.into_bytes())),
            Op::MakeDir => fs::mkdir(path, self.mode(number))?,
            Op::RemoveDir => fs::rmdir(path)?,
            Op::Unlink => fs::unlink(path)?,
            Op::Rename => fs::rename(path, self.path(request.paths()[1])?)?,
            Op::Link => fs::link(path, self.path(request.paths()[1])?)?,
            Op::SymLink => fs::symlink(OsStr::from_bytes(request.paths()[0]), self.path(request.paths()[1])?)?,
            Op::ChangeMode => fs::chmod(path, Mode::from_raw_mode(number as u32 & 0o7777))?,
            Op::TruncatePath => {
                let file = fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
                fs::ftruncate(file, u64::try_from(number).map_err(|_| Errno::INVAL)?)?;
            }
            Op::SetTimes => {
                let time = |ns: i64| fs::Timespec {
                    tv_sec: ns.div_euclid(1_000_000_000),
                    tv_nsec: ns.rem_euclid(1_000_000_000),
                };
                let times = fs::Timestamps { last_access: time(number), last_modification: time(request.numbers()[1]) };
                fs::utimensat(CWD, path, &times, AtFlags::empty())?;
            }
            Op::WorkingDir => {
                fs::stat(&self.folder)?;
                return Ok(Reply::Bytes(self.folder.as_os_str().as_bytes().to_vec()));
            }
            Op::ChangeDir => {
                let real = std::fs::canonicalize(path).map_err(errno_of)?;
                // Fails with the error that entering would give.
                let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
                fs::open(real.join("."), flags, Mode::empty())?;
                self.folder = real;
                return Ok(Reply::Bytes(self.folder.as_os_str().as_bytes().to_vec()));
            }
            _ => return Err(Errno::NOSYS),
        }
        Ok(Reply::Done)
    }
}

/// The numbers that `os.stat` needs: mode, ino, dev, nlink, uid, gid, size, the three times in seconds, the same in
/// nanoseconds, blksize, blocks, rdev.
pub(super) fn stat(s: &fs::Stat) -> Reply {
    let times = [(s.st_atime, s.st_atime_nsec), (s.st_mtime, s.st_mtime_nsec), (s.st_ctime, s.st_ctime_nsec)];
    let mut out = vec![
        i64::from(s.st_mode),
        s.st_ino as i64,
        s.st_dev as i64,
        s.st_nlink as i64,
        i64::from(s.st_uid),
        i64::from(s.st_gid),
        s.st_size,
    ];
    out.extend(times.map(|t| t.0));
    out.extend(times.map(|t| t.0.wrapping_mul(1_000_000_000).wrapping_add(t.1 as i64)));
    out.extend([s.st_blksize, s.st_blocks, s.st_rdev as i64]);
    Reply::Ints(out)
}

/// The names in a directory, each with the letter of its type before it: `d`, `f`, `l` or another.
fn list(path: &Path) -> Answer<Vec<Vec<u8>>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(path).map_err(errno_of)? {
        let entry = entry.map_err(errno_of)?;
        let letter = match entry.file_type() {
            Ok(t) if t.is_dir() => b'd',
            Ok(t) if t.is_symlink() => b'l',
            Ok(t) if t.is_file() => b'f',
            _ => b'?',
        };
        let mut name = vec![letter];
        name.extend_from_slice(entry.file_name().as_bytes());
        names.push(name);
    }
    Ok(names)
}

/// What there is for a module's name in a folder, in the order in which CPython looks: a byte (1 a package, 2 a module,
/// 3 a folder without `__init__`, 4 and 5 the same as 2 and 1 compiled from C or without its source) and the file.
pub(super) fn found_module(folder: &Path, [asked, name]: [&[u8]; 2]) -> Vec<u8> {
    const NATIVE: [&str; 5] =
        [".cpython-314-x86_64-linux-gnu.so", ".cpython-313-x86_64-linux-gnu.so", ".abi3.so", ".so", ".pyc"];
    let is_file = |path: &Path| std::fs::metadata(path).is_ok_and(|m| m.is_file());
    let slash: &[u8] = if asked.ends_with(b"/") { b"" } else { b"/" };
    let found = |kind: u8, tail: &[u8]| [&[kind][..], asked, slash, tail].concat();
    let inside = folder.join(OsStr::from_bytes(name));
    let package = std::fs::metadata(&inside).is_ok_and(|m| m.is_dir());
    let candidates = [(package, [name, b"/__init__"].concat(), 1, 5), (true, name.to_vec(), 2, 4)];
    for (there, stem, source, compiled) in candidates {
        if !there {
            continue;
        }
        for suffix in [".py"].iter().chain(&NATIVE) {
            let tail = [&stem, suffix.as_bytes()].concat();
            if is_file(&folder.join(OsStr::from_bytes(&tail))) {
                return found(if *suffix == ".py" { source } else { compiled }, &tail);
            }
        }
    }
    if package { found(3, name) } else { Vec::new() }
}
