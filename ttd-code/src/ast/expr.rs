//! Converts expressions.

use ruff_python_ast::{Arguments, Comprehension, Expr, Keyword, Parameter, ParameterWithDefault, Parameters};
use ruff_text_size::{Ranged, TextRange};

use super::operators::{bool_operator, comparison, context, operator, unary_operator};
use super::strings::bare;
use super::{Builder, Field, Node, boxed, node, text};

impl Builder<'_> {
    pub(crate) fn expr_field(&self, e: &Expr) -> Field {
        boxed(self.expr(e))
    }

    pub(crate) fn optional(&self, e: Option<&Expr>) -> Field {
        e.map_or(Field::None, |e| self.expr_field(e))
    }

    pub(crate) fn exprs<'e>(&self, all: impl IntoIterator<Item = &'e Expr>) -> Field {
        Field::List(all.into_iter().map(|e| self.expr_field(e)).collect())
    }

    pub(crate) fn expr(&self, e: &Expr) -> Node {
        let range = e.range();
        let (kind, fields) = match e {
            Expr::FString(f) => return self.fstring(f),
            Expr::TString(t) => return self.tstring(t),
            Expr::BoolOp(b) => ("BoolOp", vec![bool_operator(b.op), self.exprs(&b.values)]),
            Expr::Named(n) => ("NamedExpr", vec![self.expr_field(&n.target), self.expr_field(&n.value)]),
            Expr::BinOp(b) => ("BinOp", vec![self.expr_field(&b.left), operator(b.op), self.expr_field(&b.right)]),
            Expr::UnaryOp(u) => ("UnaryOp", vec![unary_operator(u.op), self.expr_field(&u.operand)]),
            Expr::Lambda(l) => {
                let parameters = self.parameters(l.parameters.as_deref());
                ("Lambda", vec![parameters, self.expr_field(&l.body)])
            }
            Expr::If(i) => {
                ("IfExp", vec![self.expr_field(&i.test), self.expr_field(&i.body), self.expr_field(&i.orelse)])
            }
            Expr::Compare(c) => {
                let ops = c.ops.iter().map(|op| comparison(*op)).collect();
                ("Compare", vec![self.expr_field(&c.left), Field::List(ops), self.exprs(c.comparators.iter())])
            }
            Expr::Call(c) => (
                "Call",
                vec![self.expr_field(&c.func), self.arguments(&c.arguments), self.keywords(&c.arguments.keywords)],
            ),
            _ => return self.other_expr(e, range),
        };
        self.node_at(kind, range, fields)
    }

    fn other_expr(&self, e: &Expr, range: TextRange) -> Node {
        let (kind, fields) = match e {
            Expr::Attribute(a) => ("Attribute", vec![self.expr_field(&a.value), text(&a.attr), bare(context(a.ctx))]),
            Expr::Subscript(s) => {
                ("Subscript", vec![self.expr_field(&s.value), self.expr_field(&s.slice), bare(context(s.ctx))])
            }
            Expr::Starred(s) => ("Starred", vec![self.expr_field(&s.value), bare(context(s.ctx))]),
            Expr::Name(n) => ("Name", vec![text(&n.id), bare(context(n.ctx))]),
            Expr::List(l) => ("List", vec![self.exprs(&l.elts), bare(context(l.ctx))]),
            Expr::Tuple(t) => ("Tuple", vec![self.exprs(&t.elts), bare(context(t.ctx))]),
            Expr::Slice(s) => (
                "Slice",
                vec![
                    self.optional(s.lower.as_deref()),
                    self.optional(s.upper.as_deref()),
                    self.optional(s.step.as_deref()),
                ],
            ),
            Expr::Await(a) => ("Await", vec![self.expr_field(&a.value)]),
            Expr::Yield(y) => ("Yield", vec![self.optional(y.value.as_deref())]),
            Expr::YieldFrom(y) => ("YieldFrom", vec![self.expr_field(&y.value)]),
            _ => return self.display(e, range),
        };
        self.node_at(kind, range, fields)
    }

    /// Converts displays and comprehensions.
    fn display(&self, e: &Expr, range: TextRange) -> Node {
        let (kind, fields) = match e {
            Expr::Dict(d) => {
                let keys = d.items.iter().map(|i| self.optional(i.key.as_ref())).collect();
                let values = self.exprs(d.items.iter().map(|i| &i.value));
                ("Dict", vec![Field::List(keys), values])
            }
            Expr::Set(s) => ("Set", vec![self.exprs(&s.elts)]),
            Expr::ListComp(c) => ("ListComp", vec![self.expr_field(&c.elt), self.generators(&c.generators)]),
            Expr::SetComp(c) => ("SetComp", vec![self.expr_field(&c.elt), self.generators(&c.generators)]),
            Expr::Generator(c) => ("GeneratorExp", vec![self.expr_field(&c.elt), self.generators(&c.generators)]),
            Expr::DictComp(c) => (
                "DictComp",
                vec![self.optional(c.key.as_deref()), self.expr_field(&c.value), self.generators(&c.generators)],
            ),
            _ => {
                let literal = self.literal_expr(e);
                return literal.unwrap_or_else(|| self.node_at("Pass", range, vec![]));
            }
        };
        self.node_at(kind, range, fields)
    }

    /// Converts positional arguments. A generator expression that is the only one shares its parentheses with the call:
    /// for Python they are part of it, for the parser they are not.
    fn arguments(&self, arguments: &Arguments) -> Field {
        match &*arguments.args {
            [only @ Expr::Generator(g)] if !g.parenthesized => {
                let node = self.expr(only);
                Field::List(vec![boxed(Node { span: self.span(arguments.range), ..node })])
            }
            args => self.exprs(args),
        }
    }

    fn generators(&self, all: &[Comprehension]) -> Field {
        let one = |c: &Comprehension| {
            let fields = vec![
                self.expr_field(&c.target),
                self.expr_field(&c.iter),
                self.exprs(&c.ifs),
                Field::Int(i64::from(c.is_async)),
            ];
            boxed(node("comprehension", fields))
        };
        Field::List(all.iter().map(one).collect())
    }

    pub(crate) fn keywords(&self, all: &[Keyword]) -> Field {
        let one = |k: &Keyword| {
            let name = k.arg.as_ref().map_or(Field::None, text);
            boxed(self.node_at("keyword", k.range, vec![name, self.expr_field(&k.value)]))
        };
        Field::List(all.iter().map(one).collect())
    }

    fn parameter(&self, p: &Parameter) -> Field {
        let annotation = self.optional(p.annotation.as_deref());
        // The stars are not part of the node.
        let range = TextRange::new(p.name.range.start(), p.range.end());
        boxed(self.node_at("arg", range, vec![text(&p.name), annotation, Field::None]))
    }

    pub(crate) fn parameters(&self, parameters: Option<&Parameters>) -> Field {
        let Some(p) = parameters else {
            let none = || Field::List(vec![]);
            return boxed(node("arguments", vec![none(), none(), Field::None, none(), none(), Field::None, none()]));
        };
        let all =
            |list: &[ParameterWithDefault]| Field::List(list.iter().map(|p| self.parameter(&p.parameter)).collect());
        let one = |p: Option<&Parameter>| p.map_or(Field::None, |p| self.parameter(p));
        let positional = p.posonlyargs.iter().chain(p.args.iter());
        let defaults = self.exprs(positional.filter_map(|p| p.default.as_deref()));
        let keyword_defaults = p.kwonlyargs.iter().map(|p| self.optional(p.default.as_deref()));
        boxed(node(
            "arguments",
            vec![
                all(&p.posonlyargs),
                all(&p.args),
                one(p.vararg.as_deref()),
                all(&p.kwonlyargs),
                Field::List(keyword_defaults.collect()),
                one(p.kwarg.as_deref()),
                defaults,
            ],
        ))
    }
}
