//! Changes between the events of two threads: a statement that waited goes on before its thread has an event again.

use ttd_core::value::Value;

use super::location::WatchTarget;
use crate::time::machine::Machine;
use crate::vm::event::Reached;
use crate::vm::slots;
use crate::{Vm, ids};

impl Machine {
    /// Whether what changed a target at event `t` ran after the last switch of threads before it, and not before that
    /// switch. `None` where there was no switch, or nothing says that. The machine is at `t` afterwards.
    pub fn is_changed_after_switch(&mut self, target: &WatchTarget, t: u64) -> Option<bool> {
        let before = t.checked_sub(1)?;
        if self.seek(before) != Reached::Target {
            return None;
        }
        let all = self.vm().heap.logs_every_write();
        self.vm_mut().heap.set_log_every_write(true);
        let place = self.vm().heap.journal_position();
        let reached = self.run_through(t);
        let vm = self.vm_mut();
        let writes = match (vm.is_detached(), vm.is_first_of_moment()) {
            (true, true) => vm.heap.writes_at_moment(),
            (true, false) => Vec::new(),
            (false, _) => vm.heap.writes_since(place),
        };
        vm.heap.set_log_every_write(all);
        if reached != Reached::Target {
            return None;
        }
        let threads = vm.global(slots::THREADS);
        let switch = writes.iter().rposition(|write| write.object == threads)?;
        let objects = vm.objects_that_decide(target);
        if let Some(write) = writes.iter().rposition(|write| objects.contains(&write.object)) {
            return Some(write > switch);
        }
        // A register: only its own frame writes to it.
        match target {
            WatchTarget::Variable { frame, .. } => Some(vm.frame_number(*frame).is_some()),
            _ => None,
        }
    }
}

impl Machine {
    /// Goes on to the next event, `t`. A run that is not logged makes no checkpoint there: its journal would begin
    /// anew.
    fn run_through(&mut self, t: u64) -> Reached {
        if self.is_logged() {
            return self.seek(t);
        }
        let mut next = i64::MAX / 4;
        let mut exchange = |machine: &mut Self| {
            machine.vm_mut().driver().iter_mut().for_each(|d| std::mem::swap(&mut d.next_checkpoint, &mut next));
        };
        exchange(self);
        let reached = self.run_to(t as i64);
        exchange(self);
        reached
    }
}

impl Vm {
    /// The objects to which something is written when a target changes.
    fn objects_that_decide(&mut self, target: &WatchTarget) -> Vec<Value> {
        let mut objects = match target {
            WatchTarget::Shared { object, .. }
            | WatchTarget::Attribute { object, .. }
            | WatchTarget::Item { object, .. }
            | WatchTarget::Computed { object, .. } => {
                self.find_allocated(*object).map(|found| self.owners_of(found)).unwrap_or_default()
            }
            WatchTarget::Variable { frame, name, .. } => {
                let user = self.frames().find(|f| f.code().counted && f.born == *frame);
                let cell = user.and_then(|f| Some(self.register_in(f, self.variable_number(f, name)?)));
                cell.filter(|cell| cell.is(ids::CELL)).into_iter().collect()
            }
            WatchTarget::Expression { .. } | WatchTarget::RunningThread => Vec::new(),
        };
        let held = self.read_target(target);
        objects.extend(held.and_then(|held| self.container_in(held)));
        objects
    }
}
