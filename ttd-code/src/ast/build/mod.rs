//! Builds the front end's syntax tree from one that a program has made: the way back from [`super::parse`].
//!
//! Every function gives `None` for what is no tree: a node of another kind than its field wants, a list without the
//! items that the grammar wants, an expression in another context than its own. The caller words the error.

mod constants;
mod definitions;
mod displays;
mod expr;
mod patterns;
mod places;
mod stmt;
mod strings;

use std::cell::RefCell;

use ruff_python_ast::name::Name;
use ruff_python_ast::{AtomicNodeIndex, Expr, ExprContext, Identifier, Mod, ModExpression, ModModule};
use ruff_text_size::TextRange;

use super::{Field, Node};
pub(crate) use constants::Hidden;
pub(crate) use places::Places;

/// A syntax tree, and what its strings stand for.
pub(crate) struct Built {
    /// The tree. Its ranges are those of the text of its places.
    pub(crate) tree: Mod,
    /// Strings that the front end's tree cannot hold.
    pub(crate) hidden: Hidden,
}

/// Builds the tree of a `Module`, `Interactive` or `Expression`.
pub(crate) fn build(tree: &Node, places: &Places) -> Option<Built> {
    let builder = Builder { places, hidden: RefCell::default() };
    let range = TextRange::up_to(ruff_text_size::TextSize::of(places.text()));
    let made = match tree.kind {
        "Module" | "Interactive" => {
            let body = builder.body(&tree.fields[0])?.into();
            Mod::Module(ModModule { node_index: index(), range, body, runtime_body: None })
        }
        "Expression" => {
            let body = builder.boxed(&tree.fields[0])?;
            Mod::Expression(ModExpression { node_index: index(), range, body })
        }
        _ => return None,
    };
    Some(Built { tree: made, hidden: builder.hidden.into_inner() })
}

/// Calls a function with each node of a tree.
pub(crate) fn each_node<'n>(node: &'n Node, f: &mut dyn FnMut(&'n Node)) {
    f(node);
    for field in &node.fields {
        let items = match field {
            Field::List(items) => items,
            one => std::slice::from_ref(one),
        };
        for item in items {
            if let Field::Node(node) = item {
                each_node(node, f);
            }
        }
    }
}

/// Converts nodes to the front end's.
struct Builder<'p> {
    places: &'p Places,
    hidden: RefCell<Hidden>,
}

fn index() -> AtomicNodeIndex {
    AtomicNodeIndex::NONE
}

fn node(field: &Field) -> Option<&Node> {
    match field {
        Field::Node(node) => Some(node),
        _ => None,
    }
}

fn list(field: &Field) -> Option<&[Field]> {
    match field {
        Field::List(items) => Some(items),
        _ => None,
    }
}

/// The items of a list that must not be empty.
fn filled(field: &Field) -> Option<&[Field]> {
    list(field).filter(|items| !items.is_empty())
}

fn name(field: &Field) -> Option<Name> {
    match field {
        Field::Text(text) => Some(Name::new(text)),
        _ => None,
    }
}

fn int(field: &Field) -> Option<i64> {
    match field {
        Field::Int(n) => Some(*n),
        _ => None,
    }
}

/// What a function makes of a field that may be `None`.
fn optional<'f, T>(field: &'f Field, make: impl FnOnce(&'f Field) -> Option<T>) -> Option<Option<T>> {
    match field {
        Field::None => Some(None),
        field => make(field).map(Some),
    }
}

impl Builder<'_> {
    fn range(&self, node: &Node) -> TextRange {
        node.span.map_or_else(TextRange::default, |span| self.places.range(span))
    }

    fn identifier(&self, field: &Field, range: TextRange) -> Option<Identifier> {
        name(field).map(|id| Identifier { id, range, node_index: index() })
    }

    /// A name that is no constant's.
    fn variable(&self, field: &Field, range: TextRange) -> Option<Identifier> {
        self.identifier(field, range).filter(|name| !matches!(name.id.as_str(), "None" | "True" | "False"))
    }

    fn boxed(&self, field: &Field) -> Option<Box<Expr>> {
        self.expr(field, ExprContext::Load).map(Box::new)
    }

    fn optional_expr(&self, field: &Field) -> Option<Option<Box<Expr>>> {
        optional(field, |field| self.boxed(field))
    }

    fn exprs(&self, field: &Field) -> Option<Vec<Expr>> {
        self.exprs_in(list(field)?, ExprContext::Load)
    }

    fn exprs_in(&self, items: &[Field], context: ExprContext) -> Option<Vec<Expr>> {
        items.iter().map(|item| self.expr(item, context)).collect()
    }
}
