//! Times: the numbers of events.

use std::fmt;
use std::num::ParseIntError;
use std::ops::{Add, Sub};
use std::str::FromStr;

/// The time of an event: its number, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

/// A time beyond every program's end, for the interpreter's machine.
pub const NEVER: u64 = i64::MAX as u64;

impl Time {
    /// The first event of a run.
    pub const START: Time = Time(0);
    /// A time beyond every program's end.
    pub const NEVER: Time = Time(NEVER);

    /// The time this many events later.
    pub fn saturating_add(self, events: u64) -> Time {
        Time(self.0.saturating_add(events))
    }

    /// The time this many events earlier, or the start.
    pub fn saturating_sub(self, events: u64) -> Time {
        Time(self.0.saturating_sub(events))
    }
}

impl Add<u64> for Time {
    type Output = Time;

    fn add(self, events: u64) -> Time {
        Time(self.0 + events)
    }
}

impl Sub<u64> for Time {
    type Output = Time;

    fn sub(self, events: u64) -> Time {
        Time(self.0 - events)
    }
}

/// The number of events from one time to another.
impl Sub for Time {
    type Output = u64;

    fn sub(self, earlier: Time) -> u64 {
        self.0 - earlier.0
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Time {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Time, ParseIntError> {
        text.parse().map(Time)
    }
}
