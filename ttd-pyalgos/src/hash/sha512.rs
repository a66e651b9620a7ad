//! SHA-512 (FIPS 180-4), with which `random.seed` turns text into numbers.
//!
//! The constants are computed from their definition, fractional parts of roots of primes. Seeding is rare, so the time
//! does not matter.

use malachite_bigint::BigUint;
use num_traits::ToPrimitive;

/// The first 64 bits of the fractional part of a square or cube root.
fn root_bits(of: u32, degree: u32) -> u64 {
    let scaled = BigUint::from(of) << (64 * degree);
    (scaled.nth_root(degree) & BigUint::from(u64::MAX)).to_u64().unwrap_or(0)
}

fn primes() -> impl Iterator<Item = u32> {
    (2u32..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0))
}

/// The digest of a message.
pub fn digest(message: &[u8]) -> [u8; 64] {
    let rounds: Vec<u64> = primes().take(80).map(|p| root_bits(p, 3)).collect();
    let mut state = [0u64; 8];
    state.iter_mut().zip(primes()).for_each(|(h, p)| *h = root_bits(p, 2));
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 128 != 112 {
        padded.push(0);
    }
    padded.extend_from_slice(&(message.len() as u128 * 8).to_be_bytes());
    for block in padded.chunks_exact(128) {
        compress(&mut state, block, &rounds);
    }
    let mut out = [0; 64];
    out.chunks_exact_mut(8).zip(state).for_each(|(bytes, word)| bytes.copy_from_slice(&word.to_be_bytes()));
    out
}

fn compress(state: &mut [u64; 8], block: &[u8], rounds: &[u64]) {
    let mut w = [0u64; 80];
    for (word, bytes) in w.iter_mut().zip(block.chunks_exact(8)) {
        *word = bytes.iter().fold(0, |acc, b| acc << 8 | u64::from(*b));
    }
    for t in 16..80 {
        let (x, y) = (w[t - 15], w[t - 2]);
        let s0 = x.rotate_right(1) ^ x.rotate_right(8) ^ x >> 7;
        let s1 = y.rotate_right(19) ^ y.rotate_right(61) ^ y >> 6;
        w[t] = w[t - 16].wrapping_add(s0).wrapping_add(w[t - 7]).wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, round) in w.iter().zip(rounds) {
        let s1 = e.rotate_right(14) ^ e.rotate_right(18) ^ e.rotate_right(41);
        let choice = e & f ^ !e & g;
        let t1 = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(*round).wrapping_add(*word);
        let s0 = a.rotate_right(28) ^ a.rotate_right(34) ^ a.rotate_right(39);
        let majority = a & b ^ a & c ^ b & c;
        (h, g, f, e) = (g, f, e, d.wrapping_add(t1));
        (d, c, b, a) = (c, b, a, t1.wrapping_add(s0).wrapping_add(majority));
    }
    for (old, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *old = old.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_and_digest() {
        assert_eq!(root_bits(2, 3), 0x428a2f98d728ae22);
        assert_eq!(root_bits(2, 2), 0x6a09e667f3bcc908);
        let hex: String = digest(b"abc").iter().map(|b| format!("{b:02x}")).collect();
        assert!(hex.starts_with("ddaf35a193617abacc417349ae204131"));
        assert!(hex.ends_with("2a9ac94fa54ca49f"));
        assert_eq!(digest(&[b'a'; 300])[0], 0xa6);
    }
}
