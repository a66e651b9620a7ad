//! How a program ends: the message on standard error, the exit status, and the [`End`] for the debugger.

use ttd_core::value::Value;

use super::machine::Machine;
use crate::native::{Res, Trap};
use crate::vm::errors::raise::fields;
use crate::vm::event::{Death, End, Finish};
use crate::vm::host::Stream;
use crate::{Vm, ids};

impl Machine {
    pub(super) fn note_end(&mut self) {
        let last = self.time();
        let Some(finish) = self.vm_mut().pending.finished.take() else { return };
        // A run that diverges from its recording ends earlier: that is the end to report.
        if self.end.is_some() && !finish.diverged {
            return;
        }
        let died = finish.died.map(|(at, summary, traceback)| Death { at, summary, traceback });
        self.end = Some(End { status: finish.status, last, died });
    }
}

impl Vm {
    /// Ends the program: reports on standard error as CPython does, and returns the exit status.
    pub(crate) fn finish(&mut self, result: Res) -> i32 {
        // Code that runs to display an exception is no part of the program's run.
        let (budget, stop_at) = (self.counting.budget, self.counting.stop_at);
        if let Some(d) = self.driver() {
            d.suspend_time = true;
        }
        let status = self.finish_in_suspended_time(result);
        if let Some(d) = self.driver() {
            d.suspend_time = false;
        }
        (self.counting.budget, self.counting.stop_at) = (budget, stop_at);
        status
    }

    fn finish_in_suspended_time(&mut self, result: Res) -> i32 {
        if let Some(status) = self.host.take_exit() {
            self.pending.finished = Some(Finish { status, diverged: false, died: None });
            return status;
        }
        // What is written at the end may differ from the recording too.
        let status = if self.host.has_diverged() { 1 } else { self.finish_program(result) };
        if let Some(message) = self.host.take_divergence() {
            let text = format!("ttd-py: {message}\n");
            let at = self.moment();
            let _ = self.host.write(Stream::Err, text.as_bytes(), at);
            let at = u64::try_from(self.now()).ok();
            self.pending.finished = Some(Finish { status: 1, diverged: true, died: Some((at, message, text)) });
            return 1;
        }
        status
    }

    /// Reports why the main module ended, before exit functions run.
    pub(crate) fn report_end(&mut self, result: Res) {
        let (budget, stop_at) = (self.counting.budget, self.counting.stop_at);
        if let Some(d) = self.driver() {
            d.suspend_time = true;
        }
        self.outcome(result);
        if let Some(d) = self.driver() {
            d.suspend_time = false;
        }
        (self.counting.budget, self.counting.stop_at) = (budget, stop_at);
    }

    /// The exit status and, for an uncaught exception, its event, summary and traceback. Reports it unless that was
    /// done.
    fn outcome(&mut self, result: Res) -> (i32, Option<(Option<u64>, String, String)>) {
        match result {
            Ok(_) => (0, None),
            Err(Trap::Raise(exc)) if self.is_instance(exc, self.types.system_exit) => (self.exit_status(exc), None),
            Err(Trap::Raise(exc)) => {
                let traceback = self.format_exception(exc);
                let summary = self.format_summary(exc);
                if !self.end_was_reported() {
                    self.show_uncaught(exc, &traceback);
                }
                let interrupted = self.is_instance(exc, self.types.keyboard_interrupt);
                let first = self.exc_field(exc, fields::FIRST);
                let at = first.is_int().then(|| first.as_int() as u64);
                (if interrupted { 130 } else { 1 }, Some((at, summary, traceback)))
            }
            Err(_) => (1, None),
        }
    }

    fn finish_program(&mut self, result: Res) -> i32 {
        let (status, died) = self.outcome(result);
        let _ = self.finalize_all();
        self.close_streams();
        self.pending.finished = Some(Finish { status, diverged: false, died });
        status
    }

    /// Calls `sys.excepthook`, or writes the traceback.
    pub(crate) fn show_uncaught(&mut self, exc: Value, traceback: &str) {
        if self.is_audited() {
            let f = self.lib("audit_excepthook");
            if self.call(f, &[exc]) == Ok(Value::TRUE) {
                return;
            }
        }
        let f = self.lib("own_excepthook");
        let shown = match self.call(f, &[]) {
            Ok(hook) if hook.is_none() => None,
            Ok(hook) => {
                let (class, tb) = (self.type_of(exc), self.exc_field(exc, fields::TRACEBACK));
                Some(self.call(hook, &[class, exc, tb]))
            }
            Err(_) => None,
        };
        let text = match shown {
            Some(Ok(_)) => return,
            Some(Err(Trap::Raise(again))) if !self.is_instance(again, self.types.system_exit) => {
                let error = self.format_exception(again);
                format!("Error in sys.excepthook:\n{error}\nOriginal exception was:\n{traceback}")
            }
            Some(Err(_)) => return,
            None => traceback.to_string(),
        };
        self.write_error(&text);
    }

    /// Flushes the buffers of open files.
    fn close_streams(&mut self) {
        let f = self.lib("close_streams");
        if let Ok(problems) = self.call(f, &[])
            && problems.is(ids::STR)
        {
            let problems = self.heap.bytes(problems).to_vec();
            let at = self.moment();
            let _ = self.host.write(Stream::Err, &problems, at);
        }
    }

    fn exit_status(&mut self, exc: Value) -> i32 {
        let code = self.getattr_str(exc, "code").unwrap_or(exc);
        if code.is_none() {
            return 0;
        }
        // A subclass of int is a status, too: pytest's are members of an enumeration.
        let number = self.unwrap(code);
        if self.is_integer(number) {
            return self.as_i64(number).unwrap_or(-1) as i32 & 0xFF;
        }
        let text = match self.str_of(code) {
            Ok(t) => self.printable(t),
            Err(_) => String::new(),
        };
        if !self.end_was_reported() {
            self.write_error(&format!("{text}\n"));
        }
        1
    }
}
