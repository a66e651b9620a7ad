//! Code that the front end makes right only when its syntax tree is amended: see `braces` and `scoping`.

use ruff_python_ast::Mod;
use ruff_python_parser as parser;
use ruff_source_file::SourceFileBuilder;
use rustpython_compiler::CompileOpts;
use rustpython_compiler::codegen::compile::compile_top;
use rustpython_compiler_core::bytecode::CodeObject;

use super::{comprehension_scope, fstring_braces};
use crate::source::Mode;

/// The same code, of the amended tree where that differs. `object` is what the front end made of the source.
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

/// The syntax tree of a source; nothing if it has mistakes, which whoever compiled it has told.
pub(crate) fn parse(source: &str, mode: Mode) -> Option<Mod> {
    let parsed = parser::parse(source, mode.for_parser().into()).ok()?;
    Some(parsed.into_syntax())
}

/// Amends a tree; whether there was anything to do.
pub(crate) fn patch(tree: &mut Mod, source: &str) -> bool {
    let renamed = comprehension_scope::may_apply(source) && comprehension_scope::rename(tree);
    let split = fstring_braces::may_apply(source) && fstring_braces::split(tree, source);
    renamed || split
}
