//! `_asyncio`: futures, tasks, and what belongs to them. What is seldom needed is in Python,
//! `lib/native/runtime/_asyncio.py`.
//!
//! A step of a task is no call that native code waits for: the native asks for [`Tail::Step`](crate::vm::Tail), and
//! `Cont::Step` decides how to go on when the coroutine yields, returns or raises (`interp/generators/steps.rs`).
//! Callbacks are put into the loop's queue here if the loop is the library's; any other loop's `call_soon` is called
//! from Python.

mod await_iter;
mod callbacks;
mod context;
mod context_vars;
mod future;
mod future_attrs;
mod queue;
mod state;
mod step;
mod task;
mod task_cancel;

use ttd_core::value::Value;

use crate::{Vm, methods, native::*};

pub(crate) use await_iter::{ID as AWAIT_ITER, Sent, await_exact, close_await, send as send_await};
pub use context::MODULE as CONTEXTS;
pub(crate) use context::{enter as enter_context, leave as leave_context};
pub(crate) use step::{After, raised, returned, save_cont, saved_cont, yielded};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_asyncio",
    doc: "Accelerator module for asyncio",
    functions: FUNCTIONS,
    types: &[future::TYPE, task::TYPE, await_iter::TYPE],
    init,
};

const FUNCTIONS: &[Method] = methods! {
    /// Return the running event loop or None.
    ///
    /// This is a low-level function intended to be used by event loops.
    /// This function is thread-specific.
    Pure "_get_running_loop" "()" => state::get_running_loop_or_none;
    /// Set the running event loop.
    ///
    /// This is a low-level function intended to be used by event loops.
    /// This function is thread-specific.
    Mutates "_set_running_loop" "(loop, /)" => state::set_running_loop;
    /// Return the running event loop.  Raise a RuntimeError if there is none.
    ///
    /// This function is thread-specific.
    Pure "get_running_loop" "()" => state::get_running_loop;
    /// Return a currently executed task.
    Pure "current_task" "(loop=None)" => state::current_task;
    /// Enter into task execution or resume suspended task.
    ///
    /// Task belongs to loop.
    CallsBack "_enter_task" "(loop, task)" => state::enter_task;
    /// Leave task execution or suspend a task.
    ///
    /// Task belongs to loop.
    CallsBack "_leave_task" "(loop, task)" => state::leave_task;
    /// Temporarily swap in the supplied task and return the original one (or None).
    ///
    /// This is intended for use during eager coroutine execution.
    Mutates "_swap_current_task" "(loop, task)" => state::swap_current_task;
    /// Record that `fut` is awaited on by `waiter`.
    Mutates "future_add_to_awaited_by" "(fut, waiter, /)" => future_attrs::add_awaited_by;
    /// Record that `fut` is no longer awaited on by `waiter`.
    Mutates "future_discard_from_awaited_by" "(fut, waiter, /)" => future_attrs::discard_awaited_by;
    /// Keeps what natives need of the library.
    Mutates "_register" "(*known)" => state::register;
    /// Keeps what the queues of the library's loops are made of.
    Mutates "_register_loops" "(*known)" => state::register_loops;
    /// Marks a native task as known to `all_tasks`, or not; whether it is one.
    Mutates "_mark_task" "(task, known, /)" => task::mark;
    /// The native tasks of a loop that are not done; of all loops for None.
    Pure "_native_tasks" "(loop, /)" => task::native_tasks;
    /// The tasks that run, in all loops.
    Pure "_running_tasks" "()" => state::running_tasks;
    /// Runs the first step of a task that starts at once.
    CallsBack "_eager_step" "(task, /)" => step::eager_step;
    /// Forgets the coroutine of a task.
    Mutates "_forget_coro" "(task, /)" => task::forget_coro;
    /// A step of a task.
    CallsBack "task_step" "(task, exc=None, /)" => step::step;
    /// What a future calls for which a task waits.
    CallsBack "task_wakeup" "(task, fut, /)" => step::wakeup;
    /// A function that is bound to a task: a step, or what wakes it.
    Pure "_bound" "(task, wakes, /)" => step::bound;
    /// A task's coroutine, which is no native one, returned.
    CallsBack "_returned" "(task, value, /)" => step::native_returned;
    /// A task's coroutine, which is no native one, raised.
    CallsBack "_raised" "(task, exc, /)" => step::native_raised;
    /// A task's coroutine, which is no native one, yielded.
    CallsBack "_yielded" "(task, value, /)" => step::native_yielded;
    /// A task waits for a future; None for no longer.
    Mutates "_set_waiter" "(task, fut, /)" => task::set_waiter;
    /// Whether a task is to be cancelled at its next step.
    Mutates "_set_must_cancel" "(task, must, message=None, /)" => task::set_must_cancel;
    /// Puts a future into its first state.
    Mutates "_fill_future" "(fut, loop, /)" => future::fill_by_name;
    /// Puts a task into its first state.
    Mutates "_fill_task" "(task, loop, coro, name, context, /)" => task::fill_by_name;
    /// As `_fill_future`, for a task that is given no coroutine.
    Mutates "_fill_refused" "(task, loop, /)" => task::fill_refused;
    /// Gives a task a name that is a str.
    Mutates "_put_name" "(task, name, /)" => task::put_name;
    /// Gives a future other callbacks, pairs of callback and context.
    CallsBack "_set_callbacks" "(fut, callbacks, /)" => callbacks::set_callbacks;
    /// Where a future was made.
    Mutates "_set_source" "(fut, source, /)" => future_attrs::set_source;
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    vm.dict_set_str(dict, "Future", vm.types.future);
    vm.dict_set_str(dict, "Task", vm.types.task);
    state::make(vm);
    Ok(())
}
