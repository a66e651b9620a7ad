//! `_tracemalloc`. What is noted and when stands in `interp/tracing/memory.rs`.
//!
//! Sizes are those of `sys.getsizeof`. Only objects that the program can reach count, so nothing depends on when memory
//! is freed. The peak does: it is measured, garbage included, and therefore asked of the host, which records it.

use ttd_core::value::Value;

use crate::modules::sys::size;
use crate::native::*;
use crate::vm::host::{HostRequest, Op, Reply};
use crate::{Vm, ids, methods};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_tracemalloc",
    doc: "Debug module to trace memory blocks allocated by Python.",
    functions: methods! {
        /// Start tracing Python memory allocations.
        ///
        /// Also set the maximum number of frames stored in the traceback of a
        /// trace to nframe.
        External "start" "(nframe=1, /)" => start;
        /// Stop tracing Python memory allocations.
        ///
        /// Also clear traces of memory blocks allocated by Python.
        Mutates "stop" "()" => stop;
        /// Return True if the tracemalloc module is tracing Python memory allocations.
        Pure "is_tracing" "()" => is_tracing;
        /// Clear traces of memory blocks allocated by Python.
        External "clear_traces" "()" => clear_traces;
        /// Set the peak size of memory blocks traced by tracemalloc to the current size.
        ///
        /// Do nothing if the tracemalloc module is not tracing memory allocations.
        External "reset_peak" "()" => reset_peak;
        /// Get the current size and peak size of memory blocks traced by tracemalloc.
        ///
        /// Returns a tuple: (current: int, peak: int).
        External "get_traced_memory" "()" => get_traced_memory;
        /// Get the memory usage in bytes of the tracemalloc module.
        ///
        /// This memory is used internally to trace memory allocations.
        Pure "get_tracemalloc_memory" "()" => get_tracemalloc_memory;
        /// Get the maximum number of frames stored in the traceback of a trace.
        ///
        /// By default, a trace of an allocated memory block only stores
        /// the most recent frame: the limit is 1.
        Pure "get_traceback_limit" "()" => get_traceback_limit;
        /// Get traces of all memory blocks allocated by Python.
        ///
        /// Return a list of (size: int, traceback: tuple) tuples.
        /// traceback is a tuple of (filename: str, lineno: int) tuples.
        ///
        /// Return an empty list if the tracemalloc module is disabled.
        Mutates "_get_traces" "()" => get_traces;
        /// Get the traceback where the Python object obj was allocated.
        ///
        /// Return a tuple of (filename: str, lineno: int) tuples.
        /// Return None if the tracemalloc module is disabled or did not
        /// trace the allocation of the object.
        Mutates "_get_object_traceback" "(obj, /)" => get_object_traceback;
    },
    types: &[],
    init: |_, _| Ok(()),
};

fn start(vm: &mut Vm, args: Args) -> Res {
    let limit = match args.opt(0) {
        Some(given) => vm.index_i64(given)?,
        None => 1,
    };
    if !(1..=i64::from(u16::MAX)).contains(&limit) {
        return Err(vm.value_error(format!("the number of frames must be in range [1; {}]", u16::MAX)));
    }
    if !vm.traces_memory() {
        begin(vm, limit)?;
    }
    Ok(Value::NONE)
}

/// Begins to trace, and to keep `limit` frames of each allocation.
pub(crate) fn begin(vm: &mut Vm, limit: i64) -> Res<()> {
    vm.begin_memory_tracing(limit);
    begin_peak(vm, 0)
}

fn stop(vm: &mut Vm, _args: Args) -> Res {
    if vm.traces_memory() {
        vm.end_memory_tracing();
    }
    Ok(Value::NONE)
}

fn is_tracing(vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::bool(vm.traces_memory()))
}

fn clear_traces(vm: &mut Vm, _args: Args) -> Res {
    if vm.traces_memory() {
        begin_peak(vm, 0)?;
        vm.forget_allocations();
    }
    Ok(Value::NONE)
}

fn reset_peak(vm: &mut Vm, _args: Args) -> Res {
    if vm.traces_memory() {
        let traced = traced(vm);
        begin_peak(vm, traced)?;
    }
    Ok(Value::NONE)
}

/// Begins a new peak.
fn begin_peak(vm: &mut Vm, traced: i64) -> Res<()> {
    measured(vm, true)?;
    vm.reset_memory_peak(traced);
    Ok(())
}

/// How many bytes were in use at most, garbage included, and how many are now, without garbage where it can be freed
/// here. The measuring of the most begins anew if `resets`.
fn measured(vm: &mut Vm, resets: bool) -> Res<(i64, i64)> {
    vm.note_memory_in_use();
    vm.collect_if_safe();
    let used = vm.heap.bytes_used();
    let world = &mut vm.host.world;
    world.memory_in_use = [world.memory_peak, used];
    if resets {
        world.memory_peak = used;
    }
    match vm.ask_or_raise(&HostRequest::of(Op::MemoryInUse), &[])? {
        Reply::Ints(measured) if measured.len() == 2 => Ok((measured[0], measured[1])),
        _ => Ok((0, 0)),
    }
}

/// The bytes of the traced objects.
fn traced(vm: &mut Vm) -> i64 {
    vm.traced_objects().into_iter().map(|(v, _)| size_of(vm, v)).sum()
}

/// The size of an object alone; the builtin value inside an instance is an object of its own.
fn size_of(vm: &Vm, v: Value) -> i64 {
    let inside = v.is(ids::INST) && vm.unwrap(v) != v;
    if inside { 48 } else { size::of(vm, v) as i64 }
}

fn get_traced_memory(vm: &mut Vm, _args: Args) -> Res {
    if !vm.traces_memory() {
        return Ok(vm.new_tuple(&[Value::int(0), Value::int(0)]));
    }
    let traced = traced(vm);
    let (highest, used) = measured(vm, false)?;
    let peak = vm.memory_peak(traced, highest, used);
    Ok(vm.new_tuple(&[Value::int(traced), Value::int(peak)]))
}

fn get_tracemalloc_memory(vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::int(vm.bytes_of_memory_notes()))
}

fn get_traceback_limit(vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::int(vm.memory_limit()))
}

fn get_traces(vm: &mut Vm, _args: Args) -> Res {
    let found = vm.traced_objects();
    let mut traces = Vec::with_capacity(found.len());
    for (v, place) in found {
        let (size, place) = (size_of(vm, v), vm.heap.tuple(place).to_vec());
        traces.push(vm.new_tuple(&[Value::int(0), Value::int(size), place[0], place[1]]));
    }
    Ok(vm.new_list(&traces))
}

fn get_object_traceback(vm: &mut Vm, args: Args) -> Res {
    match vm.place_of_object(args.get(0)) {
        Some(place) => Ok(vm.heap.tuple(place)[0]),
        None => Ok(Value::NONE),
    }
}
