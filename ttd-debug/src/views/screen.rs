//! What a screen with panes shows of the present.

use crate::answer::{FunctionView, TimelineView, VariableView};
use crate::commands::query::timeline::{self, Division};
use crate::session::Session;
use crate::session::view::Panes;
use crate::travel::Interrupted;

impl Session {
    /// Sets the size of the terminal: columns, and lines if answers go to one.
    pub fn set_size(&mut self, columns: usize, lines: Option<usize>) {
        self.set_width(columns);
        self.view.height = lines;
    }

    /// Says that the front end can divide a screen into panes, so that `tui` works.
    pub fn offer_panes(&mut self) {
        self.view.panes = Panes::Off;
    }

    /// Whether the user wants panes.
    pub fn wants_panes(&self) -> bool {
        self.view.panes == Panes::On
    }

    /// Ends the panes, as `tui off` does.
    pub fn leave_panes(&mut self) {
        if self.view.panes == Panes::On {
            self.view.panes = Panes::Off;
        }
    }

    /// The function of the selected frame, with the lines that have run in this call.
    pub fn function_here(&mut self) -> Option<FunctionView> {
        if !self.has_events() {
            return None;
        }
        self.in_thread(Session::whole_function)
    }

    /// The variables of the selected frame, with those marked that have changed since the stop before.
    pub fn variables_here(&mut self) -> Vec<VariableView> {
        if !self.has_events() {
            return Vec::new();
        }
        self.in_thread(Session::variables)
    }

    /// The number of the selected frame, counted from the innermost, and the thread that it belongs to.
    pub fn selection(&mut self) -> (u64, usize) {
        let running = self.running_thread();
        (self.chosen_thread().unwrap_or(running), self.view.selected)
    }

    /// All output of the run so far, as far as it is kept.
    pub fn output_so_far(&self) -> &[u8] {
        self.target.output()
    }

    /// The numbers of the lines of a file that have breakpoints.
    pub fn breakpoint_lines(&self, path: &str) -> Vec<u32> {
        self.breakpoints.lines_in(path)
    }

    /// The run so far in at most `columns` columns. The present stays.
    ///
    /// # Errors
    /// Ctrl-C.
    pub fn timeline_so_far(&mut self, columns: usize) -> Result<TimelineView, Interrupted> {
        let (first, last) = (self.target.first(), self.frontier());
        timeline::read(self, first, last, Division::Growing(columns))
    }
}
