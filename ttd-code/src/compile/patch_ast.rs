//! Patches the syntax tree where the front end would compile it incorrectly: see `fstring_braces`,
//! `comprehension_scope`, `conditional_annotations`.

use ruff_python_ast::Mod;
use ruff_python_parser as parser;
use ruff_source_file::SourceFileBuilder;
use rustpython_compiler::codegen::compile::compile_top;
use rustpython_compiler::{CompileError, CompileOpts};
use rustpython_compiler_core::bytecode::CodeObject;

use super::{bare_raise, comprehension_scope, conditional_annotations, fstring_braces};
use crate::source::Mode;

/// Returns the code of the patched syntax tree, or what compiling the source gave, if there is nothing to patch.
pub(crate) fn compile_patched(
    compiled: Result<CodeObject, CompileError>,
    source: &str,
    mode: Mode,
    path: &str,
    opts: &CompileOpts,
) -> Result<CodeObject, CompileError> {
    if let Err(CompileError::Parse(_)) = compiled {
        let Some((mut tree, _)) = bare_raise::parse(source, mode) else {
            return compiled;
        };
        patch(&mut tree, source);
        let file = SourceFileBuilder::new(path, source).finish();
        return compile_top(tree, file, mode.for_front_end(), opts.clone()).map_err(CompileError::Codegen);
    }
    // Most programs need not be parsed again.
    let by_text = || fstring_braces::may_apply(source) || comprehension_scope::may_apply(source);
    if !conditional_annotations::may_apply(&compiled) && (compiled.is_err() || !by_text()) {
        return compiled;
    }
    let Some(mut tree) = parse(source, mode) else {
        return compiled;
    };
    if !patch(&mut tree, source) {
        return compiled;
    }
    let file = SourceFileBuilder::new(path, source).finish();
    compile_top(tree, file, mode.for_front_end(), opts.clone()).or(compiled)
}

/// Parses a source; `None` if it has errors, which compiling it has reported.
pub(crate) fn parse(source: &str, mode: Mode) -> Option<Mod> {
    let parsed = parser::parse(source, mode.for_parser().into()).ok()?;
    Some(parsed.into_syntax())
}

/// Patches a syntax tree that has no text.
pub(crate) fn patch_without_text(tree: &mut Mod) {
    comprehension_scope::rename(tree);
    conditional_annotations::bind(tree);
}

/// Patches a syntax tree; true if it changed.
pub(crate) fn patch(tree: &mut Mod, source: &str) -> bool {
    let renamed = comprehension_scope::may_apply(source) && comprehension_scope::rename(tree);
    let split = fstring_braces::may_apply(source) && fstring_braces::split(tree, source);
    let bound = conditional_annotations::bind(tree);
    renamed || split || bound
}
