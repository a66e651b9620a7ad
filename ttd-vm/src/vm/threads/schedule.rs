//! When another thread runs, and which.
//!
//! A slice ends before the first instruction by which `slice_end` is reached, whatever stops the loop there: so the
//! places are the same in every mode.

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_core::value::Value;

use super::outside::BEFORE_INSTRUCTION;
use super::{READY, RUNNING, WAITING, shared, slot};
use crate::Vm;
use crate::native::{Res, Trap};
use crate::vm::host::{ClockKind, HostRequest, Op, Reply};

/// How long one waits at a time for a signal, in nanoseconds.
const LONG_SLEEP: i64 = 3_600_000_000_000;

impl Vm {
    /// The time of the event before which the slice ends; never while there is one thread.
    #[inline]
    pub(crate) fn slice_end(&self) -> i64 {
        match self.threads(shared::SLICE_END) {
            Value::NONE => i64::MAX / 4,
            end => end.as_int(),
        }
    }

    /// Begins a slice.
    pub(super) fn begin_slice(&mut self) {
        let now = self.now();
        self.turn_seed(now + 1);
        let end = (now + self.slice_length()).min(self.seed_turn());
        self.set_threads(shared::SLICE_BEGIN, Value::int(now));
        self.set_threads(shared::SLICE_END, Value::int(end));
        self.set_budget();
    }

    /// Ends the slice as soon as that is possible, and has this thread run then. False if it waits for something.
    pub(crate) fn run_next(&mut self, record: Value) -> bool {
        if self.thread_state(record) != READY {
            return false;
        }
        let now = self.now();
        self.set_threads(shared::CHOSEN, record);
        self.set_threads(shared::SLICE_BEGIN, Value::int(now - 1));
        self.set_threads(shared::SLICE_END, Value::int(now + 1));
        self.set_budget();
        true
    }

    /// Ends the slice, if it does before the events of the instruction at `pc`.
    pub(crate) fn check_slice(&mut self) -> Res<()> {
        let events = i64::from(self.original_at(self.pc).events);
        if self.now() + events < self.slice_end() || events == 0 || self.host.in_diversion() {
            return Ok(());
        }
        // Every slice has an event, however short it is: so all threads get on.
        if self.threads(shared::SLICE_BEGIN) == Value::int(self.now()) {
            return Ok(());
        }
        // A frame that was pushed is known by the time of its call, which comes next.
        let code = self.top_ref().code();
        let first = code.code.events_at(code.index_of(self.pc)).first();
        if first.is_some_and(|event| matches!(event.1, CodeEvent::Call(_))) {
            return Ok(());
        }
        self.turn_seed(self.now() + events);
        if self.limits.native_depth == self.limits.native_base {
            self.look_for_signals()?;
            self.wake_sleepers(true)?;
            let record = self.current_thread();
            if self.is_another_ready() || !self.of_thread(record, slot::CALL).is_none() {
                self.set_of_thread(record, slot::RETRY, Value::int(BEFORE_INSTRUCTION));
                self.queue_behind_others(record);
                return Err(Trap::Switch);
            }
        }
        self.begin_slice();
        Ok(())
    }

    /// Lets the next thread run, if the present one waits, is over, or has had its turn. No native code of it waits,
    /// unless this is for another on top of it.
    pub(crate) fn switch_thread(&mut self) -> Res<()> {
        let current = self.current_thread();
        if self.thread_state(current) == RUNNING {
            return Ok(());
        }
        let next = self.next_thread()?;
        let switches = self.threads(shared::SWITCHES).as_int() + 1;
        self.set_threads(shared::SWITCHES, Value::int(switches));
        self.set_of_thread(next, slot::STATE, Value::int(RUNNING));
        if next != current {
            if self.thread_state(current) != super::DONE {
                self.save_stack(current);
            }
            self.set_threads(shared::CURRENT, next);
            self.load_stack(next)?;
            self.note_other_stack();
            self.note_switch_of_memory()?;
        }
        if self.has_slices() {
            self.begin_slice();
        }
        Ok(())
    }

    /// Calls what was left for the thread that runs to do.
    pub(crate) fn make_call(&mut self) -> Res<()> {
        let record = self.current_thread();
        let call = self.of_thread(record, slot::CALL);
        if call.is_none() {
            return Ok(());
        }
        self.set_of_thread(record, slot::CALL, Value::NONE);
        let items = self.heap.tuple(call).to_vec();
        match items.split_first() {
            Some((function, args)) => self.call(*function, args).map(drop),
            None => Ok(()),
        }
    }

    /// The stack is another thread's from here on.
    fn note_other_stack(&mut self) {
        self.counting.dirty_frames_from = self.frame_stack.start();
        self.counting.side_effects_pending = true;
        self.counting.depth_known_at = i64::MIN;
        self.note_switch_in_log();
    }

    /// Takes the next thread that can run, waiting for one if need be.
    fn next_thread(&mut self) -> Res<Value> {
        self.turn_seed(self.now() + 1);
        self.wake_sleepers(false)?;
        loop {
            if let Some(record) = self.take_ready() {
                return Ok(record);
            }
            match self.look_outside(true) {
                Ok(true) => continue,
                Ok(false) => {}
                Err(Trap::Raise(exc)) => {
                    self.raise_in_main(exc);
                    continue;
                }
                Err(trap) => return Err(trap),
            }
            let deadline = match self.next_deadline() {
                Some(deadline) => deadline,
                // A signal may end it.
                None if self.threads(shared::WATCHES_SIGNALS) == Value::TRUE => {
                    self.host_clock_ns(ClockKind::Monotonic)?.saturating_add(LONG_SLEEP)
                }
                None => {
                    self.note_deadlock()?;
                    continue;
                }
            };
            match self.sleep_until(deadline) {
                Ok(true) => self.wake_until(deadline),
                Ok(false) => self.wake_for_signal(),
                Err(Trap::Raise(exc)) => self.raise_in_main(exc),
                Err(trap) => return Err(trap),
            }
        }
    }

    /// Returns false if a signal has ended it.
    pub(super) fn sleep_until(&mut self, deadline: i64) -> Res<bool> {
        let now = self.host_clock_ns(ClockKind::Monotonic)?;
        if now >= deadline {
            return Ok(true);
        }
        let reply = self.ask_or_raise(&HostRequest::of(Op::Sleep).number(deadline - now), &[])?;
        Ok(!matches!(reply, Reply::Int(_)))
    }

    /// Has the main thread handle the signals that have arrived while the program ran.
    fn look_for_signals(&mut self) -> Res<()> {
        if self.threads(shared::WATCHES_SIGNALS) != Value::TRUE {
            return Ok(());
        }
        let Reply::Ints(numbers) = self.request(&HostRequest::of(Op::Signals))? else { return Ok(()) };
        if numbers.is_empty() {
            return Ok(());
        }
        let numbers: Vec<Value> = numbers.iter().map(|n| Value::int(*n)).collect();
        let numbers = self.new_tuple(&numbers);
        let call = [self.lib("call_hidden"), self.intern("_signal"), self.intern("_deliver"), numbers];
        let call = self.new_tuple(&call);
        self.call_in_main(call);
        Ok(())
    }

    /// Has the main thread raise an exception: Ctrl-C is its affair.
    pub(crate) fn raise_in_main(&mut self, exc: Value) {
        let raise = self.lib("raise_exception");
        let call = self.new_tuple(&[raise, exc]);
        self.call_in_main(call);
    }

    /// Nobody can run, and nobody ever will: the main thread gets an error; before it the one that waits in native code
    /// on top of others.
    fn note_deadlock(&mut self) -> Res<()> {
        let all = self.heap.list(self.threads(shared::ALL)).to_vec();
        let waits = |vm: &Vm, r: &Value| vm.thread_state(*r) == WAITING && vm.can_run_here(*r);
        let inside = all.iter().find(|r| waits(self, r) && self.of_thread(**r, slot::LEVEL).as_int() > 0);
        let who = inside.or_else(|| all.iter().find(|r| waits(self, r))).copied();
        let Some(who) = who else {
            return Err(self.runtime_error("deadlock: a thread waits inside native code for one that waits below it"));
        };
        let report = self.threads(shared::ON_DEADLOCK);
        let call = self.new_tuple(&[report]);
        self.set_of_thread(who, slot::CALL, call);
        // The report still tells what it waited for.
        self.make_ready(who);
        Ok(())
    }
}
