//! Converts statements and patterns.

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{
    Alias, ElifElseClause, ExceptHandler, Expr, Identifier, Pattern, Singleton, Stmt, StmtFunctionDef, StmtIf, StmtTry,
    TypeParam, TypeParams, WithItem,
};
use ruff_text_size::{Ranged, TextRange};

use super::operators::operator;
use super::{Builder, Field, Node, boxed, node, text};
use crate::bytecode::code::Const;

fn names(all: &[Identifier]) -> Field {
    Field::List(all.iter().map(text).collect())
}

fn optional_name(name: Option<&Identifier>) -> Field {
    name.map_or(Field::None, text)
}

impl Builder<'_> {
    pub(crate) fn body(&self, body: &[Stmt]) -> Field {
        Field::List(body.iter().map(|s| boxed(self.stmt(s))).collect())
    }

    fn stmt(&self, s: &Stmt) -> Node {
        let range = s.range();
        let (kind, fields) = match s {
            Stmt::FunctionDef(f) => return self.function(f),
            Stmt::If(i) => return self.if_stmt(i),
            Stmt::Try(t) => return self.try_stmt(t),
            Stmt::Expr(e) => ("Expr", vec![self.expr_field(&e.value)]),
            Stmt::Return(r) => ("Return", vec![self.optional(r.value.as_deref())]),
            Stmt::Delete(d) => ("Delete", vec![self.exprs(&d.targets)]),
            Stmt::Assign(a) => ("Assign", vec![self.exprs(&a.targets), self.expr_field(&a.value), Field::None]),
            Stmt::AugAssign(a) => {
                ("AugAssign", vec![self.expr_field(&a.target), operator(a.op), self.expr_field(&a.value)])
            }
            Stmt::AnnAssign(a) => (
                "AnnAssign",
                vec![
                    self.expr_field(&a.target),
                    self.expr_field(&a.annotation),
                    self.optional(a.value.as_deref()),
                    Field::Int(i64::from(a.simple)),
                ],
            ),
            Stmt::Raise(r) => ("Raise", vec![self.optional(r.exc.as_deref()), self.optional(r.cause.as_deref())]),
            Stmt::Assert(a) => ("Assert", vec![self.expr_field(&a.test), self.optional(a.msg.as_deref())]),
            Stmt::Import(i) => ("Import", vec![self.aliases(&i.names)]),
            Stmt::ImportFrom(i) => (
                "ImportFrom",
                vec![optional_name(i.module.as_ref()), self.aliases(&i.names), Field::Int(i64::from(i.level))],
            ),
            Stmt::Global(g) => ("Global", vec![names(&g.names)]),
            Stmt::Nonlocal(n) => ("Nonlocal", vec![names(&n.names)]),
            Stmt::Break(_) => ("Break", vec![]),
            Stmt::Continue(_) => ("Continue", vec![]),
            _ => return self.compound(s, range),
        };
        self.node_at(kind, range, fields)
    }

    fn compound(&self, s: &Stmt, range: TextRange) -> Node {
        let (kind, fields) = match s {
            Stmt::ClassDef(c) => {
                let (bases, keywords) = match &c.arguments {
                    Some(a) => (self.exprs(a.args.iter()), self.keywords(&a.keywords)),
                    None => (Field::List(vec![]), Field::List(vec![])),
                };
                let decorators = self.exprs(c.decorator_list.iter().map(|d| &d.expression));
                let fields = vec![
                    text(&c.name),
                    bases,
                    keywords,
                    self.body(&c.body),
                    decorators,
                    self.type_params(c.type_params.as_deref()),
                ];
                let range = self.after_decorators(range, c.decorator_list.last().map(Ranged::range), TokenKind::Class);
                return self.node_at("ClassDef", range, fields);
            }
            Stmt::For(f) => (
                if f.is_async { "AsyncFor" } else { "For" },
                vec![
                    self.expr_field(&f.target),
                    self.expr_field(&f.iter),
                    self.body(&f.body),
                    self.body(&f.orelse),
                    Field::None,
                ],
            ),
            Stmt::While(w) => ("While", vec![self.expr_field(&w.test), self.body(&w.body), self.body(&w.orelse)]),
            Stmt::With(w) => {
                let item = |i: &WithItem| {
                    let vars = self.optional(i.optional_vars.as_deref());
                    boxed(node("withitem", vec![self.expr_field(&i.context_expr), vars]))
                };
                let items = Field::List(w.items.iter().map(item).collect());
                let kind = if w.is_async { "AsyncWith" } else { "With" };
                (kind, vec![items, self.body(&w.body), Field::None])
            }
            Stmt::Match(m) => {
                let cases = m.cases.iter().map(|c| {
                    let guard = self.optional(c.guard.as_deref());
                    let pattern = boxed(self.pattern(&c.pattern));
                    boxed(node("match_case", vec![pattern, guard, self.body(&c.body)]))
                });
                let cases = Field::List(cases.collect());
                ("Match", vec![self.expr_field(&m.subject), cases])
            }
            Stmt::TypeAlias(t) => (
                "TypeAlias",
                vec![self.expr_field(&t.name), self.type_params(t.type_params.as_deref()), self.expr_field(&t.value)],
            ),
            _ => ("Pass", vec![]),
        };
        self.node_at(kind, range, fields)
    }

    /// Returns the range of a decorated definition, which begins at its keyword.
    fn after_decorators(&self, range: TextRange, last: Option<TextRange>, keyword: TokenKind) -> TextRange {
        let Some(last) = last else { return range };
        let definition = self.tokens.after(last.end()).iter().find(|token| token.kind() == keyword);
        definition.map_or(range, |token| TextRange::new(token.start(), range.end()))
    }

    fn function(&self, f: &StmtFunctionDef) -> Node {
        let decorators = self.exprs(f.decorator_list.iter().map(|d| &d.expression));
        let fields = vec![
            text(&f.name),
            self.parameters(Some(&f.parameters)),
            self.body(&f.body),
            decorators,
            self.optional(f.returns.as_deref()),
            Field::None,
            self.type_params(f.type_params.as_deref()),
        ];
        let (kind, keyword) =
            if f.is_async { ("AsyncFunctionDef", TokenKind::Async) } else { ("FunctionDef", TokenKind::Def) };
        let range = self.after_decorators(f.range, f.decorator_list.last().map(Ranged::range), keyword);
        self.node_at(kind, range, fields)
    }

    fn if_stmt(&self, i: &StmtIf) -> Node {
        let orelse = self.clauses(&i.elif_else_clauses, i.range);
        self.node_at("If", i.range, vec![self.expr_field(&i.test), self.body(&i.body), orelse])
    }

    /// Converts `elif` to an `if` in the other branch.
    fn clauses(&self, clauses: &[ElifElseClause], whole: TextRange) -> Field {
        let mut orelse = Field::List(vec![]);
        for clause in clauses.iter().rev() {
            orelse = match &clause.test {
                None => self.body(&clause.body),
                Some(test) => {
                    let range = TextRange::new(clause.range.start(), whole.end());
                    let fields = vec![self.expr_field(test), self.body(&clause.body), orelse];
                    Field::List(vec![boxed(self.node_at("If", range, fields))])
                }
            };
        }
        orelse
    }

    fn try_stmt(&self, t: &StmtTry) -> Node {
        let handlers = t.handlers.iter().map(|h| {
            let ExceptHandler::ExceptHandler(h) = h;
            let fields = vec![self.optional(h.type_.as_deref()), optional_name(h.name.as_ref()), self.body(&h.body)];
            boxed(self.node_at("ExceptHandler", h.range, fields))
        });
        let fields =
            vec![self.body(&t.body), Field::List(handlers.collect()), self.body(&t.orelse), self.body(&t.finalbody)];
        self.node_at(if t.is_star { "TryStar" } else { "Try" }, t.range, fields)
    }

    fn aliases(&self, all: &[Alias]) -> Field {
        let one = |a: &Alias| {
            let fields = vec![text(&a.name), optional_name(a.asname.as_ref())];
            boxed(self.node_at("alias", a.range, fields))
        };
        Field::List(all.iter().map(one).collect())
    }

    fn type_params(&self, all: Option<&TypeParams>) -> Field {
        let one = |p: &TypeParam| {
            boxed(match p {
                TypeParam::TypeVar(t) => self.node_at(
                    "TypeVar",
                    t.range,
                    vec![text(&t.name), self.optional(t.bound.as_deref()), self.optional(t.default.as_deref())],
                ),
                TypeParam::ParamSpec(t) => {
                    self.node_at("ParamSpec", t.range, vec![text(&t.name), self.optional(t.default.as_deref())])
                }
                TypeParam::TypeVarTuple(t) => {
                    self.node_at("TypeVarTuple", t.range, vec![text(&t.name), self.optional(t.default.as_deref())])
                }
            })
        };
        Field::List(all.map_or(Vec::new(), |all| all.type_params.iter().map(one).collect()))
    }

    fn patterns<'p>(&self, all: impl IntoIterator<Item = &'p Pattern>) -> Field {
        Field::List(all.into_iter().map(|p| boxed(self.pattern(p))).collect())
    }

    fn pattern(&self, p: &Pattern) -> Node {
        let (kind, fields) = match p {
            Pattern::MatchValue(v) => ("MatchValue", vec![self.expr_field(&v.value)]),
            Pattern::MatchSingleton(s) => {
                let value = match s.value {
                    Singleton::None => Const::None,
                    Singleton::True => Const::Bool(true),
                    Singleton::False => Const::Bool(false),
                };
                ("MatchSingleton", vec![Field::Const(value)])
            }
            Pattern::MatchSequence(s) => ("MatchSequence", vec![self.patterns(&s.patterns)]),
            Pattern::MatchMapping(m) => (
                "MatchMapping",
                vec![self.exprs(m.keys.iter()), self.patterns(m.patterns.iter()), optional_name(m.rest.as_ref())],
            ),
            Pattern::MatchClass(c) => {
                let attrs = c.arguments.keywords.iter().map(|k| text(&k.attr));
                let attrs = Field::List(attrs.collect());
                let inner = self.patterns(c.arguments.keywords.iter().map(|k| &k.pattern));
                let cls: &Expr = &c.cls;
                let positional = self.patterns(c.arguments.patterns.iter());
                ("MatchClass", vec![self.expr_field(cls), positional, attrs, inner])
            }
            Pattern::MatchStar(s) => ("MatchStar", vec![optional_name(s.name.as_ref())]),
            Pattern::MatchAs(a) => {
                let inner = a.pattern.as_deref().map_or(Field::None, |p| boxed(self.pattern(p)));
                ("MatchAs", vec![inner, optional_name(a.name.as_ref())])
            }
            Pattern::MatchOr(o) => ("MatchOr", vec![self.patterns(&o.patterns)]),
        };
        self.node_at(kind, p.range(), fields)
    }
}
