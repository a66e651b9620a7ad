//! Builds f-strings and template strings.
//!
//! Where a tree has what a text could say, the front end gets the tree of that text. A program may also put any
//! expression between the parts of a string, and any as a format.

use ruff_python_ast::{
    ConversionFlag, Expr, ExprFString, ExprTString, FString, FStringFlags, FStringValue, InterpolatedElement,
    InterpolatedStringElement, InterpolatedStringElements, InterpolatedStringFormatSpec,
    InterpolatedStringLiteralElement, TString, TStringFlags, TStringValue,
};
use ruff_text_size::TextRange;

use super::super::{Field, Node};
use super::constants::plain;
use super::{Builder, index, int, list, node};
use crate::bytecode::code::Const;

/// The text of a part of a string that is a constant which can be written.
fn part(node: &Node) -> Option<&str> {
    match node.fields.first() {
        Some(Field::Const(Const::Str(text))) if node.kind == "Constant" => plain(text),
        _ => None,
    }
}

/// Whether a text could say the parts of a string.
fn can_be_written(parts: &[Field]) -> bool {
    parts.iter().filter_map(node).all(|made| match made.kind {
        "FormattedValue" => match &made.fields[2] {
            Field::Node(format) if format.kind == "JoinedStr" => list(&format.fields[0]).is_some_and(can_be_written),
            other => *other == Field::None,
        },
        _ => part(made).is_some(),
    })
}

fn conversion(field: &Field) -> Option<ConversionFlag> {
    Some(match u8::try_from(int(field)?) {
        Ok(b's') => ConversionFlag::Str,
        Ok(b'r') => ConversionFlag::Repr,
        Ok(b'a') => ConversionFlag::Ascii,
        Err(_) if int(field)? == -1 => ConversionFlag::None,
        _ => return None,
    })
}

fn fstring(range: TextRange, elements: Vec<InterpolatedStringElement>) -> ExprFString {
    let inner = FString { range, node_index: index(), elements: elements.into(), flags: FStringFlags::empty() };
    let value = FStringValue::single(inner);
    ExprFString { node_index: index(), range, value, runtime_joined_str: None, runtime_values: None }
}

fn tstring(range: TextRange, elements: Vec<InterpolatedStringElement>) -> ExprTString {
    let inner = TString { range, node_index: index(), elements: elements.into(), flags: TStringFlags::empty() };
    let value = TStringValue::single(inner);
    ExprTString { node_index: index(), range, value, runtime_template_str: None, runtime_values: None }
}

impl Builder<'_> {
    pub(super) fn joined(&self, made: &Node) -> Option<Expr> {
        let (range, parts) = (self.range(made), &made.fields[0]);
        if can_be_written(list(parts)?) {
            return Some(Expr::FString(fstring(range, self.elements(list(parts)?)?)));
        }
        let runtime_joined_str = Some(self.exprs(parts)?);
        Some(Expr::FString(ExprFString { runtime_joined_str, ..fstring(range, Vec::new()) }))
    }

    pub(super) fn formatted(&self, made: &Node) -> Option<Expr> {
        let element = InterpolatedStringElement::Interpolation(self.formatted_element(made)?);
        Some(Expr::FString(fstring(self.range(made), vec![element])))
    }

    fn elements(&self, parts: &[Field]) -> Option<Vec<InterpolatedStringElement>> {
        let element = |field: &Field| {
            let made = node(field)?;
            Some(match part(made) {
                Some(text) => InterpolatedStringElement::Literal(InterpolatedStringLiteralElement {
                    range: self.range(made),
                    node_index: index(),
                    value: text.into(),
                }),
                None => InterpolatedStringElement::Interpolation(self.formatted_element(made)?),
            })
        };
        parts.iter().map(element).collect()
    }

    fn formatted_element(&self, made: &Node) -> Option<InterpolatedElement> {
        let format = node(&made.fields[2]).filter(|format| format.kind == "JoinedStr");
        let written = format.filter(|made| list(&made.fields[0]).is_some_and(can_be_written));
        let format_spec = match written {
            Some(made) => {
                let elements = InterpolatedStringElements::from(self.elements(list(&made.fields[0])?)?);
                Some(Box::new(InterpolatedStringFormatSpec { range: self.range(made), node_index: index(), elements }))
            }
            None => None,
        };
        let other = if written.is_none() { self.optional_expr(&made.fields[2])? } else { None };
        let element = self.element(made, &made.fields[1])?;
        Some(InterpolatedElement { format_spec, runtime_formatted_value_format_spec: other, ..element })
    }

    /// An element without a format.
    fn element(&self, made: &Node, conversion_of: &Field) -> Option<InterpolatedElement> {
        Some(InterpolatedElement {
            range: self.range(made),
            node_index: index(),
            expression: self.boxed(&made.fields[0])?,
            debug_text: None,
            conversion: conversion(conversion_of)?,
            format_spec: None,
            runtime_str: None,
            runtime_interpolation_format_spec: None,
            runtime_formatted_value_format_spec: None,
        })
    }

    pub(super) fn template(&self, made: &Node) -> Option<Expr> {
        let (range, parts) = (self.range(made), self.exprs(&made.fields[0])?);
        Some(Expr::TString(ExprTString { runtime_template_str: Some(parts), ..tstring(range, Vec::new()) }))
    }

    pub(super) fn interpolation(&self, made: &Node) -> Option<Expr> {
        let Field::Const(source) = &made.fields[1] else { return None };
        let element = InterpolatedElement {
            runtime_str: Some(self.constant_value(source)?),
            runtime_interpolation_format_spec: self.optional_expr(&made.fields[3])?,
            ..self.element(made, &made.fields[2])?
        };
        let elements = vec![InterpolatedStringElement::Interpolation(element)];
        Some(Expr::TString(tstring(self.range(made), elements)))
    }
}
