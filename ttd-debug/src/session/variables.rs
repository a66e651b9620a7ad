//! The variables of the selected frame, and which of them have changed since the last stop.

use crate::answer::VariableView;
use crate::session::Session;
use crate::syntax::text;
use crate::target::Time;

/// Frames whose values are remembered.
const FRAMES: usize = 8;

/// How the reprs of functions, classes and modules begin; in a module such names are no data.
const DEFINITIONS: [&str; 5] = ["<module '", "<function ", "<class '", "<built-in function ", "<async_generator "];

/// The variables of a frame at a time.
pub(crate) struct SeenValues {
    branch: usize,
    time: Time,
    /// The frame: the time of its first call.
    frame: u64,
    values: Vec<(String, String)>,
}

impl Session {
    /// The variables of the selected frame. In a frame that was not there at the stop before, none has changed.
    pub(crate) fn variables(&mut self) -> Vec<VariableView> {
        let Some(at) = self.selected_frame() else { return Vec::new() };
        let index = self.view.selected;
        let values = self.named_values(index);
        let looks_elsewhere = self.view.thread.is_some();
        let before = self.nav.came_from.filter(|time| *time != self.nav.now && !looks_elsewhere);
        let old = before.and_then(|time| self.named_values_at(time, at.frame));
        let (branch, time) = (self.target.branch(), self.nav.now);
        self.view.seen.retain(|seen| (seen.branch, seen.time, seen.frame) != (branch, time, at.frame));
        if self.view.seen.len() >= FRAMES {
            self.view.seen.remove(0);
        }
        let view = |(name, value): &(String, String)| {
            let differs = |old: &Vec<(String, String)>| !old.iter().any(|(n, v)| n == name && v == value);
            VariableView {
                name: name.clone(),
                value: text::shorten(&self.target.with_numbers(value)),
                changed: old.as_ref().is_some_and(differs),
            }
        };
        let views = values.iter().map(view).collect();
        self.view.seen.push(SeenValues { branch, time, frame: at.frame, values });
        views
    }

    /// What the variables of a frame held at an earlier or later time, if it was on the stack then.
    fn named_values_at(&mut self, time: Time, frame: u64) -> Option<Vec<(String, String)>> {
        let branch = self.target.branch();
        let is_it = |seen: &&SeenValues| (seen.branch, seen.time, seen.frame) == (branch, time, frame);
        if let Some(seen) = self.view.seen.iter().find(is_it) {
            return Some(seen.values.clone());
        }
        if time < Time(frame) {
            return None;
        }
        self.target.hold();
        let went = self.navigator().seek(time).is_ok();
        let index = self.target.stack().iter().position(|at| at.frame == frame).filter(|_| went);
        let values = index.map(|index| self.named_values(index));
        self.sync_target();
        self.target.release();
        values
    }

    /// The variables of a frame where the target is, with their reprs: without names that Python itself needs, and of
    /// a module without what it defines and imports.
    fn named_values(&mut self, index: usize) -> Vec<(String, String)> {
        let stack = self.target.stack();
        let is_module = stack.get(index).is_some_and(|at| self.target.code(at.code).name == "<module>");
        let mut values = self.target.locals(index);
        let is_data = |value: &str| !is_module || !DEFINITIONS.iter().any(|start| value.starts_with(start));
        values.retain(|(name, value)| !(name.starts_with("__") && name.ends_with("__")) && is_data(value));
        values
    }
}
