//! Leaves constant arithmetic that the front end would fold inexactly to run time.
//!
//! The front end converts large integers to floats separately, computes powers by repeated multiplication and divides
//! complex numbers by another formula than CPython. Such an operator is replaced by `@` in the syntax tree, which is
//! never folded between numbers, and restored in the resulting instruction. Positions are unaffected.
//!
//! A fold that decides which line events exist is kept: in conditions, in dropped constants, and in displays and
//! operations that span lines.

use std::cell::RefCell;

use ruff_python_ast::visitor::transformer::{Transformer, walk_body, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, ExprNumberLiteral, Mod, Number, Operator, Pattern, Stmt, UnaryOp};
use ruff_source_file::{PositionEncoding, SourceFileBuilder, SourceLocation};
use ruff_text_size::{Ranged, TextRange};
use rustpython_compiler::CompileOpts;
use rustpython_compiler::codegen::compile::compile_top;
use rustpython_compiler_core::bytecode::{BinaryOperator, CodeObject, CodeUnit, ConstantData, Opcode};

use super::patch_ast::{parse, patch};
use crate::source::Mode;

/// Integers up to this are exact as floats.
const MAX_EXACT: u64 = 1 << 53;

/// The type of a constant number, known without computing it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NumberKind {
    /// An integer that is exact as a float.
    ExactInt,
    Int,
    Float,
    Complex,
    /// Not a number, or one that the front end does not compute.
    Unknown,
}

/// Returns code with exact constants. `object` is the front end's code of the source.
pub(crate) fn unfold_inexact(
    object: CodeObject,
    source: &str,
    mode: Mode,
    path: &str,
    opts: CompileOpts,
) -> CodeObject {
    let tree = || {
        let mut tree = parse(source, mode)?;
        patch(&mut tree, source);
        Some(tree)
    };
    unfold_in_tree(object, tree, source, mode, path, opts)
}

/// Returns code with exact constants. `object` is the front end's code of the tree that a function gives, `source` the
/// text that its ranges are of.
pub(crate) fn unfold_in_tree(
    object: CodeObject,
    tree: impl FnOnce() -> Option<Mod>,
    source: &str,
    mode: Mode,
    path: &str,
    opts: CompileOpts,
) -> CodeObject {
    // Inexact results are floats or complex numbers, so most programs need no second pass.
    if !has_floats(&object.constants) {
        return object;
    }
    let Some(mut tree) = tree() else {
        return object;
    };
    let hiding = OperatorHider { source, hidden: RefCell::default(), keep_folded: RefCell::default() };
    match &mut tree {
        Mod::Module(module) => walk_body(&hiding, &mut module.body),
        Mod::Expression(expression) => hiding.visit_expr(&mut expression.body),
    }
    let hidden = hiding.hidden.into_inner();
    if hidden.is_empty() {
        return object;
    }
    let file = SourceFileBuilder::new(path, source).finish();
    let text = file.to_source_code();
    let place = |at| text.source_location(at, PositionEncoding::Utf8);
    let places: Vec<HiddenOperator> =
        hidden.into_iter().map(|(range, op)| (place(range.start()), place(range.end()), op)).collect();
    match compile_top(tree, file.clone(), mode.for_front_end(), opts) {
        Ok(mut object) => {
            restore_operators(&mut object, &places);
            object
        }
        Err(_) => object,
    }
}

/// Start, end and operator of a hidden operation.
type HiddenOperator = (SourceLocation, SourceLocation, BinaryOperator);

fn has_floats(constants: &[ConstantData]) -> bool {
    constants.iter().any(|constant| match constant {
        ConstantData::Float { .. } | ConstantData::Complex { .. } => true,
        ConstantData::Tuple { elements } | ConstantData::Frozenset { elements } => has_floats(elements),
        ConstantData::Code { code } => has_floats(&code.constants),
        _ => false,
    })
}

/// Restores the operators of hidden operations.
fn restore_operators(object: &mut CodeObject, places: &[HiddenOperator]) {
    let matmul = u32::from(BinaryOperator::MatrixMultiply);
    let units = object.instructions.iter().enumerate().map(|(i, &unit)| {
        let is_hidden = |place: &&HiddenOperator| object.locations.get(i) == Some(&(place.0, place.1));
        let arg = u32::from(u8::from(unit.arg));
        if unit.op.as_opcode() != Opcode::BinaryOp || arg != matmul {
            return unit;
        }
        match places.iter().find(is_hidden) {
            Some(place) => CodeUnit { arg: (u32::from(place.2) as u8).into(), ..unit },
            None => unit,
        }
    });
    object.instructions = units.collect::<Vec<_>>().into();
    for constant in object.constants.iter_mut() {
        if let ConstantData::Code { code } = constant {
            restore_operators(code, places);
        }
    }
}

struct OperatorHider<'a> {
    source: &'a str,
    hidden: RefCell<Vec<(TextRange, BinaryOperator)>>,
    /// Expressions that the front end may fold.
    keep_folded: RefCell<Vec<TextRange>>,
}

impl OperatorHider<'_> {
    fn keep_fold(&self, e: &Expr) {
        if kind(e) != NumberKind::Unknown {
            self.keep_folded.borrow_mut().push(e.range());
        }
    }

    fn is_long_constant(&self, e: &Expr) -> bool {
        let elements = match e {
            Expr::Tuple(e) => &e.elts,
            Expr::List(e) => &e.elts,
            Expr::Set(e) => &e.elts,
            _ => return false,
        };
        let constant = |e: &Expr| e.is_literal_expr() || kind(e) != NumberKind::Unknown;
        self.source[e.range()].contains('\n') && elements.iter().all(constant)
    }
}

impl Transformer for OperatorHider<'_> {
    fn visit_stmt(&self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Expr(s) => self.keep_fold(&s.value),
            Stmt::While(s) => self.keep_fold(&s.test),
            Stmt::Assert(s) => self.keep_fold(&s.test),
            Stmt::If(s) => {
                self.keep_fold(&s.test);
                let tests = s.elif_else_clauses.iter().filter_map(|c| c.test.as_ref());
                tests.for_each(|test| self.keep_fold(test));
            }
            _ => {}
        }
        walk_stmt(self, stmt);
    }

    // Annotations may be converted back to source text.
    fn visit_annotation(&self, _: &mut Expr) {}

    fn visit_pattern(&self, _: &mut Pattern) {}

    fn visit_expr(&self, e: &mut Expr) {
        if self.keep_folded.borrow().contains(&e.range()) || self.is_long_constant(e) {
            return;
        }
        match e {
            Expr::If(e) => self.keep_fold(&e.test),
            Expr::UnaryOp(e) if e.op == UnaryOp::Not => self.keep_fold(&e.operand),
            Expr::BoolOp(e) if e.values.iter().all(|v| kind(v) != NumberKind::Unknown) => return,
            _ => {}
        }
        walk_expr(self, e);
        let range = e.range();
        if let Expr::BinOp(e) = e
            && !self.source[range].contains('\n')
            && let Some(op) = hidden_operator(e.op)
            && is_inexact(e.op, &e.left, &e.right)
        {
            self.hidden.borrow_mut().push((range, op));
            e.op = Operator::MatMult;
        }
    }
}

fn hidden_operator(op: Operator) -> Option<BinaryOperator> {
    Some(match op {
        Operator::Add => BinaryOperator::Add,
        Operator::Sub => BinaryOperator::Subtract,
        Operator::Mult => BinaryOperator::Multiply,
        Operator::Div => BinaryOperator::TrueDivide,
        Operator::FloorDiv => BinaryOperator::FloorDivide,
        Operator::Mod => BinaryOperator::Remainder,
        Operator::Pow => BinaryOperator::Power,
        _ => return None,
    })
}

fn kind(e: &Expr) -> NumberKind {
    match e {
        Expr::BooleanLiteral(_) => NumberKind::ExactInt,
        Expr::NumberLiteral(n) => match &n.value {
            Number::Int(n) if n.as_u64().is_some_and(|n| n <= MAX_EXACT) => NumberKind::ExactInt,
            Number::Int(_) => NumberKind::Int,
            Number::Float(_) => NumberKind::Float,
            Number::Complex { .. } => NumberKind::Complex,
        },
        Expr::UnaryOp(e) => match e.op {
            UnaryOp::UAdd | UnaryOp::USub => kind(&e.operand),
            _ => NumberKind::Unknown,
        },
        Expr::BinOp(e) if e.op != Operator::MatMult => {
            let (right, left) = match kind(&e.right) {
                NumberKind::Unknown => return NumberKind::Unknown,
                right => (right, kind(&e.left)),
            };
            match (left, right) {
                (NumberKind::Unknown, _) => NumberKind::Unknown,
                (NumberKind::Complex, _) | (_, NumberKind::Complex) => NumberKind::Complex,
                (NumberKind::Float, _) | (_, NumberKind::Float) => NumberKind::Float,
                _ if e.op == Operator::Div => NumberKind::Float,
                _ => NumberKind::Int,
            }
        }
        _ => NumberKind::Unknown,
    }
}

/// Whether the front end's result may differ from CPython's.
fn is_inexact(op: Operator, left: &Expr, right: &Expr) -> bool {
    let number = |e: &Expr| match e {
        Expr::NumberLiteral(ExprNumberLiteral { value, .. }) => Some(value.clone()),
        _ => None,
    };
    let (l, r) = match kind(right) {
        NumberKind::Unknown => return false,
        r => (kind(left), r),
    };
    match (l, r) {
        (NumberKind::Unknown, _) => false,
        // `1 + 2j` and `1 - 2j` are how complex numbers are written.
        (NumberKind::ExactInt | NumberKind::Float, NumberKind::Complex) => match op {
            Operator::Add => number(right).is_none(),
            Operator::Sub => !matches!(number(right), Some(Number::Complex { imag, .. }) if imag != 0.0),
            _ => true,
        },
        (NumberKind::Complex, _) | (_, NumberKind::Complex) => true,
        (NumberKind::Int, NumberKind::Float) | (NumberKind::Float, NumberKind::Int) => true,
        (NumberKind::Float, _) | (_, NumberKind::Float) => matches!(op, Operator::FloorDiv | Operator::Mod),
        (l, r) => match op {
            Operator::Div => l == NumberKind::Int || r == NumberKind::Int,
            Operator::Pow => !matches!(number(right), Some(Number::Int(_))),
            _ => false,
        },
    }
}
