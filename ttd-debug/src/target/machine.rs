//! The interpreter's machine as a target. All contact with the interpreter is here and in `target`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ttd_vm::time::Machine;

use crate::target::{
    CheckpointInfo, CodeInfo, End, EvalResult, Event, EventQuery, Filter, FrameInfo, ObjectUse, OnProgress, Raised,
    Reached, RecordingStatus, SavedValue, Search, SourceLocation, Target, WatchTarget,
};

impl Target for Machine {
    fn time(&self) -> Option<u64> {
        Machine::time(self)
    }

    fn end(&self) -> Option<&End> {
        Machine::end(self)
    }

    fn first(&self) -> u64 {
        Machine::first(self)
    }

    fn is_logged(&self) -> bool {
        Machine::is_logged(self)
    }

    fn seek(&mut self, t: u64) -> Reached {
        Machine::seek(self, t)
    }

    fn recorded(&self) -> Option<RecordingStatus> {
        Machine::recorded(self)
    }

    fn possible_write_times(&mut self, watch: &EventQuery, from: u64, to: u64) -> Option<Vec<u64>> {
        Machine::possible_write_times(self, watch, from, to)
    }

    fn pruned_before(&self) -> Option<u64> {
        Machine::pruned_before(self)
    }

    fn gap(&self, t: u64) -> Option<(u64, u64)> {
        Machine::gap(self, t)
    }

    fn nearest(&self, t: u64, back: bool) -> Option<u64> {
        Machine::nearest(self, t, back)
    }

    fn events(&mut self, from: u64, to: u64) -> Option<Vec<(u64, Event)>> {
        Machine::events(self, from, to)
    }

    fn events_matching(&mut self, from: u64, to: u64, filter: &Filter) -> Option<Vec<(u64, Event)>> {
        Machine::events_matching(self, from, to, filter)
    }

    fn event(&self) -> Event {
        Machine::event(self)
    }

    fn own_stops(&self) -> Vec<SourceLocation> {
        Machine::breakpoint_calls(self)
    }

    fn record(&mut self, from: u64, to: u64) -> Vec<Event> {
        Machine::record(self, from, to)
    }

    fn locate(&mut self, source: &str, frame: usize, names: &[(String, SavedValue)]) -> Result<WatchTarget, String> {
        Machine::locate(self, source, frame, names)
    }

    fn held(&mut self, location: &WatchTarget) -> Option<String> {
        Machine::held(self, location)
    }

    fn output(&self) -> &[u8] {
        Machine::output(self)
    }

    fn written(&self) -> u64 {
        Machine::written(self)
    }

    fn changed(&mut self) -> bool {
        Machine::changed(self)
    }

    fn seen(&mut self) -> Vec<ObjectUse> {
        Machine::object_uses(self)
    }

    fn number(&self, object: u64) -> Option<u64> {
        Machine::object_number(self, object)
    }

    fn numbered(&self, number: u64) -> Option<u64> {
        Some(Machine::object_with_number(self, number))
    }

    fn with_numbers(&self, text: &str) -> String {
        Machine::with_numbers(self, text)
    }

    fn before_birth(&self, object: u64) -> u64 {
        Machine::before_birth(self, object)
    }

    fn run_until(&mut self, watch: &EventQuery, limit: u64) -> Reached {
        Machine::run_until(self, watch, limit)
    }

    fn run_until_filter(&mut self, filter: &Filter, limit: u64) -> Reached {
        Machine::run_until_filter(self, filter, limit)
    }

    fn last_before(&mut self, watch: &EventQuery, t: u64, floor: u64) -> Search {
        Machine::last_before(self, watch, t, floor)
    }

    fn on_progress(&mut self, tell: OnProgress) {
        Machine::on_progress(self, tell);
    }

    fn code(&self, id: u32) -> CodeInfo {
        Machine::code(self, id)
    }

    fn stack(&self) -> Vec<FrameInfo> {
        Machine::stack(self)
    }

    fn eval(&mut self, source: &str, frame: usize) -> Result<String, String> {
        Machine::eval(self, source, frame)
    }

    fn exec(&mut self, source: &str, frame: usize) -> Result<String, String> {
        Machine::exec(self, source, frame)
    }

    fn eval_in_diversion(
        &mut self,
        source: &str,
        frame: usize,
        names: &[(String, SavedValue)],
    ) -> Result<EvalResult, String> {
        Machine::eval_in_diversion(self, source, frame, names)
    }

    fn save_value(&mut self, source: &str, frame: usize, names: &[(String, SavedValue)]) -> Result<SavedValue, String> {
        Machine::save_value(self, source, frame, names)
    }

    fn run_statements(
        &mut self,
        earlier: Option<&[String]>,
        last: &str,
        frame: usize,
        names: &[(String, SavedValue)],
    ) -> Result<String, String> {
        Machine::run_statements(self, earlier, last, frame, names)
    }

    fn exceptions(&mut self) -> Vec<Raised> {
        Machine::exceptions(self)
    }

    fn checkpoints(&mut self) -> Vec<CheckpointInfo> {
        Machine::checkpoints(self)
    }

    fn checkpoint(&mut self) -> bool {
        Machine::checkpoint(self)
    }

    fn over_budget(&mut self) -> bool {
        Machine::over_budget(self)
    }

    fn retval(&mut self) -> Option<String> {
        Machine::retval(self)
    }

    fn exception(&mut self) -> Option<String> {
        Machine::exception(self)
    }

    fn locals(&mut self, frame: usize) -> Vec<(String, String)> {
        Machine::locals(self, frame)
    }

    fn args(&mut self, frame: usize) -> Vec<(String, String)> {
        Machine::args(self, frame)
    }

    fn source(&self, path: &str) -> Option<String> {
        Machine::source(self, path).or_else(|| {
            // A file that the program has not come to yet: a breakpoint may be set in it.
            let bytes = std::fs::read(path).ok()?;
            ttd_code::decode_source(&bytes).ok()
        })
    }

    fn interrupt_flag(&self) -> Arc<AtomicBool> {
        Machine::interrupt_flag(self)
    }
}
