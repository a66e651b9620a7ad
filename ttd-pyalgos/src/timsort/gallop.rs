//! Galloping: finds the place of a key in a sorted run, from a hint and with doubling distances.

/// The leftmost place for `key`: every item before it is less than the key.
pub(super) fn left<T: Copy, E>(
    run: &[T],
    key: T,
    hint: usize,
    less: &mut impl FnMut(T, T) -> Result<bool, E>,
) -> Result<usize, E> {
    let (mut low, mut high) = if less(run[hint], key)? {
        let (near, far) = doubling(run.len() - hint, |distance| less(run[hint + distance], key))?;
        (hint + near + 1, hint + far)
    } else {
        let (near, far) = doubling(hint + 1, |distance| less(run[hint - distance], key).map(|l| !l))?;
        (hint + 1 - far, hint - near)
    };
    while low < high {
        let middle = low + (high - low) / 2;
        if less(run[middle], key)? {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(high)
}

/// The rightmost place for `key`: no item before it is greater than the key.
pub(super) fn right<T: Copy, E>(
    run: &[T],
    key: T,
    hint: usize,
    less: &mut impl FnMut(T, T) -> Result<bool, E>,
) -> Result<usize, E> {
    let (mut low, mut high) = if less(key, run[hint])? {
        let (near, far) = doubling(hint + 1, |distance| less(key, run[hint - distance]))?;
        (hint + 1 - far, hint - near)
    } else {
        let (near, far) = doubling(run.len() - hint, |distance| less(key, run[hint + distance]).map(|l| !l))?;
        (hint + near + 1, hint + far)
    };
    while low < high {
        let middle = low + (high - low) / 2;
        if less(key, run[middle])? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(high)
}

/// The last distance (0, 1, 3, 7 ...) where the condition holds and the first where it does not, at most `max`.
fn doubling<E>(max: usize, mut holds: impl FnMut(usize) -> Result<bool, E>) -> Result<(usize, usize), E> {
    let (mut near, mut far) = (0, 1);
    while far < max && holds(far)? {
        near = far;
        far = 2 * far + 1;
    }
    Ok((near, far.min(max)))
}
