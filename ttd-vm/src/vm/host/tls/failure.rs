//! How a request ends, and what a failure is called: programs know OpenSSL's names.

use rustls::{CertificateError, Error, InvalidMessage, PeerIncompatible, PeerMisbehaved};
use ttd_pyalgos::x509;

use super::super::wire::Wire;
use super::alerts;

/// A failure of TLS.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// The part of OpenSSL that reports it.
    pub(super) library: &'static str,
    /// Its name there.
    pub(super) reason: &'static str,
    /// What is wrong with a certificate.
    pub(super) verify: Option<x509::Failure>,
}

impl Failure {
    pub(super) fn of(reason: &'static str) -> Failure {
        Failure { library: "SSL", reason, verify: None }
    }

    pub(super) fn wire(&self) -> Vec<Wire> {
        let (code, message) = match &self.verify {
            Some(verify) => (Wire::Int(i64::from(verify.code)), Wire::text(&verify.message)),
            None => (Wire::Null, Wire::Null),
        };
        vec![Wire::text(self.library), Wire::text(self.reason), code, message]
    }
}

/// How a request ended.
#[derive(Debug)]
pub(super) enum Halt {
    /// It is done, with this result.
    Done(Wire),
    /// It goes on when bytes have come in.
    WantRead,
    /// It goes on when bytes can go out.
    WantWrite,
    /// It failed.
    Failed(Failure),
    /// A client has greeted: the program may choose a context. The server's name in the greeting.
    Hello(Wire),
    /// The peer has said goodbye; whether this end has, too.
    Closed(bool),
    /// The peer has gone without a goodbye.
    Ended,
    /// The system's error.
    Errno(i32),
}

impl Halt {
    pub(super) fn done(result: Wire) -> Halt {
        Halt::Done(result)
    }

    /// A connection or context that is not there.
    pub(super) fn gone() -> Halt {
        Halt::Failed(Failure::of("UNINITIALIZED"))
    }

    /// The reply: its number, the result, how much was read of the incoming bytes, and the outgoing ones.
    pub(super) fn wire(self, used: usize, outgoing: Vec<u8>) -> Wire {
        let (number, result) = match self {
            Halt::Done(result) => (0, result),
            Halt::WantRead => (1, Wire::Null),
            Halt::WantWrite => (2, Wire::Null),
            Halt::Failed(failure) => (3, Wire::Row(failure.wire())),
            Halt::Hello(name) => (4, name),
            Halt::Closed(over) => (5, Wire::Int(i64::from(over))),
            Halt::Ended => (6, Wire::Null),
            Halt::Errno(errno) => (7, Wire::Int(i64::from(errno))),
        };
        Wire::Row(vec![Wire::Int(number), result, Wire::Int(used as i64), Wire::Blob(outgoing)])
    }
}

/// What OpenSSL calls a failure of rustls. `verify` is what was found wrong with the peer's certificate.
pub(super) fn failure_of(error: &Error, is_server: bool, verify: Option<x509::Failure>) -> Failure {
    let reason = match error {
        Error::AlertReceived(alert) => alerts::reason(u8::from(*alert)),
        Error::NoCertificatesPresented => "PEER_DID_NOT_RETURN_A_CERTIFICATE",
        Error::InvalidCertificate(CertificateError::BadSignature) if verify.is_none() => "BAD_SIGNATURE",
        Error::InvalidCertificate(_) => {
            return Failure { verify, ..Failure::of("CERTIFICATE_VERIFY_FAILED") };
        }
        Error::PeerIncompatible(why) => incompatible(why, is_server),
        Error::NoApplicationProtocol => "NO_APPLICATION_PROTOCOL",
        Error::DecryptError => "DECRYPTION_FAILED_OR_BAD_RECORD_MAC",
        Error::PeerSentOversizedRecord => "DATA_LENGTH_TOO_LONG",
        Error::InappropriateMessage { .. } | Error::InappropriateHandshakeMessage { .. } => "UNEXPECTED_MESSAGE",
        Error::InvalidMessage(InvalidMessage::MessageTooLarge) => "PACKET_LENGTH_TOO_LONG",
        Error::InvalidMessage(InvalidMessage::InvalidContentType | InvalidMessage::UnknownProtocolVersion) => {
            "WRONG_VERSION_NUMBER"
        }
        Error::InvalidMessage(_) => "LENGTH_MISMATCH",
        Error::PeerMisbehaved(PeerMisbehaved::SelectedUnofferedCipherSuite) => "WRONG_CIPHER_RETURNED",
        Error::PeerMisbehaved(PeerMisbehaved::AttemptedDowngradeToTls12WhenTls13IsSupported) => {
            "INAPPROPRIATE_FALLBACK"
        }
        Error::PeerMisbehaved(_) => "BAD_EXTENSION",
        _ => "INTERNAL_ERROR",
    };
    Failure::of(reason)
}

fn incompatible(why: &PeerIncompatible, is_server: bool) -> &'static str {
    match why {
        PeerIncompatible::NoCipherSuitesInCommon | PeerIncompatible::NoKxGroupsInCommon => "NO_SHARED_CIPHER",
        PeerIncompatible::NoSignatureSchemesInCommon
        | PeerIncompatible::NoCertificateRequestSignatureSchemesInCommon => "NO_SUITABLE_SIGNATURE_ALGORITHM",
        PeerIncompatible::ServerDoesNotSupportTls12Or13
        | PeerIncompatible::ServerTlsVersionIsDisabledByOurConfig
        | PeerIncompatible::SupportedVersionsExtensionRequired
        | PeerIncompatible::Tls12NotOffered
        | PeerIncompatible::Tls12NotOfferedOrEnabled => "UNSUPPORTED_PROTOCOL",
        _ if is_server => "NO_SHARED_CIPHER",
        _ => "BAD_EXTENSION",
    }
}
