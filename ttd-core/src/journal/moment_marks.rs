//! The moments of a segment: how many journal entries lie between one moment and the next.

/// Counts the entries between moments while a segment is written.
///
/// Most moments have no entries before them, so those are run-length encoded. The bytes are pairs of numbers: how many
/// moments without entries, and how many entries before the next one. Two numbers below 15 share a byte, the first in
/// its lower half; a larger number follows the byte as four bytes.
#[derive(Default, Debug)]
pub(crate) struct MomentMarks {
    /// The first `len` bytes are written, the others are room.
    bytes: Vec<u8>,
    len: usize,
    /// Moments without entries since the last that had some.
    empty_moments: u32,
    /// Entries since the last moment.
    pub(crate) since: u32,
}

/// A half-byte that says that the number follows the byte.
const ESCAPE: u8 = 15;
/// The smallest room to allocate, in bytes.
const MIN_ROOM: usize = 1 << 10;

impl MomentMarks {
    /// Makes the present a moment.
    #[inline]
    pub(crate) fn mark(&mut self) {
        if self.since == 0 {
            self.empty_moments += 1;
        } else {
            self.put_pair();
        }
    }

    /// Writes the pair of counts. It is not inlined: most moments have no entries, and need not save registers for it.
    #[inline(never)]
    fn put_pair(&mut self) {
        let larger = self.empty_moments.max(self.since);
        match self.bytes.get_mut(self.len) {
            Some(place) if larger < u32::from(ESCAPE) => {
                *place = (self.empty_moments | self.since << 4) as u8;
                self.len += 1;
                (self.empty_moments, self.since) = (0, 0);
            }
            _ => self.put_long_pair(),
        }
    }

    /// Writes a pair with large numbers, or where there is no room.
    #[cold]
    #[inline(never)]
    fn put_long_pair(&mut self) {
        let (without, since) = (std::mem::take(&mut self.empty_moments), std::mem::take(&mut self.since));
        let half = |n: u32| n.min(u32::from(ESCAPE)) as u8;
        self.bytes.truncate(self.len);
        self.bytes.push(half(without) | half(since) << 4);
        for n in [without, since] {
            if n >= u32::from(ESCAPE) {
                self.bytes.extend_from_slice(&n.to_le_bytes());
            }
        }
        self.len = self.bytes.len();
        self.bytes.resize((2 * self.len).max(MIN_ROOM), 0);
    }

    /// Encodes counts; the inverse of `counts`.
    pub(crate) fn from_counts(counts: &[u32]) -> MomentMarks {
        let mut marks = MomentMarks::default();
        for (i, &count) in counts.iter().enumerate() {
            if i > 0 {
                marks.mark();
            }
            marks.since = count;
        }
        marks
    }

    /// Makes `moments` moments, all but the first without entries.
    pub(crate) fn mark_many(&mut self, moments: u32) {
        if moments > 0 {
            self.mark();
            self.empty_moments += moments - 1;
        }
    }

    /// Ends the segment and returns its pairs, the last one for the entries after the last moment. Without moments it
    /// returns nothing.
    #[inline]
    pub(crate) fn close(&mut self) -> Box<[u8]> {
        if self.len == 0 && self.empty_moments == 0 {
            self.since = 0;
            return Box::default();
        }
        self.put_pair();
        let written = std::mem::take(&mut self.len);
        self.bytes[..written].into()
    }
}

/// Iterates over pairs of the moments without entries and the entries after them.
pub(crate) fn runs(marks: &[u8]) -> impl Iterator<Item = (u32, u32)> {
    let mut rest = marks.iter().copied();
    std::iter::from_fn(move || {
        let both = rest.next()?;
        let mut number = |half: u8| match half {
            ESCAPE => u32::from_le_bytes([(); 4].map(|()| rest.next().unwrap_or(0))),
            half => u32::from(half),
        };
        Some((number(both & 0xF), number(both >> 4)))
    })
}

/// Decodes the number of entries before each moment, and after the last.
pub(crate) fn counts(marks: &[u8]) -> Vec<u32> {
    let mut counts = Vec::new();
    for (without, entries) in runs(marks) {
        counts.resize(counts.len() + without as usize, 0);
        counts.push(entries);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_back() {
        let all = [0, 1, 0, 0, 14, 15, 16, 0, 300, 70_000, 0];
        for (times, last) in [(1, 0), (1, 7), (20, 0), (70_000, 3)] {
            let mut marks = MomentMarks::default();
            let mut wanted: Vec<u32> = all.to_vec();
            wanted.resize(wanted.len() + times, 0);
            for count in &wanted {
                marks.since += count;
                marks.mark();
            }
            marks.since = last;
            wanted.push(last);
            assert_eq!(counts(&marks.close()), wanted);
            assert!(marks.close().is_empty());
        }
    }

    #[test]
    fn many_moments_are_as_many_single_ones() {
        let (mut one, mut other) = (MomentMarks::default(), MomentMarks::default());
        for (since, moments) in [(0, 3), (2, 1), (0, 0), (5, 40), (1, 2)] {
            one.since += since;
            other.since += since;
            one.mark_many(moments);
            (0..moments).for_each(|_| other.mark());
        }
        assert_eq!(one.close(), other.close());
    }
}
