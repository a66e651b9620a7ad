//! Performing requests for the program: from the input log, live, or in a diversion.

use std::time::{Duration, Instant};

use ttd_core::value::Value;

use super::branch::Asked;
use super::input_log::Reply;
use super::os::FIRST_DIVERSION_FD;
use super::request::{Effect, HostRequest, Op};
use super::waiting::{Waiting, Woken};
use super::{ClockKind, Host, PlainRun, Stream};
use crate::Vm;
use crate::native::{Res, Trap};

/// How messages begin that refuse something to an evaluation.
pub(crate) const REFUSAL: &str = "an evaluation may not";

impl Host {
    /// Whether requests are written down.
    fn keeps_inputs(&self) -> bool {
        self.keeps_log || self.plain == PlainRun::Repeatable
    }

    /// Returns a number that every request of the program increases, the same in a repeated run.
    pub(crate) fn contacts(&self) -> i64 {
        (self.state.inputs as u64 + self.world.unkept) as i64
    }
}

impl Vm {
    /// Performs a request: from the input log, or live and into it. `Reply::Fail` is a reply like any other.
    ///
    /// # Errors
    /// A refused effect in a diversion, an interrupt, a divergence.
    pub fn request(&mut self, request: &HostRequest) -> Res<Reply> {
        if self.host.is_cut_off() {
            return Err(Trap::Unwind);
        }
        if self.host.diversion_output.is_some() {
            return self.request_in_diversion(request);
        }
        if !self.host.keeps_inputs() {
            self.host.world.unkept += 1;
        }
        let is_closed = self.host.is_closed() && !self.host.is_live_branch();
        let asks_closed = self.host.asks_closed() && request.effect() != Effect::Reads;
        let waits = request.op.may_wait() && self.has_other_threads();
        if waits && (!asks_closed || self.host.is_about_own(request)) {
            if request.op == Op::Line && !self.host.replaying() {
                self.show_prompt();
            }
            if let Some(reply) = self.wait_beside_threads(request)? {
                return Ok(reply);
            }
        }
        if self.host.replaying() {
            match self.host.input_log.serve(self.host.state.inputs, request) {
                Ok((reply, at)) => {
                    self.host.state.inputs = at;
                    self.host.served_up_to(at);
                    let reply = self.host.changed_source(request).unwrap_or(reply);
                    self.note_exchange(request, &reply);
                    return Ok(reply);
                }
                Err(_) if self.host.part() => {}
                Err(recorded) => return Err(self.divergence(request, &recorded)),
            }
        }
        let reply = match is_closed {
            true => self.ask_closed(request)?,
            false => match self.prepare_wait(request)? {
                Some(reply) => reply,
                None if self.host.is_closed() => self.ask_live(request)?,
                None => self.carry_out_live(request)?,
            },
        };
        let reply = self.host.changed_source(request).unwrap_or(reply);
        if self.host.keeps_inputs() {
            self.host.keep(request, &reply);
        }
        if self.host.keeps_log {
            self.note_exchange(request, &reply);
        }
        if request.op == Op::Fork && reply == Reply::Int(0) {
            self.has_debugger = false;
            self.host.forget_plain_run();
            self.forget_other_threads();
        }
        if matches!(request.op, Op::ChangeDir | Op::Dup2 | Op::Close) {
            self.host.note_change(self.host.state.inputs, request.op, reply.clone());
        }
        Ok(reply)
    }

    /// Notes for the debugger what the program and others say to each other.
    fn note_exchange(&mut self, request: &HostRequest, reply: &Reply) {
        let at = self.moment();
        self.host.exchanges.note(self.host.state.inputs, at, request, reply);
    }

    fn request_in_diversion(&mut self, request: &HostRequest) -> Res<Reply> {
        let own = request.descriptor().is_some_and(|fd| fd >= i64::from(FIRST_DIVERSION_FD));
        match request.effect() {
            Effect::Changes if !own => Err(self.refuse("write to the outside", request)),
            Effect::Consumes if !own => Err(self.refuse("use what the program has open", request)),
            // Time stands still.
            _ if request.op == Op::Sleep => Ok(Reply::Done),
            _ => Ok(self.host.look(request)),
        }
    }

    #[cold]
    fn refuse(&mut self, what: &str, request: &HostRequest) -> Trap {
        let class = self.class_of_errno(i64::from(libc::EACCES));
        self.error(class, format!("{REFUSAL} {what}: {}", request.describe()))
    }

    /// A request of a branch that may not change the outside.
    fn ask_closed(&mut self, request: &HostRequest) -> Res<Reply> {
        if request.op == Op::Sleep {
            return Ok(self.prepare_wait(request)?.unwrap_or(Reply::Done));
        }
        let reply = match self.host.ask_closed(request) {
            Some(Reply::Fail(libc::EAGAIN)) if matches!(request.op, Op::EpollWait | Op::WaitAny) => {
                return self.wait_closed(request);
            }
            reply => reply,
        };
        reply.ok_or_else(|| self.end_branch(request, "a branch of the past changes nothing outside"))
    }

    /// Waits on a branch for what it has open itself, which nobody makes ready.
    fn wait_closed(&mut self, request: &HostRequest) -> Res<Reply> {
        let nanos = if request.op == Op::WaitAny { request.first() } else { request.at(2) };
        if nanos < 0 {
            return Err(self.end_branch(request, "what it waits for comes from outside"));
        }
        self.prepare_wait(&HostRequest::of(Op::Sleep).number(nanos))?;
        Ok(Reply::Ints(Vec::new()))
    }

    /// A request of a branch that may change the outside.
    fn ask_live(&mut self, request: &HostRequest) -> Res<Reply> {
        match self.host.asked_live(request) {
            Asked::Request(request) => self.carry_out_live(&request),
            Asked::Reply(reply) => Ok(reply),
            Asked::Foreign => Err(self.end_branch(request, "what was open before the branch is not its own")),
        }
    }

    /// Ends the run of a branch that cannot have what it asks for.
    #[cold]
    fn end_branch(&mut self, request: &HostRequest, why: &str) -> Trap {
        let (place, now, asked) = (self.place(), self.now(), request.describe());
        let text = format!("branch: after event {now}, at {place}, the program asks for {asked}, but {why}");
        self.host.diverged = Some(text);
        Trap::Unwind
    }

    /// Ends the run with a message; no `except` can catch it, because it is no Python exception.
    #[cold]
    fn divergence(&mut self, request: &HostRequest, recorded: &str) -> Trap {
        let (place, now, asked) = (self.place(), self.now(), request.describe());
        self.host.diverged = Some(format!(
            "divergence: after event {now}, at {place}, the program asks for {asked}, but its recording holds {recorded}"
        ));
        Trap::Unwind
    }

    /// Where the innermost user frame is, as `FILE:LINE`.
    fn place(&self) -> String {
        match self.user_frame(0) {
            Some(frame) => {
                let here = std::ptr::eq(frame, self.top_ref());
                let line = if here { self.raising_line() } else { self.line_of_frame(frame) };
                format!("{}:{line}", frame.code().code.path)
            }
            None => "the interpreter's own code".into(),
        }
    }

    /// A prompt must be visible before its answer is awaited. A failure is reported by the next write.
    fn show_prompt(&mut self) {
        let _ = self.host.world.console.flush();
    }

    /// Waits for what no descriptor tells. The reply, if that is all.
    fn prepare_wait(&mut self, request: &HostRequest) -> Res<Option<Reply>> {
        match request.op {
            Op::Sleep => {
                let nanos = request.first().max(0) as u64;
                let end = self.end_of_wait(request, Duration::from_nanos(nanos));
                match self.wait_ready(&Waiting::default(), end)? {
                    // What is left of it.
                    Woken::Signal => {
                        let left = end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
                        Ok(Some(Reply::Int(i64::try_from(left.as_nanos()).unwrap_or(i64::MAX))))
                    }
                    _ => Ok(Some(Reply::Done)),
                }
            }
            // Somebody else waits for the line.
            Op::Line if self.host.world.editor.is_some() => Ok(None),
            Op::Line | Op::Read => {
                if request.op == Op::Line || request.first() == 0 {
                    self.show_prompt();
                    self.host.world.prompt(request);
                }
                if request.op == Op::Line
                    && let Some(waiting) = self.host.world.waits_for_input()
                    && self.wait_ready(&waiting, None)? == Woken::Signal
                {
                    return Ok(Some(Reply::Fail(libc::EINTR)));
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Performs a request, again if it lacked a descriptor and a stream that nothing refers to had one.
    ///
    /// # Errors
    /// See [`Vm::request`].
    pub(crate) fn request_with_room(&mut self, request: &HostRequest) -> Res<Reply> {
        match self.request(request)? {
            Reply::Fail(libc::EMFILE) if self.close_abandoned()? => self.request(request),
            // What a finalizer removes would be gone by now if references were counted.
            Reply::Fail(libc::ENOTEMPTY) if request.op == Op::RemoveDir && self.finalizes_abandoned()? => {
                self.request(request)
            }
            reply => Ok(reply),
        }
    }

    /// Performs a request and raises the OSError for `Fail`, with the given file names.
    ///
    /// # Errors
    /// That OSError, and those of [`Vm::request`].
    pub fn ask_or_raise(&mut self, request: &HostRequest, names: &[Value]) -> Res<Reply> {
        match self.request_with_room(request)? {
            Reply::Fail(errno) => Err(self.errno_error_about(i64::from(errno), names)),
            reply => Ok(reply),
        }
    }

    /// Performs a request whose reply is a number.
    ///
    /// # Errors
    /// OSError, and those of [`Vm::request`].
    pub fn ask_int(&mut self, request: &HostRequest, names: &[Value]) -> Res<i64> {
        match self.ask_or_raise(request, names)? {
            Reply::Int(n) => Ok(n),
            _ => Ok(0),
        }
    }

    /// Performs a request whose reply is bytes.
    ///
    /// # Errors
    /// OSError, and those of [`Vm::request`].
    pub fn ask_bytes(&mut self, request: &HostRequest, names: &[Value]) -> Res<Vec<u8>> {
        match self.ask_or_raise(request, names)? {
            Reply::Bytes(bytes) => Ok(bytes),
            _ => Ok(Vec::new()),
        }
    }

    /// Reads a clock, in nanoseconds.
    ///
    /// # Errors
    /// See [`Vm::request`].
    pub fn host_clock_ns(&mut self, kind: ClockKind) -> Res<i64> {
        self.ask_int(&HostRequest::of(Op::Clock).number(kind as i64), &[])
    }

    /// Sleeps; a repeated run does not.
    ///
    /// # Errors
    /// KeyboardInterrupt, and those of [`Vm::request`].
    pub fn host_sleep(&mut self, seconds: f64) -> Res<()> {
        let nanos = (seconds.max(0.0) * 1e9) as i64;
        self.ask_or_raise(&HostRequest::of(Op::Sleep).number(nanos), &[]).map(drop)
    }

    /// Random bytes from the system.
    ///
    /// # Errors
    /// See [`Vm::request`].
    pub fn host_random(&mut self, n: usize) -> Res<Vec<u8>> {
        self.ask_bytes(&HostRequest::of(Op::Random).number(n as i64), &[])
    }

    /// A line of standard input with its end; empty at the end of the input.
    ///
    /// # Errors
    /// See [`Vm::request`].
    pub fn host_line(&mut self) -> Res<Vec<u8>> {
        loop {
            match self.request(&HostRequest::of(Op::Line))? {
                Reply::Fail(libc::EINTR) => {
                    let deliver = [self.intern("_signal"), self.intern("_deliver")];
                    let call = self.lib("call_hidden");
                    self.call(call, &deliver)?;
                }
                Reply::Fail(errno) => return Err(self.errno_error_about(i64::from(errno), &[])),
                Reply::Bytes(line) => return Ok(line),
                _ => return Ok(Vec::new()),
            }
        }
    }

    /// The contents of a source file; `None` if it cannot be read.
    ///
    /// # Errors
    /// See [`Vm::request`].
    pub fn host_read_source(&mut self, path: &std::path::Path) -> Res<Option<Vec<u8>>> {
        let path = std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str());
        match self.request(&HostRequest::of(Op::Source).path(path))? {
            Reply::Bytes(bytes) => Ok(Some(bytes)),
            _ => Ok(None),
        }
    }

    /// Writes to a stream.
    ///
    /// # Errors
    /// OSError; for a closed pipe BrokenPipeError.
    pub fn write_stream(&mut self, stream: Stream, bytes: &[u8]) -> Res<()> {
        let fd = if stream == Stream::Out { 1 } else { 2 };
        if self.host.is_redirected(fd) && !self.host.in_diversion() {
            let mut bytes = bytes;
            while !bytes.is_empty() {
                let n = self.ask_int(&HostRequest::of(Op::Write).number(fd).data(bytes), &[])?;
                bytes = &bytes[(n as usize).clamp(1, bytes.len())..];
            }
            return Ok(());
        }
        let at = self.moment();
        self.host.write(stream, bytes, at).map_err(|errno| self.errno_error_about(i64::from(errno), &[]))
    }
}
