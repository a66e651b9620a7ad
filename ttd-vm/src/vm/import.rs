//! Importing: natives from their tables, library modules from the binary, the program's own from its folders.
//!
//! The search and the bookkeeping are written in Python (`lib/core.py`), so that a module's code runs in a frame like
//! any other; this file has the instructions and what the Python half calls.

use std::path::PathBuf;

use ttd_code::op::Ins;
use ttd_core::value::Value;

use super::frame::Cont;
use super::slots;
use crate::native::{Res, Trap};
use crate::{Vm, ids};

/// A module that was found: the module itself or its code, its file or None, and whether it is a package.
type Found = (Value, Value, bool);

/// Library modules written in Python, embedded.
const LIBRARY: &[(&str, &str)] = &[
    ("collections", include_str!("../lib/collections.py")),
    ("io", include_str!("../lib/io.py")),
    ("os", include_str!("../lib/os.py")),
    ("posixpath", include_str!("../lib/posixpath.py")),
    ("random", include_str!("../lib/random.py")),
    ("stat", include_str!("../lib/stat.py")),
    ("time", include_str!("../lib/time.py")),
];

/// Modules that are native in CPython: no traceback shows their frames.
const HIDDEN_LIBRARY: &[(&str, &str)] = &[
    ("_io", STREAMS),
    ("posix", include_str!("../lib/posix.py")),
    ("_csv", include_str!("../lib/native/_csv.py")),
    ("zlib", include_str!("../lib/native/zlib.py")),
];

/// `_io`: one module from several files.
const STREAMS: &str = concat!(
    include_str!("../lib/streams/base.py"),
    include_str!("../lib/streams/raw.py"),
    include_str!("../lib/streams/buffered.py"),
    include_str!("../lib/streams/memory.py"),
    include_str!("../lib/streams/text.py"),
    include_str!("../lib/streams/open.py"),
);

impl Vm {
    /// `Op::ImportName`.
    pub(crate) fn op_import_name(&mut self, ins: Ins) -> Res<()> {
        let name = self.top_ref().code().names[ins.c as usize];
        let (level, from) = (self.reg(ins.b), self.reg(ins.b + 1));
        if from.is_none() && level == Value::int(0) && !self.heap.bytes(name).contains(&b'.') {
            let modules = self.global(slots::MODULES);
            if let Some(module) = self.dict_get_name(modules, name) {
                self.set_reg(ins.a, module);
                return Ok(());
            }
        }
        let globals = self.top_ref().globals;
        let f = self.lib("import_");
        self.invoke(f, &[name, globals, from, level], &[], Cont::Store, ins.a)
    }

    /// `Op::ImportFrom`.
    pub(crate) fn op_import_from(&mut self, ins: Ins) -> Res<()> {
        let name = self.top_ref().code().names[ins.c as usize];
        let module = self.reg(ins.b);
        if let Some(v) = self.getattr_opt(module, name)? {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        let package = self.getattr_opt(module, self.names.name)?.unwrap_or(self.names.empty);
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
        let wanted = [("name", package), ("path", file.unwrap_or(Value::NONE)), ("name_from", name)];
        let (name, package) = (self.text_lossy(name).into_owned(), self.text_lossy(package).into_owned());
        let partial = match self.getattr_str(module, "_ttd_initializing") {
            Ok(v) => v == Value::TRUE,
            Err(_) => false,
        };
        let message = if partial {
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
                self.set_own_attr(exc, attr, value);
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

    /// A module that is written in Rust or embedded, or a file: `(kind, path or None, code or module, is_package)`.
    pub(crate) fn find_module(&mut self, name: &str, path: &[String]) -> Res<Option<Found>> {
        if let Some(def) = crate::modules::find(name) {
            let module = self.new_native_module(def);
            (def.init)(self, module)?;
            return Ok(Some((module, Value::NONE, false)));
        }
        if let Some((file, text)) = LIBRARY.iter().find(|(n, _)| *n == name) {
            let path = format!("<frozen {file}>");
            let code = self.compile_module(text, &path, false)?;
            return Ok(Some((code, Value::NONE, false)));
        }
        if let Some((file, text)) = HIDDEN_LIBRARY.iter().find(|(n, _)| *n == name) {
            let path = format!("{}{file}>", super::traceback::HIDDEN);
            let code = self.compile_module(text, &path, false)?;
            return Ok(Some((code, Value::NONE, false)));
        }
        let tail = name.rsplit('.').next().unwrap_or(name);
        for folder in path {
            let folder = if folder.is_empty() { PathBuf::from(".") } else { PathBuf::from(folder) };
            for (file, package) in
                [(folder.join(tail).join("__init__.py"), true), (folder.join(format!("{tail}.py")), false)]
            {
                if let Some(bytes) = self.host_read_source(&file)? {
                    let shown = file.display().to_string();
                    let text = match ttd_code::decode_source(&bytes) {
                        Ok(text) => text,
                        Err(e) => return Err(self.syntax_error(&e)),
                    };
                    let code = self.compile_module(&text, &shown, true)?;
                    let shown = self.new_str(&shown);
                    return Ok(Some((code, shown, package)));
                }
            }
        }
        Ok(None)
    }

    /// Compiles and loads a module's text; the same text always gives the same code object.
    fn compile_module(&mut self, text: &str, path: &str, counted: bool) -> Res {
        let known = self.kept_codes.iter().find(|c| &*c.path == path && c.name.as_ref() == "<module>").cloned();
        if let Some(code) = known
            && self.source_lines(path).is_some_and(|l| l.iter().map(String::as_str).eq(text.lines()))
        {
            return Ok(self.load_code(&code).value);
        }
        let opts = ttd_code::Options { counted, ..Default::default() };
        match ttd_code::compile(text, path, ttd_code::Mode::Exec, opts) {
            Ok(code) => {
                self.add_source(path, text);
                self.kept_codes.push(code.clone());
                Ok(self.load_code(&code).value)
            }
            Err(e) => Err(self.syntax_error(&e)),
        }
    }

    /// A SyntaxError as an exception of the program.
    pub(crate) fn syntax_error(&mut self, e: &ttd_code::SyntaxError) -> Trap {
        let class = match e.class {
            "IndentationError" => self.types.indentation_error,
            "TabError" => self.types.tab_error,
            _ => self.types.syntax_error,
        };
        let message = self.new_str(&e.message);
        let path = self.new_str(&e.path);
        let text = match &e.text {
            Some(t) => self.new_str(t),
            None => Value::NONE,
        };
        let number = |n: u32| if n == 0 { Value::NONE } else { Value::int(i64::from(n)) };
        let details =
            self.new_tuple(&[path, number(e.line), number(e.column), text, number(e.end_line), number(e.end_column)]);
        self.raise(class, &[message, details])
    }
}
