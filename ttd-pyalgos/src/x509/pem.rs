//! The text form of certificates and keys.

use x509_parser::pem::Pem;

/// A block: its label, what stands in its headers, and its bytes.
#[derive(Clone, Debug)]
pub struct Block {
    /// What it is: `CERTIFICATE`, say.
    pub label: String,
    /// The headers of old encrypted keys, by lines.
    pub headers: Vec<String>,
    /// The bytes; `None` if they cannot be decoded.
    pub bytes: Option<Vec<u8>>,
}

/// All blocks of a text, in order; what stands between them is a comment.
pub fn blocks(text: &[u8]) -> Vec<Block> {
    let text = String::from_utf8_lossy(text);
    let mut found = Vec::new();
    let mut rest = text.as_ref();
    while let Some((_, after)) = rest.split_once("-----BEGIN ") {
        let Some((label, body)) = after.split_once("-----") else { break };
        let end = format!("-----END {label}-----");
        let Some((inside, after)) = body.split_once(end.as_str()) else {
            found.push(Block { label: label.into(), headers: Vec::new(), bytes: None });
            break;
        };
        found.push(block(label, inside));
        rest = after;
    }
    found
}

fn block(label: &str, inside: &str) -> Block {
    let lines = || inside.lines().map(str::trim).filter(|line| !line.is_empty());
    let headers = lines().filter(|line| line.contains(':')).map(str::to_owned).collect();
    let body: Vec<&str> = lines().filter(|line| !line.contains(':')).collect();
    let whole = format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", body.join("\n"));
    let bytes = Pem::read(std::io::Cursor::new(whole)).ok().map(|(pem, _)| pem.contents);
    Block { label: label.into(), headers, bytes }
}

/// Whether a block with this label is a certificate.
pub fn is_certificate(label: &str) -> bool {
    matches!(label, "CERTIFICATE" | "X509 CERTIFICATE" | "TRUSTED CERTIFICATE")
}
