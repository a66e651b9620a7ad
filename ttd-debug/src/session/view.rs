//! What of the present is shown: the selected frame, the listing, the displayed expressions.

use crate::target::Time;

/// What the user is looking at.
pub(crate) struct View {
    /// The columns of the terminal, for texts that are wrapped.
    pub(crate) width: usize,
    /// The selected frame, counted from the innermost.
    pub(crate) selected: usize,
    /// The thread that is looked at, and the time, if that is another than the present event's.
    pub(crate) thread: Option<(u64, Time)>,
    /// The last line of the last listing.
    pub(crate) listed: Option<u32>,
    /// The expressions that are shown when they change.
    pub(crate) displays: Vec<Display>,
}

/// The columns of a terminal that does not tell.
const COLUMNS: usize = 80;

impl Default for View {
    fn default() -> View {
        View { width: COLUMNS, selected: 0, thread: None, listed: None, displays: Vec::new() }
    }
}

/// An expression of a frame with the value that was shown last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Display {
    /// The frame: the time of its first call.
    pub(crate) frame: u64,
    pub(crate) expression: String,
    pub(crate) shown: String,
}
