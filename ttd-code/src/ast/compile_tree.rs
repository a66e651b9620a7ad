//! Compiles syntax trees that programs have made.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ruff_python_ast::Mod;
use ruff_source_file::SourceFileBuilder;
use rustpython_compiler::codegen::compile::compile_top;
use rustpython_compiler::codegen::error::CodegenError;
use rustpython_compiler_core::bytecode::CodeObject;

use super::Node;
use super::build::{Hidden, Places, build, each_node};
use crate::bytecode::code::Code;
use crate::compile::patch_ast::patch_without_text;
use crate::compile::{Options, const_folding, large_displays};
use crate::source::{Mode, SyntaxError};
use crate::translate::translate;

/// Compiles a `Module`, an `Interactive` or an `Expression`; `None` if it is no tree, which the caller then words.
///
/// The code has the positions of the nodes. The largest depth of the tree is up to the caller: what is built here is as
/// deep on the stack.
///
/// # Errors
/// What the compiler refuses, without the text of the line.
pub fn compile_tree(tree: &Node, path: &str, mode: Mode, opts: Options) -> Option<Result<Arc<Code>, SyntaxError>> {
    // The front end is large and foreign: a panic in it must become the program's error.
    let run = AssertUnwindSafe(|| {
        let places = Places::of(tree);
        let (object, hidden) = match front_end(tree, &places, path, mode, opts)? {
            Ok(made) => made,
            Err(error) => return Some(Err(convert(&error, &places, path))),
        };
        let made = translate(&object, opts.counted, opts.program);
        let made = made.map(|code| places.apply(hidden.restore(code)));
        Some(made.map_err(|problem| SyntaxError::without_location(problem.into(), path)))
    });
    let internal = || SyntaxError::without_location("internal error in the compiler".into(), path);
    catch_unwind(run).unwrap_or_else(|_| Some(Err(internal())))
}

/// Has the front end compile a tree.
fn front_end(
    tree: &Node,
    places: &Places,
    path: &str,
    mode: Mode,
    opts: Options,
) -> Option<Result<(CodeObject, Hidden), CodegenError>> {
    let patched = || {
        let mut built = build(tree, places)?;
        patch_without_text(&mut built.tree);
        Some(built)
    };
    let mut built = patched()?;
    let large = count_constants(tree) >= large_displays::MIN_CONSTANTS;
    let constants = if large { large_displays::hide(&mut built.tree) } else { Vec::new() };
    let file = SourceFileBuilder::new(path, places.text()).finish();
    let object = match compile_top(built.tree, file, mode.for_front_end(), opts.for_front_end()) {
        Ok(mut object) => {
            large_displays::restore(&mut object.constants, &constants);
            object
        }
        Err(error) => return Some(Err(error)),
    };
    let again = || patched().map(|built| -> Mod { built.tree });
    let object = const_folding::unfold_in_tree(object, again, places.text(), mode, path, opts.for_front_end());
    Some(Ok((object, built.hidden)))
}

fn count_constants(tree: &Node) -> usize {
    let mut count = 0;
    each_node(tree, &mut |node| count += usize::from(node.kind == "Constant"));
    count
}

/// Converts an error, with the positions of the nodes.
fn convert(error: &CodegenError, places: &Places, path: &str) -> SyntaxError {
    let place = |location: ruff_source_file::SourceLocation| {
        let (line, column) = (location.line.get() as u32, location.character_offset.to_zero_indexed() as u32);
        (places.line(line), places.column(line, column) + 1)
    };
    let (line, column) = error.location.map_or((0, 0), place);
    let (end_line, end_column) = error.end_location.map_or((line, column), place);
    SyntaxError {
        line,
        column,
        end_line,
        end_column,
        after_parsing: true,
        ..SyntaxError::without_location(error.error.to_string(), path)
    }
}
