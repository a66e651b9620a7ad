//! The Mersenne twister MT19937 of Matsumoto and Nishimura.

/// Words of state.
pub const N: usize = 624;
const M: usize = 397;

/// The state, from which the next 624 numbers are made.
pub type Block = [u32; N];

/// Seeds with one number.
pub fn from_number(seed: u32) -> Block {
    let mut block = [0; N];
    block[0] = seed;
    for i in 1..N {
        let last = block[i - 1];
        block[i] = 1812433253u32.wrapping_mul(last ^ last >> 30).wrapping_add(i as u32);
    }
    block
}

/// Seeds with a non-empty array of numbers.
pub fn from_key(key: &[u32]) -> Block {
    let mut block = from_number(19650218);
    let mut i = 1;
    let mut advance = |block: &mut Block, change: &dyn Fn(u32, u32, usize) -> u32| {
        let last = block[i - 1];
        block[i] = change(block[i], last ^ last >> 30, i);
        i += 1;
        if i == N {
            block[0] = block[N - 1];
            i = 1;
        }
    };
    for round in 0..N.max(key.len()) {
        let j = round % key.len();
        advance(&mut block, &|own, mixed, _| {
            (own ^ mixed.wrapping_mul(1664525)).wrapping_add(key[j]).wrapping_add(j as u32)
        });
    }
    for _ in 1..N {
        advance(&mut block, &|own, mixed, i| (own ^ mixed.wrapping_mul(1566083941)).wrapping_sub(i as u32));
    }
    block[0] = 0x8000_0000;
    block
}

/// Generates the next 624 words.
pub fn renew(block: &mut Block) {
    for i in 0..N {
        let y = block[i] & 0x8000_0000 | block[(i + 1) % N] & 0x7FFF_FFFF;
        let twisted = if y & 1 == 0 { 0 } else { 0x9908_B0DF };
        block[i] = block[(i + M) % N] ^ y >> 1 ^ twisted;
    }
}

/// Tempers a word of state into an output.
pub fn temper(mut y: u32) -> u32 {
    y ^= y >> 11;
    y ^= y << 7 & 0x9D2C_5680;
    y ^= y << 15 & 0xEFC6_0000;
    y ^ y >> 18
}

/// A float in [0, 1) with 53 bits, from two outputs.
pub fn float(first: u32, second: u32) -> f64 {
    let (a, b) = (f64::from(first >> 5), f64::from(second >> 6));
    (a * 67108864.0 + b) * (1.0 / 9007199254740992.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(mut block: Block, n: usize) -> Vec<u32> {
        renew(&mut block);
        block[..n].iter().map(|w| temper(*w)).collect()
    }

    #[test]
    fn the_authors_test_sequence() {
        let key = [0x123, 0x234, 0x345, 0x456];
        assert_eq!(numbers(from_key(&key), 5), [1067595299, 955945823, 477289528, 4107218783, 4228976476]);
        assert_eq!(numbers(from_number(5489), 2), [3499211612, 581869302]);
    }

    #[test]
    fn seed_0_gives_the_floats_of_cpython() {
        let n = numbers(from_key(&[0]), 4);
        assert_eq!(float(n[0], n[1]), 0.8444218515250481);
        assert_eq!(float(n[2], n[3]), 0.7579544029403025);
    }
}
