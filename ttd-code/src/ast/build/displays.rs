//! Builds displays and comprehensions.

use ruff_python_ast::{
    Comprehension, DictItem, Expr, ExprContext, ExprDict, ExprDictComp, ExprGenerator, ExprList, ExprListComp, ExprSet,
    ExprSetComp, ExprTuple,
};
use ruff_text_size::{Ranged, TextRange};

use super::super::{Field, Node};
use super::{Builder, filled, index, int, list, node, optional};

impl Builder<'_> {
    /// Builds a list or a tuple.
    pub(super) fn sequence(&self, kind: &str, items: &[Field], range: TextRange, ctx: ExprContext) -> Option<Expr> {
        let (node_index, elts) = (index(), self.exprs_in(items, ctx)?);
        Some(match kind {
            "List" => Expr::List(ExprList { node_index, range, elts, ctx, runtime_elts: None }),
            _ => Expr::Tuple(ExprTuple { node_index, range, elts, ctx, parenthesized: true, runtime_elts: None }),
        })
    }

    pub(super) fn display(&self, made: &Node) -> Option<Expr> {
        let (range, node_index, fields) = (self.range(made), index(), &made.fields);
        let generators = |at: usize| self.generators(&fields[at]);
        Some(match made.kind {
            "Set" => Expr::Set(ExprSet { node_index, range, elts: self.exprs(&fields[0])?, runtime_elts: None }),
            "Dict" => {
                let (keys, values) = (list(&fields[0])?, list(&fields[1])?);
                if keys.len() != values.len() {
                    return None;
                }
                let item = |(key, value)| {
                    let key = optional(key, |key| self.expr(key, ExprContext::Load))?;
                    Some(DictItem { key, value: self.expr(value, ExprContext::Load)? })
                };
                let items = keys.iter().zip(values).map(item).collect::<Option<_>>()?;
                Expr::Dict(ExprDict { node_index, range, items, runtime_values: None })
            }
            "ListComp" => {
                let (elt, generators) = (self.boxed(&fields[0])?, generators(1)?);
                Expr::ListComp(ExprListComp { node_index, range, elt, generators })
            }
            "SetComp" => {
                let (elt, generators) = (self.boxed(&fields[0])?, generators(1)?);
                Expr::SetComp(ExprSetComp { node_index, range, elt, generators })
            }
            "GeneratorExp" => {
                let (elt, generators) = (self.boxed(&fields[0])?, generators(1)?);
                Expr::Generator(ExprGenerator { node_index, range, elt, generators, parenthesized: true })
            }
            "DictComp" => {
                let (key, value) = (self.boxed(&fields[0])?, self.boxed(&fields[1])?);
                let generators = generators(2)?;
                Expr::DictComp(ExprDictComp { node_index, range, key: Some(key), value, generators })
            }
            _ => return None,
        })
    }

    fn generators(&self, field: &Field) -> Option<Vec<Comprehension>> {
        filled(field)?.iter().map(|generator| self.generator(generator)).collect()
    }

    fn generator(&self, field: &Field) -> Option<Comprehension> {
        let fields = &node(field).filter(|made| made.kind == "comprehension")?.fields;
        let target = self.expr(&fields[0], ExprContext::Store)?;
        let (iter, ifs) = (self.expr(&fields[1], ExprContext::Load)?, self.exprs(&fields[2])?);
        let range = target.range().cover(ifs.last().unwrap_or(&iter).range());
        let (is_async, node_index) = (int(&fields[3])? != 0, index());
        Some(Comprehension {
            range,
            node_index,
            target,
            iter,
            ifs,
            is_async,
            runtime_ifs: None,
            runtime_is_async: None,
        })
    }
}
