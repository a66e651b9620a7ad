//! Asking the debugger to stop, for `breakpoint()` and the module `pdb`.

use ttd_core::value::Value;

use crate::vm::event::ProgramStop;
use crate::{Vm, ids, native::*};

pub(super) fn debugged(vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::bool(vm.has_debugger))
}

pub(super) fn is_ending(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.is_ending())
}

pub(super) fn stop_here(vm: &mut Vm, args: Args) -> Res {
    let text = |vm: &Vm, v: Value| v.is(ids::STR).then(|| vm.text_lossy(v).into_owned());
    let commands = if args.get(2).is(ids::LIST) { vm.heap.list(args.get(2)).to_vec() } else { Vec::new() };
    let stop = ProgramStop {
        header: text(vm, args.get(1)),
        commands: commands.into_iter().filter_map(|line| text(vm, line)).collect(),
        exception: vm.describe_for_stop(args.get(3)),
        ..ProgramStop::default()
    };
    vm.ask_for_stop(args.get(0), stop)?;
    Ok(Value::NONE)
}

pub(super) fn exit_now(vm: &mut Vm, args: Args) -> Res {
    let status = vm.index_i64(args.get(0))?;
    if !vm.host.in_diversion() {
        vm.host.exit_at_once((status & 0xFF) as i32);
        return Err(Trap::Unwind);
    }
    Err(vm.runtime_error("an evaluation may not end the program"))
}
