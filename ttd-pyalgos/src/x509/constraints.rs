//! Name constraints: which names the certificates below an authority may have.

use x509_parser::certificate::X509Certificate;
use x509_parser::extensions::{GeneralName, GeneralSubtree};
use x509_parser::prelude::FromDer;

use super::certificate::{AltName, Certificate, canonical};
use super::chain::Failure;

/// Checks the names of the chain against what the authorities above them allow.
///
/// # Errors
/// The first name that is not allowed.
pub(super) fn check_names(chain: &[Certificate]) -> Result<(), Failure> {
    for (depth, authority) in chain.iter().enumerate().skip(1).filter(|(_, c)| c.has_name_constraints) {
        let Ok((_, parsed)) = X509Certificate::from_der(&authority.der) else { return Err(Failure::of(34)) };
        let Ok(Some(limits)) = parsed.name_constraints() else { return Err(Failure::of(34)) };
        for (below, certificate) in chain[..depth].iter().enumerate() {
            // Authorities that issue to themselves are exempt.
            if below > 0 && certificate.is_self_issued() {
                continue;
            }
            let permitted = limits.value.permitted_subtrees.as_deref();
            let excluded = limits.value.excluded_subtrees.as_deref().unwrap_or_default();
            check(certificate, permitted, excluded)?;
        }
    }
    Ok(())
}

fn check(
    certificate: &Certificate,
    permitted: Option<&[GeneralSubtree<'_>]>,
    excluded: &[GeneralSubtree<'_>],
) -> Result<(), Failure> {
    let mut names: Vec<AltName> = certificate.alt_names().to_vec();
    names.extend(certificate.emails.iter().cloned().map(AltName::Email));
    if !names.iter().any(|name| matches!(name, AltName::Dns(_))) {
        let hosts = certificate.common_names.iter().filter(|name| name.contains(&b'.') && !name.contains(&b' '));
        names.extend(hosts.cloned().map(AltName::Dns));
    }
    let matches = |tree: &GeneralSubtree<'_>, name: &AltName| is_within(name, &tree.base);
    for name in &names {
        let mut same_kind = permitted.unwrap_or_default().iter().filter(|t| is_same_kind(name, &t.base)).peekable();
        if same_kind.peek().is_some() && !same_kind.any(|tree| matches(tree, name)) {
            return Err(Failure::of(47));
        }
        if excluded.iter().any(|tree| is_same_kind(name, &tree.base) && matches(tree, name)) {
            return Err(Failure::of(48));
        }
    }
    let below = |tree: &GeneralSubtree<'_>| match &tree.base {
        GeneralName::DirectoryName(base) => Some(certificate.subject.starts_with(&canonical(base))),
        _ => None,
    };
    let mut directories = permitted.unwrap_or_default().iter().filter_map(below).peekable();
    if !certificate.subject.is_empty() && directories.peek().is_some() && !directories.any(|inside| inside) {
        return Err(Failure::of(47));
    }
    if excluded.iter().filter_map(below).any(|inside| inside) { Err(Failure::of(48)) } else { Ok(()) }
}

fn is_same_kind(name: &AltName, base: &GeneralName<'_>) -> bool {
    matches!(
        (name, base),
        (AltName::Dns(_), GeneralName::DNSName(_))
            | (AltName::Email(_), GeneralName::RFC822Name(_))
            | (AltName::Ip(_), GeneralName::IPAddress(_))
    )
}

fn is_within(name: &AltName, base: &GeneralName<'_>) -> bool {
    match (name, base) {
        (AltName::Dns(name), GeneralName::DNSName(base)) => is_below(name, base.as_bytes()),
        (AltName::Email(name), GeneralName::RFC822Name(base)) => {
            let host = name.rsplit(|b| *b == b'@').next().unwrap_or_default();
            match base.as_bytes() {
                whole if whole.contains(&b'@') => name.eq_ignore_ascii_case(whole),
                [b'.', ..] => is_below(host, base.as_bytes()) && host.len() > base.len(),
                base => host.eq_ignore_ascii_case(base),
            }
        }
        (AltName::Ip(ip), GeneralName::IPAddress(base)) if base.len() == 2 * ip.len() => {
            let (net, mask) = base.split_at(ip.len());
            ip.iter().zip(net).zip(mask).all(|((ip, net), mask)| ip & mask == net & mask)
        }
        _ => false,
    }
}

/// Whether a host is the domain or inside of it.
fn is_below(host: &[u8], domain: &[u8]) -> bool {
    let domain = domain.strip_prefix(b".").unwrap_or(domain);
    let Some(at) = host.len().checked_sub(domain.len()) else { return false };
    domain.is_empty() || host[at..].eq_ignore_ascii_case(domain) && (at == 0 || host[at - 1] == b'.')
}
