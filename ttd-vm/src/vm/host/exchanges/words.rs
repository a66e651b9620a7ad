//! Requests and replies in words.

use crate::vm::host::input_log::Reply;
use crate::vm::host::os::error_text;
use crate::vm::host::pieces;
use crate::vm::host::request::HostRequest;

/// Bytes shown of a message.
const SHOWN: usize = 40;

/// What an error number means.
pub(super) fn of_errno(errno: i32) -> String {
    error_text(&std::io::Error::from_raw_os_error(errno))
}

/// `received 5 bytes: b'hello'`
pub(super) fn message(what: &str, bytes: &[u8], length: Option<usize>) -> String {
    let length = length.unwrap_or(bytes.len());
    let shown = bytes[..length.min(bytes.len()).min(SHOWN)].escape_ascii();
    let rest = if length > SHOWN { "..." } else { "" };
    let s = if length == 1 { "" } else { "s" };
    format!("{what} {length} byte{s}: b'{shown}'{rest}")
}

pub(super) fn received(reply: &Reply) -> Option<String> {
    match reply {
        Reply::Bytes(bytes) if bytes.is_empty() => Some("nothing more comes".into()),
        Reply::Bytes(bytes) => Some(message("received", bytes, None)),
        Reply::Fail(libc::EAGAIN | libc::EINTR) => None,
        Reply::Fail(errno) => Some(format!("receiving failed: {}", of_errno(*errno))),
        _ => None,
    }
}

pub(super) fn sent(bytes: &[u8], reply: &Reply) -> Option<String> {
    match reply {
        Reply::Int(n) => Some(message("sent", bytes, usize::try_from(*n).ok())),
        Reply::Done => Some(message("sent", bytes, None)),
        Reply::Fail(libc::EAGAIN | libc::EINTR) => None,
        Reply::Fail(errno) => Some(format!("sending failed: {}", of_errno(*errno))),
        _ => None,
    }
}

/// `started: python3 -c pass`
pub(super) fn started_program(request: &HostRequest) -> String {
    let parts = pieces::split(request.bytes());
    let words = parts.first().map(|list| pieces::split(list)).unwrap_or_default();
    let words: Vec<_> = words.into_iter().map(String::from_utf8_lossy).collect();
    let mut text = words.join(" ").replace('\n', "\\n");
    if let Some((at, _)) = text.char_indices().nth(2 * SHOWN) {
        text.truncate(at);
        text += "...";
    }
    format!("started: {text}")
}

/// How a child ended, from what `waitpid` or `waitid` says.
pub(super) fn ended(of_waitpid: bool, numbers: &[i64]) -> Option<String> {
    if !of_waitpid {
        return Some("has ended or stopped".into());
    }
    let status = *numbers.get(1)? as i32;
    Some(match status {
        status if libc::WIFEXITED(status) => format!("ended with {}", libc::WEXITSTATUS(status)),
        status if libc::WIFSIGNALED(status) => format!("was ended by signal {}", libc::WTERMSIG(status)),
        _ => "stopped or went on".into(),
    })
}

/// An address of the system's in words.
pub(super) fn address(bytes: &[u8]) -> String {
    let Some((family, rest)) = bytes.split_first_chunk::<2>() else { return "nobody".into() };
    let port = |rest: &[u8]| rest.first_chunk::<2>().map_or(0, |port| u16::from_be_bytes(*port));
    match i32::from(u16::from_le_bytes(*family)) {
        libc::AF_INET if rest.len() >= 6 => {
            format!("{}.{}.{}.{}:{}", rest[2], rest[3], rest[4], rest[5], port(rest))
        }
        libc::AF_INET6 if rest.len() >= 22 => match <[u8; 16]>::try_from(&rest[6..22]) {
            Ok(octets) => format!("[{}]:{}", std::net::Ipv6Addr::from(octets), port(rest)),
            Err(_) => "an address".into(),
        },
        libc::AF_UNIX => {
            let path = rest.strip_prefix(&[0]).unwrap_or(rest);
            let end = path.iter().position(|byte| *byte == 0).unwrap_or(path.len());
            if end == 0 { "a socket without a name".into() } else { path[..end].escape_ascii().to_string() }
        }
        family => format!("an address of family {family}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_messages_in_words() {
        let inet = [2, 0, 0x1F, 0x90, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(address(&inet), "127.0.0.1:8080");
        let mut inet6 = vec![10, 0, 0x00, 0x50, 0, 0, 0, 0];
        inet6.extend([[0; 15].as_slice(), &[1], &[0; 4]].concat());
        assert_eq!(address(&inet6), "[::1]:80");
        assert_eq!(address(b"\x01\0server\0"), "server");
        assert_eq!(address(b"\x01\0\0hidden"), "hidden");
        assert_eq!((address(b"\x01\0"), address(b"")), ("a socket without a name".into(), "nobody".into()));
        assert_eq!(message("sent", b"x\n", None), "sent 2 bytes: b'x\\n'");
        assert_eq!(message("sent", b"hello", Some(1)), "sent 1 byte: b'h'");
        assert!(message("received", &[b'a'; 100], None).ends_with("a'..."));
        assert_eq!(of_errno(libc::ECONNREFUSED), "Connection refused");
    }
}
