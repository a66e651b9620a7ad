//! What a native that waits in its call does with what it waits for: see `vm/call/waits`.
//!
//! While items of a generator are folded, the generator is the first argument. The result so far is in the register
//! before, which is that of the receiver; `sum` has what its additions of floats have lost in the register of the
//! callee, and `join`, which has a receiver, its list. Whatever code of the program has to be called for is left to a
//! function of the library, with what there is so far.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::modules::builtins::Total;
use crate::modules::{collections, functools};
use crate::native::Res;
use crate::ops::compare::{self, CmpOp};
use crate::types::str::join::join_list;
use crate::vm::Resume;
use crate::vm::call::tail_call::Arguments;
use crate::vm::call::waits::{Wait, Waiting};
use crate::vm::objects::bind_attr::method;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// Lets the native that a call runs wait, or calls the library function.
    pub(crate) fn wait_in_call(&mut self, ins: Ins, waiting: &Waiting) -> Res<()> {
        let (wait, [first, this, other]) = (waiting.wait, waiting.given);
        let own = self.reg(ins.a + 1).is_unbound();
        let given = |i: u16| self.reg(ins.a + 1 + i);
        let stand_as_given = match wait {
            Wait::Count => ins.b == 2 && given(2) == first,
            Wait::Extend => ins.b == 1 && given(1) == first && given(0) == waiting.args[0],
            _ if wait.folds() => ins.b >= 1 && given(1) == first,
            Wait::Divmod | Wait::Pow => ins.b == 2 && waiting.args[1..3] == [given(1), given(2)],
            Wait::Cached => own && self.cache_called(ins) == waiting.args[1],
            _ => ins.b == 1 && given(1) == this,
        };
        // A trace function gets to know the callee when the call has ended.
        if !stand_as_given || own == matches!(wait, Wait::Join | Wait::Extend) || self.is_tracing() {
            return self.leave_to(ins, waiting.function, &waiting.args);
        }
        if wait.folds() {
            return self.begin_fold(ins, wait, first);
        }
        if wait == Wait::Cached {
            // The arguments are those of the library function.
            let [_, _, key, hash, args] = waiting.args[..] else { return Ok(()) };
            let known = self.new_tuple(&[key, hash]);
            self.set_reg(ins.a + 1, known);
            let args: Arguments = self.heap.tuple(args).into();
            return self.invoke(first, &args, &[], Cont::Native, wait as u16);
        }
        let args = [this, other];
        let count = if other.is_unbound() { 1 } else { 2 };
        self.invoke(first, &args[..count], &[], Cont::Native, wait as u16)
    }

    /// Delivers what a native waits for.
    pub(crate) fn deliver_awaited(&mut self, number: u16, v: Value) -> Res<()> {
        let ins = self.waiting();
        let Some(wait) = Wait::of(number) else { return Err(self.system_error("nothing waits")) };
        let is_done = match wait {
            Wait::Bool => v.is_bool(),
            Wait::Int | Wait::Index => v.is_int() || v.is(ids::BIGINT),
            Wait::Float => v.is_float(),
            Wait::Divmod | Wait::Pow => v != Value::NOT_IMPLEMENTED,
            Wait::Cached => {
                let (cache, known) = (self.cache_called(ins), self.reg(ins.a + 1));
                functools::keep_result(self, cache, known, v)?;
                true
            }
            Wait::Missing => {
                let (this, key) = self.subscription(ins);
                let dict = self.unwrap(this);
                self.dict_set(dict, key, v)?;
                self.set_reg(ins.a, v);
                return Ok(());
            }
            _ => return self.fold_item(ins, wait, v),
        };
        if is_done {
            self.set_reg(ins.c, v);
            return Ok(());
        }
        match wait {
            Wait::Bool => self.leave_to(ins, "bool_from", &[v]),
            Wait::Float => self.leave_to(ins, "float_from", &[self.reg(ins.a + 2), v]),
            Wait::Divmod | Wait::Pow => {
                let [a, b] = [2, 3].map(|i| self.reg(ins.a + i));
                self.leave_to(ins, "by_methods", &[Value::bool(wait == Wait::Pow), a, b, Value::int(1)])
            }
            _ => {
                let name = self.intern(if wait == Wait::Int { "__int__" } else { "__index__" });
                self.leave_to(ins, "int_from", &[v, name])
            }
        }
    }

    /// The cache of results that a call calls, itself or as a method.
    fn cache_called(&self, ins: Ins) -> Value {
        let callee = self.reg(ins.a);
        if callee.is(ids::METHOD) { self.heap.slot(callee, method::FUNC) } else { callee }
    }

    /// Has a library function do the rest.
    fn leave_to(&mut self, ins: Ins, function: &str, args: &[Value]) -> Res<()> {
        let function = self.lib(function);
        self.invoke(function, args, &[], Cont::Store, ins.c)
    }

    fn begin_fold(&mut self, ins: Ins, wait: Wait, generator: Value) -> Res<()> {
        let result = match wait {
            Wait::Sum => {
                self.set_reg(ins.a, Value::float_any(0.0));
                if ins.b == 2 { self.reg(ins.a + 3) } else { Value::int(0) }
            }
            Wait::List | Wait::Tuple | Wait::Sorted | Wait::Join => self.new_list(&[]),
            Wait::Set => self.new_set(),
            Wait::Extend => self.reg(ins.a + 1),
            _ => Value::UNBOUND,
        };
        self.set_reg(result_register(ins, wait), result);
        self.resume_generator(generator, Resume::Send(Value::NONE), Cont::Native, wait as u16)
    }

    /// Takes an item of the generator.
    fn fold_item(&mut self, ins: Ins, wait: Wait, item: Value) -> Res<()> {
        let generator = self.reg(source_register(ins, wait));
        if !self.take_plain_item(ins, wait, item) {
            let so_far = self.reg(result_register(ins, wait));
            match wait {
                Wait::Set => {
                    self.set_add(so_far, item)?;
                }
                Wait::Count => {
                    let dict = self.unwrap(self.reg(ins.a + 2));
                    collections::count_element(self, dict, item)?;
                }
                Wait::Sum => {
                    let total = self.sum_so_far(ins).value(self);
                    return self.leave_to(ins, "sum_rest", &[generator, total, item]);
                }
                Wait::All | Wait::Any => {
                    if let Some(truth) = self.plain_truth(item) {
                        self.set_reg(ins.c, Value::bool(truth));
                        return Ok(());
                    }
                    let function = if wait == Wait::All { "all_rest" } else { "any_rest" };
                    return self.leave_to(ins, function, &[generator, item]);
                }
                _ => {
                    let function = if wait == Wait::Min { "min_rest" } else { "max_rest" };
                    return self.leave_to(ins, function, &[generator, so_far, item]);
                }
            }
        }
        self.resume_generator(generator, Resume::Send(Value::NONE), Cont::Native, wait as u16)
    }

    /// Takes an item of the generator if that neither runs code of the program nor ends the fold. Returns false without
    /// any effect otherwise.
    #[inline]
    pub(crate) fn take_plain_item(&mut self, ins: Ins, wait: Wait, item: Value) -> bool {
        let at = result_register(ins, wait);
        match wait {
            Wait::List | Wait::Tuple | Wait::Sorted | Wait::Join | Wait::Extend | Wait::Spread => {
                let list = self.reg(at);
                self.heap.list_push(list, item);
                true
            }
            Wait::Sum => {
                let mut total = self.sum_so_far(ins);
                let added = total.add(self, item);
                if added {
                    self.put_sum(ins, &total);
                }
                added
            }
            Wait::All | Wait::Any => self.plain_truth(item).is_some_and(|truth| truth == (wait == Wait::All)),
            Wait::Min | Wait::Max => match better(self, wait, item, self.reg(at)) {
                Some(true) => {
                    self.set_reg(at, item);
                    true
                }
                answer => answer.is_some(),
            },
            _ => false,
        }
    }

    /// Ends a fold: its generator has ended.
    pub(crate) fn end_fold(&mut self, number: u16) -> Res<()> {
        let ins = self.waiting();
        let Some(wait) = Wait::of(number) else { return Err(self.system_error("nothing waits")) };
        if wait == Wait::Spread {
            return Ok(());
        }
        let so_far = self.reg(result_register(ins, wait));
        let result = match wait {
            Wait::Sum => self.sum_so_far(ins).value(self),
            Wait::All => Value::TRUE,
            Wait::Any => Value::FALSE,
            Wait::Extend | Wait::Count => Value::NONE,
            Wait::Min | Wait::Max if so_far.is_unbound() => {
                let name = if wait == Wait::Min { "min" } else { "max" };
                return Err(self.value_error(format!("{name}() iterable argument is empty")));
            }
            Wait::Tuple => {
                let items = self.heap.list(so_far).to_vec();
                self.new_tuple(&items)
            }
            Wait::Sorted => return self.invoke(self.reg(ins.a), &[so_far], &[], Cont::Store, ins.c),
            Wait::Join => join_list(self, self.reg(ins.a + 1), so_far)?,
            _ => so_far,
        };
        self.set_reg(ins.c, result);
        Ok(())
    }

    /// The sum so far, as `begin_fold` and `put_sum` leave it.
    #[inline]
    fn sum_so_far(&self, ins: Ins) -> Total {
        Total::resumed(self.reg(ins.a + 1), self.reg(ins.a).as_float())
    }

    #[inline]
    fn put_sum(&mut self, ins: Ins, total: &Total) {
        let (sum, lost) = total.put_away(self);
        self.set_reg(ins.a + 1, sum);
        self.set_reg(ins.a, Value::float_any(lost));
    }
}

/// The register of the result so far.
#[inline]
fn result_register(ins: Ins, wait: Wait) -> u16 {
    if matches!(wait, Wait::Join | Wait::Spread) { ins.a } else { ins.a + 1 }
}

/// The register of the generator.
#[inline]
fn source_register(ins: Ins, wait: Wait) -> u16 {
    match wait {
        Wait::Count => ins.a + 3,
        Wait::Spread => ins.b,
        _ => ins.a + 2,
    }
}

/// Whether an item is less, or greater, than the best one, if that is known without code of the program.
#[inline]
fn better(vm: &Vm, wait: Wait, item: Value, best: Value) -> Option<bool> {
    if best.is_unbound() {
        return Some(true);
    }
    let op = if wait == Wait::Min { CmpOp::Lt } else { CmpOp::Gt };
    compare::scalars(vm, item, best).map(|order| op.holds_opt(order))
}
