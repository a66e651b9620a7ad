//! The front end: parsing and compiling source text, and what is wrong with it in CPython's words.

pub(crate) mod comprehension_scope;
pub(crate) mod const_folding;
pub(crate) mod decode_source;
pub(crate) mod fstring_braces;
pub(crate) mod nesting_limits;
pub(crate) mod patch_ast;
pub(crate) mod relocate;

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rustpython_compiler::{CompileError, CompileOpts};
use rustpython_compiler_core::bytecode::CodeFlags;

use crate::bytecode::code::Code;
use crate::compile::patch_ast::amended;
use crate::diagnostics::convert;

use crate::compile::relocate::Relocations;
use crate::translate::translate;

/// What kind of program a source text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A module.
    Exec,
    /// One expression; the code returns its value.
    Eval,
    /// One interactive statement; the values of expressions are displayed.
    Single,
}

impl Mode {
    pub(crate) fn for_front_end(self) -> rustpython_compiler::Mode {
        match self {
            Mode::Exec => rustpython_compiler::Mode::Exec,
            Mode::Eval => rustpython_compiler::Mode::Eval,
            Mode::Single => rustpython_compiler::Mode::Single,
        }
    }

    pub(crate) fn for_parser(self) -> ruff_python_parser::Mode {
        match self {
            Mode::Eval => ruff_python_parser::Mode::Expression,
            Mode::Exec | Mode::Single => ruff_python_parser::Mode::Module,
        }
    }
}

/// How to compile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether it is user code, whose events are counted.
    pub counted: bool,
    /// As `python -O`: 1 leaves out asserts, 2 docstrings as well.
    pub optimize: u8,
    /// Future features (bits of the code flags) that the code inherits from its surroundings.
    pub future: u32,
    /// Whether `await` is allowed outside of functions.
    pub top_level_await: bool,
    /// In `Single` mode: a block is incomplete until an empty line ends it.
    pub dont_imply_dedent: bool,
}

/// A program that is not Python, with the fields of Python's exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// `SyntaxError`, `IndentationError` or `TabError`.
    pub class: &'static str,
    /// The message without the place.
    pub message: String,
    /// The file as it was named.
    pub path: String,
    /// Line from 1; 0 when unknown.
    pub line: u32,
    /// Column in characters from 1; 0 when unknown.
    pub column: u32,
    /// Line of the end; 0 when unknown.
    pub end_line: u32,
    /// Column after the end; 0 when unknown, and the largest number where CPython says -1.
    pub end_column: u32,
    /// The line's text.
    pub text: Option<String>,
    /// Whether the text ends before anything is wrong with it: more of it could mend it.
    pub incomplete: bool,
    /// Whether the text was parsed, and what is wrong came out later.
    pub of_compiler: bool,
}

impl SyntaxError {
    /// An error that belongs to no place in the source.
    pub(crate) fn general(message: String, path: &str) -> Self {
        SyntaxError {
            class: "SyntaxError",
            message,
            path: path.to_owned(),
            line: 0,
            column: 0,
            end_line: 0,
            end_column: 0,
            text: None,
            incomplete: false,
            of_compiler: false,
        }
    }
}

impl std::fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} ({}, line {})", self.class, self.message, self.path, self.line)
    }
}

impl std::error::Error for SyntaxError {}

/// Compiles a source text. Deeply nested source needs a deep stack of the thread that calls this.
pub fn compile(source: &str, path: &str, mode: Mode, opts: Options) -> Result<Arc<Code>, SyntaxError> {
    compile_moved(source, path, mode, opts, &Relocations::default())
}

/// Compiles a text whose parts are said to be elsewhere.
pub fn compile_moved(
    source: &str,
    path: &str,
    mode: Mode,
    opts: Options,
    moves: &Relocations,
) -> Result<Arc<Code>, SyntaxError> {
    if source.contains('\0') {
        return Err(SyntaxError::general("source code string cannot contain null bytes".into(), path));
    }
    // Inside string literals too a line ends in a line feed, whatever the file has.
    let source: Cow<'_, str> =
        if source.contains('\r') { source.replace("\r\n", "\n").replace('\r', "\n").into() } else { source.into() };
    let source = &*source;
    if let Some(error) = crate::compile::nesting_limits::too_deep(source, path) {
        return Err(error);
    }
    let front_opts = CompileOpts {
        optimize: opts.optimize,
        allow_top_level_await: opts.top_level_await,
        future_features: CodeFlags::from_bits_truncate(opts.future).intersection(CodeFlags::FUTURE_MASK),
        dont_imply_dedent: opts.dont_imply_dedent,
        ..CompileOpts::default()
    };
    // The front end is large and not ours: a panic in it must be the program's error, not the debugger's end.
    let run = AssertUnwindSafe(|| {
        refuse_later(source, mode, path, &front_opts)?;
        rustpython_compiler::compile(source, mode.for_front_end(), path, front_opts.clone())
            .map(|object| amended(object, source, mode, path, &front_opts))
            .map(|object| const_folding::exact(object, source, mode, path, front_opts))
    });
    match catch_unwind(run) {
        Ok(Ok(object)) => translate(&object, opts.counted)
            .map(|code| moves.apply(code))
            .map_err(|p| SyntaxError::general(p.into(), path)),
        Ok(Err(error)) => {
            // What is wrong is wrong, whatever becomes of its words.
            let convert = AssertUnwindSafe(|| convert(&error, source, path, mode));
            let plain = || SyntaxError::general("invalid syntax".into(), path);
            Err(catch_unwind(convert).unwrap_or_else(|_| plain()))
        }
        Err(_) => Err(SyntaxError::general("internal error in the compiler".into(), path)),
    }
}

/// The front end knows names and characters that Unicode got later; where they are in the text they must be nothing but
/// parts of strings and comments.
fn refuse_later(source: &str, mode: Mode, path: &str, opts: &CompileOpts) -> Result<(), CompileError> {
    match crate::unicode::names::without_later(source) {
        Some(other) => rustpython_compiler::compile(&other, mode.for_front_end(), path, opts.clone()).map(|_| ()),
        None => Ok(()),
    }
}
