//! Imports: the instructions, and compiling the program's modules.
//!
//! Finding and loading are written in Python (`lib/hidden/runtime/importing.py`, `importing_finders.py`), so that a
//! module's code runs in a frame like any other. Their native half is `modules/core/importing.rs`.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::vm::code::event_choice::CodeRole;
use crate::vm::code::load::CompiledText;
use crate::vm::slots;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// `Op::ImportName`.
    pub(crate) fn op_import_name(&mut self, ins: Ins) -> Res<()> {
        let name = self.top_ref().code().names[ins.c as usize];
        let (level, from) = (self.reg(ins.b), self.reg(ins.b + 1));
        let globals = self.top_ref().globals;
        let hook = match self.own_builtins(globals) {
            Some(own) => self.namespace_get(own, self.names.import)?,
            None => self.dict_get_name(self.global(slots::BUILTINS), self.names.import),
        };
        let hook = hook.unwrap_or(Value::UNBOUND);
        let hidden = self.top_ref().code().code.path.starts_with(crate::vm::errors::traceback::HIDDEN);
        if hook != self.loaded.import_builtin && !hidden {
            if hook.is_unbound() {
                return Err(self.import_error("__import__ not found"));
            }
            let locals = self.top_ref().locals;
            let locals = if locals.is_unbound() { Value::NONE } else { locals };
            return self.invoke(hook, &[name, globals, locals, from, level], &[], Cont::Store, ins.a);
        }
        if level == Value::int(0)
            && let Some(module) = self.already_imported(name, from)
        {
            self.set_reg(ins.a, module);
            return Ok(());
        }
        let f = self.lib("import_");
        self.invoke(f, &[name, globals, from, level], &[], Cont::Store, ins.a)
    }

    /// The result of an import that needs no work, because everything is in `sys.modules` and its namespaces.
    fn already_imported(&self, name: Value, from: Value) -> Option<Value> {
        let modules = self.global(slots::MODULES);
        let module = self.dict_get_name(modules, name).filter(|m| !m.is_none())?;
        if from.is_none() {
            let text = self.heap.bytes(name);
            let Some(dot) = text.iter().position(|b| *b == b'.') else { return Some(module) };
            let top = self.loaded.interned.get(&self.heap, &text[..dot])?;
            return self.dict_get_name(modules, top).filter(|m| !m.is_none());
        }
        if !module.is(ids::MODULE) || !from.is(ids::TUPLE) {
            return None;
        }
        let dict = self.heap.slot(module, 0);
        // A module's `__getattr__` would be called for `__path__`.
        if self.dict_get_name(dict, self.names.getattr).is_some() {
            return None;
        }
        let known = |item: &Value| item.is(ids::STR) && self.dict_get_name(dict, *item).is_some();
        let package = self.dict_get_name(dict, self.names.path).is_some();
        (!package || self.heap.tuple(from).iter().all(known)).then_some(module)
    }

    /// `Op::ImportFrom`.
    pub(crate) fn op_import_from(&mut self, ins: Ins) -> Res<()> {
        let name = self.top_ref().code().names[ins.c as usize];
        let module = self.reg(ins.b);
        if let Some(v) = self.getattr_opt(module, name)? {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        let unknown = self.intern("<unknown module name>");
        let package = self.getattr_opt(module, self.names.name)?.filter(|name| name.is(ids::STR)).unwrap_or(unknown);
        let full = format!("{}.{}", self.text_lossy(package), self.text_lossy(name));
        let key = self.intern(&full);
        let modules = self.global(slots::MODULES);
        if let Some(v) = self.dict_get_name(modules, key) {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        let file = self.getattr_opt(module, self.names.file)?;
        let place = match file {
            Some(f) if f.is(ids::STR) => self.text_lossy(f).into_owned(),
            _ => "unknown location".to_string(),
        };
        let hint = match self.file_spec(module) {
            Some(spec) => {
                let f = self.lib("import_hint");
                self.call(f, &[package, spec])?
            }
            None => Value::NONE,
        };
        let wanted = [("name", package), ("path", file.unwrap_or(Value::NONE)), ("name_from", name)];
        let (name, package) = (self.text_lossy(name).into_owned(), self.text_lossy(package).into_owned());
        let partial = self.is_initializing(module)?;
        let message = if !hint.is_none() {
            format!("cannot import name '{name}' from '{package}' {}", self.text_lossy(hint))
        } else if partial {
            format!(
                "cannot import name '{name}' from partially initialized module '{package}' (most likely due to a circular import) ({place})"
            )
        } else {
            format!("cannot import name '{name}' from '{package}' ({place})")
        };
        let trap = self.import_error(message);
        if let Trap::Raise(exc) = trap {
            for (attr, value) in wanted {
                let attr = self.intern(attr);
                self.set_exc_members(exc, &[(attr, value)]);
            }
        }
        Err(trap)
    }

    /// `Op::ImportStar`.
    pub(crate) fn op_import_star(&mut self, ins: Ins) -> Res<()> {
        let module = self.reg(ins.b);
        let locals = self.top_ref().locals;
        let f = self.lib("import_star");
        self.invoke(f, &[module, locals], &[], Cont::Discard, 0)
    }

    /// Whether a module is being imported.
    pub(crate) fn is_initializing(&mut self, module: Value) -> Res<bool> {
        let spec = self.getattr_opt(module, self.names.spec)?.unwrap_or(Value::NONE);
        if spec.is_none() {
            return Ok(false);
        }
        let name = self.intern("_initializing");
        Ok(self.getattr_opt(spec, name)? == Some(Value::TRUE))
    }

    /// Compiles and loads a module's text. The same text always gives the same code object, for each role.
    pub(crate) fn compile_module(&mut self, text: &str, path: &str, role: CodeRole) -> Res {
        let is_it = |known: &&CompiledText| known.role == role && &*known.text == text;
        let known = self.loaded.module_codes.get(path).and_then(|all| all.iter().find(is_it));
        if let Some(known) = known {
            let (code, warnings) = (known.code.clone(), known.warnings.clone());
            self.compiler_warnings(&warnings)?;
            return Ok(self.load_code(&code).value);
        }
        let CodeRole { counted, program } = role;
        let optimize = self.host.world.settings.optimize();
        let opts = ttd_code::Options { counted, program, optimize, ..Default::default() };
        match ttd_code::compile_module(text, path, opts, false) {
            Ok(ttd_code::CompiledModule { code, warnings }) => {
                self.add_source(path, text);
                let compiled = CompiledText { text: text.into(), role, code: code.clone(), warnings: warnings.clone() };
                self.loaded.module_codes.entry(path.to_string()).or_default().push(compiled);
                self.compiler_warnings(&warnings)?;
                Ok(self.load_code(&code).value)
            }
            Err(e) => Err(self.syntax_error(&e)),
        }
    }

    /// Issues the compiler's warnings. If a filter makes them errors, raises the first.
    pub(crate) fn compiler_warnings(&mut self, found: &[ttd_code::SyntaxError]) -> Res<()> {
        if found.is_empty() {
            return Ok(());
        }
        let all = self.warnings_value(found);
        let f = self.lib("compiler_warnings");
        self.call(f, &[all]).map(|_| ())
    }

    /// Each warning as its message and the details of a SyntaxError.
    pub(crate) fn warnings_value(&mut self, found: &[ttd_code::SyntaxError]) -> Value {
        let all: Vec<Value> = found
            .iter()
            .map(|e| {
                let (message, details) = (self.new_str(&e.message), self.syntax_details(e));
                self.new_tuple(&[message, details])
            })
            .collect();
        self.new_tuple(&all)
    }

    /// File, line, column, text, last line, column after the end.
    fn syntax_details(&mut self, e: &ttd_code::SyntaxError) -> Value {
        let path = self.new_name(&e.path);
        let text = match &e.text {
            Some(t) => self.new_str(t),
            None => Value::NONE,
        };
        // Without a line there is no position; with one, CPython has columns 0 and -1 too.
        let number = |n: u32| match n {
            _ if e.line == 0 => Value::NONE,
            u32::MAX => Value::int(-1),
            n => Value::int(i64::from(n)),
        };
        self.new_tuple(&[path, number(e.line), number(e.column), text, number(e.end_line), number(e.end_column)])
    }

    /// Makes a SyntaxError an exception of the program.
    pub(crate) fn syntax_error(&mut self, e: &ttd_code::SyntaxError) -> Trap {
        let incomplete = self.intern("_IncompleteInputError");
        let class = match e.class {
            "_IncompleteInputError" => {
                let builtins = self.global(slots::BUILTINS);
                self.dict_get_name(builtins, incomplete).unwrap_or(self.types.syntax_error)
            }
            "IndentationError" => self.types.indentation_error,
            "TabError" => self.types.tab_error,
            _ => self.types.syntax_error,
        };
        if e.message.starts_with("maximum recursion depth exceeded") {
            return self.recursion_error(&e.message);
        }
        let message = self.new_str(&e.message);
        if e.line == 0 && e.path.is_empty() || e.message == "source code string cannot contain null bytes" {
            return self.raise(class, &[message]);
        }
        let details = self.syntax_details(e);
        self.raise(class, &[message, details])
    }
}
