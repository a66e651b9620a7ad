//! The native fields of asyncio's futures; those of tasks follow, see `modules/asyncio/task.rs`.

use ttd_core::value::Value;

use crate::{Vm, ids};

/// The event loop; NULL until it is initialized.
pub(crate) const LOOP: usize = 0;
/// One of the numbers below.
pub(crate) const STATE: usize = 1;
pub(crate) const RESULT: usize = 2;
/// The exception, or None.
pub(crate) const EXCEPTION: usize = 3;
/// Its traceback when it was set.
pub(crate) const TRACEBACK: usize = 4;
/// None, a tuple of callback and context, or a list of such tuples.
pub(crate) const CALLBACKS: usize = 5;
/// The bits below.
pub(crate) const FLAGS: usize = 6;
pub(crate) const MESSAGE: usize = 7;
/// The CancelledError that is raised next.
pub(crate) const CANCELLED_EXC: usize = 8;
pub(crate) const SOURCE: usize = 9;
/// The tasks that await it: None, one, or a set.
pub(crate) const AWAITED_BY: usize = 10;
pub(crate) const FIELDS: u32 = 11;

pub(crate) const PENDING: Value = Value::int(0);
pub(crate) const CANCELLED: Value = Value::int(1);
pub(crate) const FINISHED: Value = Value::int(2);

/// It is being awaited, and no task has noticed yet.
pub(crate) const BLOCKING: i64 = 1;
/// Its exception was not retrieved.
pub(crate) const LOG_TRACEBACK: i64 = 2;
/// Of a task: the loop is notified if it is dropped while it is pending.
pub(crate) const LOG_DESTROY: i64 = 4;
/// Of a task: a CancelledError is raised at its next step.
pub(crate) const MUST_CANCEL: i64 = 8;
/// Of a task: `all_tasks` shows it.
pub(crate) const KNOWN: i64 = 16;
/// Of a task: its first step runs at once, while another task runs.
pub(crate) const EAGER: i64 = 32;
/// It is a candidate for finalization.
pub(crate) const REGISTERED: i64 = 64;

impl Vm {
    /// Whether it is a future or a task that is done, and dropping it has no effect.
    pub(crate) fn is_settled_future(&mut self, v: Value) -> bool {
        if !v.is(ids::INST) || !self.is_instance(v, self.types.future) {
            return false;
        }
        let (state, flags) = (self.heap.slot(v, STATE), self.heap.slot(v, FLAGS));
        if state == PENDING || !flags.is_int() || flags.as_int() & LOG_TRACEBACK != 0 {
            return false;
        }
        let class = self.type_of(v);
        self.lookup(class, self.names.del_).is_some_and(|f| f.is(ids::METHOD_DESC))
    }
}
