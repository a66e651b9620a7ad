//! Sets of numbers that are kept long and read rarely: sorted, as LEB128 differences.

/// Numbers in ascending order, each once.
#[derive(Clone, Debug, Default)]
pub struct SortedNumbers(Box<[u8]>);

impl SortedNumbers {
    /// Returns the bytes of memory occupied.
    pub fn bytes(&self) -> u64 {
        self.0.len() as u64
    }

    /// Iterates over the numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        let (mut bytes, mut last) = (self.0.iter(), 0u64);
        std::iter::from_fn(move || {
            let (mut difference, mut shift) = (0, 0);
            loop {
                let byte = *bytes.next()?;
                difference |= u64::from(byte & 0x7F) << shift;
                if byte < 0x80 {
                    break;
                }
                shift += 7;
            }
            last = last.wrapping_add(difference);
            Some(last)
        })
    }
}

impl FromIterator<u64> for SortedNumbers {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> SortedNumbers {
        let mut all: Vec<u64> = numbers.into_iter().collect();
        all.sort_unstable();
        all.dedup();
        let (mut bytes, mut last) = (Vec::with_capacity(2 * all.len()), 0);
        for number in all {
            let mut difference = number - last;
            while difference >= 0x80 {
                bytes.push(difference as u8 | 0x80);
                difference >>= 7;
            }
            bytes.push(difference as u8);
            last = number;
        }
        SortedNumbers(bytes.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_in_order() {
        for numbers in [vec![], vec![0], vec![u64::MAX, 0, 127, 128, 1 << 40, 128], (0..5000).rev().collect()] {
            let mut sorted = numbers.clone();
            sorted.sort_unstable();
            sorted.dedup();
            let kept: SortedNumbers = numbers.into_iter().collect();
            assert!(kept.iter().eq(sorted.iter().copied()));
        }
        let near: SortedNumbers = (1 << 50..(1 << 50) + 1000).collect();
        assert!(near.bytes() < 1010, "{} bytes", near.bytes());
    }
}
