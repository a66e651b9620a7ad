//! Lets a class inside of another one have annotations under a condition.
//!
//! Such a class keeps the set of those that were reached in a cell `__conditional_annotations__`, and so does the class
//! around it. The front end takes the inner class's name for the cell of the outer one: it refuses the program if the
//! outer class has none, and mixes both up if it has. A name that is bound in a scope belongs to that scope, so a
//! binding that is never executed is added to the inner class.

use ruff_python_ast::visitor::transformer::Transformer;
use ruff_python_ast::{ExceptHandler, Expr, Mod, Stmt, Suite};
use ruff_text_size::{Ranged, TextRange};
use rustpython_compiler::CompileError;
use rustpython_compiler_core::bytecode::{CodeFlags, CodeObject, ConstantData};

use super::patch_ast::parse;
use crate::source::Mode;

const CELL: &str = "__conditional_annotations__";

/// Whether the outcome of compiling a program shows such a class.
pub(crate) fn may_apply(compiled: &Result<CodeObject, CompileError>) -> bool {
    match compiled {
        Ok(object) => has_foreign_cell(object),
        Err(CompileError::Codegen(error)) => error.error.to_string().contains(CELL),
        Err(CompileError::Parse(_)) => false,
    }
}

/// Whether a class body has the cell of the class around it. Functions are optimized code, class bodies are not.
fn has_foreign_cell(code: &CodeObject) -> bool {
    let foreign = !code.flags.contains(CodeFlags::OPTIMIZED) && code.freevars.iter().any(|name| &**name == CELL);
    foreign
        || code.constants.iter().any(|c| match c {
            ConstantData::Code { code } => has_foreign_cell(code),
            _ => false,
        })
}

/// Adds the bindings; true if there were any to add.
pub(crate) fn bind(tree: &mut Mod) -> bool {
    match tree {
        Mod::Module(module) => in_body(&mut module.body, false),
        Mod::Expression(_) => false,
    }
}

/// Looks for classes. `in_class`: there is a class around the statements.
fn in_body(body: &mut [Stmt], in_class: bool) -> bool {
    let mut changed = false;
    for stmt in body {
        changed |= match stmt {
            Stmt::ClassDef(class) => {
                let bound = in_class && bind_before_first(&mut class.body, false);
                in_body(&mut class.body, true) || bound
            }
            Stmt::FunctionDef(function) => in_body(&mut function.body, in_class),
            other => {
                let mut any = false;
                for block in blocks(other) {
                    any |= in_body(block, in_class);
                }
                any
            }
        };
    }
    changed
}

/// Adds the binding before the first annotation under a condition.
fn bind_before_first(body: &mut Suite, conditional: bool) -> bool {
    let is_annotation = |s: &Stmt| matches!(s, Stmt::AnnAssign(a) if a.simple && a.target.is_name_expr());
    if conditional && let Some(at) = body.iter().position(is_annotation) {
        let Some(binding) = unreachable_binding(body[at].range()) else { return false };
        body.insert(at, binding);
        return true;
    }
    body.iter_mut().any(|stmt| blocks(stmt).into_iter().any(|block| bind_before_first(block, true)))
}

/// `if False: __conditional_annotations__ = None`, in the place of the statement behind it, so that no event is added.
fn unreachable_binding(range: TextRange) -> Option<Stmt> {
    let Mod::Module(module) = parse(&format!("if False: {CELL} = None"), Mode::Exec)? else { return None };
    let mut made = module.body.into_iter().next()?;
    if let Stmt::If(choice) = &mut made {
        Placed(range).visit_expr(&mut choice.test);
        choice.range = range;
        for stmt in &mut choice.body {
            if let Stmt::Assign(assignment) = stmt {
                assignment.range = range;
                assignment.targets.iter_mut().for_each(|target| Placed(range).visit_expr(target));
                Placed(range).visit_expr(&mut assignment.value);
            }
        }
    }
    Some(made)
}

/// Gives expressions another place.
struct Placed(TextRange);

impl Transformer for Placed {
    fn visit_expr(&self, e: &mut Expr) {
        match e {
            Expr::Name(name) => name.range = self.0,
            Expr::NoneLiteral(none) => none.range = self.0,
            Expr::BooleanLiteral(truth) => truth.range = self.0,
            _ => {}
        }
    }
}

/// The blocks of a statement that run in the scope of the statement.
fn blocks(stmt: &mut Stmt) -> Vec<&mut Suite> {
    match stmt {
        Stmt::If(s) => {
            let others = s.elif_else_clauses.iter_mut().map(|clause| &mut clause.body);
            std::iter::once(&mut s.body).chain(others).collect()
        }
        Stmt::For(s) => vec![&mut s.body, &mut s.orelse],
        Stmt::While(s) => vec![&mut s.body, &mut s.orelse],
        Stmt::With(s) => vec![&mut s.body],
        Stmt::Match(s) => s.cases.iter_mut().map(|case| &mut case.body).collect(),
        Stmt::Try(s) => {
            let handlers = s.handlers.iter_mut().map(|ExceptHandler::ExceptHandler(handler)| &mut handler.body);
            std::iter::once(&mut s.body).chain(handlers).chain([&mut s.orelse, &mut s.finalbody]).collect()
        }
        _ => Vec::new(),
    }
}
