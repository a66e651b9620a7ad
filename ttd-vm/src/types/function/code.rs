//! Code objects.
//!
//! This is register code: `co_code`, `co_consts` and offsets have CPython's meaning but not its numbers.

use std::sync::Arc;

use ttd_code::bytecode::code::{Code, Event};
use ttd_core::value::Value;

use super::code_parts;
use crate::native::*;
use crate::ops::compare;
use crate::{Vm, getters, ids, methods};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "code",
    tid: ids::CODE,
    doc: "Create a code object.  Not for mere mortals.",
    methods: METHODS,
    getters: GETTERS,
    subclassable: false,
    slots: Slots {
        repr: Some(super::repr::code),
        hash: Some(hash),
        compare: Some(|vm, op, x, y| compare::by_equality(vm, op, x, y, same)),
        weakly_referencable: true,
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create a code object.
    Pure "__new__" "(cls, /, *args, **kwargs)" => code_parts::new;
    /// Return a copy of the code object with new values for the specified fields.
    Pure "replace" "(self, /, **changes)" => replace;
    /// Return a copy of the code object with new values for the specified fields.
    Pure "__replace__" "(self, /, **changes)" => replace;
    /// Return an iterator over the lines: (start, end, line).
    Pure "co_lines" "(self, /)" => co_lines;
    /// Return an iterator over the positions of the instructions.
    Pure "co_positions" "(self, /)" => co_positions;
    /// (internal-only) Return the local variable name for the given oparg.
    Pure "_varname_from_oparg" "(self, /, oparg)" => varname;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
    /// Return self==value.
    Pure "__eq__" "(self, value, /)" => crate::ops::dunders::eq;
    /// Return self!=value.
    Pure "__ne__" "(self, value, /)" => crate::ops::dunders::ne;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => crate::ops::dunders::hash;
};

const GETTERS: &[Getter] = getters! {
    "co_name" => co_name;
    "co_qualname" => co_qualname;
    "co_filename" => co_filename;
    "co_firstlineno" => co_firstlineno;
    "co_argcount" => co_argcount;
    "co_posonlyargcount" => co_posonlyargcount;
    "co_kwonlyargcount" => co_kwonlyargcount;
    "co_nlocals" => co_nlocals;
    "co_stacksize" => co_stacksize;
    "co_varnames" => co_varnames;
    "co_cellvars" => co_cellvars;
    "co_freevars" => co_freevars;
    "co_names" => co_names;
    "co_consts" => co_consts;
    "co_flags" => co_flags;
    "co_code" => co_code;
    "co_lnotab" => empty_bytes;
    "co_linetable" => co_linetable;
    "co_exceptiontable" => empty_bytes;
};

fn of(vm: &Vm, c: Value) -> Arc<Code> {
    match vm.code_of(c) {
        Some(code) => code.code.clone(),
        // Every code object has loaded code.
        None => unreachable!("a code object without code"),
    }
}

fn text(vm: &mut Vm, c: Value, get: fn(&Code) -> &str) -> Res {
    let code = of(vm, c);
    Ok(vm.new_name(get(&code)))
}

fn number(vm: &mut Vm, c: Value, get: fn(&Code) -> u32) -> Res {
    Ok(Value::int(i64::from(get(&of(vm, c)))))
}

fn co_name(vm: &mut Vm, c: Value) -> Res {
    text(vm, c, |c| &c.name)
}

fn co_qualname(vm: &mut Vm, c: Value) -> Res {
    text(vm, c, |c| &c.qualname)
}

fn co_filename(vm: &mut Vm, c: Value) -> Res {
    text(vm, c, |c| &c.path)
}

fn co_firstlineno(vm: &mut Vm, c: Value) -> Res {
    number(vm, c, |c| c.first_line)
}

fn co_argcount(vm: &mut Vm, c: Value) -> Res {
    number(vm, c, |c| c.args)
}

fn co_posonlyargcount(vm: &mut Vm, c: Value) -> Res {
    number(vm, c, |c| c.posonly)
}

fn co_kwonlyargcount(vm: &mut Vm, c: Value) -> Res {
    number(vm, c, |c| c.kwonly)
}

fn co_nlocals(vm: &mut Vm, c: Value) -> Res {
    number(vm, c, |c| c.nvarnames)
}

fn co_stacksize(vm: &mut Vm, c: Value) -> Res {
    number(vm, c, |c| c.nregs - c.locals.len() as u32)
}

fn co_flags(vm: &mut Vm, c: Value) -> Res {
    number(vm, c, |c| c.flags)
}

fn names_where(vm: &mut Vm, c: Value, wanted: impl Fn(usize, &ttd_code::bytecode::code::Local) -> bool) -> Res {
    let code = of(vm, c);
    let chosen = code.locals.iter().enumerate().filter(|(i, l)| wanted(*i, l));
    let names: Vec<Value> = chosen.map(|(_, l)| vm.intern(&l.name)).collect();
    Ok(vm.new_tuple(&names))
}

fn co_varnames(vm: &mut Vm, c: Value) -> Res {
    let n = of(vm, c).nvarnames as usize;
    names_where(vm, c, |i, _| i < n)
}

fn varname(vm: &mut Vm, args: Args) -> Res {
    let at = vm.index(args.get(1))?;
    let name = match (vm.as_i64(at), vm.code_of(args.get(0))) {
        (Some(at), Some(code)) => usize::try_from(at).ok().and_then(|at| code.local_names.get(at).copied()),
        _ => None,
    };
    name.ok_or_else(|| vm.index_error("tuple index out of range"))
}

fn co_cellvars(vm: &mut Vm, c: Value) -> Res {
    names_where(vm, c, |_, l| l.cell)
}

fn co_freevars(vm: &mut Vm, c: Value) -> Res {
    names_where(vm, c, |_, l| l.free)
}

fn co_names(vm: &mut Vm, c: Value) -> Res {
    let names = vm.code_of(c).map_or(Vec::new(), |code| code.names.to_vec());
    Ok(vm.new_tuple(&names))
}

fn co_consts(vm: &mut Vm, c: Value) -> Res {
    let consts = vm.code_of(c).map_or(Vec::new(), |code| code.consts.to_vec());
    Ok(vm.new_tuple(&consts))
}

fn co_code(vm: &mut Vm, c: Value) -> Res {
    let code = of(vm, c);
    Ok(vm.new_bytes(&code_parts::instructions(&code)))
}

fn co_linetable(vm: &mut Vm, c: Value) -> Res {
    let code = of(vm, c);
    Ok(vm.new_bytes(&code_parts::line_table(&code)))
}

fn empty_bytes(vm: &mut Vm, _c: Value) -> Res {
    Ok(vm.new_bytes(b""))
}

fn line(n: u32) -> Value {
    if n == 0 { Value::NONE } else { Value::int(i64::from(n)) }
}

/// Returns runs of instructions on one line. A line that has an event but no instruction, as one with `pass`, is an
/// empty run.
fn co_lines(vm: &mut Vm, args: Args) -> Res {
    let code = of(vm, args.get(0));
    let mut rows: Vec<(usize, usize, u32)> = Vec::new();
    for (i, pos) in code.positions.iter().enumerate() {
        for (_, event) in code.events_at(i as u32) {
            if let Event::Line(n) = event
                && *n != pos.line
                && rows.last().is_none_or(|row| row.2 != *n)
            {
                rows.push((i, i, *n));
            }
        }
        match rows.last_mut() {
            Some(last) if last.2 == pos.line => last.1 = i + 1,
            _ => rows.push((i, i + 1, pos.line)),
        }
    }
    // Entering a function is no instruction here, and in CPython one on the first line.
    if code.flags & ttd_code::bytecode::code::flags::OPTIMIZED != 0
        && rows.first().is_some_and(|r| r.2 != code.first_line)
    {
        rows.insert(0, (0, 0, code.first_line));
    }
    let rows: Vec<Value> = rows
        .into_iter()
        .map(|(from, to, n)| vm.new_tuple(&[Value::int(from as i64 * 2), Value::int(to as i64 * 2), line(n)]))
        .collect();
    let list = vm.new_list(&rows);
    vm.iter(list)
}

fn co_positions(vm: &mut Vm, args: Args) -> Res {
    let code = of(vm, args.get(0));
    let hidden = vm.host.world.settings.hides_columns();
    let column = |n: i32| if n < 0 || hidden { Value::NONE } else { Value::int(i64::from(n)) };
    let rows: Vec<Value> = code
        .positions
        .iter()
        .map(|p| vm.new_tuple(&[line(p.line), line(p.end_line), column(p.col), column(p.end_col)]))
        .collect();
    let list = vm.new_list(&rows);
    vm.iter(list)
}

/// Returns whether two code objects have equal code.
fn same(vm: &mut Vm, a: Value, b: Value) -> Res<bool> {
    Ok(match (vm.code_of(a), vm.code_of(b)) {
        (Some(x), Some(y)) => x.id == y.id || x.code.same_but_for_path(&y.code),
        _ => false,
    })
}

/// Returns the hash that goes with `same`.
fn hash(vm: &mut Vm, v: Value) -> Res<i64> {
    let code = of(vm, v);
    let name = vm.intern(&code.qualname);
    Ok(vm.hash(name)? ^ i64::from(code.first_line) ^ (code.ins.len() as i64) << 20)
}

fn replace(vm: &mut Vm, args: Args) -> Res {
    let code = of(vm, args.get(0));
    code_parts::replace(vm, args, &code)
}
