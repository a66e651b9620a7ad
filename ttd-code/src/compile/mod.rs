//! The driver: checks, front end, corrections of its output, translation, errors.

pub(crate) mod bare_raise;
pub(crate) mod comprehension_scope;
pub(crate) mod conditional_annotations;
pub(crate) mod const_folding;
pub(crate) mod fstring_braces;
pub(crate) mod kept;
pub(crate) mod large_displays;
pub(crate) mod patch_ast;
pub(crate) mod second_opinion;

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rustpython_compiler::{CompileError, CompileOpts};
use rustpython_compiler_core::bytecode::CodeFlags;

use self::patch_ast::compile_patched;
use self::second_opinion::{reconsider, without_blamed_blanks};
use crate::bytecode::code::Code;
use crate::diagnostics::convert;
use crate::source::nesting_limits::too_deep;
use crate::source::{Mode, SyntaxError};
use crate::translate::translate;

/// How to compile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Whether the code's events are counted.
    pub counted: bool,
    /// Whether the code belongs to the program: see [`Code::program`].
    pub program: bool,
    /// As `python -O`: 1 omits asserts, 2 docstrings as well.
    pub optimize: u8,
    /// Future features that the code inherits, as bits of the code flags.
    pub future: u32,
    /// Whether `await` is allowed outside of functions.
    pub top_level_await: bool,
    /// In `Single` mode: a block is incomplete until an empty line ends it.
    pub dont_imply_dedent: bool,
    /// Maximum number of digits of a decimal literal; 0 is no limit, `None` Python's own.
    pub max_digits: Option<u32>,
}

impl Options {
    pub(crate) fn for_front_end(self) -> CompileOpts {
        let general = CompileOpts::default();
        CompileOpts {
            optimize: self.optimize,
            allow_top_level_await: self.top_level_await,
            future_features: CodeFlags::from_bits_truncate(self.future).intersection(CodeFlags::FUTURE_MASK),
            dont_imply_dedent: self.dont_imply_dedent,
            int_max_str_digits: self.max_digits.map_or(general.int_max_str_digits, |n| n as usize),
            ..general
        }
    }
}

/// Compiles a source text. Deeply nested source needs a large stack of the calling thread.
pub fn compile(source: &str, path: &str, mode: Mode, opts: Options) -> Result<Arc<Code>, SyntaxError> {
    if source.contains('\0') {
        return Err(SyntaxError::without_location("source code string cannot contain null bytes".into(), path));
    }
    // Lines end in line feeds in string literals too, whatever the file has.
    let source: Cow<'_, str> =
        if source.contains('\r') { source.replace("\r\n", "\n").replace('\r', "\n").into() } else { source.into() };
    let source = &*source;
    if let Some(error) = too_deep(source, path) {
        return Err(error);
    }
    let front_opts = opts.for_front_end();
    // The front end is large and foreign: a panic in it must become the program's error.
    let run = AssertUnwindSafe(|| {
        refuse_newer(source, mode, path, &front_opts)?;
        let compiled = match large_displays::compile(source, mode, path, &front_opts) {
            Some(object) => Ok(object),
            None => {
                let compiled = rustpython_compiler::compile(source, mode.for_front_end(), path, front_opts.clone());
                let compiled = without_blamed_blanks(compiled, source, mode, path, &front_opts);
                let compiled = reconsider(compiled, source, mode, path, &front_opts);
                compile_patched(compiled, source, mode, path, &front_opts)
            }
        };
        compiled.map(|object| const_folding::unfold_inexact(object, source, mode, path, front_opts))
    });
    match catch_unwind(run) {
        Ok(Ok(object)) => {
            translate(&object, opts.counted, opts.program).map_err(|p| SyntaxError::without_location(p.into(), path))
        }
        Ok(Err(error)) => {
            // Rewording the error must not lose it.
            let convert = AssertUnwindSafe(|| convert(&error, source, path, mode, error_in));
            let generic = || SyntaxError::without_location("invalid syntax".into(), path);
            Err(catch_unwind(convert).unwrap_or_else(|_| generic()))
        }
        Err(_) => Err(SyntaxError::without_location("internal error in the compiler".into(), path)),
    }
}

/// Compiles a text without the characters and character names newer than CPython's Unicode, which the front end
/// accepts. In strings and comments they are valid; anywhere else this fails.
fn refuse_newer(source: &str, mode: Mode, path: &str, opts: &CompileOpts) -> Result<(), CompileError> {
    match ttd_pyalgos::unicode::names::without_newer(source) {
        Some(other) => rustpython_compiler::compile(&other, mode.for_front_end(), path, opts.clone()).map(|_| ()),
        None => Ok(()),
    }
}

/// Returns the error in a text, if any: the diagnostics compile altered copies of a program.
fn error_in(source: &str, path: &str, mode: Mode) -> Option<SyntaxError> {
    compile(source, path, mode, Options::default()).err()
}
