//! Paths of POSIX as text: what can be said of them without asking the system.

/// Where the root of a path ends: after no, one or two slashes. Three are as good as one.
pub fn root_length(path: &[u8]) -> usize {
    match path {
        [b'/', b'/', b'/', ..] => 1,
        [b'/', b'/', ..] => 2,
        [b'/', ..] => 1,
        _ => 0,
    }
}

/// A path without empty parts, `.`, and `..` where that goes back over a part: what `os.path.normpath` gives.
pub fn normalized(path: &[u8]) -> Vec<u8> {
    let root = root_length(path);
    let mut kept: Vec<&[u8]> = Vec::new();
    for part in path[root..].split(|b| *b == b'/') {
        match part {
            b"" | b"." => {}
            b".." if root > 0 && kept.is_empty() => {}
            b".." if kept.last().is_some_and(|last| *last != b"..") => {
                kept.pop();
            }
            _ => kept.push(part),
        }
    }
    let out = [&path[..root], &kept.join(&b'/')].concat();
    if out.is_empty() { b".".to_vec() } else { out }
}
