//! Values that calls pass on: into a container, to an attribute, as an argument.

use ruff_python_ast::{Expr, ExprCall};

use super::{Assigned, Finder, Search};

/// Methods that put their last argument into a container.
const PUTTING: &[&str] = &["append", "appendleft", "add", "insert", "setdefault", "__setitem__", "push"];

impl Finder<'_, '_> {
    pub(crate) fn look_at_call(&mut self, call: &ExprCall) {
        let called = match &*call.func {
            Expr::Name(n) => n.id.as_str(),
            Expr::Attribute(a) => a.attr.as_str(),
            _ => return,
        };
        match self.search {
            Some(Search::Assigned(Assigned::Attribute(name))) if called == "setattr" => {
                if let [_, Expr::StringLiteral(known), value] = &*call.arguments.args
                    && known.value == *name
                {
                    self.found = Some(self.from(value, None));
                }
            }
            Some(Search::Assigned(Assigned::Item(_))) if PUTTING.contains(&called) => {
                let last = call.arguments.args.last();
                self.found = self.found.or(last.map(|last| self.from(last, None)));
            }
            Some(Search::Argument(function, name, position)) => {
                // A class is called by its own name.
                if function != called && function != "__init__" {
                    return;
                }
                let keywords = call.arguments.keywords.iter();
                let keyword = keywords.clone().find(|k| k.arg.as_deref() == Some(name));
                if let Some(keyword) = keyword {
                    self.found = Some(self.from(&keyword.value, None));
                    return;
                }
                let receiver = match &*call.func {
                    Expr::Attribute(a) if function == called => Some(&*a.value),
                    _ => None,
                };
                let bound = usize::from(receiver.is_some() || function != called);
                let args = &call.arguments.args;
                self.found = match position {
                    Some(0) if bound == 1 => receiver.map(|r| self.from(r, None)),
                    Some(n) if !args.iter().any(Expr::is_starred_expr) => {
                        n.checked_sub(bound).and_then(|n| args.get(n)).map(|arg| self.from(arg, None))
                    }
                    _ => None,
                }
                .or(self.found);
            }
            _ => {}
        }
    }
}
