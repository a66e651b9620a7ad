//! Frames and tracebacks as objects; see `vm/stack/frame_objects.rs`.

use ttd_core::value::Value;

use crate::native::*;
use crate::ops::repr::{address, from_text, str_repr};
use crate::vm::code::file_names;
use crate::vm::errors::traceback::tb;
use crate::vm::slots;
use crate::vm::stack::frame_objects::{FrameState, TRACE_LINES, TRACE_OPCODES, frame_slots as slot};
use crate::{Vm, getters, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[
    TypeDef {
        name: "frame",
        tid: ids::FRAME,
        methods: FRAME,
        getters: FRAME_GETTERS,
        subclassable: false,
        slots: Slots { repr: Some(repr), ..Slots::EMPTY },
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "traceback",
        tid: ids::TRACEBACK,
        methods: TRACEBACK,
        getters: TRACEBACK_GETTERS,
        subclassable: false,
        ..TypeDef::EMPTY
    },
];

const FRAME: &[Method] = methods! {
    /// Clear all references held by the frame.
    Mutates "clear" "(self, /)" => clear;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const FRAME_GETTERS: &[Getter] = getters! {
    "f_back" => back;
    "f_code" => code;
    "f_globals" => globals;
    "f_builtins" => builtins;
    "f_locals" => locals;
    "f_lineno" => lineno, set_lineno;
    "f_lasti" => lasti;
    "f_trace" => trace, set_trace;
    "f_trace_lines" => trace_lines, set_trace_lines;
    "f_trace_opcodes" => trace_opcodes, set_trace_opcodes;
    "f_generator" => generator;
};

const TRACEBACK: &[Method] = methods! {
    /// Default dir() implementation.
    Pure "__dir__" "(self, /)" => tb_dir;
    /// Create a new traceback object.
    Pure "__new__" "(cls, tb_next, tb_frame, tb_lasti, tb_lineno)" => tb_new;
};

const TRACEBACK_GETTERS: &[Getter] = getters! {
    "tb_next" => tb_next, set_tb_next;
    "tb_frame" => tb_frame;
    "tb_lineno" => tb_lineno;
    "tb_lasti" => tb_lasti;
};

fn clear(vm: &mut Vm, args: Args) -> Res {
    let frame = args.get(0);
    match vm.frame_state(frame) {
        FrameState::Running(_) | FrameState::Elsewhere(..) => Err(vm.runtime_error("cannot clear an executing frame")),
        FrameState::Suspended => {
            let generator = vm.heap.slot(frame, slot::GENERATOR);
            if !vm.never_started(generator) {
                return Err(vm.runtime_error("cannot clear a suspended frame"));
            }
            if generator.is(ids::COROUTINE) {
                let f = vm.lib("never_awaited");
                vm.call(f, &[generator])?;
            }
            vm.end_generator(generator);
            empty(vm, frame);
            Ok(Value::NONE)
        }
        FrameState::Ended => {
            empty(vm, frame);
            Ok(Value::NONE)
        }
    }
}

fn empty(vm: &mut Vm, frame: Value) {
    for i in 0..vm.frame_code(frame).nlocals as usize {
        vm.heap.set_slot(frame, slot::VALUES + i, Value::UNBOUND);
    }
    vm.heap.set_slot(frame, slot::EXTRA, Value::UNBOUND);
    // Free variables are looked up there.
    vm.heap.set_slot(frame, slot::FUNC, Value::NONE);
}

fn back(vm: &mut Vm, frame: Value) -> Res {
    Ok(vm.frame_back(frame))
}

fn code(vm: &mut Vm, frame: Value) -> Res {
    vm.audit_read(frame, "f_code")?;
    Ok(vm.heap.slot(frame, slot::CODE))
}

fn globals(vm: &mut Vm, frame: Value) -> Res {
    Ok(vm.heap.slot(frame, slot::GLOBALS))
}

fn builtins(vm: &mut Vm, frame: Value) -> Res {
    let globals = vm.heap.slot(frame, slot::GLOBALS);
    Ok(vm.own_builtins(globals).unwrap_or_else(|| vm.global(slots::BUILTINS)))
}

/// Returns `f_locals`: a namespace itself, or a function's view of its variables.
fn locals(vm: &mut Vm, frame: Value) -> Res {
    let own = vm.heap.slot(frame, slot::LOCALS);
    if !own.is_unbound() {
        return Ok(own);
    }
    let class = vm.lib("FrameLocalsProxy");
    vm.call(class, &[frame])
}

fn lineno(vm: &mut Vm, frame: Value) -> Res {
    // While a trace function looks at the frame, it is on the line of the event.
    let traced = vm.heap.slot(frame, slot::TRACED_AT);
    if traced.is_int() {
        return Ok(traced);
    }
    if traced.is(ids::TUPLE) {
        return Ok(vm.heap.tuple(traced)[0]);
    }
    let code = vm.frame_code(frame);
    let line = code.line_of(vm.frame_at(frame));
    let line = if line == 0 { code.code.first_line } else { line };
    Ok(Value::int(i64::from(line)))
}

fn set_lineno(vm: &mut Vm, frame: Value, v: Value) -> Res<()> {
    vm.jump_frame(frame, v)
}

fn lasti(vm: &mut Vm, frame: Value) -> Res {
    let state = vm.frame_state(frame);
    let generator = vm.heap.slot(frame, slot::GENERATOR);
    if state == FrameState::Suspended && vm.never_started(generator) {
        return Ok(Value::int(0));
    }
    Ok(Value::int(2 * i64::from(vm.frame_at(frame))))
}

fn trace(vm: &mut Vm, frame: Value) -> Res {
    let func = vm.heap.slot(frame, slot::TRACE);
    Ok(if func.is_unbound() { Value::NONE } else { func })
}

fn set_trace(vm: &mut Vm, frame: Value, v: Value) -> Res<()> {
    vm.heap.set_slot(frame, slot::TRACE, if v.is_unbound() { Value::NONE } else { v });
    Ok(())
}

fn trace_lines(vm: &mut Vm, frame: Value) -> Res {
    Ok(Value::bool(vm.traced_parts(frame) & TRACE_LINES != 0))
}

fn trace_opcodes(vm: &mut Vm, frame: Value) -> Res {
    Ok(Value::bool(vm.traced_parts(frame) & TRACE_OPCODES != 0))
}

fn set_trace_lines(vm: &mut Vm, frame: Value, v: Value) -> Res<()> {
    set_traced_part(vm, frame, v, "f_trace_lines", TRACE_LINES)
}

fn set_trace_opcodes(vm: &mut Vm, frame: Value, v: Value) -> Res<()> {
    set_traced_part(vm, frame, v, "f_trace_opcodes", TRACE_OPCODES)?;
    if v == Value::TRUE {
        vm.heap.set_slot(vm.globals, slots::TRACE_OPCODES, Value::TRUE);
        vm.refresh_tracing();
    }
    Ok(())
}

fn set_traced_part(vm: &mut Vm, frame: Value, v: Value, name: &str, part: i64) -> Res<()> {
    if v.is_unbound() {
        return Err(vm.type_error(format!("can't delete numeric/char attribute: {name}")));
    }
    let on = match v {
        Value::TRUE => part,
        Value::FALSE => 0,
        _ => return Err(vm.type_error("attribute value type must be bool")),
    };
    let parts = vm.traced_parts(frame) & !part | on;
    vm.heap.set_slot(frame, slot::TRACE_WHAT, Value::int(parts));
    Ok(())
}

fn generator(vm: &mut Vm, frame: Value) -> Res {
    let generator = vm.heap.slot(frame, slot::GENERATOR);
    Ok(if generator.is_unbound() { Value::NONE } else { generator })
}

/// `gi_frame`, `cr_frame`, `ag_frame`.
pub(crate) fn of_generator(vm: &mut Vm, g: Value) -> Res {
    vm.audit_read(g, crate::types::generator::attribute(g, ["gi_frame", "cr_frame", "ag_frame"]))?;
    if vm.generator_state(g) == crate::vm::objects::generator_layout::FINISHED {
        return Ok(Value::NONE);
    }
    Ok(vm.generator_frame(g, Value::UNBOUND))
}

fn tb_new(vm: &mut Vm, args: Args) -> Res {
    let (next, frame) = (args.get(1), args.get(2));
    if !next.is_none() && !next.is(ids::TRACEBACK) {
        let name = vm.type_name(next);
        return Err(vm.type_error(format!("expected traceback object or None, got '{name}'")));
    }
    if !frame.is(ids::FRAME) {
        let name = vm.type_name(frame);
        return Err(vm.type_error(format!("traceback() argument 'tb_frame' must be frame, not {name}")));
    }
    let (lasti, line) = (vm.index_i64(args.get(3))?, vm.index_i64(args.get(4))?);
    let code = vm.heap.slot(frame, slot::CODE);
    // Offsets are even; an odd one is kept unchanged, below zero.
    let lasti = lasti.clamp(0, i64::from(u32::MAX));
    let at = Value::int(if lasti % 2 == 0 { lasti / 2 } else { -lasti });
    let line = Value::int(line.clamp(0, i64::from(u32::MAX)));
    let parts = [next, code, at, line, Value::UNBOUND, Value::NONE, Value::NONE, frame];
    Ok(vm.heap.new_slots_from(ids::TRACEBACK, 0, &parts))
}

fn tb_dir(vm: &mut Vm, _args: Args) -> Res {
    let names = ["tb_frame", "tb_next", "tb_lasti", "tb_lineno"].map(|name| vm.intern(name));
    Ok(vm.new_list(&names))
}

fn tb_next(vm: &mut Vm, t: Value) -> Res {
    Ok(vm.heap.slot(t, tb::NEXT))
}

fn set_tb_next(vm: &mut Vm, t: Value, v: Value) -> Res<()> {
    if v.is_unbound() {
        return Err(vm.type_error("can't delete tb_next attribute"));
    }
    if !v.is_none() && !v.is(ids::TRACEBACK) {
        let name = vm.type_name(v);
        return Err(vm.type_error(format!("expected traceback object, got '{name}'")));
    }
    let mut at = v;
    while at.is(ids::TRACEBACK) {
        if at == t {
            return Err(vm.value_error("traceback loop detected"));
        }
        at = vm.heap.slot(at, tb::NEXT);
    }
    vm.heap.set_slot(t, tb::NEXT, v);
    Ok(())
}

fn tb_frame(vm: &mut Vm, t: Value) -> Res {
    vm.audit_read(t, "tb_frame")?;
    Ok(vm.heap.slot(t, tb::FRAME))
}

fn tb_lineno(vm: &mut Vm, t: Value) -> Res {
    Ok(vm.heap.slot(t, tb::LINE))
}

fn tb_lasti(vm: &mut Vm, t: Value) -> Res {
    let at = vm.heap.slot(t, tb::LASTI).as_int();
    Ok(Value::int(if at < 0 { -at } else { 2 * at }))
}

/// Returns the names of a frame's bound variables and of extra values that were set.
pub(crate) fn names(vm: &mut Vm, args: Args) -> Res {
    let frame = args.get(0);
    let code = vm.frame_code(frame);
    let mut names = Vec::new();
    for (i, local) in code.code.locals.iter().enumerate() {
        if !local.hidden && !vm.frame_value(frame, i).is_unbound() {
            names.push(code.local_names[i]);
        }
    }
    let extra = vm.heap.slot(frame, slot::EXTRA);
    if extra.is(ids::DICT) {
        names.extend(vm.dict_pairs(extra).into_iter().map(|p| p.0));
    }
    Ok(vm.new_list(&names))
}

/// Returns the value of a name in a frame, or the default.
pub(crate) fn get(vm: &mut Vm, args: Args) -> Res {
    let (frame, name, default) = (args.get(0), args.get(1), args.get(2));
    if let Some(i) = vm.frame_variable(frame, name) {
        let v = vm.frame_value(frame, i);
        return Ok(if v.is_unbound() { default } else { v });
    }
    let extra = vm.heap.slot(frame, slot::EXTRA);
    if extra.is(ids::DICT) {
        return Ok(vm.dict_get(extra, name)?.unwrap_or(default));
    }
    Ok(default)
}

/// Sets a name in a frame.
pub(crate) fn set(vm: &mut Vm, args: Args) -> Res {
    let (frame, name, v) = (args.get(0), args.get(1), args.get(2));
    if let Some(i) = vm.frame_variable(frame, name) {
        vm.set_frame_value(frame, i, v);
        return Ok(Value::NONE);
    }
    let mut extra = vm.heap.slot(frame, slot::EXTRA);
    if !extra.is(ids::DICT) {
        extra = vm.new_dict();
        vm.heap.set_slot(frame, slot::EXTRA, extra);
    }
    vm.dict_set(extra, name, v)?;
    Ok(Value::NONE)
}

/// Returns whether a name is a variable of the frame's code, which cannot be deleted.
pub(crate) fn is_variable(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(vm.frame_variable(args.get(0), args.get(1)).is_some()))
}

/// Deletes an extra value of the frame; False when there is none.
pub(crate) fn delete(vm: &mut Vm, args: Args) -> Res {
    let extra = vm.heap.slot(args.get(0), slot::EXTRA);
    if !extra.is(ids::DICT) || vm.dict_get(extra, args.get(1))?.is_none() {
        return Ok(Value::FALSE);
    }
    vm.dict_del(extra, args.get(1))?;
    Ok(Value::TRUE)
}

fn repr(vm: &mut Vm, v: Value) -> Res {
    let code = &vm.frame_code(v).code;
    let line = vm.getattr_str(v, "f_lineno").map_or(0, |l| l.as_int());
    let file = str_repr(file_names::to_wtf8(&code.path).as_bytes());
    let file = String::from_utf8_lossy(&file);
    let text = format!("<frame at {}, file {file}, line {line}, code {}>", address(vm, v), code.name);
    from_text(vm, &text)
}
