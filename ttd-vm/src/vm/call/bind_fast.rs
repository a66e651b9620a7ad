//! Argument binding for most calls of Python functions: few arguments, few parameters, no error. Everything else is
//! left to `bind_python.rs`, which has the messages.

use ttd_code::bytecode::code::flags;
use ttd_core::value::Value;

use super::function;
use crate::native::Res;
use crate::vm::code::CodeRt;
use crate::vm::code::intern::IMMORTAL;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

/// Maximum number of parameters that are bound here.
pub(crate) const MAX_FAST_ARGS: usize = 16;

/// The arguments of a call in the order given: positional ones, then named ones.
#[derive(Clone, Copy)]
pub(crate) struct FastArgs {
    values: [Value; MAX_FAST_ARGS],
    count: usize,
    names: [Value; MAX_FAST_ARGS],
    named: usize,
}

impl FastArgs {
    /// No arguments, or this one.
    pub(crate) fn new(first: Option<Value>) -> FastArgs {
        let none = [Value::UNBOUND; MAX_FAST_ARGS];
        let mut fast = FastArgs { values: none, count: 0, names: none, named: 0 };
        fast.values[0] = first.unwrap_or(Value::UNBOUND);
        fast.count = usize::from(first.is_some());
        fast
    }

    /// Appends `n` registers of the top frame from `first` on; the last ones are named by the tuple `names`. `None` if
    /// there are too many.
    pub(crate) fn with_registers(mut self, vm: &Vm, first: u16, n: usize, names: &[Value]) -> Option<FastArgs> {
        if self.count + n > MAX_FAST_ARGS {
            return None;
        }
        for i in 0..n {
            self.values[self.count + i] = vm.reg(first + i as u16);
        }
        self.count += n;
        self.names[..names.len()].copy_from_slice(names);
        self.named = names.len();
        Some(self)
    }
}

impl Vm {
    /// Pushes the frame of a Python function. Returns false without any effect if the callee is something else or its
    /// arguments are not simple.
    pub(crate) fn push_fast(&mut self, callee: Value, given: &FastArgs, cont: Cont, dst: u16) -> Res<bool> {
        if !callee.is(ids::FUNCTION) {
            return Ok(false);
        }
        let code = self.loaded.codes[self.heap.shape(callee) as usize];
        let mut regs = [Value::UNBOUND; MAX_FAST_ARGS];
        let Some(count) = self.bind_fast(code, callee, given, &mut regs) else {
            return Ok(false);
        };
        let base = self.free_window();
        self.push_frame(code, base, cont, dst)?;
        self.write_window(base, &regs[..count], code);
        let globals = self.heap.slot(callee, function::GLOBALS);
        let top = self.top();
        (top.func, top.globals) = (callee, globals);
        Ok(true)
    }

    /// Binds the parameters and returns their number. Returns `None` without any effect if something does not fit.
    fn bind_fast(
        &mut self,
        code: &CodeRt,
        func: Value,
        given: &FastArgs,
        regs: &mut [Value; MAX_FAST_ARGS],
    ) -> Option<usize> {
        let (npos, nkw) = (code.code.args as usize, code.code.kwonly as usize);
        let (has_rest, has_kw) = (code.has(flags::VARARGS), code.has(flags::VARKEYWORDS));
        let total = npos + nkw + usize::from(has_rest) + usize::from(has_kw);
        let positional = given.count - given.named;
        if total > MAX_FAST_ARGS || positional > npos && !has_rest {
            return None;
        }
        let direct = positional.min(npos);
        regs[..direct].copy_from_slice(&given.values[..direct]);
        let mut unknown = [0; MAX_FAST_ARGS];
        let mut unknowns = 0;
        let first = code.code.posonly as usize;
        for (i, name) in given.names[..given.named].iter().enumerate() {
            match code.local_names[first..npos + nkw].iter().position(|local| local == name) {
                Some(at) if regs[first + at].is_unbound() => regs[first + at] = given.values[positional + i],
                // A string that is not interned may still equal a parameter's name.
                None if has_kw && self.heap.alloc_id(*name) >= IMMORTAL => {
                    unknown[unknowns] = i;
                    unknowns += 1;
                }
                _ => return None,
            }
        }
        self.fill_fast_defaults(code, func, regs)?;
        // No error is possible from here on.
        if has_rest {
            regs[npos + nkw] = self.new_tuple(&given.values[direct..positional]);
        }
        if has_kw {
            let dict = self.new_dict();
            regs[total - 1] = dict;
            for &i in &unknown[..unknowns] {
                self.dict_set_name(dict, given.names[i], given.values[positional + i]);
            }
        }
        Some(total)
    }

    fn fill_fast_defaults(&self, code: &CodeRt, func: Value, regs: &mut [Value; MAX_FAST_ARGS]) -> Option<()> {
        let (npos, nkw) = (code.code.args as usize, code.code.kwonly as usize);
        if regs[..npos].iter().any(|v| v.is_unbound()) {
            let defaults = self.heap.slot(func, function::DEFAULTS);
            let defaults = if defaults.is(ids::TUPLE) { self.heap.tuple(defaults) } else { &[] };
            for (i, reg) in regs[..npos].iter_mut().enumerate().filter(|(_, reg)| reg.is_unbound()) {
                *reg = *defaults.get((i + defaults.len()).checked_sub(npos)?)?;
            }
        }
        let kwdefaults = self.heap.slot(func, function::KWDEFAULTS);
        for (i, reg) in regs[..npos + nkw].iter_mut().enumerate().skip(npos).filter(|(_, reg)| reg.is_unbound()) {
            *reg = if kwdefaults.is_none() { None } else { self.dict_get_name(kwdefaults, code.local_names[i]) }?;
        }
        Some(())
    }
}
