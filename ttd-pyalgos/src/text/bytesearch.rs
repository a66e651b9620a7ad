//! Searching in bytes, for the methods of str, bytes and bytearray.
//!
//! WTF-8 is self-synchronising, so strings can be searched as bytes.

use memchr::memmem::{self, Finder};

/// Haystacks up to this size, in bytes, are searched without a prepared finder.
const FEW: usize = 63;

/// Places with the first byte of a needle that are looked at before a finder is prepared.
const TRIES: usize = 2;

/// The position of the first occurrence.
pub fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    let [first, ref rest @ ..] = *needle else { return Some(0) };
    if rest.is_empty() {
        return memchr::memchr(first, hay);
    }
    let (starts, mut from) = (hay.len().checked_sub(rest.len())?, 0);
    // Preparing a finder takes longer than most searches.
    for _ in 0..TRIES {
        from += memchr::memchr(first, &hay[from..starts])?;
        if hay[from + 1..].starts_with(rest) {
            return Some(from);
        }
        from += 1;
    }
    memmem::find(&hay[from..], needle).map(|at| from + at)
}

/// The number of non-overlapping occurrences. The needle is not empty.
pub fn count(hay: &[u8], needle: &[u8]) -> usize {
    match *needle {
        [byte] => memchr::memchr_iter(byte, hay).count(),
        _ => find_all(hay, needle).count(),
    }
}

/// The position of the last occurrence.
pub fn rfind(hay: &[u8], needle: &[u8]) -> Option<usize> {
    match *needle {
        [byte] => memchr::memrchr(byte, hay),
        _ => memmem::rfind(hay, needle),
    }
}

/// The positions of all non-overlapping occurrences. The needle is not empty.
pub fn find_all<'a>(hay: &'a [u8], needle: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let mut from = 0;
    let mut bytes = (needle.len() == 1).then(|| memchr::memchr_iter(needle[0], hay));
    // In a short haystack the search ends before a finder is prepared.
    let finder = (needle.len() > 1 && hay.len() > FEW).then(|| Finder::new(needle));
    std::iter::from_fn(move || {
        if let Some(bytes) = &mut bytes {
            return bytes.next();
        }
        let rest = &hay[from..];
        let at = from + finder.as_ref().map_or_else(|| find(rest, needle), |finder| finder.find(rest))?;
        from = at + needle.len();
        Some(at)
    })
}

/// `hay.replace(old, new, limit)` for a non-empty needle; `None` when it does not occur.
pub fn replace(hay: &[u8], old: &[u8], new: &[u8], limit: usize) -> Option<Vec<u8>> {
    if let (&[old], &[new]) = (old, new)
        && limit >= hay.len()
    {
        memchr::memchr(old, hay)?;
        return Some(hay.iter().map(|byte| if *byte == old { new } else { *byte }).collect());
    }
    let mut out = Vec::new();
    let mut from = 0;
    for at in find_all(hay, old).take(limit) {
        if from == 0 {
            out.reserve(hay.len() + new.len());
        }
        out.extend_from_slice(&hay[from..at]);
        out.extend_from_slice(new);
        from = at + old.len();
    }
    if from == 0 {
        return None;
    }
    out.extend_from_slice(&hay[from..]);
    Some(out)
}

/// Pieces that there is room for at first.
const PIECES: usize = 12;

/// The signature of `split` and `rsplit`.
pub type Splitter = for<'a> fn(&'a [u8], &'a [u8], usize) -> Vec<&'a [u8]>;

/// Splits from the left, at most `limit` times.
pub fn split<'a>(hay: &'a [u8], separator: &'a [u8], limit: usize) -> Vec<&'a [u8]> {
    let (mut pieces, mut from) = (Vec::with_capacity(PIECES.min(limit)), 0);
    for at in find_all(hay, separator).take(limit) {
        pieces.push(&hay[from..at]);
        from = at + separator.len();
    }
    pieces.push(&hay[from..]);
    pieces
}

/// Splits from the right, at most `limit` times; the pieces are in order.
pub fn rsplit<'a>(hay: &'a [u8], separator: &'a [u8], limit: usize) -> Vec<&'a [u8]> {
    let (mut pieces, mut to) = (Vec::new(), hay.len());
    while pieces.len() < limit
        && let Some(at) = rfind(&hay[..to], separator)
    {
        pieces.push(&hay[at + separator.len()..to]);
        to = at;
    }
    pieces.push(&hay[..to]);
    pieces.reverse();
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finding() {
        assert_eq!(find(b"hello world", b"o w"), Some(4));
        assert_eq!(find(b"aaab", b"ab"), Some(2));
        assert_eq!(find(b"abc", b"abcd"), None);
        assert_eq!(find(b"abc", b""), Some(0));
        assert_eq!(rfind(b"abcabc", b"bc"), Some(4));
        assert_eq!(rfind(b"abc", b"x"), None);
        assert_eq!(rfind(b"aab", b"aa"), Some(0));
        let long = [vec![b'a'; 300], vec![b'b'], vec![b'a'; 400]].concat();
        assert_eq!(find(&[vec![b'c'; 500], long.clone()].concat(), &long), Some(500));
        assert_eq!((find_all(b"aaaa", b"aa").count(), count(b"aaaa", b"aa"), count(b"aaaa", b"a")), (2, 2, 4));
        for length in 0..40 {
            // The needle is at the end of many places that begin as it does.
            let hay = ["ab".repeat(length), "ac".into()].concat();
            assert_eq!(find(hay.as_bytes(), b"ac"), Some(2 * length));
            assert_eq!(find(hay.as_bytes(), b"ad"), None);
            assert_eq!(find(&hay.as_bytes()[..2 * length + 1], b"ac"), None);
        }
    }

    #[test]
    fn splitting_and_replacing() {
        assert_eq!(split(b"a,b,c", b",", 1), [&b"a"[..], b"b,c"]);
        assert_eq!(rsplit(b"a,b,c", b",", 1), [&b"a,b"[..], b"c"]);
        assert_eq!(rsplit(b"a,,c", b",", usize::MAX), [&b"a"[..], b"", b"c"]);
        assert_eq!(replace(b"aXbX", b"X", b"--", usize::MAX).as_deref(), Some(&b"a--b--"[..]));
        assert_eq!(replace(b"aXbX", b"X", b"", 1).as_deref(), Some(&b"abX"[..]));
        assert_eq!(replace(b"ab", b"X", b"", 9), None);
    }
}
