//! What of the present is shown: the selected frame, the listing, the displayed expressions.

/// What the user is looking at.
#[derive(Default)]
pub(crate) struct View {
    /// The selected frame, counted from the innermost.
    pub(crate) selected: usize,
    /// The last line of the last listing.
    pub(crate) listed: Option<u32>,
    /// The expressions that are shown when they change.
    pub(crate) displays: Vec<Display>,
}

/// An expression of a frame with the value that was shown last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Display {
    /// The frame: the time of its first call.
    pub(crate) frame: u64,
    pub(crate) expression: String,
    pub(crate) shown: String,
}
