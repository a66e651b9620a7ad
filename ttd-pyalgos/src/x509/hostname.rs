//! Whether a certificate is for a host, by OpenSSL's rules.

use super::certificate::{AltName, Certificate};

/// Looks at the subject's common name even if there are names of hosts beside it.
const ALWAYS_CHECK_SUBJECT: u32 = 1;
/// A star stands for nothing.
const NO_WILDCARDS: u32 = 2;
/// A star is a whole label.
const NO_PARTIAL_WILDCARDS: u32 = 4;
/// A star stands for several labels.
const MULTI_LABEL_WILDCARDS: u32 = 8;
/// Never looks at the subject's common name.
const NEVER_CHECK_SUBJECT: u32 = 32;

/// Whether the certificate is for this host.
pub fn matches_host(certificate: &Certificate, host: &str, flags: u32) -> bool {
    let host = host.as_bytes();
    let mut has_names = false;
    for name in certificate.names.iter().flat_map(|names| &names.0) {
        if let AltName::Dns(pattern) = name {
            has_names = true;
            if matches_pattern(pattern, host, flags) {
                return true;
            }
        }
    }
    if flags & NEVER_CHECK_SUBJECT != 0 || has_names && flags & ALWAYS_CHECK_SUBJECT == 0 {
        return false;
    }
    certificate.common_names.iter().any(|name| matches_pattern(name, host, flags))
}

/// Whether the certificate is for this address.
pub fn matches_address(certificate: &Certificate, address: &[u8]) -> bool {
    certificate.names.iter().flat_map(|names| &names.0).any(|name| matches!(name, AltName::Ip(ip) if ip == address))
}

fn matches_pattern(pattern: &[u8], host: &[u8], flags: u32) -> bool {
    if flags & NO_WILDCARDS == 0
        && let Some(star) = valid_star(pattern, flags)
    {
        return matches_star(&pattern[..star], &pattern[star + 1..], host, flags);
    }
    pattern.eq_ignore_ascii_case(host)
}

/// Where the star of a pattern is; `None` if there is none that stands for something.
fn valid_star(pattern: &[u8], flags: u32) -> Option<usize> {
    let star = pattern.iter().position(|b| *b == b'*')?;
    let first_dot = pattern.iter().position(|b| *b == b'.')?;
    let is_single = pattern.iter().filter(|b| **b == b'*').count() == 1;
    let labels: Vec<&[u8]> = pattern.split(|b| *b == b'.').collect();
    let is_whole = labels[0] == b"*";
    let in_encoded = labels[0].len() >= 4 && labels[0][..4].eq_ignore_ascii_case(b"xn--");
    let well_formed = labels.len() >= 3 && labels.iter().all(|label| is_label(label));
    let valid = is_single && star < first_dot && well_formed && !in_encoded;
    (valid && (is_whole || flags & NO_PARTIAL_WILDCARDS == 0)).then_some(star)
}

fn is_label(label: &[u8]) -> bool {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'*');
    !label.is_empty() && label.iter().all(plain) && label[0] != b'-' && label.last() != Some(&b'-')
}

fn matches_star(before: &[u8], after: &[u8], host: &[u8], flags: u32) -> bool {
    if host.len() < before.len() + after.len() {
        return false;
    }
    let (start, end) = (before.len(), host.len() - after.len());
    if !host[..start].eq_ignore_ascii_case(before) || !host[end..].eq_ignore_ascii_case(after) {
        return false;
    }
    let inside = &host[start..end];
    let is_whole = before.is_empty() && after.starts_with(b".");
    if is_whole && inside.is_empty() {
        return false;
    }
    let allows_encoded = is_whole;
    if !allows_encoded && host.len() >= 4 && host[..4].eq_ignore_ascii_case(b"xn--") {
        return false;
    }
    let allows_dots = is_whole && flags & MULTI_LABEL_WILDCARDS != 0;
    inside.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_') || allows_dots && *b == b'.')
}

#[cfg(test)]
mod tests {
    use super::matches_pattern;

    #[test]
    fn stars_stand_for_one_label() {
        for (pattern, host, expected) in [
            ("example.com", "EXAMPLE.com", true),
            ("*.example.com", "a.example.com", true),
            ("*.example.com", "a.b.example.com", false),
            ("*.example.com", "example.com", false),
            ("*.com", "example.com", false),
            ("f*.example.com", "foo.example.com", false),
            ("*.*.com", "a.b.com", false),
            ("*.example.com", "xn--a.example.com", true),
        ] {
            assert_eq!(matches_pattern(pattern.as_bytes(), host.as_bytes(), 4), expected, "{pattern} {host}");
        }
        assert!(matches_pattern(b"f*.example.com", b"foo.example.com", 0));
    }
}
