//! What of the present is shown: the selected frame, the listing, the displayed expressions.

use std::collections::BTreeMap;

use crate::session::coverage::Coverage;
use crate::session::variables::SeenValues;
use crate::target::Time;

/// What the user is looking at.
pub(crate) struct View {
    /// The columns of the terminal, for texts that are wrapped.
    pub(crate) width: usize,
    /// The lines of the terminal, if answers go to one.
    pub(crate) height: Option<usize>,
    /// Every stop shows the whole function.
    pub(crate) sticky: bool,
    /// Whether the front end can divide a screen into panes, and whether the user wants that.
    pub(crate) panes: Panes,
    /// The selected frame, counted from the innermost.
    pub(crate) selected: usize,
    /// The thread that is looked at, and the time, if that is another than the present event's.
    pub(crate) thread: Option<(u64, Time)>,
    /// The thread that was looked at when the command was typed that is being carried out.
    pub(crate) left_thread: Option<u64>,
    /// The last line of the last listing.
    pub(crate) listed: Option<u32>,
    /// The expressions that are shown when they change.
    pub(crate) displays: Vec<Display>,
    /// Which lines of frames have run.
    pub(crate) coverage: Coverage,
    /// The variables of frames as they were shown.
    pub(crate) seen: Vec<SeenValues>,
    /// Depths of the stack, by branch and time.
    pub(crate) depths: BTreeMap<(usize, Time), u32>,
}

/// A screen that is divided into panes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Panes {
    /// The front end has none.
    #[default]
    Impossible,
    /// They are not shown.
    Off,
    /// They are shown.
    On,
}

/// The columns of a terminal that does not tell.
const COLUMNS: usize = 80;

impl Default for View {
    fn default() -> View {
        View {
            width: COLUMNS,
            height: None,
            sticky: false,
            panes: Panes::default(),
            selected: 0,
            thread: None,
            left_thread: None,
            listed: None,
            displays: Vec::new(),
            coverage: Coverage::default(),
            seen: Vec::new(),
            depths: BTreeMap::new(),
        }
    }
}

impl View {
    /// Drops what is known of branches, because a number or a time of one means something else from now on.
    pub(super) fn forget_branches(&mut self) {
        self.coverage = Coverage::default();
        self.seen.clear();
        self.depths.clear();
    }

    /// The view of a run that was started again: how things are shown stays, what refers to times is dropped.
    pub(super) fn of_new_run(self) -> View {
        let View { width, height, sticky, panes, .. } = self;
        View { width, height, sticky, panes, ..View::default() }
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
