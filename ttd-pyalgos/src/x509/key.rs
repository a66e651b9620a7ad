//! Private keys in their text form, also encrypted ones.

use aes::cipher::{BlockModeDecrypt, KeyIvInit, block_padding::Pkcs7};
use md5::{Digest, Md5};

use super::pem::{self, Block};

/// How a key is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// PKCS #8, for all kinds of keys.
    Pkcs8,
    /// PKCS #1: RSA.
    Pkcs1,
    /// SEC 1: elliptic curves.
    Sec1,
}

/// Why there is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyError {
    /// There is none in the text.
    Missing,
    /// It is encrypted, and there is no password.
    Encrypted,
    /// The password is wrong, or the key is encrypted in a way that is not known.
    Password,
    /// It cannot be decoded.
    Malformed,
}

/// The first private key of a text.
///
/// # Errors
/// See [`KeyError`].
pub fn load(text: &[u8], password: Option<&[u8]>) -> Result<(Form, Vec<u8>), KeyError> {
    let blocks = pem::blocks(text);
    let block = blocks.iter().find(|block| block.label.ends_with("PRIVATE KEY")).ok_or(KeyError::Missing)?;
    let bytes = block.bytes.as_deref().ok_or(KeyError::Malformed)?;
    let form = match block.label.as_str() {
        "RSA PRIVATE KEY" => Form::Pkcs1,
        "EC PRIVATE KEY" => Form::Sec1,
        "ENCRYPTED PRIVATE KEY" => return decrypt(bytes, password).map(|key| (Form::Pkcs8, key)),
        _ => Form::Pkcs8,
    };
    if block.headers.iter().any(|line| line.starts_with("Proc-Type:") && line.ends_with("ENCRYPTED")) {
        return decrypt_old(block, bytes, password).map(|key| (form, key));
    }
    Ok((form, bytes.to_vec()))
}

fn decrypt(bytes: &[u8], password: Option<&[u8]>) -> Result<Vec<u8>, KeyError> {
    let password = password.ok_or(KeyError::Encrypted)?;
    let key = pkcs8::EncryptedPrivateKeyInfoRef::try_from(bytes).map_err(|_| KeyError::Malformed)?;
    key.decrypt(password).map(|key| key.as_bytes().to_vec()).map_err(|_| KeyError::Password)
}

/// Decrypts a key as OpenSSL wrote them before PKCS #8: the key of the cipher is made of password and start value by
/// MD5.
fn decrypt_old(block: &Block, bytes: &[u8], password: Option<&[u8]>) -> Result<Vec<u8>, KeyError> {
    let password = password.ok_or(KeyError::Encrypted)?;
    let info = block.headers.iter().find_map(|line| line.strip_prefix("DEK-Info:")).ok_or(KeyError::Malformed)?;
    let (cipher, start) = info.split_once(',').ok_or(KeyError::Malformed)?;
    let digits = start.trim();
    let start: Option<Vec<u8>> = (0..digits.len() / 2)
        .map(|i| digits.get(2 * i..2 * i + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok()))
        .collect();
    let start = start.filter(|start| start.len() >= 8).ok_or(KeyError::Malformed)?;
    let key = |size| made_key(password, &start[..8], size);
    let opened = match cipher.trim() {
        "AES-128-CBC" => open::<cbc::Decryptor<aes::Aes128>>(&key(16), &start, bytes),
        "AES-192-CBC" => open::<cbc::Decryptor<aes::Aes192>>(&key(24), &start, bytes),
        "AES-256-CBC" => open::<cbc::Decryptor<aes::Aes256>>(&key(32), &start, bytes),
        "DES-EDE3-CBC" => open::<cbc::Decryptor<des::TdesEde3>>(&key(24), &start, bytes),
        _ => None,
    };
    // A wrong password is noticed by the padding, or by what is no sequence of ASN.1.
    opened.filter(|key| key.first() == Some(&0x30)).ok_or(KeyError::Password)
}

fn open<C: KeyIvInit + BlockModeDecrypt>(key: &[u8], start: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    C::new_from_slices(key, start).ok()?.decrypt_padded_vec::<Pkcs7>(bytes).ok()
}

fn made_key(password: &[u8], salt: &[u8], size: usize) -> Vec<u8> {
    let mut key: Vec<u8> = Vec::new();
    let mut last: Vec<u8> = Vec::new();
    while key.len() < size {
        let digest = Md5::new().chain_update(&last).chain_update(password).chain_update(salt).finalize();
        last = digest.to_vec();
        key.extend_from_slice(&last);
    }
    key.truncate(size);
    key
}
