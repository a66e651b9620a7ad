//! The rules of RFC 5280 that many certificates break: they hold where `VERIFY_X509_STRICT` is set.

use super::certificate::{CRL_SIGN, Certificate, KEY_CERT_SIGN};
use super::chain::Failure;

/// Checks one certificate of a chain; `is_last` says that it is the trusted one.
///
/// # Errors
/// The first rule that it breaks.
pub(super) fn check_strict(certificate: &Certificate, is_last: bool) -> Result<(), Failure> {
    for (broken, code) in rules(certificate, is_last) {
        if broken {
            return Err(Failure::of(code));
        }
    }
    Ok(())
}

/// Whether a rule is broken, and its number, in OpenSSL's order.
fn rules(certificate: &Certificate, is_last: bool) -> [(bool, i32); 15] {
    let constraints = certificate.constraints;
    let ca = constraints.present && constraints.ca;
    // Where the extension is missing, every use is allowed.
    let usage = certificate.key_usage.unwrap_or(u16::MAX);
    let has_length = constraints.path_length.is_some();
    let has_no_subject = certificate.subject.is_empty();
    let names = certificate.names.as_ref();
    let signs_lists = certificate.key_usage.is_some_and(|usage| usage & CRL_SIGN != 0);
    let signs = certificate.key_usage.is_some_and(|usage| usage & KEY_CERT_SIGN != 0);
    let version_3 = certificate.is_version_3;
    let names_authority = certificate.authority_key.as_ref().is_some_and(|id| id.0.is_some());
    [
        (has_length && !ca, 80),
        (has_length && usage & KEY_CERT_SIGN == 0, 81),
        (ca && !constraints.critical, 89),
        (ca && certificate.key_usage.is_none(), 92),
        (!ca && signs, 82),
        (certificate.issuer.is_empty(), 83),
        ((ca || signs_lists || names.is_none()) && has_no_subject, 84),
        (has_no_subject && names.is_some_and(|names| !names.1), 88),
        (names.is_some_and(|names| names.0.is_empty()), 87),
        (!certificate.algorithms_agree, 78),
        (certificate.authority_key.as_ref().is_some_and(|id| id.1), 90),
        (certificate.subject_key.as_ref().is_some_and(|id| id.1), 91),
        (version_3 && !is_last && !names_authority, 85),
        (version_3 && ca && certificate.subject_key.is_none(), 86),
        (!version_3 && certificate.has_extensions, 93),
    ]
}
