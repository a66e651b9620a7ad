//! Building a chain of certificates up to a trusted one, and checking it: OpenSSL's `X509_verify_cert` with its order
//! of checks and its error numbers.

use super::certificate::{AltName, Certificate};
use super::constraints::check_names;
use super::hostname;
use super::revocation::{RevocationList, check_revocation};
use super::strict::check_strict;

/// Flag: the leaf must not be revoked, and there must be a list that says so.
pub const CRL_CHECK: u32 = 4;
/// Flag: no certificate of the chain must be revoked.
pub const CRL_CHECK_ALL: u32 = 8;
/// Flag: the rules of RFC 5280 that are often broken hold, too.
pub const STRICT: u32 = 0x20;
/// Flag: a trusted certificate need not be self-signed.
pub const PARTIAL_CHAIN: u32 = 0x80000;

/// How long a chain may be.
const MAX_CHAIN: usize = 101;

/// Why a chain is not trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// OpenSSL's number.
    pub code: i32,
    /// OpenSSL's words.
    pub message: String,
}

impl Failure {
    /// A failure with OpenSSL's words for its number.
    pub fn of(code: i32) -> Failure {
        Failure { code, message: message(code).to_owned() }
    }
}

/// For whom a certificate must be.
#[derive(Clone, Debug)]
pub enum Target {
    /// A host of this name.
    Host(String),
    /// A host with this address, and its text.
    Address(Vec<u8>, String),
}

/// What is asked of a chain.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Flags (`VERIFY_…` of the module `ssl`).
    pub flags: u32,
    /// Flags about names of hosts (`HOSTFLAG_…`).
    pub host_flags: u32,
    /// Whether the certificate is a server's; else a client's.
    pub of_server: bool,
    /// For whom it must be.
    pub target: Option<Target>,
    /// Seconds since 1970.
    pub now: i64,
}

/// Trusted certificates and lists of revoked ones.
#[derive(Clone, Debug, Default)]
pub struct Store {
    /// The certificates.
    pub certificates: Vec<Certificate>,
    pub(super) lists: Vec<RevocationList>,
}

impl Store {
    /// Makes a store of encoded certificates and lists; what is neither is left out.
    pub fn new<'a>(certificates: impl Iterator<Item = &'a [u8]>, lists: impl Iterator<Item = &'a [u8]>) -> Store {
        Store {
            certificates: certificates.filter_map(Certificate::parse).collect(),
            lists: lists.filter_map(RevocationList::parse).collect(),
        }
    }

    /// The encoded certificates above this one, as far as they are known: a server sends them along.
    pub fn above(&self, certificate: &[u8], now: i64) -> Vec<Vec<u8>> {
        let mut found: Vec<Certificate> = Vec::new();
        let Some(first) = Certificate::parse(certificate) else { return Vec::new() };
        while found.len() < MAX_CHAIN {
            let last = found.last().unwrap_or(&first);
            match issuer_of(&self.certificates, last, now).filter(|_| !last.is_self_signed()) {
                Some(issuer) => found.push(issuer.clone()),
                None => break,
            }
        }
        found.into_iter().map(|certificate| certificate.der).collect()
    }

    fn has(&self, certificate: &Certificate) -> bool {
        self.certificates.iter().any(|known| known.der == certificate.der)
    }
}

/// Verifies the certificates that a peer has sent, its own first. Gives the chain up to a trusted one.
///
/// # Errors
/// The first failure.
pub fn verify(sent: &[Certificate], store: &Store, policy: &Policy) -> Result<Vec<Certificate>, Failure> {
    let chain = build(sent, store, policy)?;
    check_extensions(&chain, policy)?;
    check_strength(&chain)?;
    check_target(&chain[0], policy)?;
    if policy.flags & CRL_CHECK != 0 {
        let depth = if policy.flags & CRL_CHECK_ALL != 0 { chain.len() } else { 1 };
        check_revocation(&chain, depth, store, policy.now)?;
    }
    check_signatures(&chain, policy.now)?;
    check_names(&chain)?;
    Ok(chain)
}

/// The certificate that may have issued this one: one that is valid now if there is one.
fn issuer_of<'a>(candidates: &'a [Certificate], certificate: &Certificate, now: i64) -> Option<&'a Certificate> {
    let mut found = candidates.iter().filter(|candidate| certificate.may_be_issued_by(candidate)).peekable();
    let first = found.peek().copied();
    found.find(|c| (c.not_before..=c.not_after).contains(&now)).or(first)
}

fn build(sent: &[Certificate], store: &Store, policy: &Policy) -> Result<Vec<Certificate>, Failure> {
    let Some(leaf) = sent.first() else { return Err(Failure::of(69)) };
    let mut chain = vec![leaf.clone()];
    let allows_partial = policy.flags & PARTIAL_CHAIN != 0;
    let mut untrusted: Vec<Certificate> = sent[1..].to_vec();
    loop {
        let last = &chain[chain.len() - 1];
        let self_signed = last.is_self_signed();
        if (self_signed || allows_partial) && store.has(last) {
            return Ok(chain);
        }
        if chain.len() >= MAX_CHAIN {
            return Err(Failure::of(22));
        }
        if self_signed {
            return Err(Failure::of(if chain.len() == 1 { 18 } else { 19 }));
        }
        if let Some(issuer) = issuer_of(&store.certificates, last, policy.now) {
            let loops = chain.iter().any(|c| c.der == issuer.der);
            if !loops {
                chain.push(issuer.clone());
                continue;
            }
        }
        let Some(issuer) = issuer_of(&untrusted, last, policy.now).cloned() else {
            // Whether a trusted certificate is in it that is not the end of a chain itself.
            let in_store = chain.iter().skip(1).any(|c| store.has(c));
            return Err(Failure::of(if in_store { 2 } else { 20 }));
        };
        untrusted.retain(|c| c.der != issuer.der);
        chain.push(issuer);
    }
}

/// Extensions, and what each certificate is used for.
fn check_extensions(chain: &[Certificate], policy: &Policy) -> Result<(), Failure> {
    let mut path_length = 0_u32;
    for (depth, certificate) in chain.iter().enumerate() {
        if certificate.has_unknown_critical {
            return Err(Failure::of(34));
        }
        if depth > 0 && !certificate.is_authority() {
            return Err(Failure::of(79));
        }
        if policy.flags & STRICT != 0 && chain.len() > 1 {
            check_strict(certificate, depth + 1 == chain.len())?;
        }
        let suits = certificate.purposes.is_none_or(|p| if policy.of_server { p.server } else { p.client });
        if !suits {
            return Err(Failure::of(26));
        }
        if let Some(limit) = certificate.constraints.path_length
            && depth > 0
            && path_length > limit
        {
            return Err(Failure::of(25));
        }
        // Neither the leaf nor authorities that issue to themselves count.
        if depth > 0 && !certificate.is_self_issued() {
            path_length += 1;
        }
    }
    Ok(())
}

/// Keys and digests that are too weak (OpenSSL's security level 2).
fn check_strength(chain: &[Certificate]) -> Result<(), Failure> {
    for (depth, certificate) in chain.iter().enumerate() {
        if (1..2040).contains(&certificate.rsa_bits) {
            return Err(Failure::of(if depth == 0 { 66 } else { 67 }));
        }
        let is_root = depth + 1 == chain.len();
        if !is_root && matches!(certificate.signature_algorithm.as_str(), SHA1_RSA | MD5_RSA | SHA1_ECDSA) {
            return Err(Failure::of(68));
        }
    }
    Ok(())
}

const SHA1_RSA: &str = "1.2.840.113549.1.1.5";
const MD5_RSA: &str = "1.2.840.113549.1.1.4";
const SHA1_ECDSA: &str = "1.2.840.10045.4.1";

fn check_target(leaf: &Certificate, policy: &Policy) -> Result<(), Failure> {
    match &policy.target {
        Some(Target::Host(host)) if !hostname::matches_host(leaf, host, policy.host_flags) => {
            Err(Failure { code: 62, message: format!("Hostname mismatch, certificate is not valid for '{host}'.") })
        }
        Some(Target::Address(address, text)) if !hostname::matches_address(leaf, address) => {
            Err(Failure { code: 64, message: format!("IP address mismatch, certificate is not valid for '{text}'.") })
        }
        _ => Ok(()),
    }
}

/// Signatures and times, from the trusted end on.
fn check_signatures(chain: &[Certificate], now: i64) -> Result<(), Failure> {
    for (depth, certificate) in chain.iter().enumerate().rev() {
        if let Some(issuer) = chain.get(depth + 1)
            && !certificate.is_signed_by(issuer)
        {
            return Err(Failure::of(7));
        }
        if now < certificate.not_before {
            return Err(Failure::of(9));
        }
        if now > certificate.not_after {
            return Err(Failure::of(10));
        }
    }
    Ok(())
}

impl Certificate {
    /// Its names of hosts, for the rules about names.
    pub(super) fn alt_names(&self) -> &[AltName] {
        self.names.as_ref().map_or(&[], |names| &names.0)
    }
}

/// OpenSSL's words for a failure.
fn message(code: i32) -> &'static str {
    match code {
        2 => "unable to get issuer certificate",
        3 => "unable to get certificate CRL",
        7 => "certificate signature failure",
        8 => "CRL signature failure",
        9 => "certificate is not yet valid",
        10 => "certificate has expired",
        11 => "CRL is not yet valid",
        12 => "CRL has expired",
        18 => "self-signed certificate",
        19 => "self-signed certificate in certificate chain",
        20 => "unable to get local issuer certificate",
        22 => "certificate chain too long",
        23 => "certificate revoked",
        25 => "path length constraint exceeded",
        26 => "unsuitable certificate purpose",
        34 => "unhandled critical extension",
        47 => "permitted subtree violation",
        48 => "excluded subtree violation",
        66 => "EE certificate key too weak",
        67 => "CA certificate key too weak",
        68 => "CA signature digest algorithm too weak",
        69 => "invalid certificate verification context",
        78 => "cert info signature and signature algorithm mismatch",
        79 => "invalid CA certificate",
        80 => "Path length invalid for non-CA cert",
        81 => "Path length given without key usage keyCertSign",
        82 => "Key usage keyCertSign invalid for non-CA cert",
        83 => "Issuer name empty",
        84 => "Subject name empty",
        85 => "Missing Authority Key Identifier",
        86 => "Missing Subject Key Identifier",
        87 => "Empty Subject Alternative Name extension",
        88 => "Subject empty and Subject Alt Name extension not critical",
        89 => "Basic Constraints of CA cert not marked critical",
        90 => "Authority Key Identifier marked critical",
        91 => "Subject Key Identifier marked critical",
        92 => "CA cert does not include key usage extension",
        93 => "Using cert extension requires at least X509v3",
        _ => "unspecified certificate verification error",
    }
}
