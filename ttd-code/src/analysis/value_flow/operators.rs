//! What operators, subscripts and assignments pass to the special methods and setters that they call.

use ruff_python_ast::{Expr, ExprContext, Stmt};
use ruff_text_size::{Ranged, TextRange};

use super::{Finder, Parameter, Search, SourceKind, ValueSource};

/// What a special method of this name gets from an operator: as `__radd__`, the operands the other way round.
fn is_reflected(function: &str) -> bool {
    const ARITHMETIC: &[&str] = &[
        "add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and", "xor",
        "or",
    ];
    let name = function.strip_prefix("__r").and_then(|name| name.strip_suffix("__"));
    name.is_some_and(|name| ARITHMETIC.contains(&name))
}

fn stands_at(range: TextRange, site: (usize, usize)) -> bool {
    site == (range.start().into(), range.end().into())
}

impl<'s> Finder<'s, '_> {
    /// The call that is searched for, and the parameter.
    fn wanted(&self) -> Option<(Parameter<'_>, (usize, usize), usize)> {
        let Some(Search::Argument(parameter)) = self.search else { return None };
        Some((parameter, parameter.call?, parameter.position?))
    }

    /// Notes the operand of an expression that is the argument searched for.
    pub(super) fn note_operand<'e>(&mut self, expr: &'e Expr) {
        let Some((parameter, site, position)) = self.wanted() else { return };
        if !stands_at(expr.range(), site) {
            return;
        }
        let pair = |left: &'e Expr, right: &'e Expr| {
            if is_reflected(parameter.function) { [right, left] } else { [left, right] }
        };
        let operands: [&Expr; 2] = match expr {
            Expr::BinOp(operation) => pair(&operation.left, &operation.right),
            Expr::Subscript(subscript) if subscript.ctx == ExprContext::Load => [&subscript.value, &subscript.slice],
            Expr::Compare(compare) if compare.comparators.len() == 1 => {
                let (left, right) = (&*compare.left, &compare.comparators[0]);
                // The right one of `x in y` is asked, and so may be that of other comparisons.
                let swaps = parameter.function == "__contains__";
                if swaps { [right, left] } else { [left, right] }
            }
            _ => return,
        };
        let source = operands.get(position).map(|operand| self.source_of(operand, None));
        self.elements.extend(source);
    }

    /// Notes what an assignment passes to `__setitem__`, `__setattr__` or a setter, or to `__iadd__` and the like.
    pub(super) fn note_assigned(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Assign(a) => a.targets.iter().for_each(|target| self.note_target(target, &a.value, None)),
            Stmt::AnnAssign(a) => a.value.iter().for_each(|value| self.note_target(&a.target, value, None)),
            Stmt::AugAssign(a) => {
                let Some((parameter, site, position)) = self.wanted() else { return };
                if stands_at(a.range, site) {
                    let operand =
                        if position == usize::from(!is_reflected(parameter.function)) { &a.value } else { &a.target };
                    let source = self.source_of(operand, None);
                    self.elements.push(source);
                } else if stands_at(a.target.range(), site) {
                    let text = &self.source[a.range];
                    self.note_stored(&a.target, ValueSource { kind: SourceKind::Computed, text, item: None });
                }
            }
            _ => {}
        }
    }

    fn note_target(&mut self, target: &Expr, value: &Expr, item: Option<usize>) {
        match target {
            Expr::Tuple(ruff_python_ast::ExprTuple { elts, .. })
            | Expr::List(ruff_python_ast::ExprList { elts, .. })
                if item.is_none() =>
            {
                let first = elts.iter().take_while(|e| !e.is_starred_expr());
                first.enumerate().for_each(|(at, target)| self.note_target(target, value, Some(at)));
            }
            _ => {
                let value = self.source_of(value, item);
                self.note_stored(target, value);
            }
        }
    }

    /// Notes what storing a value in a target passes.
    fn note_stored(&mut self, target: &Expr, value: ValueSource<'s>) {
        let Some((parameter, site, position)) = self.wanted() else { return };
        if !stands_at(target.range(), site) {
            return;
        }
        let passed = match (target, position) {
            (Expr::Attribute(attribute), 0) => self.source_of(&attribute.value, None),
            (Expr::Subscript(subscript), 0) => self.source_of(&subscript.value, None),
            (Expr::Subscript(subscript), 1) => self.source_of(&subscript.slice, None),
            (Expr::Subscript(_), 2) => value,
            // `__set__` of a descriptor and `__setattr__` have it at the end, a property's setter behind the object.
            (Expr::Attribute(_), 1) if !["__setattr__", "__set__"].contains(&parameter.function) => value,
            (Expr::Attribute(_), 2) => value,
            _ => return,
        };
        self.elements.push(passed);
    }
}
