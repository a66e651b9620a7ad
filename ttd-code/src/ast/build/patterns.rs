//! Builds the cases of a `match` and their patterns.

use ruff_python_ast::{
    ConstantValue, Expr, Identifier, MatchCase, Number, Operator, Pattern, PatternArguments, PatternKeyword,
    PatternMatchAs, PatternMatchClass, PatternMatchMapping, PatternMatchOr, PatternMatchSequence,
    PatternMatchSingleton, PatternMatchStar, PatternMatchValue, Singleton, UnaryOp,
};
use ruff_text_size::{Ranged, TextRange};

use super::super::{Field, Node};
use super::{Builder, index, list, node, optional};
use crate::bytecode::code::Const;

impl Builder<'_> {
    pub(super) fn case(&self, field: &Field) -> Option<MatchCase> {
        let fields = &node(field).filter(|made| made.kind == "match_case")?.fields;
        let pattern = self.pattern(&fields[0], false)?;
        let (guard, body) = (self.optional_expr(&fields[1])?, self.block(&fields[2])?);
        let range = body.last().map_or(pattern.range(), |last| pattern.range().cover(last.range()));
        Some(MatchCase { range, node_index: index(), pattern, guard, body: body.into(), runtime_body: None })
    }

    /// Builds a pattern. `in_sequence`: it may be a starred one.
    fn pattern(&self, field: &Field, in_sequence: bool) -> Option<Pattern> {
        let made = node(field)?;
        let (range, node_index, fields) = (self.range(made), index(), &made.fields);
        Some(match made.kind {
            "MatchValue" => {
                let value = self.boxed(&fields[0]).filter(|value| is_value(value))?;
                Pattern::MatchValue(PatternMatchValue { node_index, range, value })
            }
            "MatchSingleton" => {
                let value = match fields[0] {
                    Field::Const(Const::None) => Singleton::None,
                    Field::Const(Const::Bool(true)) => Singleton::True,
                    Field::Const(Const::Bool(false)) => Singleton::False,
                    _ => return None,
                };
                Pattern::MatchSingleton(PatternMatchSingleton { node_index, range, value })
            }
            "MatchSequence" => {
                let patterns = self.patterns(&fields[0], true)?;
                Pattern::MatchSequence(PatternMatchSequence { node_index, range, patterns, runtime_patterns: None })
            }
            "MatchStar" if in_sequence => {
                let name = optional(&fields[0], |name| self.capture(name, range))?;
                Pattern::MatchStar(PatternMatchStar { node_index, range, name })
            }
            "MatchAs" => {
                let name = optional(&fields[1], |name| self.capture(name, range))?;
                let pattern = optional(&fields[0], |inner| self.pattern(inner, false).map(Box::new))?;
                if pattern.is_some() && name.is_none() {
                    return None;
                }
                Pattern::MatchAs(PatternMatchAs { node_index, range, pattern, name })
            }
            "MatchOr" => {
                let patterns = self.patterns(&fields[0], false).filter(|all| all.len() > 1)?;
                Pattern::MatchOr(PatternMatchOr { node_index, range, patterns, runtime_patterns: None })
            }
            "MatchMapping" => self.mapping_pattern(made)?,
            "MatchClass" => self.class_pattern(made)?,
            _ => return None,
        })
    }

    fn patterns(&self, field: &Field, in_sequence: bool) -> Option<Vec<Pattern>> {
        list(field)?.iter().map(|pattern| self.pattern(pattern, in_sequence)).collect()
    }

    fn capture(&self, field: &Field, range: TextRange) -> Option<Identifier> {
        self.variable(field, range).filter(|name| name.id != "_")
    }

    fn mapping_pattern(&self, made: &Node) -> Option<Pattern> {
        let (range, fields) = (self.range(made), &made.fields);
        let keys = self.exprs(&fields[0])?;
        let is_key = |key: &Expr| is_value(key) || key.is_none_literal_expr() || key.is_boolean_literal_expr();
        let patterns = self.patterns(&fields[1], false)?;
        if keys.len() != patterns.len() || !keys.iter().all(is_key) {
            return None;
        }
        let rest = optional(&fields[2], |name| self.capture(name, range))?;
        Some(Pattern::MatchMapping(PatternMatchMapping {
            node_index: index(),
            range,
            keys: keys.into(),
            patterns: patterns.into(),
            rest,
            runtime_keys: None,
            runtime_patterns: None,
        }))
    }

    fn class_pattern(&self, made: &Node) -> Option<Pattern> {
        let (range, fields) = (self.range(made), &made.fields);
        let cls = self.boxed(&fields[0])?;
        let mut part = &*cls;
        while let Expr::Attribute(attribute) = part {
            part = &attribute.value;
        }
        let (names, inner) = (list(&fields[2])?, list(&fields[3])?);
        if !part.is_name_expr() || names.len() != inner.len() {
            return None;
        }
        let mut keywords = Vec::new();
        for (name, pattern) in names.iter().zip(inner) {
            let (attr, pattern) = (self.variable(name, range)?, self.pattern(pattern, false)?);
            keywords.push(PatternKeyword { range: pattern.range(), node_index: index(), attr, pattern });
        }
        let patterns = self.patterns(&fields[1], false)?.into();
        let arguments = PatternArguments { range, node_index: index(), patterns, keywords };
        Some(Pattern::MatchClass(PatternMatchClass {
            node_index: index(),
            range,
            cls,
            arguments,
            runtime_patterns: None,
            runtime_kwd_attrs: None,
            runtime_kwd_patterns: None,
        }))
    }
}

/// Whether a pattern may compare with an expression: a literal, a number with a sign, a complex number, an attribute.
fn is_value(e: &Expr) -> bool {
    let number = |e: &Expr| match e {
        Expr::UnaryOp(signed) => signed.op == UnaryOp::USub && signed.operand.is_number_literal_expr(),
        other => other.is_number_literal_expr(),
    };
    match e {
        Expr::StringLiteral(_) | Expr::BytesLiteral(_) | Expr::Attribute(_) | Expr::FString(_) => true,
        Expr::Constant(constant) => matches!(constant.value, ConstantValue::Str(_) | ConstantValue::Integer(_)),
        Expr::BinOp(sum) => {
            let imaginary = matches!(&*sum.right, Expr::NumberLiteral(n) if matches!(n.value, Number::Complex { .. }));
            matches!(sum.op, Operator::Add | Operator::Sub) && imaginary && number(&sum.left)
        }
        other => number(other),
    }
}
