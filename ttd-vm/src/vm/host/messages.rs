//! Messages of sockets with control data: descriptors, among other things, travel with them.
//!
//! # Why the unsafe code is sound
//!
//! The header points to buffers that live through the call, with their lengths. Control data is walked with the
//! system's own macros within the length that the system gave, and read byte by byte.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use rustix::io::Errno;

use super::children::last_error;
use super::input_log::Reply;
use super::os::{Answer, World};
use super::pieces;
use super::request::HostRequest;
use super::sockets::Address;

/// Control data that is aligned as its headers need it.
fn aligned(bytes: usize) -> Vec<u64> {
    vec![0; bytes.div_ceil(8)]
}

impl World {
    /// The message, its address, its flags; then for each piece of control data level, kind and contents.
    pub(super) fn receive_message(&mut self, fd: libc::c_int, request: &HostRequest, in_diversion: bool) -> Answer {
        let size = usize::try_from(request.at(1)).map_err(|_| Errno::INVAL)?;
        let room = usize::try_from(request.at(2)).map_err(|_| Errno::INVAL)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).map_err(|_| Errno::NOMEM)?;
        bytes.resize(size, 0_u8);
        let mut control = aligned(room.min(1 << 20));
        let mut address = Address::empty();
        let mut part = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: size };
        let flags = request.at(3) as libc::c_int | libc::MSG_DONTWAIT | libc::MSG_CMSG_CLOEXEC;
        // SAFETY: see the module.
        let (n, found, flags) = unsafe {
            let mut header: libc::msghdr = std::mem::zeroed();
            header.msg_name = address.pointer().cast_mut().cast();
            header.msg_namelen = address.length();
            header.msg_iov = &raw mut part;
            header.msg_iovlen = 1;
            if room > 0 {
                header.msg_control = control.as_mut_ptr().cast();
                header.msg_controllen = room.min(1 << 20) as _;
            }
            let n = libc::recvmsg(fd, &raw mut header, flags);
            let n = usize::try_from(n).map_err(|_| last_error())?;
            address.set_length(header.msg_namelen);
            (n, control_data(&header), header.msg_flags & !libc::MSG_CMSG_CLOEXEC)
        };
        bytes.truncate(n);
        let mut reply = vec![bytes, address.bytes(), flags.to_le_bytes().to_vec()];
        for (level, kind, mut data) in found {
            if (level, kind) == (libc::SOL_SOCKET, libc::SCM_RIGHTS) {
                data = self.take_descriptors(&data, in_diversion);
            }
            reply.extend([level.to_le_bytes().to_vec(), kind.to_le_bytes().to_vec(), data]);
        }
        Ok(Reply::Names(reply))
    }

    /// Gives descriptors that have arrived numbers of the program.
    fn take_descriptors(&mut self, data: &[u8], in_diversion: bool) -> Vec<u8> {
        let numbers = data.as_chunks::<4>().0.iter().map(|fd| i32::from_ne_bytes(*fd));
        // SAFETY: the system has made them for this message.
        let files: Vec<OwnedFd> = numbers.map(|fd| unsafe { OwnedFd::from_raw_fd(fd) }).collect();
        let mut given = Vec::new();
        for file in files {
            if let Reply::Int(number) = self.add(file, in_diversion) {
                given.extend((number as i32).to_ne_bytes());
            }
        }
        given
    }

    pub(super) fn send_message(&mut self, fd: libc::c_int, request: &HostRequest) -> Answer {
        let parts = pieces::split(request.bytes());
        let (payload, control) = parts.split_first().ok_or(Errno::INVAL)?;
        let address = request.paths().first().map(|address| Address::new(address)).transpose()?;
        let mut items = Vec::new();
        for item in control.as_chunks::<2>().0 {
            let numbers = pieces::numbers(item[0]);
            let &[level, kind] = numbers.as_slice() else { return Err(Errno::INVAL) };
            let (level, kind) = (level as libc::c_int, kind as libc::c_int);
            let mut data = item[1].to_vec();
            if (level, kind) == (libc::SOL_SOCKET, libc::SCM_RIGHTS) {
                for number in data.as_chunks_mut::<4>().0 {
                    *number = self.any_file(i32::from_ne_bytes(*number).into())?.as_raw_fd().to_ne_bytes();
                }
            }
            items.push((level, kind, data));
        }
        // SAFETY: see the module; each piece of control data has its space.
        let sent = unsafe {
            let space: usize = items.iter().map(|i| libc::CMSG_SPACE(i.2.len() as libc::c_uint) as usize).sum();
            let mut control = aligned(space);
            let mut part = libc::iovec { iov_base: payload.as_ptr().cast_mut().cast(), iov_len: payload.len() };
            let mut header: libc::msghdr = std::mem::zeroed();
            header.msg_iov = &raw mut part;
            header.msg_iovlen = 1;
            if let Some(address) = &address {
                header.msg_name = address.pointer().cast_mut().cast();
                header.msg_namelen = address.length();
            }
            if space > 0 {
                header.msg_control = control.as_mut_ptr().cast();
                header.msg_controllen = space as _;
            }
            let mut at = libc::CMSG_FIRSTHDR(&raw const header);
            for (level, kind, data) in &items {
                if at.is_null() {
                    return Err(Errno::INVAL);
                }
                (*at).cmsg_level = *level;
                (*at).cmsg_type = *kind;
                (*at).cmsg_len = libc::CMSG_LEN(data.len() as libc::c_uint) as _;
                std::ptr::copy_nonoverlapping(data.as_ptr(), libc::CMSG_DATA(at), data.len());
                at = libc::CMSG_NXTHDR(&raw const header, at);
            }
            let flags = request.at(1) as libc::c_int | libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
            libc::sendmsg(fd, &raw const header, flags)
        };
        usize::try_from(sent).map(|n| Reply::Int(n as i64)).map_err(|_| last_error())
    }
}

/// The pieces of control data of a message that was received.
unsafe fn control_data(header: &libc::msghdr) -> Vec<(libc::c_int, libc::c_int, Vec<u8>)> {
    let mut found = Vec::new();
    // SAFETY: see the module.
    unsafe {
        let end = header.msg_control as usize + header.msg_controllen as usize;
        let mut at = libc::CMSG_FIRSTHDR(header);
        while !at.is_null() {
            let data = libc::CMSG_DATA(at);
            let length = ((*at).cmsg_len as usize).saturating_sub(libc::CMSG_LEN(0) as usize);
            let length = length.min(end.saturating_sub(data as usize));
            found.push(((*at).cmsg_level, (*at).cmsg_type, std::slice::from_raw_parts(data, length).to_vec()));
            at = libc::CMSG_NXTHDR(header, at);
        }
    }
    found
}
