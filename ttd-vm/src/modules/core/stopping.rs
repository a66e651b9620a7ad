//! Asking the debugger to stop, for `breakpoint()` and the module `pdb`.

use ttd_core::value::Value;

use crate::vm::event::ProgramStop;
use crate::vm::host::PlainRun;
use crate::{Vm, ids, native::*};

pub(super) fn debugged(vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::bool(vm.has_debugger))
}

pub(super) fn is_ending(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.is_ending())
}

/// Stops, and returns whether there is a debugger or one that can take a plain run over. Without a list of commands it
/// says only that.
pub(super) fn stop_here(vm: &mut Vm, args: Args) -> Res {
    if args.get(2).is_none() || !vm.has_debugger {
        let can_stop = vm.has_debugger || vm.host.plain == PlainRun::Repeatable;
        return match can_stop && !args.get(2).is_none() && vm.host.ask_for_debugger() {
            true => Err(Trap::Unwind),
            false => Ok(Value::bool(can_stop)),
        };
    }
    let text = |vm: &Vm, v: Value| v.is(ids::STR).then(|| vm.text_lossy(v).into_owned());
    let commands = if args.get(2).is(ids::LIST) { vm.heap.list(args.get(2)).to_vec() } else { Vec::new() };
    let stop = ProgramStop {
        header: text(vm, args.get(1)),
        commands: commands.into_iter().filter_map(|line| text(vm, line)).collect(),
        exception: vm.describe_for_stop(args.get(3)),
        ..ProgramStop::default()
    };
    vm.ask_for_stop(args.get(0), stop)?;
    Ok(Value::TRUE)
}

pub(super) fn exit_now(vm: &mut Vm, args: Args) -> Res {
    let status = vm.index_i64(args.get(0))?;
    if !vm.host.in_diversion() {
        vm.host.exit_at_once((status & 0xFF) as i32);
        return Err(Trap::Unwind);
    }
    Err(vm.runtime_error("an evaluation may not end the program"))
}
