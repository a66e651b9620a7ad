//! Schedules: how long a slice lasts, and which of the threads that could run is next. `-X schedule` chooses one.
//!
//! `fifo` has long slices and takes turns. `random:SEED` looks for races, after Burckhardt et al., "A randomized
//! scheduler with probabilistic guarantees of finding bugs" (2010): half of the seeds give each thread a random
//! priority, and the end of a slice is a change point, where the running thread gets the lowest one. The other half
//! take any thread. Slices have random lengths, many of a few events: most races need a switch between two lines.
//!
//! Each random number is a hash of the seed and of how many were drawn before. Both lie in the heap, so going back and
//! running again gives the same switches.
//!
//! `random:SEED@EVENT:NEXT` is `random:SEED` up to the event before that one, where a slice ends, and goes on as
//! `random:NEXT` with new priorities: another schedule with the same beginning.

use std::str::FromStr;

use ttd_core::value::Value;

use super::{RUNNING, shared, slot};
use crate::Vm;
use crate::native::{Res, Trap};
use crate::vm::host::ClockKind;
use crate::vm::slots;

/// The argument of `-X schedule`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// Long slices, and the thread is next that could run longest.
    #[default]
    Fifo,
    /// Slices and turns are a function of this seed; from an event on, of another one.
    Random(u32, Option<(u64, u32)>),
}

impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Schedule, String> {
        let random = text.strip_prefix("random:").and_then(|seeds| match seeds.split_once('@') {
            None => Some(Schedule::Random(number(seeds)?, None)),
            Some((seed, turn)) => {
                let (event, next) = turn.split_once(':')?;
                Some(Schedule::Random(number(seed)?, Some((number(event)?, number(next)?))))
            }
        });
        match random {
            Some(random) => Ok(random),
            None if text == "fifo" => Ok(Schedule::Fifo),
            None => {
                Err(format!("-X schedule needs fifo or random:SEED, where SEED is 0 to {}, not {text:?}", u32::MAX))
            }
        }
    }
}

/// Reads a number without a sign.
fn number<T: FromStr>(text: &str) -> Option<T> {
    Some(text).filter(|text| text.bytes().all(|digit| digit.is_ascii_digit()))?.parse().ok()
}

/// Powers of two, of which a seed chooses one: no slice of its schedule has twice as many events. Small ones are more
/// often of use, because in a long run even short slices end at any place.
const LONGEST: [u64; 16] = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 8, 11];
/// The number of draws of which one, on average, lets a thread run that was just woken, where there are no priorities.
const PREEMPTS: u64 = 4;
/// The number of ends of slices of which one, on average, waits until the next sleeper's time has come.
const WAITS: u64 = 16;
/// The longest sleep that may end although others could run, in nanoseconds.
const SHORT_SLEEP: i64 = 50_000_000;
/// Numbers of draws that are never reached, for what a seed decides once.
const ABOUT_SLICES: u64 = u64::MAX - 1;
const ABOUT_PRIORITIES: u64 = u64::MAX - 2;

/// The splitmix64 hash of a seed and the number of a draw.
fn hash(seed: u64, draw: u64) -> u64 {
    let mut z = seed.wrapping_mul(0xD134_2543_DE82_EF95) ^ draw.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Vm {
    /// The seed of a random schedule; `None` in turns.
    fn seed(&self) -> Option<u64> {
        match self.threads(shared::SEED) {
            seed if seed.is_int() => Some(seed.as_int() as u64),
            _ => None,
        }
    }

    /// Whether the schedule is random.
    pub(super) fn is_random(&self) -> bool {
        self.threads(shared::SEED).is_int()
    }

    /// Draws a number below `bound`; 0 in turns.
    fn draw(&mut self, bound: u64) -> u64 {
        let Some(seed) = self.seed() else { return 0 };
        let draws = self.threads(shared::DRAWS).as_int();
        self.set_threads(shared::DRAWS, Value::int(draws + 1));
        hash(seed, draws as u64) % bound
    }

    /// The time of the event from which on the schedule has another seed; never if it keeps the present one.
    pub(super) fn seed_turn(&self) -> i64 {
        match self.threads(shared::SEED_TURN) {
            turn if turn.is_int() => turn.as_int(),
            _ => i64::MAX,
        }
    }

    /// Has the schedule go on with the next seed, if that is due at the event that comes next.
    pub(super) fn turn_seed(&mut self, event: i64) {
        if event < self.seed_turn() {
            return;
        }
        let next = self.threads(shared::NEXT_SEED);
        for (item, v) in [(shared::SEED, next), (shared::DRAWS, Value::int(0)), (shared::SEED_TURN, Value::NONE)] {
            self.set_threads(item, v);
        }
        let all = self.threads(shared::ALL);
        for record in self.heap.list(all).to_vec() {
            self.set_priority(record);
        }
    }

    /// Whether the schedule goes by priorities.
    fn has_priorities(&self) -> bool {
        self.seed().is_some_and(|seed| hash(seed, ABOUT_PRIORITIES).is_multiple_of(2))
    }

    /// The number of events of the slice that begins.
    pub(super) fn slice_length(&mut self) -> i64 {
        let interval = self.threads(shared::INTERVAL).as_int().max(1);
        let Some(seed) = self.seed() else { return interval };
        // Every length between two powers of two is as likely as between the next two.
        let longest = LONGEST[hash(seed, ABOUT_SLICES) as usize % LONGEST.len()];
        let power = self.draw(longest + 1);
        let length = (1 << power) + self.draw(1 << power);
        interval.min(length as i64)
    }

    /// Gives a new thread its priority.
    pub(super) fn set_priority(&mut self, record: Value) {
        let priority = self.draw(1 << 40) as i64 + 1;
        self.set_of_thread(record, slot::PRIORITY, Value::int(priority));
    }

    /// The slice of the thread that runs is over, or it gives way: it is ready, with the lowest priority from here on.
    pub(super) fn queue_behind_others(&mut self, record: Value) {
        if self.is_random() {
            let switches = self.threads(shared::SWITCHES).as_int();
            self.set_of_thread(record, slot::PRIORITY, Value::int(-switches));
        }
        self.make_ready(record);
    }

    /// A thread was started or woken: it may run before the next event.
    pub(super) fn may_preempt(&mut self, record: Value) {
        let current = self.threads(shared::CURRENT);
        if !self.is_random() || self.host.in_diversion() || self.thread_state(current) != RUNNING {
            return;
        }
        let priority = |vm: &Vm, record| vm.of_thread(record, slot::PRIORITY).as_int();
        let preempts = match self.has_priorities() {
            true => priority(self, record) > priority(self, current),
            false => self.draw(PREEMPTS) == 0,
        };
        if preempts && self.threads(shared::SLICE_END).is_int() {
            self.set_threads(shared::SLICE_END, Value::int(self.now() + 1));
            self.set_budget();
        }
    }

    /// Chooses one of the threads in the queue that can run here; `None` where there is none.
    pub(super) fn choose_ready(&mut self) -> Option<Value> {
        let mut ready = Vec::new();
        let mut at = self.threads(shared::FIRST);
        while !at.is_none() {
            if self.can_run_here(at) {
                ready.push(at);
            }
            at = self.of_thread(at, slot::NEXT);
        }
        match ready.len() {
            0 | 1 => ready.pop(),
            _ if self.has_priorities() => {
                ready.into_iter().max_by_key(|record| self.of_thread(*record, slot::PRIORITY).as_int())
            }
            n => Some(ready[self.draw(n as u64) as usize]),
        }
    }

    /// Whether a thread that waits until `deadline` may be woken then although others could run.
    pub(super) fn is_short_sleep(&mut self, deadline: Option<i64>) -> Res<bool> {
        match deadline {
            Some(deadline) => Ok(deadline - self.host_clock_ns(ClockKind::Monotonic)? <= SHORT_SLEEP),
            None => Ok(false),
        }
    }

    /// Wakes sleepers in a random schedule. The clock is another one in each run, so it must not decide who runs: a
    /// sleeper is woken when nobody else can run, or at random, after waiting for its time. Only a long stretch of
    /// events makes this look at the clock, and at the outside, so that loops which wait for them come to an end.
    pub(super) fn let_time_pass(&mut self) -> Res<()> {
        let now = self.now();
        if now - self.threads(shared::LOOKED).as_int() >= super::INTERVAL {
            self.set_threads(shared::LOOKED, Value::int(now));
            self.look_outside(false)?;
            if self.next_deadline().is_some() {
                let clock = self.host_clock_ns(ClockKind::Monotonic)?;
                self.wake_until(clock);
            }
            return Ok(());
        }
        let sleeping = self.threads(shared::SLEEPING);
        let Some(next) = self.heap.list(sleeping).last().copied() else { return Ok(()) };
        if self.of_thread(next, slot::SHORT_SLEEP) != Value::TRUE || self.draw(WAITS) != 0 {
            return Ok(());
        }
        let deadline = self.of_thread(next, slot::DEADLINE).as_int();
        match self.sleep_until(deadline) {
            Ok(true) => self.wake_until(deadline),
            Ok(false) => self.wake_for_signal(),
            Err(Trap::Raise(exc)) => self.raise_in_main(exc),
            Err(trap) => return Err(trap),
        }
        Ok(())
    }

    /// Notes that a thread died of an exception, or that no thread can run.
    pub(crate) fn note_thread_error(&mut self) {
        self.current_thread();
        self.set_threads(shared::HAD_ERROR, Value::TRUE);
    }

    /// Whether a thread died of an exception, or there was a deadlock.
    pub(crate) fn had_thread_error(&self) -> bool {
        self.threads(shared::HAD_ERROR) == Value::TRUE
    }

    /// Chooses the schedule of the run, before it begins.
    pub(crate) fn set_schedule(&mut self, schedule: Schedule) {
        let Schedule::Random(seed, turn) = schedule else { return };
        self.heap.set_slot(self.globals, slots::SEED, Value::int(i64::from(seed)));
        if let Some((event, next)) = turn {
            let event = i64::try_from(event).unwrap_or(i64::MAX).min(1 << 46);
            self.heap.set_slot(self.globals, slots::SEED_TURN, Value::int(event));
            self.heap.set_slot(self.globals, slots::NEXT_SEED, Value::int(i64::from(next)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_are_read() {
        assert_eq!("fifo".parse(), Ok(Schedule::Fifo));
        assert_eq!("random:7".parse(), Ok(Schedule::Random(7, None)));
        assert_eq!("random:4294967295".parse(), Ok(Schedule::Random(u32::MAX, None)));
        assert_eq!("random:7@40:2".parse(), Ok(Schedule::Random(7, Some((40, 2)))));
        let wrong = ["", "random", "random:", "random:x", "random:+1", "random:-1", "random:4294967296", "lifo"];
        for wrong in
            wrong.into_iter().chain(["random:7@", "random:7@40", "random:7@:2", "random:7@40:", "random:@40:2"])
        {
            assert!(wrong.parse::<Schedule>().is_err(), "{wrong}");
        }
    }
}
