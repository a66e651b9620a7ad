//! Merges two neighbouring runs. The shorter one is copied first.

use super::{MIN_GALLOP, Sorter, gallop};

/// How a merge ends.
enum End {
    /// The rest of the copy fills the remaining gap.
    Gap,
    /// One item is left of the copy; it goes after the rest of the other run.
    LastBeyond,
}

/// State of a merge from the left, with a copy of the left run.
struct Low<T> {
    copy: Vec<T>,
    dest: usize,
    a: usize,
    na: usize,
    b: usize,
    nb: usize,
}

/// State of a merge from the right, with a copy of the right run. Positions are one past the next item.
struct High<T> {
    copy: Vec<T>,
    dest: usize,
    /// Start of the left run.
    a: usize,
    na: usize,
    nb: usize,
}

impl<T: Copy, E, L: FnMut(T, T) -> Result<bool, E>> Sorter<'_, T, L> {
    pub(super) fn merge_low(&mut self, a: usize, na: usize, b: usize, nb: usize) -> Result<(), E> {
        let mut m = Low { copy: self.items[a..a + na].to_vec(), dest: a, a: 0, na, b, nb };
        let end = self.run_low(&mut m);
        if let Ok(End::LastBeyond) = end {
            self.items.copy_within(m.b..m.b + m.nb, m.dest);
            self.items[m.dest + m.nb] = m.copy[m.a];
        } else {
            self.items[m.dest..m.dest + m.na].copy_from_slice(&m.copy[m.a..m.a + m.na]);
        }
        end.map(|_| ())
    }

    fn low_take_b(&mut self, m: &mut Low<T>, count: usize) {
        self.items.copy_within(m.b..m.b + count, m.dest);
        m.dest += count;
        m.b += count;
        m.nb -= count;
    }

    fn low_take_a(&mut self, m: &mut Low<T>, count: usize) {
        self.items[m.dest..m.dest + count].copy_from_slice(&m.copy[m.a..m.a + count]);
        m.dest += count;
        m.a += count;
        m.na -= count;
    }

    fn run_low(&mut self, m: &mut Low<T>) -> Result<End, E> {
        self.low_take_b(m, 1);
        if m.nb == 0 {
            return Ok(End::Gap);
        }
        if m.na == 1 {
            return Ok(End::LastBeyond);
        }
        loop {
            if let Some(end) = self.low_pairs(m)? {
                return Ok(end);
            }
            self.min_gallop += 1;
            if let Some(end) = self.low_gallop(m)? {
                return Ok(end);
            }
            self.min_gallop += 1;
        }
    }

    /// Merges pair by pair until one run wins often enough in a row.
    fn low_pairs(&mut self, m: &mut Low<T>) -> Result<Option<End>, E> {
        let (mut wins_a, mut wins_b) = (0, 0);
        while wins_a.max(wins_b) < self.min_gallop {
            if (self.less)(self.items[m.b], m.copy[m.a])? {
                self.low_take_b(m, 1);
                (wins_a, wins_b) = (0, wins_b + 1);
                if m.nb == 0 {
                    return Ok(Some(End::Gap));
                }
            } else {
                self.low_take_a(m, 1);
                (wins_a, wins_b) = (wins_a + 1, 0);
                if m.na == 1 {
                    return Ok(Some(End::LastBeyond));
                }
            }
        }
        Ok(None)
    }

    /// Merges by galloping while the stretches are long.
    fn low_gallop(&mut self, m: &mut Low<T>) -> Result<Option<End>, E> {
        loop {
            if self.min_gallop > 1 {
                self.min_gallop -= 1;
            }
            let from_a = gallop::right(&m.copy[m.a..m.a + m.na], self.items[m.b], 0, &mut self.less)?;
            self.low_take_a(m, from_a);
            if from_a > 0 && m.na <= 1 {
                // Nothing is left only when comparisons contradict each other.
                return Ok(Some(if m.na == 1 { End::LastBeyond } else { End::Gap }));
            }
            self.low_take_b(m, 1);
            if m.nb == 0 {
                return Ok(Some(End::Gap));
            }
            let from_b = gallop::left(&self.items[m.b..m.b + m.nb], m.copy[m.a], 0, &mut self.less)?;
            self.low_take_b(m, from_b);
            if m.nb == 0 {
                return Ok(Some(End::Gap));
            }
            self.low_take_a(m, 1);
            if m.na == 1 {
                return Ok(Some(End::LastBeyond));
            }
            if from_a < MIN_GALLOP && from_b < MIN_GALLOP {
                return Ok(None);
            }
        }
    }

    pub(super) fn merge_high(&mut self, a: usize, na: usize, b: usize, nb: usize) -> Result<(), E> {
        let mut m = High { copy: self.items[b..b + nb].to_vec(), dest: b + nb, a, na, nb };
        let end = self.run_high(&mut m);
        if let Ok(End::LastBeyond) = end {
            self.items.copy_within(m.a..m.a + m.na, m.dest - m.na);
            self.items[m.dest - m.na - 1] = m.copy[0];
        } else {
            self.items[m.dest - m.nb..m.dest].copy_from_slice(&m.copy[..m.nb]);
        }
        end.map(|_| ())
    }

    fn high_take_a(&mut self, m: &mut High<T>, count: usize) {
        let end = m.a + m.na;
        self.items.copy_within(end - count..end, m.dest - count);
        m.dest -= count;
        m.na -= count;
    }

    fn high_take_b(&mut self, m: &mut High<T>, count: usize) {
        self.items[m.dest - count..m.dest].copy_from_slice(&m.copy[m.nb - count..m.nb]);
        m.dest -= count;
        m.nb -= count;
    }

    fn run_high(&mut self, m: &mut High<T>) -> Result<End, E> {
        self.high_take_a(m, 1);
        if m.na == 0 {
            return Ok(End::Gap);
        }
        if m.nb == 1 {
            return Ok(End::LastBeyond);
        }
        loop {
            if let Some(end) = self.high_pairs(m)? {
                return Ok(end);
            }
            self.min_gallop += 1;
            if let Some(end) = self.high_gallop(m)? {
                return Ok(end);
            }
            self.min_gallop += 1;
        }
    }

    fn high_pairs(&mut self, m: &mut High<T>) -> Result<Option<End>, E> {
        let (mut wins_a, mut wins_b) = (0, 0);
        while wins_a.max(wins_b) < self.min_gallop {
            if (self.less)(m.copy[m.nb - 1], self.items[m.a + m.na - 1])? {
                self.high_take_a(m, 1);
                (wins_a, wins_b) = (wins_a + 1, 0);
                if m.na == 0 {
                    return Ok(Some(End::Gap));
                }
            } else {
                self.high_take_b(m, 1);
                (wins_a, wins_b) = (0, wins_b + 1);
                if m.nb == 1 {
                    return Ok(Some(End::LastBeyond));
                }
            }
        }
        Ok(None)
    }

    fn high_gallop(&mut self, m: &mut High<T>) -> Result<Option<End>, E> {
        loop {
            if self.min_gallop > 1 {
                self.min_gallop -= 1;
            }
            let run = &self.items[m.a..m.a + m.na];
            let from_a = m.na - gallop::right(run, m.copy[m.nb - 1], m.na - 1, &mut self.less)?;
            self.high_take_a(m, from_a);
            if m.na == 0 {
                return Ok(Some(End::Gap));
            }
            self.high_take_b(m, 1);
            if m.nb == 1 {
                return Ok(Some(End::LastBeyond));
            }
            let last = self.items[m.a + m.na - 1];
            let from_b = m.nb - gallop::left(&m.copy[..m.nb], last, m.nb - 1, &mut self.less)?;
            self.high_take_b(m, from_b);
            if from_b > 0 && m.nb <= 1 {
                return Ok(Some(if m.nb == 1 { End::LastBeyond } else { End::Gap }));
            }
            self.high_take_a(m, 1);
            if m.na == 0 {
                return Ok(Some(End::Gap));
            }
            if from_a < MIN_GALLOP && from_b < MIN_GALLOP {
                return Ok(None);
            }
        }
    }
}
