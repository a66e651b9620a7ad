//! `_ttd_threads`: starting and switching threads, for `lib/native/runtime/_thread.py`, which makes locks of it.

use ttd_core::value::Value;

use crate::modules::sys::frames::innermost_frames;
use crate::vm::threads::{shared, slot};
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef =
    ModuleDef { name: "_ttd_threads", doc: "The threads of the program.", functions: FUNCTIONS, types: &[], init };

const FUNCTIONS: &[Method] = methods! {
    /// The number of the thread that runs; 1 is the main thread's.
    Pure "get_ident" "()" => ident;
    /// Whether it is the main thread that runs.
    Pure "is_main" "()" => is_main;
    /// The record of the thread that runs.
    Mutates "current" "()" => current;
    /// The records of all threads that are not over.
    Pure "records" "()" => records;
    /// The innermost frame of each thread, by its number.
    Mutates "innermost_frames" "()" => innermost_frames;
    /// Whether there are other threads.
    Pure "has_others" "()" => has_others;
    /// Makes a thread that calls a function; `enter` must follow.
    Mutates "start" "(function, bootstrap, on_deadlock, contexts, /)" => start;
    /// Notes the class of `threading.local`, once its attributes depend on the thread.
    Mutates "note_local" "(cls, /)" => note_local;
    /// Begins to count events, if the run was plain until now.
    CallsBack "enter" "()" => enter;
    /// Waits until `wake`, or until the monotonic clock shows this number of nanoseconds.
    CallsBack "park" "(what, deadline, /)" => park;
    /// Whether the present thread waited in vain.
    Pure "timed_out" "()" => timed_out;
    /// Ends the waiting of a thread.
    Mutates "wake" "(record, /)" => wake;
    /// Lets others run first.
    CallsBack "give_way" "()" => give_way;
    /// Ends the present thread.
    CallsBack "finish" "()" => finish;
    /// Has the main thread call the first item with the others.
    Mutates "call_in_main" "(call, /)" => call_in_main;
    /// Whether signals are looked for while the program runs; `enter` must follow if this returns true.
    Mutates "watch_signals" "(watches, /)" => watch_signals;
    /// Notes that a thread died of an exception, or that no thread can run.
    Mutates "note_error" "()" => note_error;
    /// The number of events after which the next thread runs.
    Pure "interval" "()" => interval;
    /// Sets it.
    Mutates "set_interval" "(events, /)" => set_interval;
};

fn init(_vm: &mut Vm, _module: Value) -> Res<()> {
    Ok(())
}

fn ident(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.thread_ident())
}

fn is_main(vm: &mut Vm, _args: Args) -> Res {
    let (current, all) = (vm.threads(shared::CURRENT), vm.threads(shared::ALL));
    Ok(Value::bool(current.is_none() || vm.heap.list(all).first() == Some(&current)))
}

fn current(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.current_thread())
}

fn records(vm: &mut Vm, _args: Args) -> Res {
    vm.current_thread();
    let all = vm.heap.list(vm.threads(shared::ALL)).to_vec();
    Ok(vm.new_list(&all))
}

fn has_others(vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::bool(vm.has_other_threads()))
}

fn start(vm: &mut Vm, args: Args) -> Res {
    let record = vm.start_thread(args.get(0))?;
    vm.set_threads(shared::BOOTSTRAP, args.get(1));
    vm.set_threads(shared::ON_DEADLOCK, args.get(2));
    vm.set_threads(shared::CONTEXTS, args.get(3));
    Ok(record)
}

fn note_local(vm: &mut Vm, args: Args) -> Res {
    vm.current_thread();
    vm.note_local_class(args.get(0));
    Ok(Value::NONE)
}

fn enter(vm: &mut Vm, _args: Args) -> Res {
    vm.begin_anew()
}

fn park(vm: &mut Vm, args: Args) -> Res {
    let deadline = args.get(1);
    let deadline = if deadline.is_none() { None } else { Some(vm.as_i64(deadline).unwrap_or(i64::MAX / 4)) };
    vm.park(args.get(0), deadline.map(|at| at.clamp(0, 1 << 46)))
}

fn timed_out(vm: &mut Vm, _args: Args) -> Res {
    let record = vm.current_thread();
    Ok(vm.of_thread(record, slot::TIMED_OUT))
}

fn wake(vm: &mut Vm, args: Args) -> Res {
    vm.wake(args.get(0));
    Ok(Value::NONE)
}

fn give_way(vm: &mut Vm, _args: Args) -> Res {
    vm.give_way()
}

fn finish(vm: &mut Vm, _args: Args) -> Res {
    Err(vm.end_thread())
}

fn call_in_main(vm: &mut Vm, args: Args) -> Res {
    vm.current_thread();
    if args.get(0).is(ids::TUPLE) {
        vm.call_in_main(args.get(0));
    }
    Ok(Value::NONE)
}

fn watch_signals(vm: &mut Vm, args: Args) -> Res {
    let watches = args.get(0) == Value::TRUE;
    Ok(Value::bool(vm.watch_signals(watches)))
}

fn note_error(vm: &mut Vm, _args: Args) -> Res {
    vm.note_thread_error();
    Ok(Value::NONE)
}

fn interval(vm: &mut Vm, _args: Args) -> Res {
    vm.current_thread();
    Ok(vm.threads(shared::INTERVAL))
}

fn set_interval(vm: &mut Vm, args: Args) -> Res {
    vm.current_thread();
    vm.set_threads(shared::INTERVAL, args.get(0));
    Ok(Value::NONE)
}
