//! Code that the front end makes right only when its syntax tree is amended: see `braces` and `scoping`.

use ruff_python_ast::Mod;
use ruff_python_parser as parser;
use ruff_source_file::SourceFileBuilder;
use rustpython_compiler::CompileOpts;
use rustpython_compiler::codegen::compile::compile_top;
use rustpython_compiler_core::Mode;
use rustpython_compiler_core::bytecode::CodeObject;

use crate::{braces, scoping};

/// The same code, of the amended tree where that differs. `object` is what the front end made of the source.
pub(crate) fn amended(
    object: CodeObject,
    source: &str,
    mode: Mode,
    path: &str,
    opts: &CompileOpts,
) -> CodeObject {
    // Most programs need not be parsed again.
    if !braces::may_need(source) && !scoping::may_need(source) {
        return object;
    }
    let parser_mode = match mode {
        Mode::Eval => parser::Mode::Expression,
        _ => parser::Mode::Module,
    };
    let Ok(parsed) = parser::parse(source, parser_mode.into()) else {
        return object;
    };
    let mut tree = parsed.into_syntax();
    if !amend(&mut tree, source) {
        return object;
    }
    let file = SourceFileBuilder::new(path, source).finish();
    compile_top(tree, file, mode, opts.clone()).unwrap_or(object)
}

/// Amends a tree; whether there was anything to do.
pub(crate) fn amend(tree: &mut Mod, source: &str) -> bool {
    let renamed = scoping::may_need(source) && scoping::rename(tree);
    let split = braces::may_need(source) && braces::split(tree, source);
    renamed || split
}
