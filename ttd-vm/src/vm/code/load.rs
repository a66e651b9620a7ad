//! Loading code objects: makes constants into values, interns names, allocates caches.

use std::cell::{Cell, UnsafeCell};
use std::sync::Arc;

use ttd_code::bytecode::code::{Code, Const, flags};
use ttd_code::bytecode::op::Op;
use ttd_core::value::Value;

use super::event_choice::CodeRole;
use super::{Cache, CodeRt};
use crate::{Vm, ids};

/// A module's source text and the code compiled from it.
pub(crate) struct CompiledText {
    pub(crate) text: Box<str>,
    /// What it was compiled as.
    pub(crate) role: CodeRole,
    pub(crate) code: Arc<Code>,
    /// The compiler's warnings.
    pub(crate) warnings: Arc<[ttd_code::SyntaxError]>,
}

impl Vm {
    /// Loads a code object. The same `Arc` always gives the same loaded code.
    pub fn load_code(&mut self, code: &Arc<Code>) -> &'static CodeRt {
        let key = Arc::as_ptr(code) as usize;
        if let Some(&id) = self.loaded.code_ids.get(&key) {
            return self.loaded.codes[id as usize];
        }
        let consts: Box<[Value]> = code.consts.iter().map(|c| self.const_value(c)).collect();
        let names: Box<[Value]> = code.names.iter().map(|n| self.intern(n)).collect();
        let local_names: Box<[Value]> = code.locals.iter().map(|l| self.intern(&l.name)).collect();
        let id = self.loaded.codes.len() as u32;
        let value = self.immortal(|vm| vm.heap.new_boxed(ids::CODE, std::rc::Rc::new(id)));
        let plain = code.flags & (flags::VARARGS | flags::VARKEYWORDS) == 0 && code.kwonly == 0;
        let rt = CodeRt {
            id,
            ins: UnsafeCell::new(code.ins.clone().into_boxed_slice()),
            filled: Cell::new(false),
            caches: UnsafeCell::new(vec![Cache::EMPTY; code.sites.len()].into_boxed_slice()),
            stored_attrs: stored_attrs(code, &names),
            simple_args: if plain { code.args } else { u32::MAX },
            nregs: code.nregs,
            nlocals: code.locals.len() as u32,
            counted: code.counted,
            entered: Cell::new(true),
            traced: Cell::new(0),
            derived: std::cell::OnceCell::new(),
            trace_marks: std::cell::OnceCell::new(),
            liveness: std::cell::OnceCell::new(),
            live_registers: std::cell::OnceCell::new(),
            closing: std::cell::OnceCell::new(),
            function_names: std::cell::OnceCell::new(),
            name_hash: std::cell::OnceCell::new(),
            code: code.clone(),
            consts,
            names,
            local_names,
            value,
        };
        let rt = self.loaded.codes.add(rt);
        if rt.counted && self.has_debugger {
            rt.await_entry();
        }
        self.loaded.code_ids.insert(key, id);
        self.new_code_loaded();
        self.trace_new_code(rt);
        rt
    }

    /// Loads code that was compiled at run time, and keeps it, so that its address is never reused. Equal code from
    /// before is used again, so that running a stretch of time again loads nothing new.
    pub(crate) fn load_dynamic(&mut self, code: Arc<Code>) -> &'static CodeRt {
        let code = self.loaded.dynamic_codes.keep(code);
        self.load_code(&code)
    }

    /// As `load_dynamic`; returns the code object.
    pub(crate) fn load_dynamic_code(&mut self, code: Arc<Code>) -> Value {
        self.load_dynamic(code).value
    }

    fn const_value(&mut self, c: &Const) -> Value {
        match c {
            Const::None => Value::NONE,
            Const::Ellipsis => Value::ELLIPSIS,
            Const::Bool(b) => Value::bool(*b),
            Const::Float(x) => Value::float_any(*x),
            Const::Code(code) => self.load_code(code).value,
            Const::Str(s) => self.intern_bytes(s),
            Const::Int(i) => self.immortal(|vm| vm.int(*i)),
            Const::Big { negative, magnitude } => {
                let (negative, magnitude) = (*negative, magnitude.clone());
                self.immortal(|vm| {
                    let big = malachite_bigint::BigInt::from_bytes_le(malachite_bigint::Sign::Plus, &magnitude);
                    vm.big(if negative { -big } else { big })
                })
            }
            Const::Bytes(b) if b.is_empty() => {
                if self.loaded.empty_bytes.is_unbound() {
                    self.loaded.empty_bytes = self.immortal(|vm| vm.new_bytes(&[]));
                }
                self.loaded.empty_bytes
            }
            Const::Bytes(b) => self.immortal(|vm| vm.new_bytes(b)),
            Const::Complex(re, im) => {
                self.immortal(|vm| vm.heap.new_tuple(ids::COMPLEX, &[Value::float_any(*re), Value::float_any(*im)]))
            }
            Const::Tuple(items) => {
                let items: Vec<Value> = items.iter().map(|i| self.const_value(i)).collect();
                self.immortal(|vm| vm.new_tuple(&items))
            }
            Const::FrozenSet(items) => {
                let items: Vec<Value> = items.iter().map(|i| self.const_value(i)).collect();
                self.immortal(|vm| {
                    let set = vm.heap.new_set(ids::FROZENSET);
                    for item in items {
                        // Constants are hashable builtins, so adding them cannot fail.
                        let _ = vm.set_add(set, item);
                    }
                    set
                })
            }
            Const::Slice(parts) => {
                let parts: Vec<Value> = parts.iter().map(|i| self.const_value(i)).collect();
                self.immortal(|vm| vm.heap.new_slots_from(ids::SLICE, 0, &parts))
            }
        }
    }

    /// Makes a constant a new value, not shared with loaded code's constants.
    pub(crate) fn fresh_const(&mut self, c: &Const) -> Value {
        match c {
            Const::Str(s) => self.new_str_raw(s),
            Const::Int(i) => self.int(*i),
            Const::Bytes(b) => self.new_bytes(b),
            Const::Complex(re, im) => {
                self.heap.new_tuple(ids::COMPLEX, &[Value::float_any(*re), Value::float_any(*im)])
            }
            Const::Big { negative, magnitude } => {
                let big = malachite_bigint::BigInt::from_bytes_le(malachite_bigint::Sign::Plus, magnitude);
                self.big(if *negative { -big } else { big })
            }
            other => self.const_value(other),
        }
    }

    /// The loaded code behind a Python code object.
    pub fn code_of(&self, v: Value) -> Option<&'static CodeRt> {
        if !v.is(ids::CODE) {
            return None;
        }
        self.heap.boxed::<u32>(v).map(|id| self.loaded.codes[*id as usize])
    }
}

/// The names that the code stores as attributes of its first argument.
fn stored_attrs(code: &Code, names: &[Value]) -> Box<[Value]> {
    let mut out: Vec<Value> = Vec::new();
    for ins in code.ins.iter().filter(|i| i.op == Op::StoreAttr && i.a == 0) {
        let name = names[code.sites[ins.c as usize].name as usize];
        if !out.contains(&name) {
            out.push(name);
        }
    }
    out.into_boxed_slice()
}
