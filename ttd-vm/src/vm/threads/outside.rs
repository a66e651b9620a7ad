//! Waiting for the outside while there are other threads: for descriptors and child processes.
//!
//! A request that would wait is not made. The thread waits like any other, the scheduler asks for whom the outside is
//! ready, and the thread that is woken carries out the instruction again by which it made the request. That is possible
//! where the instruction calls one of [`RESTARTABLE`], which do nothing before. Elsewhere, inside native code, the
//! other threads run on top until the request can be made.

use ttd_code::bytecode::op::Op as Code;
use ttd_core::value::Value;

use super::{WAITING, shared, slot};
use crate::native::{Res, Trap};
use crate::vm::host::{ClockKind, HostRequest, Op, Reply};
use crate::{Vm, ids};

/// The natives that begin with a request and can be called again: owner and name.
const RESTARTABLE: [(&str, &str); 10] = [
    ("_host", "ask"),
    ("_posix", "read"),
    ("_posix", "write"),
    ("_posix", "write_part"),
    ("_time", "time"),
    ("_time", "time_ns"),
    ("_time", "monotonic"),
    ("_time", "monotonic_ns"),
    ("_time", "perf_counter"),
    ("_time", "perf_counter_ns"),
];

/// How often a thread reads a clock without an event between until the others run.
const MOST_CLOCK_READS: i64 = 100;

/// In `slot::TIMED_OUT`: a signal has ended the waiting.
const BY_SIGNAL: i64 = libc::EINTR as i64;

/// In `slot::RETRY`: the request would not have waited.
const GAVE_WAY: i64 = -2;

/// In `slot::RETRY`: the slice ended before the instruction at `pc`, and nothing waits.
pub(super) const BEFORE_INSTRUCTION: i64 = -3;

impl Vm {
    /// Lets the other threads run until a request can be made without waiting. Gives the reply if its time is over, or
    /// a signal has arrived.
    ///
    /// # Errors
    /// [`Trap::Switch`] where the instruction will be carried out again; those of [`Vm::request`].
    #[cold]
    pub(crate) fn wait_beside_threads(&mut self, request: &HostRequest) -> Res<Option<Reply>> {
        let record = self.current_thread();
        let mut until = self.pending.waits_until.take();
        let has_given_way = until == Some(GAVE_WAY);
        until = until.filter(|_| !has_given_way);
        loop {
            let woken = self.of_thread(record, slot::TIMED_OUT);
            if until.is_some() && woken != Value::FALSE {
                self.set_of_thread(record, slot::TIMED_OUT, Value::FALSE);
                return Ok(Some(if woken == Value::TRUE { Reply::Done } else { Reply::Fail(BY_SIGNAL as i32) }));
            }
            let Some((nanos, wanted)) = self.would_wait(request)? else {
                if until.is_none() && !has_given_way && self.asks_again(record) {
                    return Err(self.let_others_ask(record));
                }
                return Ok(None);
            };
            let deadline = match until {
                Some(deadline) => deadline,
                None if nanos < 0 => -1,
                None => self.host_clock_ns(ClockKind::Monotonic)?.saturating_add(nanos).min(1 << 46),
            };
            until = Some(deadline);
            let restarts = self.is_restartable();
            if restarts {
                self.ask_later(record, deadline);
            }
            let what = self.new_bytes(&wanted);
            let parked = self.park_nested(what, (deadline >= 0).then_some(deadline), !restarts);
            if restarts {
                return parked.and(Err(Trap::Switch));
            }
            parked?;
        }
    }

    /// Whether a thread asks the outside for the second time without an event between: the library goes round in a
    /// loop, whose end may need another thread, and slices end at events.
    fn asks_again(&mut self, record: Value) -> bool {
        let now = Value::int(self.now());
        let again = self.of_thread(record, slot::SINCE) == now;
        self.set_of_thread(record, slot::SINCE, now);
        again && self.is_restartable()
    }

    /// Reads a clock for the program. A thread that reads it again and again without an event between goes round in a
    /// loop of the library, whose end may need another thread: now and then it lets the others run.
    ///
    /// # Errors
    /// As [`Vm::wait_beside_threads`].
    pub(crate) fn read_clock(&mut self, kind: ClockKind) -> Res<i64> {
        let has_given_way = self.pending.waits_until.take() == Some(GAVE_WAY);
        if self.has_other_threads() && !has_given_way && !self.host.in_diversion() {
            let record = self.current_thread();
            let reads =
                if self.asks_again(record) { self.of_thread(record, slot::CLOCK_READS).as_int() + 1 } else { 0 };
            let gives_way = reads >= MOST_CLOCK_READS;
            self.set_of_thread(record, slot::CLOCK_READS, Value::int(if gives_way { 0 } else { reads }));
            if gives_way {
                return Err(self.let_others_ask(record));
            }
        }
        self.host_clock_ns(kind)
    }

    /// Lets the others run before a request that would not wait; its instruction is carried out again.
    fn let_others_ask(&mut self, record: Value) -> Trap {
        self.ask_later(record, GAVE_WAY);
        self.set_of_thread(record, slot::TIMED_OUT, Value::FALSE);
        self.queue_behind_others(record);
        Trap::Switch
    }

    /// Has a thread carry out the instruction before `pc` again when it runs next.
    fn ask_later(&mut self, record: Value, deadline: i64) {
        self.set_of_thread(record, slot::RETRY, Value::int(deadline));
        self.pc = self.pc.wrapping_sub(1);
    }

    /// How long a request would wait now (negative: forever), and for what, as numbers of eight bytes; `None` if it
    /// would not.
    fn would_wait(&mut self, request: &HostRequest) -> Res<Option<(i64, Vec<u8>)>> {
        let mut ask = HostRequest::of(Op::WouldWait).number(request.op as i64);
        for number in request.numbers().iter().take(HostRequest::MOST_NUMBERS - 1) {
            ask = ask.number(*number);
        }
        if request.op == Op::Poll {
            ask = ask.data(request.bytes());
        }
        let Reply::Ints(numbers) = self.request(&ask)? else { return Ok(None) };
        Ok(numbers.split_first().map(|(nanos, wanted)| (*nanos, wanted.iter().flat_map(|n| n.to_le_bytes()).collect())))
    }

    /// Whether no native code waits, and the instruction before `pc` calls one of [`RESTARTABLE`].
    fn is_restartable(&self) -> bool {
        if self.limits.native_depth != self.limits.native_base {
            return false;
        }
        let ins = self.original_at(self.pc.wrapping_sub(1));
        if !matches!(ins.op, Code::Call | Code::CallKw | Code::CallEx) {
            return false;
        }
        let callee = self.reg(ins.a);
        callee.is(ids::BUILTIN) && {
            let native = &self.loaded.natives[self.heap.shape(callee) as usize];
            RESTARTABLE.contains(&(native.owner, native.row.name))
        }
    }

    /// Carries out again the instruction by which the thread that runs waited for the outside, if it did.
    pub(super) fn retry(&mut self) -> Res<()> {
        let record = self.current_thread();
        let deadline = self.of_thread(record, slot::RETRY);
        if !deadline.is_int() {
            return Ok(());
        }
        self.set_of_thread(record, slot::RETRY, Value::NONE);
        let ins = self.original_at(self.pc);
        // An exception belongs to this instruction, and not to the one that happens to precede it.
        self.pc = self.pc.wrapping_add(1);
        if deadline == Value::int(BEFORE_INSTRUCTION) {
            self.make_call()?;
            self.pc = self.pc.wrapping_sub(1);
            return Ok(());
        }
        // Something else must be done first: an exception of it ends the waiting.
        self.make_call()?;
        self.pending.waits_until = Some(deadline.as_int());
        let done = match ins.op {
            Code::CallKw => self.op_call_kw(ins),
            Code::CallEx => self.op_call_ex(ins),
            _ => self.op_call(ins),
        };
        self.pending.waits_until = None;
        done
    }

    /// The threads that wait for the outside, each with what it waits for.
    fn outside_waiters(&self) -> Vec<(Value, Value)> {
        let all = self.threads(shared::ALL);
        let waits = |record: &Value| {
            let what = self.of_thread(*record, slot::WAITS_FOR);
            (self.thread_state(*record) == WAITING && what.is(ids::BYTES)).then_some((*record, what))
        };
        self.heap.list(all).iter().filter_map(waits).collect()
    }

    /// Wakes the threads for which the outside is ready. With `waits`, waits until one is or a sleeper's time has come,
    /// and wakes that too. Returns false if none waits for the outside.
    pub(super) fn look_outside(&mut self, waits: bool) -> Res<bool> {
        let waiters = self.outside_waiters();
        if waiters.is_empty() {
            return Ok(false);
        }
        let deadline = if waits { self.next_deadline() } else { None };
        let nanos = match deadline {
            Some(deadline) => (deadline - self.host_clock_ns(ClockKind::Monotonic)?).max(0),
            None => -i64::from(waits),
        };
        let (mut data, mut owners) = (Vec::new(), Vec::new());
        for (record, what) in waiters {
            let wanted = self.heap.bytes(what);
            data.extend_from_slice(wanted);
            owners.extend(std::iter::repeat_n(record, wanted.len() / size_of::<i64>()));
        }
        match self.request(&HostRequest::of(Op::WaitAny).number(nanos).data(&data))? {
            Reply::Ints(ready) => {
                for at in ready {
                    if let Some(record) = usize::try_from(at).ok().and_then(|at| owners.get(at)) {
                        self.wake(*record);
                    }
                }
            }
            Reply::Fail(libc::EINTR) => self.wake_for_signal(),
            _ => {}
        }
        if deadline.is_some() {
            let clock = self.host_clock_ns(ClockKind::Monotonic)?;
            self.wake_until(clock);
        }
        Ok(true)
    }

    /// A signal has arrived: the main thread handles it.
    pub(super) fn wake_for_signal(&mut self) {
        let all = self.threads(shared::ALL);
        let main = self.heap.list(all)[0];
        if self.of_thread(main, slot::WAITS_FOR).is(ids::BYTES) {
            self.wake(main);
            self.set_of_thread(main, slot::TIMED_OUT, Value::int(BY_SIGNAL));
            return;
        }
        let function = self.lib("call_hidden");
        let call = [function, self.intern("_signal"), self.intern("_deliver")];
        let call = self.new_tuple(&call);
        self.call_in_main(call);
    }
}
