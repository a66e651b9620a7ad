//! Values that a call passes on: into a container, to an attribute, to a parameter.

use ruff_python_ast::{Expr, ExprCall};

use super::{Finder, Search, StoreTarget, ValueSource};

/// Methods that insert their last argument into a container.
const INSERTING_METHODS: &[&str] = &["append", "appendleft", "add", "insert", "setdefault", "__setitem__", "push"];

impl<'s> Finder<'s, '_> {
    /// Records the value that a call stores or passes, if it is the one searched for.
    pub(crate) fn check_call(&mut self, call: &ExprCall) {
        let called = match &*call.func {
            Expr::Name(n) => n.id.as_str(),
            Expr::Attribute(a) => a.attr.as_str(),
            _ => return,
        };
        match self.search {
            Some(Search::Assigned(StoreTarget::Attribute(name))) if called == "setattr" => {
                if let [_, Expr::StringLiteral(known), value] = &*call.arguments.args
                    && known.value == *name
                {
                    self.found = Some(self.source_of(value, None));
                }
            }
            Some(Search::Assigned(StoreTarget::Item(_))) if INSERTING_METHODS.contains(&called) => {
                let last = call.arguments.args.last();
                self.found = self.found.or(last.map(|last| self.source_of(last, None)));
            }
            // A call of `__init__` is spelled as a call of the class.
            Some(Search::Argument(function, name, position)) if function == called || function == "__init__" => {
                self.found = self.passed(call, function == called, name, position).or(self.found);
            }
            _ => {}
        }
    }

    /// Returns the argument for a parameter; `by_name`: the call names the function itself and not its class.
    fn passed(&self, call: &ExprCall, by_name: bool, name: &str, position: Option<usize>) -> Option<ValueSource<'s>> {
        let keyword = call.arguments.keywords.iter().find(|k| k.arg.as_deref() == Some(name));
        if let Some(keyword) = keyword {
            return Some(self.source_of(&keyword.value, None));
        }
        let receiver = match &*call.func {
            Expr::Attribute(a) if by_name => Some(&*a.value),
            _ => None,
        };
        let bound = usize::from(receiver.is_some() || !by_name);
        let args = &call.arguments.args;
        match position {
            Some(0) if bound == 1 => receiver.map(|r| self.source_of(r, None)),
            Some(n) if !args.iter().any(Expr::is_starred_expr) => {
                n.checked_sub(bound).and_then(|n| args.get(n)).map(|arg| self.source_of(arg, None))
            }
            _ => None,
        }
    }
}
