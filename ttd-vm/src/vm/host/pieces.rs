//! Several pieces of data as one: each with its length before it, four bytes.

/// The pieces; what is cut off is left out.
pub(super) fn split(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk::<4>() {
        let Some((piece, rest)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize) else { break };
        pieces.push(piece);
        bytes = rest;
    }
    pieces
}

/// Numbers of eight bytes each.
pub(super) fn numbers(bytes: &[u8]) -> Vec<i64> {
    bytes.as_chunks::<8>().0.iter().map(|n| i64::from_le_bytes(*n)).collect()
}
