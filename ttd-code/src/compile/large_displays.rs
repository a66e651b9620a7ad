//! Compiles texts that are large tables of constants.
//!
//! The front end looks for each constant among all those before it, which takes minutes for the data of some modules.
//! It does not look for NaNs: constants in large displays are replaced by NaNs that carry numbers, and put back in the
//! code. What is folded, and so which events there are, does not depend on a constant's value there.

use std::cell::{Cell, RefCell};

use ruff_python_ast::visitor::transformer::{Transformer, walk_body, walk_expr};
use ruff_python_ast::{AtomicNodeIndex, Expr, ExprNumberLiteral, Mod, Number, Pattern, UnaryOp};
use ruff_source_file::SourceFileBuilder;
use ruff_text_size::{Ranged, TextRange};
use rustpython_compiler::CompileOpts;
use rustpython_compiler::codegen::compile::compile_top;
use rustpython_compiler_core::bytecode::{CodeObject, ConstantData};

use super::patch_ast::{parse, patch};
use crate::source::Mode;

/// Number of items from which on a display is large.
const MIN_ITEMS: usize = 100;
/// Number of constants from which on hiding them pays.
pub(crate) const MIN_CONSTANTS: usize = 1000;
/// The bits of the NaN with number 0. No arithmetic makes it.
const FIRST_NAN: u64 = 0x7FFC_0000_0000_0000;

/// Returns the code of a text with large displays; `None` for any other, and for one that is refused.
pub(crate) fn compile(source: &str, mode: Mode, path: &str, opts: &CompileOpts) -> Option<CodeObject> {
    // Each constant of a display is in front of or behind a comma.
    let commas = source.bytes().filter(|b| *b == b',').count();
    if commas < MIN_CONSTANTS / 2 {
        return None;
    }
    let mut tree = parse(source, mode)?;
    patch(&mut tree, source);
    let hidden = hide(&mut tree);
    if hidden.len() < MIN_CONSTANTS {
        return None;
    }
    // The front end refuses some programs for their text.
    let short = shortened(source, &hidden);
    rustpython_compiler::compile(&short, mode.for_front_end(), path, opts.clone()).ok()?;
    let file = SourceFileBuilder::new(path, source).finish();
    let mut object = compile_top(tree, file, mode.for_front_end(), opts.clone()).ok()?;
    restore(&mut object.constants, &hidden);
    Some(object)
}

/// Hides the constants in a tree's large displays.
pub(crate) fn hide(tree: &mut Mod) -> Vec<Hidden> {
    let hider = Hider::default();
    match tree {
        Mod::Module(module) => walk_body(&hider, &mut module.body),
        Mod::Expression(expression) => hider.visit_expr(&mut expression.body),
    }
    hider.hidden.into_inner()
}

/// A hidden constant and where it stands.
pub(crate) type Hidden = (TextRange, ConstantData);

/// The text with a number in the place of each hidden constant.
fn shortened(source: &str, hidden: &[Hidden]) -> String {
    let mut ranges: Vec<TextRange> = hidden.iter().map(|(range, _)| *range).collect();
    ranges.sort_by_key(|range| range.start());
    let (mut out, mut done) = (String::new(), 0);
    for range in ranges {
        out.push_str(&source[done..usize::from(range.start())]);
        // A string may stand directly beside a word.
        out.push_str(" 1 ");
        done = usize::from(range.end());
    }
    out + &source[done..]
}

/// Puts the hidden constants back.
pub(crate) fn restore(constants: &mut [ConstantData], hidden: &[Hidden]) {
    for constant in constants {
        match constant {
            ConstantData::Float { value } => {
                let number = value.to_bits().checked_sub(FIRST_NAN).and_then(|n| usize::try_from(n).ok());
                if let Some((_, original)) = number.and_then(|n| hidden.get(n)) {
                    *constant = original.clone();
                }
            }
            ConstantData::Tuple { elements } | ConstantData::Frozenset { elements } => restore(elements, hidden),
            ConstantData::Code { code } => restore(&mut code.constants, hidden),
            _ => {}
        }
    }
}

#[derive(Default)]
struct Hider {
    hidden: RefCell<Vec<Hidden>>,
    /// Whether the expression is in a large display.
    inside: Cell<bool>,
}

impl Hider {
    /// Hides a constant; visits anything else.
    fn item(&self, e: &mut Expr) {
        let Some(constant) = constant(e).filter(|_| self.inside.get()) else {
            return self.visit_expr(e);
        };
        let mut hidden = self.hidden.borrow_mut();
        let (range, node_index, number) = (e.range(), AtomicNodeIndex::NONE, hidden.len() as u64);
        hidden.push((range, constant));
        let value = Number::Float(f64::from_bits(FIRST_NAN + number));
        *e = Expr::NumberLiteral(ExprNumberLiteral { node_index, range, value });
    }
}

impl Transformer for Hider {
    // Annotations may be converted back to source text.
    fn visit_annotation(&self, _: &mut Expr) {}

    fn visit_pattern(&self, _: &mut Pattern) {}

    fn visit_expr(&self, e: &mut Expr) {
        let outside = self.inside.get();
        match e {
            Expr::Dict(dict) => {
                self.inside.set(outside || dict.items.len() >= MIN_ITEMS);
                for item in &mut dict.items {
                    item.key.as_mut().into_iter().for_each(|key| self.item(key));
                    self.item(&mut item.value);
                }
            }
            Expr::List(list) => {
                self.inside.set(outside || list.elts.len() >= MIN_ITEMS);
                list.elts.iter_mut().for_each(|e| self.item(e));
            }
            Expr::Set(set) => {
                self.inside.set(outside || set.elts.len() >= MIN_ITEMS);
                set.elts.iter_mut().for_each(|e| self.item(e));
            }
            Expr::Tuple(tuple) => {
                self.inside.set(outside || tuple.elts.len() >= MIN_ITEMS);
                tuple.elts.iter_mut().for_each(|e| self.item(e));
            }
            Expr::Call(call) => {
                call.arguments.args.iter_mut().for_each(|e| self.item(e));
                call.arguments.keywords.iter_mut().for_each(|k| self.item(&mut k.value));
                self.inside.set(false);
                self.visit_expr(&mut call.func);
            }
            Expr::FString(_) | Expr::TString(_) => {}
            // Other operations on constants may be computed by the front end.
            _ => {
                self.inside.set(false);
                walk_expr(self, e);
            }
        }
        self.inside.set(outside);
    }
}

/// The value of a constant that can be hidden.
fn constant(e: &Expr) -> Option<ConstantData> {
    Some(match e {
        // The front end reads texts with surrogates, which are this character here, from the source.
        Expr::StringLiteral(s) if s.value.to_str().contains(char::REPLACEMENT_CHARACTER) => return None,
        Expr::StringLiteral(s) => ConstantData::Str { value: s.value.to_str().into() },
        Expr::BytesLiteral(b) => ConstantData::Bytes { value: b.value.bytes().collect() },
        Expr::NumberLiteral(n) => number(&n.value, false)?,
        Expr::UnaryOp(negated) if negated.op == UnaryOp::USub => match &*negated.operand {
            Expr::NumberLiteral(n) => number(&n.value, true)?,
            _ => return None,
        },
        _ => return None,
    })
}

fn number(value: &Number, negative: bool) -> Option<ConstantData> {
    Some(match value {
        Number::Int(n) => {
            let n = i128::from(n.as_u64()?);
            ConstantData::Integer { value: if negative { -n } else { n }.into() }
        }
        Number::Float(x) => ConstantData::Float { value: if negative { -x } else { *x } },
        Number::Complex { .. } => return None,
    })
}
