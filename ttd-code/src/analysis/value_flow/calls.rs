//! Values that a call passes on: into a container, to an attribute, to a parameter.

use ruff_python_ast::{Expr, ExprCall, ExprContext, Operator};

use ruff_text_size::Ranged;

use super::copies::called;
use super::{Finder, Forwarded, Parameter, Search, StoreTarget};

/// Methods that insert their last argument into a container.
const INSERTING_METHODS: &[&str] = &["append", "appendleft", "add", "insert", "setdefault", "__setitem__", "push"];

/// Further functions and methods whose arguments come into a container.
const TAKING: &[&str] =
    &["extend", "extendleft", "update", "heappush", "heappushpop", "insort", "put", "dict", "replace"];

impl Finder<'_, '_> {
    /// Records the value that a call stores or passes, if it is the one searched for.
    pub(crate) fn check_call(&mut self, call: &ExprCall) {
        let called = match &*call.func {
            Expr::Name(n) => n.id.as_str(),
            Expr::Attribute(a) => a.attr.as_str(),
            _ => "",
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
            Some(Search::Argument(parameter)) => {
                // A call of `__init__` is spelled as a call of the class.
                let by_class = parameter.function == "__init__" && called != "__init__";
                let is_it = match parameter.call {
                    Some(range) => range == (call.start().into(), call.end().into()),
                    None => parameter.function == called || by_class,
                };
                if is_it {
                    self.note_passed(call, by_class, parameter);
                }
            }
            Some(Search::Forwarded(range)) if range == (call.start().into(), call.end().into()) => {
                let args = &call.arguments.args;
                let before = args.iter().take_while(|arg| !arg.is_starred_expr()).count();
                let starred = args.get(before).and_then(Expr::as_starred_expr);
                let receiver = usize::from(call.func.is_attribute_expr());
                let entries = call.arguments.keywords.iter().find(|keyword| keyword.arg.is_none());
                self.forwarded = Forwarded {
                    items: starred.map(|starred| (&self.source[starred.value.range()], before + receiver)),
                    entries: entries.map(|keyword| &self.source[keyword.value.range()]),
                    function: Some(&self.source[call.func.range()]),
                };
            }
            _ => {}
        }
    }

    /// Notes the arguments that may be passed for a parameter; `by_class`: the call names the function's class.
    fn note_passed(&mut self, call: &ExprCall, by_class: bool, Parameter { name, position, .. }: Parameter<'_>) {
        let keyword = call.arguments.keywords.iter().find(|k| k.arg.as_deref() == Some(name));
        if let Some(keyword) = keyword {
            self.elements.push(self.source_of(&keyword.value, None));
            return;
        }
        let receiver = call.func.as_attribute_expr().map(|function| &*function.value).filter(|_| !by_class);
        // What a module or a class has is called without a receiver as well.
        let bounds: &[usize] = match receiver {
            Some(_) => &[1, 0],
            None if by_class => &[1],
            None => &[0],
        };
        let args = &call.arguments.args;
        let plain = args.iter().take_while(|arg| !arg.is_starred_expr()).count();
        for bound in bounds {
            let passed = match position.map(|n| n.checked_sub(*bound)) {
                Some(Some(n)) => args.get(n).filter(|_| n < plain),
                Some(None) => receiver,
                None => None,
            };
            self.elements.extend(passed.map(|passed| self.source_of(passed, None)));
        }
    }

    /// Notes the parts of an expression that a container can have taken in.
    pub(super) fn note_parts(&mut self, expr: &Expr) {
        let is_sum =
            matches!(expr, Expr::BinOp(sum) if matches!(sum.op, Operator::Add | Operator::Mult | Operator::BitOr));
        self.mixes |= expr.is_starred_expr() || is_sum;
        let mut note = |part: &Expr| {
            if !part.is_starred_expr() {
                self.elements.push(self.source_of(part, None));
            }
        };
        match expr {
            Expr::List(list) if list.ctx == ExprContext::Load => list.elts.iter().for_each(note),
            Expr::Tuple(tuple) if tuple.ctx == ExprContext::Load => tuple.elts.iter().for_each(note),
            Expr::Set(set) => set.elts.iter().for_each(note),
            Expr::Dict(dict) => dict.items.iter().for_each(|item| note(&item.value)),
            Expr::Call(call)
                if called(call).is_some_and(|name| INSERTING_METHODS.contains(&name) || TAKING.contains(&name)) =>
            {
                call.arguments.args.iter().for_each(&mut note);
                call.arguments.keywords.iter().for_each(|keyword| note(&keyword.value));
            }
            _ => {}
        }
    }
}
