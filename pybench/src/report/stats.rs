//! Statistics of few figures: medians, spreads, and means of ratios.

/// The median of some figures with the lowest and the highest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Summary {
    /// The median.
    pub(crate) median: f64,
    /// The lowest figure.
    pub(crate) low: f64,
    /// The highest figure.
    pub(crate) high: f64,
    /// How many there were.
    pub(crate) count: usize,
}

impl Summary {
    /// Summarizes figures; none without figures.
    pub(crate) fn of(figures: &[f64]) -> Option<Summary> {
        let mut sorted: Vec<f64> = figures.iter().copied().filter(|x| x.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        let (low, high) = (*sorted.first()?, *sorted.last()?);
        Some(Summary { median: quantile(&sorted, 0.5), low, high, count: sorted.len() })
    }

    /// Whether two summaries are compatible: their spreads touch.
    pub(crate) fn agrees(&self, other: &Summary) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// Returns the quantile of sorted figures, interpolated linearly.
///
/// # Panics
///
/// When there are no figures.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

/// Returns the geometric mean, the only one that does not depend on which side of a ratio is the base.
pub(crate) fn geometric_mean(figures: &[f64]) -> Option<f64> {
    if figures.is_empty() || figures.iter().any(|&x| x.is_nan() || x <= 0.0) {
        return None;
    }
    let logs: f64 = figures.iter().map(|x| x.ln()).sum();
    Some((logs / figures.len() as f64).exp())
}

/// Returns the ratios of two series, round by round, so that a slow moment of the machine affects both sides.
pub(crate) fn ratios(over: &[Option<f64>], under: &[Option<f64>]) -> Vec<Option<f64>> {
    let pairs = over.iter().zip(under);
    pairs.map(|(a, b)| Some((*a)? / (*b)?).filter(|x| x.is_finite())).collect()
}

/// Returns the geometric mean of several programs' ratios: that of the medians, with the spread of single rounds'
/// means.
///
/// Rounds in which a program has no figure have no mean.
pub(crate) fn mean_of_rounds(programs: &[Vec<Option<f64>>]) -> Option<Summary> {
    let summaries = programs.iter().map(|p| known(p)).map(|p| Summary::of(&p));
    let medians: Option<Vec<f64>> = summaries.map(|s| s.map(|s| s.median)).collect();
    let median = geometric_mean(&medians?)?;
    let rounds = programs.iter().map(Vec::len).min()?;
    let means: Vec<f64> = (0..rounds)
        .filter_map(|r| programs.iter().map(|p| p[r]).collect::<Option<Vec<f64>>>())
        .filter_map(|round| geometric_mean(&round))
        .collect();
    let spread = Summary::of(&means)?;
    Some(Summary { median, low: spread.low.min(median), high: spread.high.max(median), count: spread.count })
}

/// Returns the figures that exist.
pub(crate) fn known(figures: &[Option<f64>]) -> Vec<f64> {
    figures.iter().copied().flatten().collect()
}

/// Fits a line by least squares and returns (intercept, slope).
pub(crate) fn line_through(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let n = points.len() as f64;
    let mean_x = points.iter().map(|p| p.0).sum::<f64>() / n;
    let mean_y = points.iter().map(|p| p.1).sum::<f64>() / n;
    let spread: f64 = points.iter().map(|p| (p.0 - mean_x).powi(2)).sum();
    let joint: f64 = points.iter().map(|p| (p.0 - mean_x) * (p.1 - mean_y)).sum();
    let rise = joint / spread;
    rise.is_finite().then_some((mean_y - rise * mean_x, rise))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries() {
        let s = Summary::of(&[3.0, 1.0, 2.0, 10.0]).unwrap();
        assert_eq!((s.median, s.low, s.high, s.count), (2.5, 1.0, 10.0, 4));
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(Summary::of(&[f64::NAN]), None);
        let (a, b) = (Summary::of(&[1.0, 2.0]).unwrap(), Summary::of(&[2.0, 3.0]).unwrap());
        assert!(a.agrees(&b) && b.agrees(&a));
        assert!(!a.agrees(&Summary::of(&[2.5]).unwrap()));
    }

    #[test]
    fn means() {
        assert!((geometric_mean(&[0.5, 2.0]).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
    }

    #[test]
    fn a_slow_round_does_not_change_a_ratio() {
        let cpython = [Some(1.0), Some(4.0), Some(1.0)];
        let ours = [Some(0.5), Some(2.0), Some(0.5)];
        assert_eq!(ratios(&ours, &cpython), [Some(0.5); 3]);
        assert_eq!(ratios(&[None, Some(1.0)], &[Some(1.0), None]), [None, None]);
    }

    #[test]
    fn means_of_rounds() {
        let programs = [vec![Some(1.0), Some(2.0), Some(4.0)], vec![Some(1.0), None, Some(1.0)]];
        let mean = mean_of_rounds(&programs).unwrap();
        assert!((mean.median - 2f64.sqrt()).abs() < 1e-12);
        assert_eq!((mean.low, mean.high, mean.count), (1.0, 2.0, 2));
        assert_eq!(mean_of_rounds(&[vec![None]]), None);
    }

    #[test]
    fn lines() {
        let (at_zero, rise) = line_through(&[(1.0, 5.0), (2.0, 7.0), (3.0, 9.0)]).unwrap();
        assert!((at_zero - 3.0).abs() < 1e-12 && (rise - 2.0).abs() < 1e-12);
        assert_eq!(line_through(&[(1.0, 1.0)]), None);
    }
}
