//! Builds functions, classes, parameters and type parameters.

use ruff_python_ast::{
    Decorator, Expr, ExprContext, Parameter, ParameterWithDefault, Parameters, Stmt, StmtClassDef, StmtFunctionDef,
    TypeParam, TypeParamParamSpec, TypeParamTypeVar, TypeParamTypeVarTuple, TypeParams,
};
use ruff_text_size::{Ranged, TextRange};

use super::super::{Field, Node};
use super::{Builder, index, list, node, optional};

impl Builder<'_> {
    pub(super) fn function(&self, made: &Node, is_async: bool) -> Option<Stmt> {
        let (range, fields) = (self.range(made), &made.fields);
        let decorators = self.exprs(&fields[3])?;
        Some(Stmt::FunctionDef(StmtFunctionDef {
            node_index: index(),
            range,
            is_async,
            decorator_list: decorators.into_iter().map(decorator).collect(),
            name: self.identifier(&fields[0], range)?,
            type_params: self.type_params(&fields[6], range)?,
            parameters: Box::new(self.parameters(&fields[1], range)?),
            returns: self.optional_expr(&fields[4])?,
            body: self.block(&fields[2])?.into(),
            runtime_decorator_list: None,
            runtime_type_comment: None,
            runtime_type_comment_bytes: None,
            runtime_body: None,
        }))
    }

    pub(super) fn class(&self, made: &Node) -> Option<Stmt> {
        let (range, fields) = (self.range(made), &made.fields);
        let decorators = self.exprs(&fields[4])?;
        let arguments = self.arguments(&fields[1], &fields[2], range)?;
        let has_arguments = !arguments.args.is_empty() || !arguments.keywords.is_empty();
        Some(Stmt::ClassDef(StmtClassDef {
            node_index: index(),
            range,
            decorator_list: decorators.into_iter().map(decorator).collect(),
            name: self.identifier(&fields[0], range)?,
            type_params: self.type_params(&fields[5], range)?,
            arguments: has_arguments.then(|| Box::new(arguments)),
            body: self.block(&fields[3])?.into(),
            runtime_decorator_list: None,
            runtime_body: None,
        }))
    }

    /// Builds parameters. They have no position of their own: `range` is that of the function.
    pub(super) fn parameters(&self, field: &Field, range: TextRange) -> Option<Parameters> {
        let fields = &node(field).filter(|made| made.kind == "arguments")?.fields;
        let all = |at: usize| list(&fields[at])?.iter().map(|p| self.parameter(p)).collect::<Option<Vec<_>>>();
        let one = |at: usize| optional(&fields[at], |p| self.parameter(p).map(Box::new));
        let (positional_only, args, keyword_only) = (all(0)?, all(1)?, all(3)?);
        let (keyword_defaults, defaults) = (list(&fields[4])?, self.exprs(&fields[6])?);
        let without = (positional_only.len() + args.len()).checked_sub(defaults.len())?;
        if keyword_defaults.len() != keyword_only.len() {
            return None;
        }
        let mut defaults = std::iter::repeat_n(None, without).chain(defaults.into_iter().map(Some));
        let mut with_default = |p: Parameter| with_default(p, defaults.next().flatten());
        let posonlyargs = positional_only.into_iter().map(&mut with_default).collect();
        let args = args.into_iter().map(&mut with_default).collect();
        let mut kwonlyargs = Vec::new();
        for (p, default) in keyword_only.into_iter().zip(keyword_defaults) {
            kwonlyargs.push(self::with_default(p, optional(default, |e| self.expr(e, ExprContext::Load))?));
        }
        Some(Parameters {
            range,
            node_index: index(),
            posonlyargs,
            args,
            vararg: one(2)?,
            kwonlyargs: kwonlyargs.into(),
            kwarg: one(5)?,
            runtime_defaults: None,
        })
    }

    fn parameter(&self, field: &Field) -> Option<Parameter> {
        let made = node(field).filter(|made| made.kind == "arg")?;
        let range = self.range(made);
        Some(Parameter {
            range,
            node_index: index(),
            name: self.identifier(&made.fields[0], range)?,
            annotation: self.optional_expr(&made.fields[1])?,
            runtime_type_comment: None,
            runtime_type_comment_bytes: None,
        })
    }

    pub(super) fn type_params(&self, field: &Field, range: TextRange) -> Option<Option<Box<TypeParams>>> {
        let all = list(field)?;
        if all.is_empty() {
            return Some(None);
        }
        let type_params = all.iter().map(|p| self.type_param(p)).collect::<Option<_>>()?;
        Some(Some(Box::new(TypeParams { range, node_index: index(), type_params, runtime_type_params: None })))
    }

    fn type_param(&self, field: &Field) -> Option<TypeParam> {
        let made = node(field)?;
        let (range, node_index, fields) = (self.range(made), index(), &made.fields);
        let name = self.identifier(fields.first()?, range);
        let default = |at: usize| self.optional_expr(&fields[at]);
        Some(match made.kind {
            "TypeVar" => {
                let (bound, default) = (default(1)?, default(2)?);
                TypeParam::TypeVar(TypeParamTypeVar { node_index, range, name: name?, bound, default })
            }
            "ParamSpec" => {
                TypeParam::ParamSpec(TypeParamParamSpec { node_index, range, name: name?, default: default(1)? })
            }
            "TypeVarTuple" => {
                TypeParam::TypeVarTuple(TypeParamTypeVarTuple { node_index, range, name: name?, default: default(1)? })
            }
            _ => return None,
        })
    }
}

fn decorator(expression: Expr) -> Decorator {
    Decorator { range: expression.range(), node_index: index(), expression }
}

fn with_default(parameter: Parameter, default: Option<Expr>) -> ParameterWithDefault {
    let range = default.as_ref().map_or(parameter.range, |default| parameter.range.cover(default.range()));
    ParameterWithDefault { range, node_index: index(), parameter, default: default.map(Box::new) }
}
