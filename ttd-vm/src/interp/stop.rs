//! The one stop site: delivers events one by one; the machine can stop at any of them.
//!
//! A position in time is (`pc`, `phase`, unwinding). `phase` events of the instruction at `pc` have been delivered. An
//! `exception` event belongs to no instruction, so the next step of unwinding is part of the position.
//!
//! # Why the unsafe code is sound
//!
//! Slots 1 to `depth` of the reservation for frames are the frames that were pushed. Watched registers lie in the
//! reservation for registers, which never moves.

use std::sync::atomic::Ordering;

use ttd_code::bytecode::code::Code;
use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use crate::Vm;
use crate::native::{Res, Trap};
use crate::vm::errors::traceback::HIDDEN;
use crate::vm::event::{Event, EventKind, How, describe_event};
use crate::vm::stack::frame::Frame;

/// Maximum number of events between two checks of the interrupt flag.
pub(crate) const INTERRUPT_INTERVAL: i64 = 1 << 18;

impl Vm {
    /// The time of the last delivered event, -1 before the first.
    #[inline]
    pub fn now(&self) -> i64 {
        self.counting.stop_at - 1 - self.counting.budget
    }

    /// The instruction as compiled, without patches.
    #[inline]
    pub(crate) fn original_at(&self, pc: *const Ins) -> Ins {
        let code = self.top_ref().code();
        code.original(code.index_of(pc))
    }

    /// Delivers the events of the instruction at `pc` one by one, because the budget does not cover them.
    #[cold]
    #[inline(never)]
    pub(crate) fn stop_site(&mut self) -> Res<()> {
        self.note_entry(self.pc);
        self.check_slice()?;
        self.deliver_events(0)
    }

    /// Notes that the top frame's code begins, if the instruction at `pc` is its first one.
    fn note_entry(&mut self, pc: *const Ins) {
        let code = self.top_ref().code();
        if !code.entered.get() {
            let at = code.index_of(pc);
            code.note_entry(at, self.patch_of_search(code.id, at));
        }
    }

    /// Comes to a patched instruction. Returns whether its events are delivered one by one: they may matter. `Break`
    /// skips events of other frames with the same code, because recursion is common, all when nothing is searched, and
    /// those that the filter of a search rejects by values.
    /// `Look` skips all while no watched object or register was written to.
    #[inline(never)]
    pub(crate) fn reaches_patch(&mut self, pc: *const Ins, patch: Op) -> bool {
        self.note_entry(pc);
        self.leave_tracing();
        if self.pending.patch_handled {
            return true;
        }
        let (counting, frame) = (&self.counting, self.top_ref());
        match patch {
            Op::Break => {
                let searched = counting.armed && (counting.only_frame == frame.born || counting.only_frame == u64::MAX);
                let filters = counting.filters;
                self.is_tracing() || searched && !(filters && self.is_filtered_out(pc))
            }
            _ => {
                self.heap.is_look_due()
                    || counting.look_always
                    || counting.watched_frames.contains(&frame.born)
                    || counting.watched_registers.iter().any(|(register, seen)| {
                        // SAFETY: a register of the reservation; its frame may be over, then this is a look too many.
                        !register.is_null() && unsafe { **register } != *seen
                    })
            }
        }
    }

    /// Delivers the events of a patched instruction one by one. They were counted already.
    #[cold]
    #[inline(never)]
    pub(crate) fn break_site(&mut self) -> Res<()> {
        if std::mem::take(&mut self.pending.patch_handled) {
            return Ok(());
        }
        if self.counting() {
            self.counting.budget += i64::from(self.original_at(self.pc).events);
        }
        self.deliver_events(0)
    }

    /// Delivers the events of the instruction at `pc`, starting with index `from`: to the machine, and to the program's
    /// own tracing. That may make the frame go on with another instruction.
    pub(crate) fn deliver_events(&mut self, from: usize) -> Res<()> {
        let (code, pc) = (self.top_ref().code(), self.pc);
        let at = code.index_of(pc);
        let from = from.max(std::mem::take(&mut self.pending.first_event));
        let counts = code.counted && self.counting();
        if self.state.phase == 0 {
            self.trace_outcomes(at)?;
        }
        let events = if counts { code.code.events_at(at) } else { code.trace_events_at(at) };
        for (k, (_, event)) in events.iter().enumerate().skip(from) {
            let described = describe_event(self.top_ref(), *event, at, self.now() + 1);
            if counts {
                self.state.phase = k as u8 + 1;
                self.deliver_event(described)?;
            }
            if self.is_tracing() {
                self.trace_instruction_event(&described, at)?;
                if self.pc != pc {
                    return Ok(());
                }
            }
        }
        self.state.phase = 0;
        self.trace_instruction(at)
    }

    /// Number of user frames on the stack that have been entered and have not returned.
    pub(crate) fn user_depth(&self) -> u32 {
        let waiting = u32::from(self.depth() > 1 && self.main_has_not_begun()) + self.returned_frames();
        self.frames().filter(|f| f.code().counted && !self.only_delegates(f)).count() as u32 - waiting
    }

    /// The frames, innermost first.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        let bottom = self.frame_stack.start();
        (0..self.depth()).map(move |i| {
            // SAFETY: slots 1 to depth of the reservation are the frames that were pushed.
            unsafe { &*bottom.add(self.depth() - i) }
        })
    }

    /// The frame at an index from the bottom of the stack, from 1.
    pub(crate) fn frame_above(&self, n: usize) -> Option<&Frame> {
        // SAFETY: slots 1 to depth of the reservation are the frames that were pushed.
        (1..=self.depth()).contains(&n).then(|| unsafe { &*self.frame_stack.start().add(n) })
    }

    /// Delivers an event, whose depth is computed on demand. Stops if it matches or the budget is spent.
    pub(crate) fn deliver_event(&mut self, event: Event) -> Res<()> {
        if self.is_starting() {
            return Ok(());
        }
        self.counting.budget -= 1;
        let before = std::mem::replace(&mut self.state.last, event);
        let mut undecided = false;
        if self.log.is_some() {
            self.log_event();
            undecided = self.checks_every_event() && self.needs_decision();
            if undecided {
                self.complete_depth(&before);
                self.await_decision()?;
            }
        }
        if self.is_at_branch_point() {
            return self.leave_for_branch(before);
        }
        let matched = self.counting.armed && self.is_recorded_here() && self.handle_event(&before);
        if matched || undecided || self.counting.budget < 0 {
            self.complete_depth(&before);
            return self.at_stop(matched);
        }
        Ok(())
    }

    /// Computes the depth of the last event; `before` is the one before it.
    pub(crate) fn complete_depth(&mut self, before: &Event) {
        let now = self.now();
        let event = self.state.last;
        if self.counting.depth_known_at == now {
            return;
        }
        let by_counting = |vm: &Vm| vm.user_depth() - u32::from(event.kind == EventKind::Return);
        self.state.last.depth = if self.counting.depth_known_at == now - 1 {
            let depth = match event.kind {
                EventKind::Call => before.depth + 1,
                EventKind::Return => before.depth.wrapping_sub(1),
                _ => before.depth,
            };
            debug_assert_eq!(depth, by_counting(self), "at event {now}");
            depth
        } else {
            by_counting(self)
        };
        self.counting.depth_known_at = now;
    }

    /// Whether the main module's frame has had no event yet: what runs above it, the packages around the module or the
    /// compiler's warnings, comes first.
    pub(crate) fn main_has_not_begun(&self) -> bool {
        let pc = if self.depth() == 1 { self.pc } else { self.frame_above(1).map_or(self.pc, |main| main.pc) };
        self.frame_above(1).is_some_and(|main| main.code().start() == pc)
    }

    /// Whether the compiler's warnings about the main module are being issued. That is before the program's first
    /// event, so what runs for it has none, even if it is library code with events.
    pub(crate) fn is_starting(&self) -> bool {
        self.counting() && self.now() < 0 && {
            let warns = |code: &Code| &*code.name == "compiler_warnings" && code.path.starts_with(HIDDEN);
            self.frames().any(|frame| warns(&frame.code().code))
        }
    }

    /// Counts an event that belongs to no instruction if nobody looks at what happens at it. Returns false without any
    /// effect otherwise.
    pub(crate) fn pass_unattached(&mut self, kind: EventKind) -> bool {
        let looked_at = self.log.is_some() || self.counting.armed || self.counting.budget < 1 || self.now() < 0;
        if looked_at || self.is_branch_point(self.now() + 1) {
            return false;
        }
        if self.top_ref().code().counted && !(self.depth() == 1 && self.main_has_not_begun()) {
            self.state.last = self.unattached(kind, How::None, self.raising_line());
            self.counting.budget -= 1;
        }
        true
    }

    /// An event of the top frame that belongs to no instruction.
    fn unattached(&self, kind: EventKind, how: How, line: u32) -> Event {
        let frame = self.top_ref();
        Event { kind, how, line, code: frame.code().id, frame: frame.born, depth: 0 }
    }

    /// Delivers an event that belongs to no instruction.
    pub(crate) fn deliver_unattached(&mut self, kind: EventKind, how: How, line: u32) -> Res<()> {
        if self.depth() == 1 && self.main_has_not_begun() {
            return Ok(());
        }
        if self.top_ref().code().counted && self.counting() {
            self.deliver_event(self.unattached(kind, how, line))?;
        }
        self.trace_unattached(kind, line)
    }

    /// Checks the interrupt flag and memory, after many back edges.
    #[cold]
    #[inline(never)]
    pub(crate) fn tick(&mut self) -> Res<()> {
        self.limits.lib_budget = INTERRUPT_INTERVAL;
        if !self.counting() {
            self.counting.budget = INTERRUPT_INTERVAL;
        }
        if self.heap.wants_collection() {
            self.collect_if_safe();
        }
        self.poll_work();
        self.check_interrupt()
    }

    /// As `tick`, at a loop's head that has not run yet: an interrupt is raised there, and not at the instruction that
    /// happens to precede it. `counts`: whether the interpreter's loop counts events.
    #[cold]
    #[inline(never)]
    pub(crate) fn loop_head_tick(&mut self, counts: bool) -> Res<()> {
        if !counts && self.counting() && self.limits.native_depth == self.limits.native_base {
            // A thread was started meanwhile: from here on events are counted.
            return Err(Trap::Switch);
        }
        let looked = self.tick();
        if matches!(looked, Err(Trap::Raise(_))) {
            self.pc = self.pc.wrapping_add(1);
        }
        looked
    }

    /// Raises KeyboardInterrupt if Ctrl-C was pressed in a plain run; otherwise leaves it to the debugger.
    pub fn check_interrupt(&mut self) -> Res<()> {
        if self.heap.bytes_used() > self.heap.limit() && self.limits.native_depth == 0 {
            self.collect_garbage();
            if self.heap.bytes_used() > self.heap.limit() {
                return Err(self.memory_error());
            }
        }
        if self.interrupt.load(Ordering::Relaxed) {
            return self.interrupted();
        }
        Ok(())
    }

    /// Takes the value that reached an `Exit` continuation.
    pub(crate) fn take_exit(&mut self) -> Value {
        self.pending.exit_pending = false;
        std::mem::replace(&mut self.pending.exit_value, Value::UNBOUND)
    }
}
