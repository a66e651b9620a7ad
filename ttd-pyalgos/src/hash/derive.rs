//! Keys from passwords.

use md5::Md5;
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};

/// Derives a key by PBKDF2 with HMAC of the named hash; whether there is such a hash.
pub fn pbkdf2(name: &str, password: &[u8], salt: &[u8], rounds: u32, key: &mut [u8]) -> bool {
    match name {
        "md5" => pbkdf2::pbkdf2::<hmac::Hmac<Md5>>(password, salt, rounds, key).is_ok(),
        "sha1" => pbkdf2::pbkdf2::<hmac::Hmac<Sha1>>(password, salt, rounds, key).is_ok(),
        "sha224" => pbkdf2::pbkdf2::<hmac::Hmac<Sha224>>(password, salt, rounds, key).is_ok(),
        "sha256" => pbkdf2::pbkdf2::<hmac::Hmac<Sha256>>(password, salt, rounds, key).is_ok(),
        "sha384" => pbkdf2::pbkdf2::<hmac::Hmac<Sha384>>(password, salt, rounds, key).is_ok(),
        "sha512" => pbkdf2::pbkdf2::<hmac::Hmac<Sha512>>(password, salt, rounds, key).is_ok(),
        "sha3_224" => pbkdf2::pbkdf2::<hmac::Hmac<Sha3_224>>(password, salt, rounds, key).is_ok(),
        "sha3_256" => pbkdf2::pbkdf2::<hmac::Hmac<Sha3_256>>(password, salt, rounds, key).is_ok(),
        "sha3_384" => pbkdf2::pbkdf2::<hmac::Hmac<Sha3_384>>(password, salt, rounds, key).is_ok(),
        "sha3_512" => pbkdf2::pbkdf2::<hmac::Hmac<Sha3_512>>(password, salt, rounds, key).is_ok(),
        _ => false,
    }
}

/// Derives a key by scrypt with the cost `2 ** log_n`; whether the parameters are allowed.
pub fn scrypt(password: &[u8], salt: &[u8], log_n: u8, r: u32, p: u32, key: &mut [u8]) -> bool {
    let params = scrypt::Params::new(log_n, r, p);
    params.is_ok_and(|params| scrypt::scrypt(password, salt, &params, key).is_ok())
}

#[cfg(test)]
mod tests {
    #[test]
    fn keys_are_those_of_the_papers() {
        let mut key = [0; 4];
        assert!(super::pbkdf2("sha1", b"password", b"salt", 1, &mut key));
        assert_eq!(key, [0x0c, 0x60, 0xc8, 0x0f]);
        assert!(super::scrypt(b"", b"", 4, 1, 1, &mut key));
        assert_eq!(key, [0x77, 0xd6, 0x57, 0x62]);
        assert!(!super::pbkdf2("nothing", b"", b"", 1, &mut key));
    }
}
