//! What the C library knows and the kernel does not: limits by number, and accounts.
//!
//! # Why the unsafe code is sound
//! `sysconf`, `pathconf` and `fpathconf` take numbers and a path that ends with a zero. `confstr` writes at most the
//! length that it is given. `getpwent` and `getgrent` return null or a record that stays valid until the next call of
//! the same function; the lock keeps other threads of this process from making one, and the fields are copied at once.

use std::ffi::{CStr, CString};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::sync::{Mutex, MutexGuard};

use rustix::io::Errno;

use super::super::input_log::Reply;
use super::super::os::{Answer, World};
use super::super::request::HostRequest;

/// What is asked of the C library; the numbers are those of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub enum Question {
    /// A limit of the system.
    Sysconf,
    /// A limit of the files at a path.
    Pathconf,
    /// A limit of an open file.
    Fpathconf,
    /// A text of the system.
    Confstr,
    /// All users.
    Users,
    /// All groups.
    Groups,
    /// A user by number.
    UserById,
    /// A user by name.
    UserByName,
    /// A group by number.
    GroupById,
    /// A group by name.
    GroupByName,
    /// The groups of a user, with one more.
    GroupsOf,
}

impl Question {
    const ALL: [Question; 11] = {
        use Question::*;
        [Sysconf, Pathconf, Fpathconf, Confstr, Users, Groups, UserById, UserByName, GroupById, GroupByName, GroupsOf]
    };

    /// The question with this number.
    pub fn from_number(number: i64) -> Option<Question> {
        Question::ALL.get(usize::try_from(number).ok()?).copied()
    }
}

impl World {
    /// Answers what the C library knows.
    pub(in super::super) fn library_request(&self, request: &HostRequest) -> Answer {
        let number = |at: usize| request.numbers().get(at).copied().unwrap_or(0);
        let text = || CString::new(request.paths().first().copied().unwrap_or_default()).map_err(|_| Errno::INVAL);
        let question = Question::from_number(request.first()).ok_or(Errno::NOSYS)?;
        // A number that no limit has is none that the C library knows.
        let name = i32::try_from(number(1)).unwrap_or(-1);
        match question {
            // SAFETY: it takes a number.
            Question::Sysconf => limit(|| unsafe { libc::sysconf(name) }),
            Question::Pathconf => {
                let path = self.path(request.paths()[0])?;
                let path = CString::new(path.as_os_str().as_bytes()).map_err(|_| Errno::INVAL)?;
                // SAFETY: the path ends with a zero.
                limit(|| unsafe { libc::pathconf(path.as_ptr(), name) })
            }
            Question::Fpathconf => {
                let fd = self.any_file(number(2))?.as_raw_fd();
                // SAFETY: it takes numbers.
                limit(|| unsafe { libc::fpathconf(fd, name) })
            }
            Question::Confstr => confstr(name),
            Question::Users => Ok(Reply::Names(users())),
            Question::Groups => Ok(Reply::Names(groups())),
            Question::UserById => {
                let id = nix::unistd::Uid::from_raw(number(1) as u32);
                Ok(user(nix::unistd::User::from_uid(id).map_err(errno)?))
            }
            Question::UserByName => {
                let name = text()?.into_string().map_err(|_| Errno::INVAL)?;
                Ok(user(nix::unistd::User::from_name(&name).map_err(errno)?))
            }
            Question::GroupById => {
                let id = nix::unistd::Gid::from_raw(number(1) as u32);
                Ok(group(nix::unistd::Group::from_gid(id).map_err(errno)?))
            }
            Question::GroupByName => {
                let name = text()?.into_string().map_err(|_| Errno::INVAL)?;
                Ok(group(nix::unistd::Group::from_name(&name).map_err(errno)?))
            }
            Question::GroupsOf => {
                let more = nix::unistd::Gid::from_raw(number(1) as u32);
                let groups = nix::unistd::getgrouplist(&text()?, more).map_err(errno)?;
                Ok(Reply::Ints(groups.iter().map(|g| i64::from(g.as_raw())).collect()))
            }
        }
    }
}

fn errno(error: nix::errno::Errno) -> Errno {
    Errno::from_raw_os_error(error as i32)
}

/// The result of a call that returns -1 for an error and for "no limit", which `errno` distinguishes.
fn limit(call: impl FnOnce() -> libc::c_long) -> Answer {
    nix::errno::Errno::clear();
    let limit = call();
    match nix::errno::Errno::last_raw() {
        error if limit == -1 && error != 0 => Err(Errno::from_raw_os_error(error)),
        _ => Ok(Reply::Int(limit)),
    }
}

/// A text of the system; no name that there is has a text without an end, so an empty reply is "not defined".
fn confstr(name: i32) -> Answer {
    nix::errno::Errno::clear();
    // SAFETY: with a length of zero nothing is written.
    let size = unsafe { libc::confstr(name, std::ptr::null_mut(), 0) };
    if size == 0 {
        let error = nix::errno::Errno::last_raw();
        return if error == 0 { Ok(Reply::Done) } else { Err(Errno::from_raw_os_error(error)) };
    }
    let mut text = vec![0u8; size];
    // SAFETY: it writes at most `size` bytes.
    unsafe { libc::confstr(name, text.as_mut_ptr().cast(), size) };
    text.pop();
    Ok(Reply::Bytes(text))
}

/// A user: name, password, number, group, real name, home, shell, each ended by a zero; nothing if there is none.
fn user(found: Option<nix::unistd::User>) -> Reply {
    let Some(user) = found else { return Reply::Names(Vec::new()) };
    Reply::Names(vec![
        user.name.into_bytes(),
        user.passwd.into_bytes(),
        user.uid.to_string().into_bytes(),
        user.gid.to_string().into_bytes(),
        user.gecos.into_bytes(),
        user.dir.as_os_str().as_bytes().to_vec(),
        user.shell.as_os_str().as_bytes().to_vec(),
    ])
}

/// A group: name, password, number, members.
fn group(found: Option<nix::unistd::Group>) -> Reply {
    let Some(group) = found else { return Reply::Names(Vec::new()) };
    let mut out = vec![group.name.into_bytes(), group.passwd.into_bytes(), group.gid.to_string().into_bytes()];
    out.extend(group.mem.into_iter().map(String::into_bytes));
    Reply::Names(out)
}

/// The C library has one position in each list for the whole process.
fn lock() -> MutexGuard<'static, ()> {
    static LISTS: Mutex<()> = Mutex::new(());
    LISTS.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The text at a pointer of the C library; null is empty.
fn text_at(pointer: *const libc::c_char) -> Vec<u8> {
    if pointer.is_null() {
        return Vec::new();
    }
    // SAFETY: the C library's records hold texts that end with a zero; the caller holds the lock.
    unsafe { CStr::from_ptr(pointer) }.to_bytes().to_vec()
}

fn users() -> Vec<Vec<u8>> {
    let _held = lock();
    let mut out = Vec::new();
    // SAFETY: the lock is held.
    unsafe { libc::setpwent() };
    // SAFETY: the lock is held; the record stays valid until the next call.
    while let Some(user) = unsafe { libc::getpwent().as_ref() } {
        out.extend([text_at(user.pw_name), text_at(user.pw_passwd)]);
        out.extend([user.pw_uid, user.pw_gid].map(|id| id.to_string().into_bytes()));
        out.extend([text_at(user.pw_gecos), text_at(user.pw_dir), text_at(user.pw_shell)]);
    }
    // SAFETY: the lock is held.
    unsafe { libc::endpwent() };
    out
}

/// The groups in a row, each with the number of its members before them.
fn groups() -> Vec<Vec<u8>> {
    let _held = lock();
    let mut out = Vec::new();
    // SAFETY: the lock is held.
    unsafe { libc::setgrent() };
    // SAFETY: the lock is held; the record stays valid until the next call.
    while let Some(group) = unsafe { libc::getgrent().as_ref() } {
        let mut members = Vec::new();
        let mut next = group.gr_mem;
        // SAFETY: the members are an array of pointers that ends with null.
        while let Some(member) = unsafe { next.as_ref() }.filter(|member| !member.is_null()) {
            members.push(text_at(*member));
            next = next.wrapping_add(1);
        }
        out.extend([text_at(group.gr_name), text_at(group.gr_passwd), group.gr_gid.to_string().into_bytes()]);
        out.push(members.len().to_string().into_bytes());
        out.append(&mut members);
    }
    // SAFETY: the lock is held.
    unsafe { libc::endgrent() };
    out
}
