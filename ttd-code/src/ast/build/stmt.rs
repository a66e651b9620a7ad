//! Builds statements.

use ruff_python_ast::{
    Alias, ElifElseClause, ExceptHandler, ExceptHandlerExceptHandler, Expr, ExprContext, Stmt, StmtAnnAssign,
    StmtAssert, StmtAssign, StmtAugAssign, StmtBreak, StmtContinue, StmtDelete, StmtExpr, StmtFor, StmtGlobal, StmtIf,
    StmtImport, StmtImportFrom, StmtMatch, StmtNonlocal, StmtPass, StmtRaise, StmtReturn, StmtTry, StmtTypeAlias,
    StmtWhile, StmtWith, WithItem,
};
use ruff_text_size::{Ranged, TextRange};

use super::super::operators::operator_of;
use super::super::{Field, Node};
use super::{Builder, filled, index, int, list, node, optional};

impl Builder<'_> {
    /// Builds statements, if there are any.
    pub(super) fn body(&self, field: &Field) -> Option<Vec<Stmt>> {
        list(field)?.iter().map(|stmt| self.stmt(node(stmt)?)).collect()
    }

    /// Builds statements of which there has to be one.
    pub(super) fn block(&self, field: &Field) -> Option<Vec<Stmt>> {
        self.body(field).filter(|body| !body.is_empty())
    }

    fn stmt(&self, made: &Node) -> Option<Stmt> {
        let (range, node_index, fields) = (self.range(made), index(), &made.fields);
        Some(match made.kind {
            "FunctionDef" => return self.function(made, false),
            "AsyncFunctionDef" => return self.function(made, true),
            "ClassDef" => return self.class(made),
            "Expr" => Stmt::Expr(StmtExpr { node_index, range, value: self.boxed(&fields[0])? }),
            "Return" => Stmt::Return(StmtReturn { node_index, range, value: self.optional_expr(&fields[0])? }),
            "Delete" => {
                let targets = self.exprs_in(filled(&fields[0])?, ExprContext::Del)?;
                Stmt::Delete(StmtDelete { node_index, range, targets, runtime_targets: None })
            }
            "Assert" => {
                let (test, msg) = (self.boxed(&fields[0])?, self.optional_expr(&fields[1])?);
                Stmt::Assert(StmtAssert { node_index, range, test, msg })
            }
            "Raise" => {
                let (exc, cause) = (self.optional_expr(&fields[0])?, self.optional_expr(&fields[1])?);
                if exc.is_none() && cause.is_some() {
                    return None;
                }
                Stmt::Raise(StmtRaise { node_index, range, exc, cause })
            }
            "Global" | "Nonlocal" => {
                let names =
                    filled(&fields[0])?.iter().map(|name| self.identifier(name, range)).collect::<Option<_>>()?;
                match made.kind {
                    "Global" => Stmt::Global(StmtGlobal { node_index, range, names }),
                    _ => Stmt::Nonlocal(StmtNonlocal { node_index, range, names }),
                }
            }
            "Pass" => Stmt::Pass(StmtPass { node_index, range }),
            "Break" => Stmt::Break(StmtBreak { node_index, range }),
            "Continue" => Stmt::Continue(StmtContinue { node_index, range }),
            "Import" => {
                let names = self.aliases(&fields[0])?;
                Stmt::Import(StmtImport { node_index, range, names, is_lazy: false })
            }
            "ImportFrom" => self.import_from(made)?,
            _ => return self.assignment(made).or_else(|| self.compound(made)),
        })
    }

    fn assignment(&self, made: &Node) -> Option<Stmt> {
        let (range, node_index, fields) = (self.range(made), index(), &made.fields);
        let target = |field| self.expr(field, ExprContext::Store).map(Box::new);
        Some(match made.kind {
            "Assign" => Stmt::Assign(StmtAssign {
                node_index,
                range,
                targets: self.exprs_in(filled(&fields[0])?, ExprContext::Store)?,
                value: self.boxed(&fields[1])?,
                runtime_targets: None,
                runtime_type_comment: None,
                runtime_type_comment_bytes: None,
            }),
            "AugAssign" => {
                let (target, op, value) = (target(&fields[0])?, operator_of(&fields[1])?, self.boxed(&fields[2])?);
                Stmt::AugAssign(StmtAugAssign { node_index, range, target, op, value })
            }
            "AnnAssign" => {
                let simple = int(&fields[3])? != 0;
                let target = target(&fields[0]).filter(|target| !simple || target.is_name_expr())?;
                let (annotation, value) = (self.boxed(&fields[1])?, self.optional_expr(&fields[2])?);
                let runtime_simple = None;
                Stmt::AnnAssign(StmtAnnAssign { node_index, range, target, annotation, value, simple, runtime_simple })
            }
            "TypeAlias" => {
                let name = target(&fields[0]).filter(|name| name.is_name_expr())?;
                let (type_params, value) = (self.type_params(&fields[1], range)?, self.boxed(&fields[2])?);
                Stmt::TypeAlias(StmtTypeAlias { node_index, range, name, type_params, value })
            }
            _ => return None,
        })
    }

    fn compound(&self, made: &Node) -> Option<Stmt> {
        let (range, node_index, fields) = (self.range(made), index(), &made.fields);
        Some(match made.kind {
            "If" => return self.choice(made),
            "For" => return self.for_loop(made, false),
            "AsyncFor" => return self.for_loop(made, true),
            "With" => return self.with(made, false),
            "AsyncWith" => return self.with(made, true),
            "Try" => return self.try_stmt(made, false),
            "TryStar" => return self.try_stmt(made, true),
            "While" => {
                let (test, body) = (self.boxed(&fields[0])?, self.block(&fields[1])?.into());
                let orelse = self.body(&fields[2])?.into();
                let (runtime_body, runtime_orelse) = (None, None);
                Stmt::While(StmtWhile { node_index, range, test, body, orelse, runtime_body, runtime_orelse })
            }
            "Match" => {
                let subject = self.boxed(&fields[0])?;
                let cases = filled(&fields[1])?.iter().map(|case| self.case(case)).collect::<Option<_>>()?;
                Stmt::Match(StmtMatch { node_index, range, subject, cases })
            }
            _ => return None,
        })
    }

    /// Builds an `if`. An `if` alone in the other branch is an `elif` of the front end's.
    fn choice(&self, made: &Node) -> Option<Stmt> {
        let (range, test, body) = (self.range(made), self.boxed(&made.fields[0])?, self.block(&made.fields[1])?);
        let mut clauses = Vec::new();
        let mut rest = &made.fields[2];
        loop {
            let clause = |range, test, body: Vec<Stmt>| ElifElseClause {
                range,
                node_index: index(),
                test,
                body: body.into(),
                runtime_body: None,
                runtime_orelse: None,
            };
            match list(rest)? {
                [] => break,
                [Field::Node(inner)] if inner.kind == "If" => {
                    let test = self.expr(&inner.fields[0], ExprContext::Load)?;
                    clauses.push(clause(self.range(inner), Some(test), self.block(&inner.fields[1])?));
                    rest = &inner.fields[2];
                }
                _ => {
                    let body = self.block(rest)?;
                    let whole = body.iter().fold(body[0].range(), |whole, stmt| whole.cover(stmt.range()));
                    clauses.push(clause(whole, None, body));
                    break;
                }
            }
        }
        Some(Stmt::If(StmtIf {
            node_index: index(),
            range,
            test,
            body: body.into(),
            elif_else_clauses: clauses,
            runtime_body: None,
        }))
    }

    fn for_loop(&self, made: &Node, is_async: bool) -> Option<Stmt> {
        let fields = &made.fields;
        Some(Stmt::For(StmtFor {
            node_index: index(),
            range: self.range(made),
            is_async,
            target: self.expr(&fields[0], ExprContext::Store)?.into(),
            iter: self.boxed(&fields[1])?,
            body: self.block(&fields[2])?.into(),
            orelse: self.body(&fields[3])?.into(),
            runtime_type_comment: None,
            runtime_type_comment_bytes: None,
            runtime_body: None,
            runtime_orelse: None,
        }))
    }

    fn with(&self, made: &Node, is_async: bool) -> Option<Stmt> {
        let item = |field: &Field| {
            let fields = &node(field).filter(|made| made.kind == "withitem")?.fields;
            let context_expr = self.expr(&fields[0], ExprContext::Load)?;
            let optional_vars = optional(&fields[1], |vars| self.expr(vars, ExprContext::Store).map(Box::new))?;
            let range =
                optional_vars.as_deref().map_or(context_expr.range(), |v: &Expr| context_expr.range().cover(v.range()));
            Some(WithItem { range, node_index: index(), context_expr, optional_vars })
        };
        Some(Stmt::With(StmtWith {
            node_index: index(),
            range: self.range(made),
            is_async,
            items: filled(&made.fields[0])?.iter().map(item).collect::<Option<_>>()?,
            body: self.block(&made.fields[1])?.into(),
            runtime_type_comment: None,
            runtime_type_comment_bytes: None,
            runtime_body: None,
        }))
    }

    fn try_stmt(&self, made: &Node, is_star: bool) -> Option<Stmt> {
        let fields = &made.fields;
        let handlers = list(&fields[1])?.iter().map(|handler| self.handler(handler)).collect::<Option<Vec<_>>>()?;
        let [body, orelse, finalbody] = [self.block(&fields[0])?, self.body(&fields[2])?, self.body(&fields[3])?];
        if handlers.is_empty() && (finalbody.is_empty() || !orelse.is_empty()) {
            return None;
        }
        Some(Stmt::Try(StmtTry {
            node_index: index(),
            range: self.range(made),
            body: body.into(),
            handlers,
            orelse: orelse.into(),
            finalbody: finalbody.into(),
            is_star,
            runtime_body: None,
            runtime_handlers: None,
            runtime_orelse: None,
            runtime_finalbody: None,
        }))
    }

    fn handler(&self, field: &Field) -> Option<ExceptHandler> {
        let made = node(field).filter(|made| made.kind == "ExceptHandler")?;
        let (range, fields) = (self.range(made), &made.fields);
        Some(ExceptHandler::ExceptHandler(ExceptHandlerExceptHandler {
            range,
            node_index: index(),
            type_: self.optional_expr(&fields[0])?,
            name: optional(&fields[1], |name| self.identifier(name, range))?,
            body: self.block(&fields[2])?.into(),
            runtime_body: None,
        }))
    }

    fn aliases(&self, field: &Field) -> Option<Vec<Alias>> {
        filled(field)?.iter().map(|alias| self.alias(alias)).collect()
    }

    fn alias(&self, field: &Field) -> Option<Alias> {
        let made = node(field).filter(|made| made.kind == "alias")?;
        let range: TextRange = self.range(made);
        let name = self.identifier(&made.fields[0], range)?;
        let asname = optional(&made.fields[1], |name| self.identifier(name, range))?;
        Some(Alias { range, node_index: index(), name, asname })
    }

    fn import_from(&self, made: &Node) -> Option<Stmt> {
        let (range, fields) = (self.range(made), &made.fields);
        let level = optional(&fields[2], int)?.unwrap_or(0);
        Some(Stmt::ImportFrom(StmtImportFrom {
            node_index: index(),
            range,
            module: optional(&fields[0], |name| self.identifier(name, range))?,
            names: self.aliases(&fields[1])?,
            level: u32::try_from(level).ok()?,
            is_lazy: false,
            runtime_level: None,
        }))
    }
}
