//! Patches the syntax tree where the front end would compile it incorrectly: see `fstring_braces`,
//! `comprehension_scope`.

use ruff_python_ast::Mod;
use ruff_python_parser as parser;
use ruff_source_file::SourceFileBuilder;
use rustpython_compiler::CompileOpts;
use rustpython_compiler::codegen::compile::compile_top;
use rustpython_compiler_core::bytecode::CodeObject;

use super::{comprehension_scope, fstring_braces};
use crate::source::Mode;

/// Returns the code of the patched syntax tree, or `object`, the code of the source, if there is nothing to patch.
pub(crate) fn compile_patched(
    object: CodeObject,
    source: &str,
    mode: Mode,
    path: &str,
    opts: &CompileOpts,
) -> CodeObject {
    // Most programs need not be parsed again.
    if !fstring_braces::may_apply(source) && !comprehension_scope::may_apply(source) {
        return object;
    }
    let Some(mut tree) = parse(source, mode) else {
        return object;
    };
    if !patch(&mut tree, source) {
        return object;
    }
    let file = SourceFileBuilder::new(path, source).finish();
    compile_top(tree, file, mode.for_front_end(), opts.clone()).unwrap_or(object)
}

/// Parses a source; `None` if it has errors, which compiling it has reported.
pub(crate) fn parse(source: &str, mode: Mode) -> Option<Mod> {
    let parsed = parser::parse(source, mode.for_parser().into()).ok()?;
    Some(parsed.into_syntax())
}

/// Patches a syntax tree; true if it changed.
pub(crate) fn patch(tree: &mut Mod, source: &str) -> bool {
    let renamed = comprehension_scope::may_apply(source) && comprehension_scope::rename(tree);
    let split = fstring_braces::may_apply(source) && fstring_braces::split(tree, source);
    renamed || split
}
