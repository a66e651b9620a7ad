//! Checksums that are computed piece by piece: each function takes the sum so far.

/// Continues a CRC-32 with more bytes.
pub fn crc32(start: u32, data: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(start);
    hasher.update(data);
    hasher.finalize()
}

/// Continues a CRC-CCITT (16 bits) with more bytes.
pub fn crc_hqx(start: u32, data: &[u8]) -> u32 {
    let mut crc = start & 0xFFFF;
    for byte in data {
        crc ^= u32::from(*byte) << 8;
        for _ in 0..8 {
            crc = if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
        }
        crc &= 0xFFFF;
    }
    crc
}

/// Continues an Adler-32 with more bytes.
pub fn adler32(start: u32, data: &[u8]) -> u32 {
    const BASE: u32 = 65521;
    let (mut a, mut b) = (start & 0xFFFF, start >> 16);
    // Sums of 5,000 bytes cannot overflow.
    for chunk in data.chunks(5000) {
        for byte in chunk {
            a += u32::from(*byte);
            b += a;
        }
        a %= BASE;
        b %= BASE;
    }
    b << 16 | a
}
