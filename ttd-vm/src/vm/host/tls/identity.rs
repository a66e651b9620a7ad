//! Certificates of the program's own, with their keys.

use std::sync::Arc;

use rustls::SignatureScheme;
use rustls::client::ResolvesClientCert;
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs1KeyDer, PrivatePkcs8KeyDer, PrivateSec1KeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use ttd_pyalgos::x509::key::Form;

/// Why a key cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyProblem {
    /// It is not the certificate's.
    Mismatch,
    /// It is of a kind that is not supported, or broken.
    Unsupported,
}

/// The number of a form in requests.
fn form_of(number: i64) -> Form {
    match number {
        0 => Form::Pkcs8,
        1 => Form::Pkcs1,
        _ => Form::Sec1,
    }
}

/// A chain of certificates with the key of the first.
///
/// # Errors
/// See [`KeyProblem`].
pub(super) fn certified(chain: &[&[u8]], form: i64, key: &[u8]) -> Result<CertifiedKey, KeyProblem> {
    let key = match form_of(form) {
        Form::Pkcs8 => PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key)),
        Form::Pkcs1 => PrivateKeyDer::Pkcs1(PrivatePkcs1KeyDer::from(key)),
        Form::Sec1 => PrivateKeyDer::Sec1(PrivateSec1KeyDer::from(key)),
    };
    let key = any_supported_type(&key).map_err(|_| KeyProblem::Unsupported)?;
    let own = key.public_key();
    let first = chain.first().and_then(|der| ttd_pyalgos::x509::Certificate::parse(der));
    let (Some(own), Some(first)) = (own, first) else { return Err(KeyProblem::Unsupported) };
    if own.as_ref() != first.public_key.as_slice() {
        return Err(KeyProblem::Mismatch);
    }
    let chain = chain.iter().map(|der| CertificateDer::from(der.to_vec())).collect();
    Ok(CertifiedKey::new(chain, key))
}

/// Whether the key can be used with the certificates.
///
/// # Errors
/// See [`KeyProblem`].
pub fn check_key(chain: &[&[u8]], form: i64, key: &[u8]) -> Result<(), KeyProblem> {
    certified(chain, form, key).map(drop)
}

/// Chooses the certificate that the peer can verify: a program may have one for each kind of key.
#[derive(Debug)]
pub(super) struct Identities(pub(super) Vec<Arc<CertifiedKey>>);

impl Identities {
    fn choose(&self, schemes: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        // Of a kind, the one that was loaded last counts.
        self.0.iter().rev().find(|own| own.key.choose_scheme(schemes).is_some()).cloned()
    }
}

impl ResolvesServerCert for Identities {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.choose(hello.signature_schemes())
    }
}

impl ResolvesClientCert for Identities {
    fn resolve(&self, _hints: &[&[u8]], schemes: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        self.choose(schemes)
    }

    fn has_certs(&self) -> bool {
        !self.0.is_empty()
    }
}
