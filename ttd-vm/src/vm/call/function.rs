//! Python functions: their layout on the heap, and pushing their frames.

use smallvec::SmallVec;
use ttd_core::value::Value;

use crate::native::Res;
use crate::vm::code::CodeRt;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

/// `__code__`.
pub const CODE: usize = 0;
/// `__globals__`.
pub const GLOBALS: usize = 1;
/// `__name__`.
pub const NAME: usize = 2;
/// `__qualname__`.
pub const QUALNAME: usize = 3;
/// `__defaults__`: a tuple or None.
pub const DEFAULTS: usize = 4;
/// `__kwdefaults__`: a dict or None.
pub const KWDEFAULTS: usize = 5;
/// `__closure__`: a tuple or None.
pub const CLOSURE: usize = 6;
/// `__doc__`.
pub const DOC: usize = 7;
/// `__dict__`, or NULL.
pub const DICT: usize = 8;
/// `__module__`.
pub const MODULE: usize = 9;
/// `__annotations__`, or NULL.
pub const ANNOTATIONS: usize = 10;
/// `__annotate__`, or NULL.
pub const ANNOTATE: usize = 11;
/// `__type_params__`, or NULL.
pub const TYPE_PARAMS: usize = 12;
/// The namespace of a function whose globals are an instance of a subclass of dict, else NULL.
pub const NAMESPACE: usize = 13;
/// Number of slots.
pub const COUNT: usize = 14;

impl Vm {
    /// Pushes the frame of a Python function. A generator's frame makes its generator as its first instruction.
    pub(crate) fn push_function(
        &mut self,
        func: Value,
        args: &[Value],
        kw: &[(Value, Value)],
        cont: Cont,
        dst: u16,
    ) -> Res<()> {
        if kw.is_empty() && self.enter_with(func, args, cont, dst) {
            return Ok(());
        }
        let code = self.loaded.codes[self.heap.shape(func) as usize];
        let base = self.free_window();
        if kw.is_empty() && args.len() == code.simple_args as usize {
            self.push_frame(code, base, cont, dst)?;
            self.write_window(base, args, code);
        } else {
            let regs = self.bind_python(code, func, args, kw)?;
            self.push_frame(code, base, cont, dst)?;
            self.write_window(base, &regs, code);
        }
        let globals = self.heap.slot(func, GLOBALS);
        let top = self.top();
        top.func = func;
        top.globals = globals;
        Ok(())
    }

    /// The default values that follow `given` positional arguments of a function that takes no others than such. `None`
    /// if it does, or if they do not fit.
    #[inline]
    pub(crate) fn missing_defaults(&self, f: Value, code: &CodeRt, given: usize) -> Option<&[Value]> {
        if given == code.simple_args as usize {
            return Some(&[]);
        }
        let takes = Some(code.simple_args as usize).filter(|_| code.simple_args != u32::MAX)?;
        let missing = takes.checked_sub(given)?;
        let defaults = self.heap.slot(f, DEFAULTS);
        let defaults = if defaults.is(ids::TUPLE) { self.heap.tuple(defaults) } else { &[] };
        let from = defaults.len().checked_sub(missing)?;
        Some(&defaults[from..])
    }

    /// Enters a Python function that takes exactly these arguments, and else default values, in a new window. Returns
    /// false without any effect if it takes others, or there is no room.
    #[inline]
    pub(crate) fn enter_with(&mut self, f: Value, args: &[Value], cont: Cont, dst: u16) -> bool {
        let code = self.loaded.codes[self.heap.shape(f) as usize];
        let window = self.free_window();
        let end = window.wrapping_add(code.nregs as usize);
        if self.fp >= self.limits.fp_limit || end >= self.limits.stack_limit {
            return false;
        }
        match self.missing_defaults(f, code, args.len()) {
            Some([]) => self.write_window(window, args, code),
            Some(defaults) => {
                let all: SmallVec<[Value; 8]> = args.iter().chain(defaults).copied().collect();
                self.write_window(window, &all, code);
            }
            None => return false,
        }
        self.put_frame(code, window, cont, dst);
        let globals = self.heap.slot(f, GLOBALS);
        let top = self.top();
        (top.func, top.globals) = (f, globals);
        true
    }

    /// Enters a special method of an instance, the first of the arguments, if its class has a Python function under
    /// this name that takes exactly these arguments. Returns false without any effect otherwise.
    #[inline]
    pub(crate) fn enter_special(&mut self, name: Value, args: &[Value], cont: Cont, dst: u16) -> bool {
        match self.python_method(args[0], name) {
            Some(f) => self.enter_with(f, args, cont, dst),
            None => false,
        }
    }

    /// The Python function that an instance's class has under a name.
    #[inline]
    pub(crate) fn python_method(&mut self, object: Value, name: Value) -> Option<Value> {
        if !object.is(ids::INST) {
            return None;
        }
        let class = self.loaded.shapes.get(self.heap.shape(object)).class;
        self.lookup(class, name).filter(|f| f.is(ids::FUNCTION))
    }

    /// Pushes a frame for module or class code.
    pub(crate) fn push_code(
        &mut self,
        code: &'static CodeRt,
        globals: Value,
        locals: Value,
        cont: Cont,
        dst: u16,
    ) -> Res<()> {
        let base = self.free_window();
        self.push_frame(code, base, cont, dst)?;
        self.write_window(base, &[], code);
        let top = self.top();
        top.globals = globals;
        top.locals = locals;
        Ok(())
    }

    /// `__qualname__` of a function, for messages.
    pub(crate) fn function_name(&self, func: Value) -> String {
        self.text_lossy(self.heap.slot(func, QUALNAME)).into_owned()
    }

    /// Makes a function object.
    pub(crate) fn new_function(&mut self, code: &'static CodeRt, globals: Value) -> Value {
        let names = || [&code.code.name, &code.code.qualname].map(|name| self.intern(name));
        let [name, qualname] = *code.function_names.get_or_init(names);
        let module = self.dict_get_name(globals, self.names.name).unwrap_or(Value::NONE);
        let doc = match code.has(ttd_code::bytecode::code::flags::HAS_DOCSTRING) {
            true => code.consts.first().copied().filter(|c| c.is(ids::STR)).unwrap_or(Value::NONE),
            false => Value::NONE,
        };
        let mut slots = [Value::UNBOUND; COUNT];
        for (slot, value) in [
            (CODE, code.value),
            (GLOBALS, globals),
            (NAME, name),
            (QUALNAME, qualname),
            (DEFAULTS, Value::NONE),
            (KWDEFAULTS, Value::NONE),
            (CLOSURE, Value::NONE),
            (DOC, doc),
            (MODULE, module),
        ] {
            slots[slot] = value;
        }
        self.heap.new_slots_from(ids::FUNCTION, code.id, &slots)
    }
}
