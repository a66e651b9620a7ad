//! Requests about paths: metadata, directories, links, finding modules.

use std::ffi::{OsStr, OsString};
use std::os::fd::{AsRawFd, BorrowedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rustix::fs::{self, AtFlags, CWD, Mode, OFlags};
use rustix::io::Errno;
use ttd_pyalgos::text::posix_path::normalized;

use super::input_log::Reply;
use super::os::{Answer, World, errno_of};
use super::request::{HostRequest, Op};
use super::system::table::CURRENT_FOLDER;

/// A path without `.` and `..`. It should be absolute.
pub(super) fn plain(path: &Path) -> PathBuf {
    PathBuf::from(OsString::from_vec(normalized(path.as_os_str().as_bytes())))
}

impl World {
    /// A path of a request and the folder that it is relative to: the working directory, or that with the descriptor
    /// that stands at `number`.
    pub(super) fn at(&self, request: &HostRequest, path: usize, number: usize) -> Answer<(BorrowedFd<'_>, PathBuf)> {
        let given = request.paths()[path];
        match request.numbers().get(number) {
            Some(&fd) if fd != CURRENT_FOLDER => Ok((self.any_file(fd)?, PathBuf::from(OsStr::from_bytes(given)))),
            _ => Ok((CWD, self.path(given)?)),
        }
    }

    pub(super) fn path_request(&mut self, request: &HostRequest) -> Answer {
        let number = request.first();
        match request.op {
            Op::Stat => {
                let (folder, path) = self.at(request, 0, 1)?;
                let flags = if number == 0 { AtFlags::SYMLINK_NOFOLLOW } else { AtFlags::empty() };
                return fs::statat(folder, path, flags).map(|s| stat(&s));
            }
            Op::List if request.paths().is_empty() => {
                return list(fs::Dir::read_from(self.any_file(number)?)?).map(Reply::Names);
            }
            Op::List => {
                let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
                let folder = fs::open(self.path(request.paths()[0])?, flags, Mode::empty())?;
                let names = list(fs::Dir::new(folder)?)?;
                let meant = self.resolve(request.paths()[0]);
                return Ok(Reply::Names(match &self.overlay {
                    Some(overlay) => overlay.entries(&meant, names),
                    None => names,
                }));
            }
            Op::ReadLink => {
                let (folder, path) = self.at(request, 0, 0)?;
                return Ok(Reply::Bytes(fs::readlinkat(folder, path, Vec::new())?.into_bytes()));
            }
            Op::WorkingDir => {
                fs::stat(self.path(b".")?)?;
                return Ok(Reply::Bytes(self.folder.as_os_str().as_bytes().to_vec()));
            }
            Op::ChangeDir => {
                let path = match request.paths().first() {
                    Some(path) => self.path(path)?,
                    // The folder behind a descriptor, by its name as the system knows it.
                    None => PathBuf::from(format!("/proc/self/fd/{}", self.any_file(number)?.as_raw_fd())),
                };
                let real = std::fs::canonicalize(path).map_err(errno_of)?;
                // Fails with the error that entering would give.
                let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
                fs::open(real.join("."), flags, Mode::empty())?;
                self.folder = real;
                return Ok(Reply::Bytes(self.folder.as_os_str().as_bytes().to_vec()));
            }
            _ => self.change_path(request)?,
        }
        Ok(Reply::Done)
    }

    /// The file that describes a time zone: by path, by its name in the system's folder, or the machine's own for an
    /// empty name.
    pub(super) fn zone(&self, name: &[u8]) -> Answer {
        let folders: [&[u8]; 3] = [b"/usr/share/zoneinfo/", b"/usr/lib/zoneinfo/", b"/usr/share/lib/zoneinfo/"];
        let candidates: Vec<Vec<u8>> = match name {
            b"" => vec![b"/etc/localtime".to_vec()],
            [b'/', ..] => vec![name.to_vec()],
            _ => folders.iter().map(|folder| [folder, name].concat()).collect(),
        };
        let file = candidates.iter().find_map(|file| std::fs::read(OsStr::from_bytes(file)).ok());
        Ok(file.map_or(Reply::Done, Reply::Bytes))
    }

    fn change_path(&self, request: &HostRequest) -> Answer<()> {
        let number = request.first();
        match request.op {
            Op::Access => {
                let (folder, path) = self.at(request, 0, 1)?;
                let flags = AtFlags::from_bits_retain(request.numbers()[2] as u32);
                fs::accessat(folder, path, fs::Access::from_bits_retain(number as u32), flags)
            }
            Op::MakeDir => self.at(request, 0, 1).and_then(|(folder, p)| fs::mkdirat(folder, p, self.mode(number))),
            Op::RemoveDir => self.at(request, 0, 0).and_then(|(folder, p)| fs::unlinkat(folder, p, AtFlags::REMOVEDIR)),
            Op::Unlink => self.at(request, 0, 0).and_then(|(folder, p)| fs::unlinkat(folder, p, AtFlags::empty())),
            Op::Rename => {
                let ((from, old), (to, new)) = (self.at(request, 0, 0)?, self.at(request, 1, 1)?);
                fs::renameat(from, old, to, new)
            }
            Op::Link => {
                let ((from, old), (to, new)) = (self.at(request, 0, 0)?, self.at(request, 1, 1)?);
                fs::linkat(from, old, to, new, AtFlags::from_bits_retain(request.numbers()[2] as u32))
            }
            Op::SymLink => {
                let (folder, path) = self.at(request, 1, 0)?;
                fs::symlinkat(OsStr::from_bytes(request.paths()[0]), folder, path)
            }
            Op::ChangeMode => {
                let (folder, path) = self.at(request, 0, 1)?;
                let flags = AtFlags::from_bits_retain(request.numbers()[2] as u32);
                fs::chmodat(folder, path, Mode::from_raw_mode(number as u32 & 0o7777), flags)
            }
            Op::TruncatePath => {
                let path = self.path(request.paths()[0])?;
                let file = fs::open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
                fs::ftruncate(file, u64::try_from(number).map_err(|_| Errno::INVAL)?)
            }
            _ => Err(Errno::NOSYS),
        }
    }
}

/// The mode of Python's `open` that has these flags, but for `b`.
pub(super) fn open_mode(flags: i32) -> String {
    let letter = match flags {
        f if f & libc::O_EXCL != 0 => "x",
        f if f & libc::O_APPEND != 0 => "a",
        f if f & libc::O_TRUNC != 0 || f & libc::O_ACCMODE == libc::O_WRONLY => "w",
        _ => "r",
    };
    let plus = if flags & libc::O_ACCMODE == libc::O_RDWR { "+" } else { "" };
    format!("{letter}{plus}")
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

/// The names in a directory, each with the letter of its type (`d`, `f`, `l` or another) and eight bytes for its number
/// before it.
fn list(folder: fs::Dir) -> Answer<Vec<Vec<u8>>> {
    let mut folder = folder;
    folder.rewind();
    let mut names = Vec::new();
    for entry in folder {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name == b"." || name == b".." {
            continue;
        }
        let letter = match entry.file_type() {
            fs::FileType::Directory => b'd',
            fs::FileType::Symlink => b'l',
            fs::FileType::RegularFile => b'f',
            fs::FileType::Unknown => b'?',
            _ => b'o',
        };
        names.push(listed(letter, entry.ino(), name));
    }
    Ok(names)
}

/// How many bytes stand before a name in the form of [`list`].
pub(super) const LISTED: usize = 9;

/// A name in the form of [`list`].
pub(super) fn listed(letter: u8, number: u64, name: &[u8]) -> Vec<u8> {
    [&[letter], &number.to_le_bytes()[..], name].concat()
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
