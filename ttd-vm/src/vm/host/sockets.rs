//! Sockets. Addresses are the system's own structures, as bytes; the module `_socket` makes and reads them.
//!
//! # Why the unsafe code is sound
//!
//! Every call gets pointers to buffers that live through it, with their lengths. Addresses are copied into a
//! `sockaddr_storage`, which is aligned and large enough for each. Descriptors that a call returns are new and owned by
//! nothing else. What `recvmsg` says about its control data is read within its bounds.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::Mode;
use rustix::io::Errno;

use super::children::last_error;
use super::input_log::Reply;
use super::os::{Answer, World};
use super::request::{HostRequest, Op};

/// An address of any family.
pub(super) struct Address {
    storage: libc::sockaddr_storage,
    length: libc::socklen_t,
}

impl Address {
    /// Room for an address that the system gives.
    pub(super) fn empty() -> Address {
        // SAFETY: zeros are an address without a family.
        let storage = unsafe { std::mem::zeroed() };
        Address { storage, length: size_of::<libc::sockaddr_storage>() as libc::socklen_t }
    }

    pub(super) fn new(bytes: &[u8]) -> Answer<Address> {
        let mut address = Address::empty();
        if bytes.len() > size_of::<libc::sockaddr_storage>() {
            return Err(Errno::INVAL);
        }
        // SAFETY: it fits.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), (&raw mut address.storage).cast::<u8>(), bytes.len());
        }
        address.length = bytes.len() as libc::socklen_t;
        Ok(address)
    }

    pub(super) fn pointer(&self) -> *const libc::sockaddr {
        (&raw const self.storage).cast()
    }

    pub(super) fn length(&self) -> libc::socklen_t {
        self.length
    }

    /// Calls `f` with where the address goes.
    fn fill(f: impl FnOnce(*mut libc::sockaddr, *mut libc::socklen_t) -> libc::c_int) -> Answer<(i32, Vec<u8>)> {
        let mut address = Address::empty();
        let result = f((&raw mut address.storage).cast(), &raw mut address.length);
        if result < 0 { Err(last_error()) } else { Ok((result, address.bytes())) }
    }

    pub(super) fn set_length(&mut self, length: libc::socklen_t) {
        self.length = length;
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let length = (self.length as usize).min(size_of::<libc::sockaddr_storage>());
        // SAFETY: the storage is that long.
        unsafe { std::slice::from_raw_parts((&raw const self.storage).cast::<u8>(), length).to_vec() }
    }
}

/// A new descriptor, or the error.
fn owned(fd: libc::c_int) -> Answer<OwnedFd> {
    // SAFETY: the call that returned it has made it.
    if fd < 0 { Err(last_error()) } else { Ok(unsafe { OwnedFd::from_raw_fd(fd) }) }
}

fn done(result: libc::c_int) -> Answer {
    if result < 0 { Err(last_error()) } else { Ok(Reply::Done) }
}

/// How many bytes, or the error.
fn count(result: isize) -> Answer<usize> {
    usize::try_from(result).map_err(|_| last_error())
}

/// Room for this many bytes.
fn buffer(size: i64) -> Answer<Vec<u8>> {
    let size = usize::try_from(size).map_err(|_| Errno::INVAL)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).map_err(|_| Errno::NOMEM)?;
    Ok(bytes)
}

impl World {
    /// Calls `f` in the program's working directory: a path of a socket may be relative to it.
    fn in_folder(&self, address: &Address, f: impl FnOnce() -> libc::c_int) -> Answer {
        let path = address.bytes();
        let is_relative =
            i32::from(address.storage.ss_family) == libc::AF_UNIX && !matches!(path.get(2), None | Some(0 | b'/'));
        if !is_relative || std::env::current_dir().is_ok_and(|folder| folder == self.folder) {
            return done(f());
        }
        let before = rustix::fs::open(".", rustix::fs::OFlags::PATH | rustix::fs::OFlags::CLOEXEC, Mode::empty())?;
        // SAFETY: plain numbers. From here on this thread has a working directory of its own.
        done(unsafe { libc::unshare(libc::CLONE_FS) })?;
        rustix::process::chdir(&self.folder)?;
        let reply = done(f());
        rustix::process::fchdir(before)?;
        reply
    }

    fn socket_fd(&self, fd: i64) -> Answer<libc::c_int> {
        self.any_file(fd).map(|file| file.as_raw_fd())
    }

    pub(super) fn socket_request(&mut self, request: &HostRequest, in_diversion: bool) -> Answer {
        let numbers = [0, 1, 2].map(|place| request.at(place) as libc::c_int);
        match request.op {
            Op::Socket => {
                // SAFETY: plain numbers.
                let made = unsafe { libc::socket(numbers[0], numbers[1] | libc::SOCK_CLOEXEC, numbers[2]) };
                return Ok(self.add(owned(made)?, in_diversion));
            }
            Op::SocketPair => {
                let mut pair = [0; 2];
                // SAFETY: room for two.
                done(unsafe {
                    libc::socketpair(numbers[0], numbers[1] | libc::SOCK_CLOEXEC, numbers[2], pair.as_mut_ptr())
                })?;
                let ends = [owned(pair[0])?, owned(pair[1])?].map(|end| self.add(end, in_diversion));
                let number = |reply: &Reply| if let Reply::Int(n) = reply { *n } else { -1 };
                return Ok(Reply::Ints(ends.iter().map(number).collect()));
            }
            _ => {}
        }
        let fd = self.socket_fd(request.first())?;
        match request.op {
            Op::Bind => {
                let address = Address::new(request.bytes())?;
                // SAFETY: see the module.
                self.in_folder(&address, || unsafe { libc::bind(fd, address.pointer(), address.length()) })
            }
            Op::Connect => self.connect(fd, request),
            // SAFETY: plain numbers.
            Op::Listen => done(unsafe { libc::listen(fd, numbers[1]) }),
            // SAFETY: plain numbers.
            Op::Shutdown => done(unsafe { libc::shutdown(fd, numbers[1]) }),
            Op::Accept => self.accept(request, in_diversion),
            Op::Receive => self.receive(fd, request).map(Reply::Bytes),
            Op::ReceiveFrom => receive_from(fd, request),
            Op::Send | Op::SendTo => self.send(fd, request),
            Op::ReceiveMessage => self.receive_message(fd, request, in_diversion),
            Op::SendMessage => self.send_message(fd, request),
            Op::SendFile => self.send_file(fd, request),
            _ => option_request(fd, request),
        }
    }

    /// Begins or ends a connection. A call that may wait fails if it would have to.
    fn connect(&self, fd: libc::c_int, request: &HostRequest) -> Answer {
        let address = Address::new(request.bytes())?;
        let file = self.any_file(request.first())?;
        let flags = rustix::fs::fcntl_getfl(file)?;
        // Only begun, it does not wait.
        let waits = request.at(1) != 0 || request.at(2) != 0;
        if waits {
            rustix::fs::fcntl_setfl(file, flags | rustix::fs::OFlags::NONBLOCK)?;
        }
        // SAFETY: see the module.
        let reply = self.in_folder(&address, || unsafe { libc::connect(fd, address.pointer(), address.length()) });
        if waits {
            rustix::fs::fcntl_setfl(file, flags)?;
        }
        match reply {
            Ok(_) => Ok(Reply::Int(0)),
            Err(Errno::ALREADY) if waits => Err(Errno::INPROGRESS),
            Err(e) => Err(e),
        }
    }

    fn accept(&mut self, request: &HostRequest, in_diversion: bool) -> Answer {
        let file = self.any_file(request.first())?;
        if request.at(1) != 0 {
            // The system would wait.
            let now = Timespec { tv_sec: 0, tv_nsec: 0 };
            if poll(&mut [PollFd::new(&file, PollFlags::IN)], Some(&now))? == 0 {
                return Err(Errno::AGAIN);
            }
        }
        let fd = file.as_raw_fd();
        // SAFETY: see the module.
        let (new, address) = Address::fill(|to, length| unsafe { libc::accept4(fd, to, length, libc::SOCK_CLOEXEC) })?;
        let Reply::Int(number) = self.add(owned(new)?, in_diversion) else { return Err(Errno::IO) };
        Ok(Reply::Names(vec![(number as i32).to_le_bytes().to_vec(), address]))
    }

    fn receive(&self, fd: libc::c_int, request: &HostRequest) -> Answer<Vec<u8>> {
        let mut bytes = buffer(request.at(1))?;
        let flags = request.at(2) as libc::c_int | libc::MSG_DONTWAIT;
        // SAFETY: the buffer has that room, and as many bytes are written as the call says.
        unsafe {
            let n = count(libc::recv(fd, bytes.as_mut_ptr().cast(), bytes.capacity(), flags))?;
            bytes.set_len(n.min(bytes.capacity()));
        }
        Ok(bytes)
    }

    fn send(&self, fd: libc::c_int, request: &HostRequest) -> Answer {
        let flags = request.at(1) as libc::c_int | libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
        let bytes = request.bytes();
        let address = request.paths().first().map(|address| Address::new(address)).transpose()?;
        let (to, length) = address.as_ref().map_or((std::ptr::null(), 0), |a| (a.pointer(), a.length()));
        // SAFETY: see the module.
        let send = || unsafe { libc::sendto(fd, bytes.as_ptr().cast(), bytes.len(), flags, to, length) };
        let Some(address) = &address else { return Ok(Reply::Int(count(send())? as i64)) };
        let mut sent = 0;
        self.in_folder(address, || {
            sent = send();
            // A message is shorter than 2 GiB.
            sent as libc::c_int
        })?;
        Ok(Reply::Int(sent as i64))
    }

    fn send_file(&self, out: libc::c_int, request: &HostRequest) -> Answer {
        let from = self.file(request.at(1))?.as_raw_fd();
        let mut offset = request.at(2);
        let at = if offset < 0 { std::ptr::null_mut() } else { &raw mut offset };
        // SAFETY: see the module.
        Ok(Reply::Int(count(unsafe { libc::sendfile(out, from, at, request.at(3) as usize) })? as i64))
    }
}

fn receive_from(fd: libc::c_int, request: &HostRequest) -> Answer {
    let mut bytes = buffer(request.at(1))?;
    let flags = request.at(2) as libc::c_int | libc::MSG_DONTWAIT;
    let room = bytes.capacity();
    // SAFETY: as for `receive`.
    let address = unsafe {
        let to = bytes.as_mut_ptr().cast();
        let (n, address) = Address::fill(|from, length| {
            // A message is shorter than 2 GiB.
            libc::recvfrom(fd, to, room, flags, from, length) as libc::c_int
        })?;
        bytes.set_len((n as usize).min(room));
        address
    };
    Ok(Reply::Names(vec![bytes, address]))
}

fn option_request(fd: libc::c_int, request: &HostRequest) -> Answer {
    let (level, option) = (request.at(1) as libc::c_int, request.at(2) as libc::c_int);
    match request.op {
        Op::SocketOption => {
            let mut bytes = vec![0_u8; usize::try_from(request.at(3)).map_err(|_| Errno::INVAL)?.min(1024)];
            let mut length = bytes.len() as libc::socklen_t;
            // SAFETY: the buffer is that long.
            done(unsafe { libc::getsockopt(fd, level, option, bytes.as_mut_ptr().cast(), &raw mut length) })?;
            bytes.truncate(length as usize);
            Ok(Reply::Bytes(bytes))
        }
        Op::SetSocketOption => {
            let bytes = request.bytes();
            // A number in place of data is a length without data.
            let (at, length) = if request.has_data() {
                (bytes.as_ptr(), bytes.len() as i64)
            } else {
                (std::ptr::null(), request.at(3))
            };
            // SAFETY: see the module; without data the system reads none.
            done(unsafe { libc::setsockopt(fd, level, option, at.cast(), length as libc::socklen_t) })
        }
        _ if request.at(1) == 0 => {
            // SAFETY: see the module.
            Address::fill(|to, length| unsafe { libc::getsockname(fd, to, length) }).map(|a| Reply::Bytes(a.1))
        }
        // SAFETY: see the module.
        _ => Address::fill(|to, length| unsafe { libc::getpeername(fd, to, length) }).map(|a| Reply::Bytes(a.1)),
    }
}
