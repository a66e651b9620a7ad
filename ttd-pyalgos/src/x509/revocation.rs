//! Lists of revoked certificates.

use x509_parser::prelude::FromDer;
use x509_parser::revocation_list::CertificateRevocationList;
use x509_parser::x509::SubjectPublicKeyInfo;

use super::certificate::{Certificate, canonical};
use super::chain::{Failure, Store};

/// A list, with what is looked at.
#[derive(Clone, Debug)]
pub(super) struct RevocationList {
    der: Vec<u8>,
    issuer: Vec<u8>,
    since: i64,
    until: Option<i64>,
    serials: Vec<Vec<u8>>,
}

/// A serial number without leading zeros.
fn digits(serial: &[u8]) -> &[u8] {
    let zeros = serial.iter().take_while(|b| **b == 0).count();
    &serial[zeros..]
}

impl RevocationList {
    pub(super) fn parse(der: &[u8]) -> Option<RevocationList> {
        let (_, list) = CertificateRevocationList::from_der(der).ok()?;
        Some(RevocationList {
            der: der.to_vec(),
            issuer: canonical(list.issuer()),
            since: list.last_update().timestamp(),
            until: list.next_update().map(|time| time.timestamp()),
            serials: list.iter_revoked_certificates().map(|r| digits(r.raw_serial()).to_vec()).collect(),
        })
    }

    fn is_signed_by(&self, issuer: &Certificate) -> bool {
        let (Ok((_, list)), Ok((_, key))) =
            (CertificateRevocationList::from_der(&self.der), SubjectPublicKeyInfo::from_der(&issuer.public_key))
        else {
            return false;
        };
        list.verify_signature(&key).is_ok()
    }
}

/// Checks that the first certificates of a chain are in no list, and that there is a list for each.
///
/// # Errors
/// The first failure.
pub(super) fn check_revocation(chain: &[Certificate], depth: usize, store: &Store, now: i64) -> Result<(), Failure> {
    for (at, certificate) in chain.iter().enumerate().take(depth) {
        let issuer = chain.get(at + 1).unwrap_or(certificate);
        let mut lists = store.lists.iter().filter(|list| list.issuer == certificate.issuer).peekable();
        let Some(first) = lists.peek().copied() else { return Err(Failure::of(3)) };
        let list = lists.find(|list| list.until.is_none_or(|until| now <= until)).unwrap_or(first);
        if !list.is_signed_by(issuer) {
            return Err(Failure::of(8));
        }
        if now < list.since {
            return Err(Failure::of(11));
        }
        if list.until.is_some_and(|until| now > until) {
            return Err(Failure::of(12));
        }
        if list.serials.iter().any(|serial| serial == digits(&certificate.serial)) {
            return Err(Failure::of(23));
        }
    }
    Ok(())
}
