//! Keeps the variables of a module's comprehensions local.
//!
//! A module's comprehension is inlined, and its variables are registers. The front end misses one case: if a function
//! declares the name `global`, or `:=` in another comprehension binds it in the module, the comprehension overwrites
//! the module's variable. There the comprehension's variable is renamed.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use ruff_python_ast::name::Name;
use ruff_python_ast::visitor::transformer::{Transformer, walk_body, walk_comprehension, walk_expr, walk_stmt};
use ruff_python_ast::{Comprehension, Expr, ExprLambda, Mod, Stmt};

/// Appended to a name: makes it a different one that looks equal.
const SUFFIX: char = '\u{200b}';

/// Whether a source may contain such a comprehension.
pub(crate) fn may_apply(source: &str) -> bool {
    source.contains("for") && (source.contains("global") || source.contains(":="))
}

/// Renames the variables of comprehensions that need it; true if there were any.
pub(crate) fn rename(tree: &mut Mod) -> bool {
    let Mod::Module(module) = tree else {
        return false;
    };
    let declared = ConflictingNames::default();
    walk_body(&declared, &mut module.body);
    let renaming = Renamer { declared: declared.names.into_inner(), renamed: RefCell::new(false) };
    if !renaming.declared.is_empty() {
        walk_body(&renaming, &mut module.body);
    }
    renaming.renamed.into_inner()
}

/// Collects the names that are declared global anywhere, and those that `:=` in comprehensions binds in the module.
#[derive(Default)]
struct ConflictingNames {
    names: RefCell<HashSet<Name>>,
    in_comprehension: Cell<bool>,
}

impl Transformer for ConflictingNames {
    fn visit_stmt(&self, stmt: &mut Stmt) {
        if let Stmt::Global(global) = stmt {
            self.names.borrow_mut().extend(global.names.iter().map(|name| name.id.clone()));
        }
        walk_stmt(self, stmt);
    }

    fn visit_expr(&self, e: &mut Expr) {
        if let Expr::Named(named) = e
            && let Expr::Name(target) = &*named.target
            && self.in_comprehension.get()
        {
            self.names.borrow_mut().insert(target.id.clone());
        }
        let outside = self.in_comprehension.get();
        self.in_comprehension.set(outside || comprehension(e).is_some());
        walk_expr(self, e);
        self.in_comprehension.set(outside);
    }
}

/// Visits the code that runs in the module's own scope.
struct Renamer {
    declared: HashSet<Name>,
    renamed: RefCell<bool>,
}

impl Transformer for Renamer {
    fn visit_stmt(&self, stmt: &mut Stmt) {
        if !matches!(stmt, Stmt::FunctionDef(_) | Stmt::ClassDef(_)) {
            walk_stmt(self, stmt);
        }
    }

    fn visit_annotation(&self, _: &mut Expr) {}

    fn visit_expr(&self, e: &mut Expr) {
        if matches!(e, Expr::Lambda(_)) {
            return;
        }
        if let Expr::Generator(generator) = e {
            // A scope of its own, except for its first iterable.
            return self.visit_expr(&mut generator.generators[0].iter);
        }
        let clash = |(_, generators): (Vec<&mut Expr>, &mut Vec<Comprehension>)| {
            bound_names(generators).into_iter().find(|name| self.declared.contains(name))
        };
        let Some(name) = comprehension(e).and_then(clash) else {
            return walk_expr(self, e);
        };
        if let Some((elements, generators)) = comprehension(e) {
            let new = Name::new(format!("{name}{SUFFIX}"));
            Substitute { old: name, new }.inside(elements, generators);
            *self.renamed.borrow_mut() = true;
        }
        self.visit_expr(e);
    }
}

/// Replaces a name by another within a scope.
struct Substitute {
    old: Name,
    new: Name,
}

impl Substitute {
    /// Replaces the name in a comprehension, except in its first iterable.
    fn inside(&self, elements: Vec<&mut Expr>, generators: &mut [Comprehension]) {
        elements.into_iter().for_each(|e| self.visit_expr(e));
        for (i, generator) in generators.iter_mut().enumerate() {
            if i > 0 {
                walk_comprehension(self, generator);
                continue;
            }
            self.visit_expr(&mut generator.target);
            generator.ifs.iter_mut().for_each(|test| self.visit_expr(test));
        }
    }

    fn is_parameter(&self, lambda: &ExprLambda) -> bool {
        lambda.parameters.as_ref().is_some_and(|p| p.iter().any(|p| p.name().id == self.old))
    }
}

impl Transformer for Substitute {
    fn visit_expr(&self, e: &mut Expr) {
        match e {
            Expr::Name(name) if name.id == self.old => name.id = self.new.clone(),
            Expr::Lambda(lambda) if self.is_parameter(lambda) => {
                if let Some(parameters) = &mut lambda.parameters {
                    self.visit_parameters(parameters);
                }
            }
            _ => {
                // An inner comprehension that binds the name again is another scope, except for its first iterable.
                let again = comprehension(e).is_some_and(|(_, generators)| bound_names(generators).contains(&self.old));
                if !again {
                    walk_expr(self, e);
                } else if let Some((_, generators)) = comprehension(e) {
                    self.visit_expr(&mut generators[0].iter);
                }
            }
        }
    }
}

/// Returns the elements and the clauses of a comprehension or generator expression.
fn comprehension(e: &mut Expr) -> Option<(Vec<&mut Expr>, &mut Vec<Comprehension>)> {
    Some(match e {
        Expr::ListComp(e) => (vec![&mut e.elt], &mut e.generators),
        Expr::SetComp(e) => (vec![&mut e.elt], &mut e.generators),
        Expr::Generator(e) => (vec![&mut e.elt], &mut e.generators),
        Expr::DictComp(e) => {
            let mut elements = vec![];
            if let Some(key) = e.key.as_deref_mut() {
                elements.push(key);
            }
            elements.push(&mut *e.value);
            (elements, &mut e.generators)
        }
        _ => return None,
    })
}

/// Returns the names that the clauses bind.
fn bound_names(generators: &mut [Comprehension]) -> Vec<Name> {
    let names = TargetNames(RefCell::default());
    generators.iter_mut().for_each(|generator| names.visit_expr(&mut generator.target));
    names.0.into_inner()
}

struct TargetNames(RefCell<Vec<Name>>);

impl Transformer for TargetNames {
    fn visit_expr(&self, e: &mut Expr) {
        if let Expr::Name(name) = e {
            self.0.borrow_mut().push(name.id.clone());
        }
        // `for x[i] in ...` reads `x` and binds nothing.
        if matches!(e, Expr::Tuple(_) | Expr::List(_) | Expr::Starred(_)) {
            walk_expr(self, e);
        }
    }
}
