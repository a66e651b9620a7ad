//! Builds expressions.

use ruff_python_ast::{
    Arguments, CmpOp, Expr, ExprAttribute, ExprAwait, ExprBinOp, ExprBoolOp, ExprCall, ExprCompare, ExprContext,
    ExprIf, ExprLambda, ExprName, ExprNamed, ExprSlice, ExprStarred, ExprSubscript, ExprUnaryOp, ExprYield,
    ExprYieldFrom, Keyword,
};
use ruff_text_size::{Ranged, TextRange};

use super::super::operators::{bool_operator_of, comparison_of, context, operator_of, unary_operator_of};
use super::super::{Field, Node};
use super::{Builder, index, list, node, optional};

impl Builder<'_> {
    pub(super) fn expr(&self, field: &Field, wanted: ExprContext) -> Option<Expr> {
        let made = node(field)?;
        match made.kind {
            "Name" | "Attribute" | "Subscript" | "Starred" | "List" | "Tuple" => self.target(made, wanted),
            _ if wanted == ExprContext::Load => self.value(made),
            _ => None,
        }
    }

    /// Builds an expression that may be assigned to.
    fn target(&self, made: &Node, ctx: ExprContext) -> Option<Expr> {
        let (range, node_index, fields) = (self.range(made), index(), &made.fields);
        if node(fields.last()?)?.kind != context(ctx) {
            return None;
        }
        Some(match made.kind {
            "Name" => {
                let id = self.variable(&fields[0], range)?.id;
                Expr::Name(ExprName { node_index, range, id, ctx })
            }
            "Attribute" => {
                let value = self.boxed(&fields[0])?;
                let attr = self.identifier(&fields[1], range)?;
                Expr::Attribute(ExprAttribute { node_index, range, value, attr, ctx })
            }
            "Subscript" => {
                let (value, slice) = (self.boxed(&fields[0])?, self.boxed(&fields[1])?);
                Expr::Subscript(ExprSubscript { node_index, range, value, slice, ctx })
            }
            "Starred" => {
                let value = Box::new(self.expr(&fields[0], ctx)?);
                Expr::Starred(ExprStarred { node_index, range, value, ctx })
            }
            kind => return self.sequence(kind, list(&fields[0])?, range, ctx),
        })
    }

    fn value(&self, made: &Node) -> Option<Expr> {
        let (range, node_index, fields) = (self.range(made), index(), &made.fields);
        Some(match made.kind {
            "Constant" => return self.constant(made),
            "JoinedStr" => return self.joined(made),
            "FormattedValue" => return self.formatted(made),
            "TemplateStr" => return self.template(made),
            "Interpolation" => return self.interpolation(made),
            "BoolOp" => {
                let op = bool_operator_of(&fields[0])?;
                let values = self.exprs(&fields[1]).filter(|values| values.len() > 1)?;
                Expr::BoolOp(ExprBoolOp { node_index, range, op, values, runtime_values: None })
            }
            "BinOp" => {
                let (left, right) = (self.boxed(&fields[0])?, self.boxed(&fields[2])?);
                Expr::BinOp(ExprBinOp { node_index, range, left, op: operator_of(&fields[1])?, right })
            }
            "UnaryOp" => {
                let (op, operand) = (unary_operator_of(&fields[0])?, self.boxed(&fields[1])?);
                Expr::UnaryOp(ExprUnaryOp { node_index, range, op, operand })
            }
            "Compare" => {
                let ops = list(&fields[1])?.iter().map(comparison_of).collect::<Option<Box<[CmpOp]>>>()?;
                let comparators: Box<[Expr]> = self.exprs(&fields[2])?.into();
                if ops.is_empty() || ops.len() != comparators.len() {
                    return None;
                }
                let left = self.boxed(&fields[0])?;
                Expr::Compare(ExprCompare { node_index, range, left, ops, comparators, runtime_comparators: None })
            }
            "Call" => self.call(made)?,
            _ => return self.other_value(made),
        })
    }

    fn other_value(&self, made: &Node) -> Option<Expr> {
        let (range, node_index, fields) = (self.range(made), index(), &made.fields);
        Some(match made.kind {
            "NamedExpr" => {
                let target = self.expr(&fields[0], ExprContext::Store).filter(Expr::is_name_expr)?.into();
                Expr::Named(ExprNamed { node_index, range, target, value: self.boxed(&fields[1])? })
            }
            "Lambda" => {
                let parameters = Some(Box::new(self.parameters(&fields[0], range)?));
                Expr::Lambda(ExprLambda { node_index, range, parameters, body: self.boxed(&fields[1])? })
            }
            "IfExp" => {
                let (test, body, orelse) = (self.boxed(&fields[0])?, self.boxed(&fields[1])?, self.boxed(&fields[2])?);
                Expr::If(ExprIf { node_index, range, test, body, orelse })
            }
            "Await" => Expr::Await(ExprAwait { node_index, range, value: self.boxed(&fields[0])? }),
            "Yield" => Expr::Yield(ExprYield { node_index, range, value: self.optional_expr(&fields[0])? }),
            "YieldFrom" => Expr::YieldFrom(ExprYieldFrom { node_index, range, value: self.boxed(&fields[0])? }),
            "Slice" => {
                let [lower, upper, step] = [0, 1, 2].map(|at| self.optional_expr(&fields[at]));
                Expr::Slice(ExprSlice { node_index, range, lower: lower?, upper: upper?, step: step? })
            }
            _ => return self.display(made),
        })
    }

    fn call(&self, made: &Node) -> Option<Expr> {
        let (range, fields) = (self.range(made), &made.fields);
        let func = self.boxed(&fields[0])?;
        let start = func.range().end().min(range.end());
        let inner = TextRange::new(start, range.end());
        let arguments = self.arguments(&fields[1], &fields[2], inner)?;
        Some(Expr::Call(ExprCall { node_index: index(), range_start: range.start(), func, arguments }))
    }

    pub(super) fn arguments(&self, args: &Field, keywords: &Field, range: TextRange) -> Option<Arguments> {
        let keywords = list(keywords)?.iter().map(|keyword| self.keyword(keyword)).collect::<Option<_>>()?;
        let args = self.exprs(args)?.into();
        Some(Arguments { range, node_index: index(), args, keywords, runtime_args: None, runtime_bases: None })
    }

    fn keyword(&self, field: &Field) -> Option<Keyword> {
        let made = node(field).filter(|made| made.kind == "keyword")?;
        let range = self.range(made);
        let arg = optional(&made.fields[0], |name| self.identifier(name, range))?;
        let value = self.expr(&made.fields[1], ExprContext::Load)?;
        Some(Keyword { range, node_index: index(), arg, value })
    }
}
