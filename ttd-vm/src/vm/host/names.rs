//! Names of hosts, services and interfaces.
//!
//! # Why the unsafe code is sound
//!
//! `getaddrinfo` gives a list that is read and then freed once; the strings passed to it live through the call. The
//! same holds for `if_nameindex`. `getnameinfo` writes into buffers whose lengths it is told.

use std::ffi::{CStr, CString};

use super::child_plan::c_string;
use super::input_log::Reply;
use super::os::{Answer, World};
use super::request::{HostRequest, Op};
use super::sockets::Address;

impl World {
    pub(super) fn name_request(&self, request: &HostRequest) -> Answer {
        match request.op {
            Op::AddressInfo => Ok(address_info(request)),
            Op::NameInfo => name_info(request),
            _ => Ok(match request.first() {
                0 => Reply::Bytes(rustix::system::uname().nodename().to_bytes().to_vec()),
                1 => Reply::Bytes(std::fs::read("/etc/services").unwrap_or_default()),
                2 => Reply::Bytes(std::fs::read("/etc/protocols").unwrap_or_default()),
                3 => Reply::Names(interfaces()),
                // SAFETY: any number may be asked for.
                _ => Reply::Int(unsafe { libc::sysconf(request.at(1) as libc::c_int) }),
            }),
        }
    }
}

/// For each address: family, type and protocol, the canonical name, the address. A failure is its two numbers.
fn address_info(request: &HostRequest) -> Reply {
    let host = request.paths().first().map(|host| c_string(host));
    let service = request.has_data().then(|| c_string(request.bytes()));
    let pointer = |text: &Option<CString>| text.as_ref().map_or(std::ptr::null(), |text| text.as_ptr());
    let mut names = Vec::new();
    // SAFETY: see the module.
    unsafe {
        let mut hints: libc::addrinfo = std::mem::zeroed();
        hints.ai_family = request.at(0) as libc::c_int;
        hints.ai_socktype = request.at(1) as libc::c_int;
        hints.ai_protocol = request.at(2) as libc::c_int;
        hints.ai_flags = request.at(3) as libc::c_int;
        let mut list = std::ptr::null_mut();
        let failed = libc::getaddrinfo(pointer(&host), pointer(&service), &raw const hints, &raw mut list);
        if failed != 0 {
            let errno = std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
            return Reply::Ints(vec![i64::from(failed), i64::from(errno)]);
        }
        let mut at = list;
        while let Some(info) = at.as_ref() {
            let numbers = [info.ai_family, info.ai_socktype, info.ai_protocol];
            names.push(numbers.iter().flat_map(|n| n.to_le_bytes()).collect());
            let canonical = info.ai_canonname;
            names.push(if canonical.is_null() { Vec::new() } else { CStr::from_ptr(canonical).to_bytes().to_vec() });
            names.push(std::slice::from_raw_parts(info.ai_addr.cast::<u8>(), info.ai_addrlen as usize).to_vec());
            at = info.ai_next;
        }
        libc::freeaddrinfo(list);
    }
    Reply::Names(names)
}

fn name_info(request: &HostRequest) -> Answer {
    let address = Address::new(request.bytes())?;
    let (mut host, mut service) = ([0 as libc::c_char; 1025], [0 as libc::c_char; 32]);
    // SAFETY: see the module; both texts end with a null.
    unsafe {
        let failed = libc::getnameinfo(
            address.pointer(),
            address.length(),
            host.as_mut_ptr(),
            host.len() as libc::socklen_t,
            service.as_mut_ptr(),
            service.len() as libc::socklen_t,
            request.first() as libc::c_int,
        );
        if failed != 0 {
            let errno = std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
            return Ok(Reply::Ints(vec![i64::from(failed), i64::from(errno)]));
        }
        let texts = [host.as_ptr(), service.as_ptr()].map(|text| CStr::from_ptr(text).to_bytes().to_vec());
        Ok(Reply::Names(texts.to_vec()))
    }
}

/// Index and name of each interface.
fn interfaces() -> Vec<Vec<u8>> {
    let mut names = Vec::new();
    // SAFETY: see the module; the entry after the last has no name.
    unsafe {
        let list = libc::if_nameindex();
        let mut at = list;
        while !at.is_null() && !(*at).if_name.is_null() {
            names.push((*at).if_index.to_le_bytes().to_vec());
            names.push(CStr::from_ptr((*at).if_name).to_bytes().to_vec());
            at = at.add(1);
        }
        if !list.is_null() {
            libc::if_freenameindex(list);
        }
    }
    names
}
