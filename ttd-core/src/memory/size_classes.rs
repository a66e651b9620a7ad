//! The size classes of cells: one per unit of 16 bytes up to 512, then four per doubling up to 64 KiB.

/// Bytes per unit of a cell index.
pub(crate) const UNIT: usize = 16;
/// The largest class that is found without a search, in units.
pub(crate) const SMALL_UNITS: usize = 32;
/// The number of classes; those of 0 and 1 units are not used.
pub(crate) const CLASSES: usize = SMALL_UNITS + 1 + 28;

/// Returns the size of a class in bytes.
pub(crate) fn class_size(class: usize) -> usize {
    if class <= SMALL_UNITS {
        return class.max(2) * UNIT;
    }
    let step = class - SMALL_UNITS - 1;
    let low = (SMALL_UNITS * UNIT) << (step / 4);
    low + (low / 4) * (step % 4 + 1)
}

/// Returns the class for a cell of this many units, if there is one.
pub(crate) fn class_of(units: usize) -> Option<usize> {
    if units <= SMALL_UNITS {
        return Some(units.max(2));
    }
    (SMALL_UNITS + 1..CLASSES).find(|&c| class_size(c) >= units * UNIT)
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, UNIT, class_of, class_size};

    #[test]
    fn every_size_has_the_smallest_class_that_holds_it() {
        for units in 2..=4096 {
            let class = class_of(units).expect("a class");
            assert!(class_size(class) >= units * UNIT);
            assert!(class <= 2 || class_size(class - 1) < units * UNIT);
        }
        assert_eq!((class_size(CLASSES - 1), class_of(4097)), (64 << 10, None));
    }
}
