//! `sys`: frame objects.

use ttd_core::value::Value;

use crate::native::*;
use crate::vm::call::function;
use crate::vm::threads::slot;
use crate::{Vm, ids};

/// The stack index (0 is the top) of the frame that the program calls `depth`.
fn place(vm: &mut Vm, args: Args) -> Res<usize> {
    let depth = match args.opt(0) {
        Some(v) => vm.index_i64(v)?.max(0) as usize,
        None => 0,
    };
    let found = vm.visible_frames().nth(depth);
    match found {
        Some(place) => Ok(place),
        None => Err(vm.value_error("call stack is not deep enough")),
    }
}

pub(super) fn getframe(vm: &mut Vm, args: Args) -> Res {
    let place = place(vm, args)?;
    let frame = vm.frame_object(place);
    vm.audit_program("sys._getframe", &[frame])?;
    Ok(frame)
}

pub(super) fn getframemodulename(vm: &mut Vm, args: Args) -> Res {
    let depth = match args.opt(0) {
        Some(v) => vm.index_i64(v)?.max(0) as usize,
        None => 0,
    };
    vm.audit_program("sys._getframemodulename", &[Value::int(depth as i64)])?;
    let Some(place) = vm.visible_frames().nth(depth) else { return Ok(Value::NONE) };
    let Some(frame) = vm.frames().nth(place).copied() else { return Ok(Value::NONE) };
    if frame.func.is(ids::FUNCTION) {
        return Ok(vm.heap.slot(frame.func, function::MODULE));
    }
    Ok(vm.dict_get_name(frame.globals, vm.names.name).unwrap_or(Value::NONE))
}

pub(super) fn current_frames(vm: &mut Vm, args: Args) -> Res {
    vm.audit_program("sys._current_frames", &[])?;
    innermost_frames(vm, args)
}

/// The innermost frame of each thread, by the threads' numbers.
pub(crate) fn innermost_frames(vm: &mut Vm, _: Args) -> Res {
    let dict = vm.new_dict();
    let top = vm.visible_frames().next();
    if let Some(place) = top {
        let frame = vm.frame_object(place);
        let ident = vm.thread_ident();
        vm.dict_set(dict, ident, frame)?;
    }
    for (record, ident) in vm.other_threads() {
        let words = vm.stack_words(record);
        let frame = vm.suspended_frame_object(words, None);
        if !frame.is_none() {
            vm.dict_set(dict, ident, frame)?;
        }
    }
    Ok(dict)
}

pub(super) fn current_exceptions(vm: &mut Vm, _args: Args) -> Res {
    vm.audit_program("sys._current_exceptions", &[])?;
    let dict = vm.new_dict();
    let (ident, exc) = (vm.thread_ident(), vm.state.exc);
    vm.dict_set(dict, ident, exc)?;
    for (record, ident) in vm.other_threads() {
        let exc = vm.of_thread(record, slot::EXC);
        vm.dict_set(dict, ident, exc)?;
    }
    Ok(dict)
}
