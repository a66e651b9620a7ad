//! What `getpeercert` shows of a certificate.

use x509_parser::certificate::X509Certificate;
use x509_parser::extensions::{DistributionPointName, GeneralName};
use x509_parser::prelude::{FromDer, ParsedExtension};
use x509_parser::time::ASN1Time;
use x509_parser::x509::X509Name;

use super::objects;

/// A part of the description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Text: UTF-8 wherever the certificate's is.
    Text(Vec<u8>),
    /// A number.
    Int(i64),
    /// Several parts.
    Row(Vec<Item>),
}

fn text(s: impl AsRef<[u8]>) -> Item {
    Item::Text(s.as_ref().to_vec())
}

fn pair(name: &str, value: Item) -> Item {
    Item::Row(vec![text(name), value])
}

/// The description as pairs of a name and its value; `None` if the bytes are no certificate.
pub fn describe(der: &[u8]) -> Option<Vec<(&'static str, Item)>> {
    let (_, certificate) = X509Certificate::from_der(der).ok()?;
    let mut fields = vec![
        ("subject", name(certificate.subject())),
        ("issuer", name(certificate.issuer())),
        ("version", Item::Int(i64::from(certificate.version().0) + 1)),
        ("serialNumber", text(serial(certificate.raw_serial()))),
        ("notBefore", text(time(certificate.validity().not_before))),
        ("notAfter", text(time(certificate.validity().not_after))),
    ];
    let (mut names, mut ocsp, mut issuers, mut lists) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for extension in certificate.extensions() {
        match extension.parsed_extension() {
            ParsedExtension::SubjectAlternativeName(alt) => names.extend(alt.general_names.iter().map(alt_name)),
            ParsedExtension::AuthorityInfoAccess(access) => {
                for description in &access.accessdescs {
                    let GeneralName::URI(uri) = description.access_location else { continue };
                    match description.access_method.to_id_string().as_str() {
                        "1.3.6.1.5.5.7.48.1" => ocsp.push(text(uri)),
                        "1.3.6.1.5.5.7.48.2" => issuers.push(text(uri)),
                        _ => {}
                    }
                }
            }
            ParsedExtension::CRLDistributionPoints(points) => {
                for point in &points.points {
                    let Some(DistributionPointName::FullName(all)) = &point.distribution_point else { continue };
                    lists.extend(
                        all.iter().filter_map(|n| if let GeneralName::URI(u) = n { Some(text(u)) } else { None }),
                    );
                }
            }
            _ => {}
        }
    }
    let lists = [("subjectAltName", names), ("OCSP", ocsp), ("caIssuers", issuers), ("crlDistributionPoints", lists)];
    fields.extend(lists.into_iter().filter(|(_, items)| !items.is_empty()).map(|(n, items)| (n, Item::Row(items))));
    Some(fields)
}

/// The subject in one line, as OpenSSL's `X509_NAME_print_ex` with its flags for one line gives it, without a label.
pub fn subject_line(der: &[u8]) -> Option<Vec<u8>> {
    let (_, certificate) = X509Certificate::from_der(der).ok()?;
    let mut parts = Vec::new();
    for attribute in certificate.subject().iter_attributes() {
        let oid = attribute.attr_type().to_id_string();
        let short = objects::find(&oid).map_or(oid.as_str(), |object| object.short);
        let mut part = format!("{short}=").into_bytes();
        part.extend_from_slice(attribute.as_slice());
        parts.push(part);
    }
    parts.reverse();
    Some(parts.join(&b','))
}

fn name(of: &X509Name<'_>) -> Item {
    let parts = of.iter_rdn().map(|part| {
        let attributes = part.iter().map(|attribute| {
            let oid = attribute.attr_type().to_id_string();
            let long = objects::find(&oid).map_or(oid.as_str(), |object| object.long);
            pair(long, Item::Text(utf8(attribute.attr_value().tag().0, attribute.as_slice())))
        });
        Item::Row(attributes.collect())
    });
    Item::Row(parts.collect())
}

/// A text of this kind (its tag in ASN.1) as UTF-8.
fn utf8(tag: u32, bytes: &[u8]) -> Vec<u8> {
    const BMP: u32 = 30;
    const UNIVERSAL: u32 = 28;
    const TELETEX: u32 = 20;
    match tag {
        BMP => {
            let units: Vec<u16> = bytes.chunks_exact(2).map(|b| u16::from_be_bytes([b[0], b[1]])).collect();
            String::from_utf16_lossy(&units).into_bytes()
        }
        UNIVERSAL => {
            let codes = bytes.chunks_exact(4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]));
            codes.filter_map(char::from_u32).collect::<String>().into_bytes()
        }
        TELETEX => bytes.iter().map(|b| char::from(*b)).collect::<String>().into_bytes(),
        _ => bytes.to_vec(),
    }
}

fn alt_name(of: &GeneralName<'_>) -> Item {
    match of {
        GeneralName::DNSName(s) => pair("DNS", text(s)),
        GeneralName::RFC822Name(s) => pair("email", text(s)),
        GeneralName::URI(s) => pair("URI", text(s)),
        GeneralName::DirectoryName(directory) => pair("DirName", name(directory)),
        GeneralName::IPAddress(bytes) => pair("IP Address", text(address(bytes))),
        GeneralName::RegisteredID(oid) => pair("Registered ID", text(oid.to_id_string())),
        GeneralName::OtherName(..) => pair("othername", text("<unsupported>")),
        GeneralName::X400Address(_) => pair("X400Name", text("<unsupported>")),
        GeneralName::EDIPartyName(_) => pair("EdiPartyName", text("<unsupported>")),
        GeneralName::Invalid(tag, bytes) => match tag.0 {
            1 => pair("email", text(bytes)),
            2 => pair("DNS", text(bytes)),
            6 => pair("URI", text(bytes)),
            _ => pair("<invalid>", text("<invalid>")),
        },
    }
}

fn address(bytes: &[u8]) -> String {
    match bytes.len() {
        4 => bytes.iter().map(u8::to_string).collect::<Vec<_>>().join("."),
        16 => {
            let groups = bytes.chunks_exact(2).map(|b| format!("{:X}", u16::from_be_bytes([b[0], b[1]])));
            groups.collect::<Vec<_>>().join(":")
        }
        _ => "<invalid>".into(),
    }
}

fn serial(bytes: &[u8]) -> String {
    let zeros = bytes.iter().take_while(|b| **b == 0).count().min(bytes.len().saturating_sub(1));
    bytes[zeros..].iter().map(|b| format!("{b:02X}")).collect()
}

fn time(at: ASN1Time) -> String {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let at = at.to_datetime();
    let month = MONTHS[usize::from(u8::from(at.month())) - 1];
    let (hour, minute, second) = (at.hour(), at.minute(), at.second());
    format!("{month} {:2} {hour:02}:{minute:02}:{second:02} {} GMT", at.day(), at.year())
}
