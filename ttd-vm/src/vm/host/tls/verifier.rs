//! Judges the peer's certificate for rustls, by the rules and with the failures of OpenSSL.

use std::sync::{Arc, Mutex, PoisonError};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::WebPkiSupportedAlgorithms;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{CertificateError, DigitallySignedStruct, DistinguishedName, Error, OtherError, SignatureScheme};
use ttd_pyalgos::x509::{Certificate, Failure, Policy, Store, chain};

/// What was found out about the peer.
#[derive(Debug, Default)]
pub(super) struct Verdict {
    /// The chain up to a trusted certificate.
    pub(super) chain: Vec<Vec<u8>>,
    /// Why it is not trusted.
    pub(super) failure: Option<Failure>,
}

/// Verifies the certificate of one connection's peer.
#[derive(Debug)]
pub(super) struct Verifier {
    pub(super) store: Arc<Store>,
    pub(super) policy: Policy,
    /// Whether a failure ends the connection.
    pub(super) demands: bool,
    /// Whether a client must have a certificate.
    pub(super) mandatory: bool,
    pub(super) algorithms: WebPkiSupportedAlgorithms,
    pub(super) verdict: Mutex<Verdict>,
}

impl Verifier {
    /// Takes the verdict back, for another connection.
    pub(super) fn forget(&self) {
        *self.verdict.lock().unwrap_or_else(PoisonError::into_inner) = Verdict::default();
    }

    /// Verifies certificates and keeps the verdict.
    pub(super) fn judge(&self, sent: &[&[u8]], now: i64) -> Result<(), Error> {
        let sent: Vec<Certificate> = sent.iter().filter_map(|der| Certificate::parse(der)).collect();
        let policy = Policy { now, ..self.policy.clone() };
        let mut verdict = self.verdict.lock().unwrap_or_else(PoisonError::into_inner);
        match chain::verify(&sent, &self.store, &policy) {
            Ok(chain) => verdict.chain = chain.into_iter().map(|c| c.der).collect(),
            Err(failure) if self.demands => {
                let error = certificate_error(failure.code);
                verdict.failure = Some(failure);
                return Err(Error::InvalidCertificate(error));
            }
            Err(_) => {}
        }
        Ok(())
    }

    fn check_signature(
        &self,
        message: &[u8],
        certificate: &[u8],
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let bad = || Error::InvalidCertificate(CertificateError::BadSignature);
        let certificate =
            Certificate::parse(certificate).ok_or(Error::InvalidCertificate(CertificateError::BadEncoding))?;
        let key = certificate.key_bits().ok_or_else(bad)?;
        let known = self.algorithms.mapping.iter().find(|(scheme, _)| *scheme == signed.scheme);
        let mut algorithms = known.iter().flat_map(|(_, algorithms)| algorithms.iter());
        // A key of another kind verifies nothing.
        let valid = algorithms.any(|algorithm| algorithm.verify_signature(&key, message, signed.signature()).is_ok());
        if valid { Ok(HandshakeSignatureValid::assertion()) } else { Err(bad()) }
    }

    fn judge_all(&self, leaf: &CertificateDer<'_>, rest: &[CertificateDer<'_>], now: UnixTime) -> Result<(), Error> {
        let mut sent: Vec<&[u8]> = vec![leaf];
        sent.extend(rest.iter().map(|der| &der[..]));
        self.judge(&sent, now.as_secs() as i64)
    }
}

/// The error of rustls that makes the alert which OpenSSL sends.
fn certificate_error(code: i32) -> CertificateError {
    match code {
        2 | 3 | 18..=20 | 22 | 25 | 79 => CertificateError::UnknownIssuer,
        10 | 12 => CertificateError::Expired,
        23 => CertificateError::Revoked,
        26 => CertificateError::InvalidPurpose,
        62 | 64 => CertificateError::NotValidForName,
        7 | 8 => CertificateError::BadSignature,
        9 | 11 | 66..=68 => CertificateError::BadEncoding,
        _ => CertificateError::Other(OtherError(Arc::new(std::fmt::Error))),
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.judge_all(end_entity, intermediates, now)?;
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.check_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.check_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

impl ClientCertVerifier for Verifier {
    fn client_auth_mandatory(&self) -> bool {
        self.mandatory
    }

    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        self.judge_all(end_entity, intermediates, now)?;
        Ok(ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.check_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.check_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}
