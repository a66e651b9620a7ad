//! A certificate with what the rules of a chain look at, read once.

use x509_parser::certificate::X509Certificate;
use x509_parser::extensions::GeneralName;
use x509_parser::prelude::{FromDer, ParsedExtension};
use x509_parser::x509::{SubjectPublicKeyInfo, X509Name};

/// Bit of a key usage: it signs certificates.
pub(super) const KEY_CERT_SIGN: u16 = 1 << 5;
/// Bit of a key usage: it signs revocation lists.
pub(super) const CRL_SIGN: u16 = 1 << 6;

/// A name that a certificate is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AltName {
    /// A DNS name.
    Dns(Vec<u8>),
    /// An address of 4 or 16 bytes.
    Ip(Vec<u8>),
    /// An address of mail.
    Email(Vec<u8>),
    /// Another kind.
    Other,
}

/// What a certificate's extension about its use as authority says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Constraints {
    pub(super) present: bool,
    pub(super) critical: bool,
    pub(super) ca: bool,
    pub(super) path_length: Option<u32>,
}

/// What a key may be used for, where it is limited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purposes {
    pub(super) server: bool,
    pub(super) client: bool,
}

/// A certificate.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// Its encoding.
    pub der: Vec<u8>,
    /// The public key's encoding.
    pub public_key: Vec<u8>,
    pub(super) subject: Vec<u8>,
    pub(super) issuer: Vec<u8>,
    pub(super) serial: Vec<u8>,
    pub(super) is_version_3: bool,
    pub(super) has_extensions: bool,
    pub(super) not_before: i64,
    pub(super) not_after: i64,
    pub(super) constraints: Constraints,
    pub(super) key_usage: Option<u16>,
    pub(super) purposes: Option<Purposes>,
    pub(super) subject_key: Option<(Vec<u8>, bool)>,
    pub(super) authority_key: Option<(Option<Vec<u8>>, bool)>,
    pub(super) names: Option<(Vec<AltName>, bool)>,
    pub(super) common_names: Vec<Vec<u8>>,
    pub(super) emails: Vec<Vec<u8>>,
    pub(super) has_unknown_critical: bool,
    pub(super) has_name_constraints: bool,
    pub(super) signature_algorithm: String,
    pub(super) algorithms_agree: bool,
    /// Bits of an RSA key; 0 of others.
    pub(super) rsa_bits: usize,
}

/// A name in a form in which equal names are equal bytes: without case, outer blanks and the kind of text.
pub(super) fn canonical(name: &X509Name<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    for part in name.iter_rdn() {
        for attribute in part.iter() {
            out.extend_from_slice(attribute.attr_type().as_bytes());
            out.push(0);
            let text = attribute.as_slice().to_ascii_lowercase();
            let words: Vec<&[u8]> = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
            let text = words.join(&b' ');
            out.extend_from_slice(&(text.len() as u32).to_le_bytes());
            out.extend_from_slice(&text);
        }
        out.push(1);
    }
    out
}

impl Certificate {
    /// Reads a certificate; `None` if the bytes are none.
    pub fn parse(der: &[u8]) -> Option<Certificate> {
        let (rest, parsed) = X509Certificate::from_der(der).ok()?;
        let der = der[..der.len() - rest.len()].to_vec();
        let mut certificate = Certificate {
            der,
            public_key: parsed.public_key().raw.to_vec(),
            subject: canonical(parsed.subject()),
            issuer: canonical(parsed.issuer()),
            serial: parsed.raw_serial().to_vec(),
            is_version_3: parsed.version().0 == 2,
            has_extensions: !parsed.extensions().is_empty(),
            not_before: parsed.validity().not_before.timestamp(),
            not_after: parsed.validity().not_after.timestamp(),
            constraints: Constraints::default(),
            key_usage: None,
            purposes: None,
            subject_key: None,
            authority_key: None,
            names: None,
            common_names: parsed.subject().iter_common_name().map(|a| a.as_slice().to_vec()).collect(),
            emails: parsed.subject().iter_email().map(|a| a.as_slice().to_vec()).collect(),
            has_unknown_critical: false,
            has_name_constraints: false,
            signature_algorithm: parsed.signature_algorithm.algorithm.to_id_string(),
            algorithms_agree: parsed.signature_algorithm == parsed.tbs_certificate.signature,
            rsa_bits: match parsed.public_key().parsed() {
                Ok(x509_parser::public_key::PublicKey::RSA(key)) => key.key_size(),
                _ => 0,
            },
        };
        certificate.read_extensions(&parsed);
        Some(certificate)
    }

    fn read_extensions(&mut self, parsed: &X509Certificate<'_>) {
        for extension in parsed.extensions() {
            match extension.parsed_extension() {
                ParsedExtension::BasicConstraints(c) => {
                    self.constraints = Constraints {
                        present: true,
                        critical: extension.critical,
                        ca: c.ca,
                        path_length: c.path_len_constraint,
                    }
                }
                ParsedExtension::KeyUsage(usage) => self.key_usage = Some(usage.flags),
                ParsedExtension::ExtendedKeyUsage(usage) => {
                    self.purposes = Some(Purposes { server: usage.server_auth, client: usage.client_auth });
                }
                ParsedExtension::SubjectKeyIdentifier(id) => {
                    self.subject_key = Some((id.0.to_vec(), extension.critical));
                }
                ParsedExtension::AuthorityKeyIdentifier(id) => {
                    let key = id.key_identifier.as_ref().map(|id| id.0.to_vec());
                    self.authority_key = Some((key, extension.critical));
                }
                ParsedExtension::SubjectAlternativeName(names) => {
                    self.names = Some((names.general_names.iter().map(alt_name).collect(), extension.critical));
                }
                ParsedExtension::NameConstraints(_) => self.has_name_constraints = true,
                ParsedExtension::UnsupportedExtension { .. } | ParsedExtension::ParseError { .. } => {
                    self.has_unknown_critical |= extension.critical;
                }
                _ => {}
            }
        }
    }

    /// The bits of its public key.
    pub fn key_bits(&self) -> Option<Vec<u8>> {
        let (_, key) = SubjectPublicKeyInfo::from_der(&self.public_key).ok()?;
        Some(key.subject_public_key.data.to_vec())
    }

    /// Whether its key is one of RSA.
    pub fn is_rsa(&self) -> bool {
        self.rsa_bits > 0
    }

    /// Whether it names itself as its issuer.
    pub(super) fn is_self_issued(&self) -> bool {
        self.subject == self.issuer
    }

    /// Whether it claims to be signed by its own key.
    pub(super) fn is_self_signed(&self) -> bool {
        let same_key = match (&self.authority_key, &self.subject_key) {
            (Some((Some(authority), _)), Some((own, _))) => authority == own,
            _ => true,
        };
        self.is_self_issued() && same_key
    }

    /// Whether it is an authority's: old ones without extensions count if they are self-signed.
    pub fn is_authority(&self) -> bool {
        if self.constraints.present { self.constraints.ca } else { !self.is_version_3 && self.is_self_signed() }
    }

    /// Whether that certificate can have issued this one, by what they say.
    pub(super) fn may_be_issued_by(&self, issuer: &Certificate) -> bool {
        let same_key = match (&self.authority_key, &issuer.subject_key) {
            (Some((Some(authority), _)), Some((own, _))) => authority == own,
            _ => true,
        };
        self.issuer == issuer.subject && same_key && issuer.key_usage.is_none_or(|usage| usage & KEY_CERT_SIGN != 0)
    }

    /// Whether that certificate's key has signed this one.
    pub(super) fn is_signed_by(&self, issuer: &Certificate) -> bool {
        let (Ok((_, own)), Ok((_, key))) =
            (X509Certificate::from_der(&self.der), SubjectPublicKeyInfo::from_der(&issuer.public_key))
        else {
            return false;
        };
        own.verify_signature(Some(&key)).is_ok()
    }
}

/// A name as certificates have it; text that is no UTF-8 is another kind of name.
pub(super) fn alt_name(name: &GeneralName<'_>) -> AltName {
    match name {
        GeneralName::DNSName(text) => AltName::Dns(text.as_bytes().to_vec()),
        GeneralName::IPAddress(bytes) => AltName::Ip(bytes.to_vec()),
        GeneralName::RFC822Name(text) => AltName::Email(text.as_bytes().to_vec()),
        _ => AltName::Other,
    }
}
