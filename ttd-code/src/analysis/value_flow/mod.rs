//! Finds the expression that a stored, passed or returned value comes from, by the text of the line alone.

mod assignments;
mod calls;
pub mod captures;
pub mod choice;
pub mod copies;
pub mod hands_out;
pub mod lambdas;
mod matching;
mod operators;

use self::choice::kind_of;
use self::copies::Piece;
use self::matching::{display_item, element, generators, is_target};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_parameters, walk_stmt};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

/// The source of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueSource<'s> {
    /// The kind of expression.
    pub kind: SourceKind,
    /// The expression.
    pub text: &'s str,
    /// The value is this item of the expression's value, not the value itself.
    pub item: Option<usize>,
}

/// How an expression obtains its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// By reading a variable, an attribute or an item: the value existed before.
    Load,
    /// By a call, which returned it.
    Call,
    /// By iterating over it: the value is one of its items.
    Iterable,
    /// By entering a context manager, whose `__enter__` returned it.
    Entered,
    /// By selecting one of several expressions: see `choice`.
    Choice,
    /// By waiting for it: a task, a future.
    Awaited,
    /// In any other way: the value was created there.
    Computed,
}

/// What is assigned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreTarget<'a> {
    /// A variable.
    Name(&'a str),
    /// An attribute of something.
    Attribute(&'a str),
    /// An item of something, under this key.
    Item(ItemKey<'a>),
}

/// The key of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKey<'a> {
    /// A string.
    Str(&'a str),
    /// An integer or an index.
    Int(i64),
    /// Anything else: a tuple, a member of an enumeration.
    Other,
}

/// Returns the source of the value that line `line` of a module assigns to `target`; for an item, the elements of all
/// displays that it can be in, too.
pub fn assigned<'s>(source: &'s str, line: u32, target: StoreTarget<'_>) -> Vec<ValueSource<'s>> {
    let mut finder = Finder::new(source, line);
    let found = finder.search(Search::Assigned(target));
    found.into_iter().chain(finder.elements).collect()
}

/// Returns the elements that the comprehensions on line `line` store under a key of this kind, the outermost first.
pub fn elements<'s>(source: &'s str, line: u32, key: ItemKey<'_>) -> Vec<ValueSource<'s>> {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Element(key));
    finder.elements
}

/// Returns the source of the value that line `line` returns or yields; of a tuple display, that of item `item`.
pub fn returned(source: &str, line: u32, item: Option<usize>) -> Option<ValueSource<'_>> {
    let mut finder = Finder::new(source, line);
    finder.item = item;
    finder.search(Search::Returned)
}

/// A function without statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlineFunction {
    /// A lambda.
    Lambda,
    /// A generator expression.
    Generator,
}

/// Returns the sources of the values that the functions of this kind on line `line` return or yield, one for each.
pub fn inline_results(source: &str, line: u32, function: InlineFunction, item: Option<usize>) -> Vec<ValueSource<'_>> {
    let mut finder = Finder::new(source, line);
    finder.item = item;
    finder.search(Search::Inline(function));
    finder.elements
}

/// Returns the items and attributes that line `line` assigns to, as their texts, each with the source of its value.
pub fn stores(source: &str, line: u32) -> Vec<(&str, ValueSource<'_>)> {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Stores);
    finder.stores
}

/// Returns the expressions on line `line` whose values containers can have taken in: elements of displays, arguments.
/// None if it joins containers, whose items may have the same values.
pub fn parts(source: &str, line: u32) -> Vec<ValueSource<'_>> {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Parts);
    if finder.mixes { Vec::new() } else { finder.elements }
}

/// The parameter that the source of an argument is sought for.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// The function.
    pub function: &'a str,
    /// The parameter.
    pub name: &'a str,
    /// Its place in the signature; `self` counts.
    pub position: Option<usize>,
    /// Where the call stands in the source, from and to which byte, if that is known.
    pub call: Option<(usize, usize)>,
}

/// Returns the possible sources of the argument that line `line` passes for a parameter, by keyword or by position, the
/// most likely first.
pub fn argument<'s>(source: &'s str, line: u32, parameter: Parameter<'_>) -> Vec<ValueSource<'s>> {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Argument(parameter));
    finder.elements
}

/// The arguments that a call passes on as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forwarded<'s> {
    /// What stands behind `*`, and how many arguments before that; `self` counts where the call has a receiver.
    pub items: Option<(&'s str, usize)>,
    /// What stands behind `**`.
    pub entries: Option<&'s str>,
    /// What is called.
    pub function: Option<&'s str>,
}

/// Returns what the call that stands in this range on line `line` passes on.
pub fn forwarded(source: &str, line: u32, call: (usize, usize)) -> Forwarded<'_> {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Forwarded(call));
    finder.forwarded
}

/// Whether a comprehension on line `line` has a variable of this name.
pub fn is_round_variable(source: &str, line: u32, name: &str) -> bool {
    let mut finder = Finder::new(source, line);
    finder.search(Search::Round(StoreTarget::Name(name))).is_some()
}

/// Whether an expression runs in rounds, as it has a comprehension in it.
pub fn has_rounds(text: &str) -> bool {
    struct Rounds(bool);
    impl<'v> Visitor<'v> for Rounds {
        fn visit_expr(&mut self, expr: &'v Expr) {
            self.0 |= !generators(expr).is_empty();
            walk_expr(self, expr);
        }
    }
    let Ok(parsed) = ruff_python_parser::parse_expression(text) else { return false };
    let mut rounds = Rounds(false);
    rounds.visit_expr(parsed.expr());
    rounds.0
}

/// Whether evaluating an expression can do anything, as far as its syntax tells.
pub fn may_have_effects(text: &str) -> bool {
    struct Effects(bool);
    impl<'v> Visitor<'v> for Effects {
        fn visit_expr(&mut self, expr: &'v Expr) {
            let acts =
                matches!(expr, Expr::Call(_) | Expr::Await(_) | Expr::Yield(_) | Expr::YieldFrom(_) | Expr::Named(_));
            self.0 |= acts;
            walk_expr(self, expr);
        }
    }
    let Ok(parsed) = ruff_python_parser::parse_expression(text) else { return true };
    let mut effects = Effects(false);
    effects.visit_expr(parsed.expr());
    effects.0
}

/// The byte at which a line of a source begins.
pub fn line_start(source: &str, line: u32) -> usize {
    source.split_inclusive('\n').take(line.saturating_sub(1) as usize).map(str::len).sum()
}

/// A line's range in a source, without its end.
fn line_range(source: &str, line: u32) -> TextRange {
    let start = line_start(source, line);
    let len = source[start..].find('\n').unwrap_or(source.len() - start);
    let at = |at: usize| u32::try_from(at).unwrap_or(u32::MAX).into();
    TextRange::new(at(start), at(start + len))
}

/// From and to which byte of a source a part of it is.
pub fn range_in(source: &str, part: &str) -> Option<(usize, usize)> {
    let start = (part.as_ptr() as usize).checked_sub(source.as_ptr() as usize)?;
    (start + part.len() <= source.len()).then_some((start, start + part.len()))
}

#[derive(Clone, Copy)]
enum Search<'a> {
    Assigned(StoreTarget<'a>),
    Returned,
    /// What lambdas or generator expressions give.
    Inline(InlineFunction),
    Argument(Parameter<'a>),
    /// Attributes and items that are assigned to.
    Stores,
    /// Elements of displays, and arguments that containers take in.
    Parts,
    /// What the call in this range passes on.
    Forwarded((usize, usize)),
    Element(ItemKey<'a>),
    /// Expressions that are copied.
    Copies,
    /// A variable of a comprehension alone.
    Round(StoreTarget<'a>),
    /// Sequences that are joined.
    Joined,
    /// Positional arguments.
    Positional,
    /// An attribute of an object that a call makes.
    Made(&'a str),
}

struct Finder<'s, 'a> {
    source: &'s str,
    /// The line's range in the text.
    line: TextRange,
    search: Option<Search<'a>>,
    item: Option<usize>,
    found: Option<ValueSource<'s>>,
    elements: Vec<ValueSource<'s>>,
    stores: Vec<(&'s str, ValueSource<'s>)>,
    positional: Vec<(&'s str, usize, ValueSource<'s>)>,
    joined: Vec<Vec<Piece<'s>>>,
    forwarded: Forwarded<'s>,
    /// Containers on the line take in items of others: which one an item is, its value does not tell.
    mixes: bool,
}

impl<'s, 'a> Finder<'s, 'a> {
    fn new(source: &'s str, line: u32) -> Finder<'s, 'a> {
        Finder {
            source,
            line: line_range(source, line),
            search: None,
            item: None,
            found: None,
            elements: Vec::new(),
            stores: Vec::new(),
            positional: Vec::new(),
            joined: Vec::new(),
            forwarded: Forwarded::default(),
            mixes: false,
        }
    }

    fn search(&mut self, search: Search<'a>) -> Option<ValueSource<'s>> {
        let parsed = ruff_python_parser::parse_module(self.source).ok()?;
        self.search = Some(search);
        parsed.syntax().body.iter().for_each(|stmt| self.visit_stmt(stmt));
        self.found
    }

    fn on_line(&self, range: TextRange) -> bool {
        range.start() <= self.line.end() && range.end() >= self.line.start()
    }

    fn source_of(&self, expr: &Expr, item: Option<usize>) -> ValueSource<'s> {
        if let (
            Some(i),
            Expr::Tuple(ruff_python_ast::ExprTuple { elts, .. }) | Expr::List(ruff_python_ast::ExprList { elts, .. }),
        ) = (item, expr)
            && let Some(element) = elts.get(i).filter(|_| !elts.iter().any(Expr::is_starred_expr))
        {
            return self.source_of(element, None);
        }
        let kind = match expr {
            Expr::Await(a) => {
                let awaited = self.source_of(&a.value, item);
                let kind = if awaited.kind == SourceKind::Load { SourceKind::Awaited } else { awaited.kind };
                return ValueSource { kind, ..awaited };
            }
            Expr::Named(n) => return self.source_of(&n.value, item),
            _ => kind_of(expr),
        };
        let text = &self.source[expr.range()];
        ValueSource { kind, text, item }
    }
}

impl<'v> Visitor<'v> for Finder<'_, '_> {
    fn visit_stmt(&mut self, stmt: &'v Stmt) {
        if self.on_line(stmt.range()) {
            self.check_assignment(stmt);
            walk_stmt(self, stmt);
        }
    }

    fn visit_expr(&mut self, expr: &'v Expr) {
        if !self.on_line(expr.range()) {
            return;
        }
        let is_within = matches!(self.search, Some(Search::Inline(_) | Search::Argument(_) | Search::Forwarded(_)));
        if let (Expr::Lambda(lambda), false) = (expr, is_within) {
            // Its body runs later: see `lambdas`.
            return lambda.parameters.iter().for_each(|parameters| walk_parameters(self, parameters));
        }
        self.check_copy(expr);
        self.note_operand(expr);
        match (expr, self.search) {
            (Expr::Named(n), Some(Search::Assigned(place))) if is_target(&n.target, place) => {
                self.found = Some(self.source_of(&n.value, None));
            }
            (Expr::Yield(y), Some(Search::Returned)) => {
                let value = y.value.as_ref();
                self.found = value.map(|v| self.source_of(v, self.item)).or(self.found);
            }
            (Expr::Lambda(lambda), Some(Search::Inline(InlineFunction::Lambda))) => {
                let result = self.source_of(&lambda.body, self.item);
                self.elements.push(result);
            }
            (Expr::Generator(generator), Some(Search::Inline(InlineFunction::Generator))) => {
                let result = self.source_of(&generator.elt, self.item);
                self.elements.push(result);
            }
            (_, Some(Search::Parts)) => self.note_parts(expr),
            (Expr::Call(call), _) => self.check_call(call),
            (_, Some(Search::Element(key))) => {
                let element = element(expr, key).map(|e| self.source_of(e, None));
                self.elements.extend(element);
            }
            (_, Some(Search::Assigned(place) | Search::Round(place))) if !generators(expr).is_empty() => {
                let loops = generators(expr).iter();
                let found = loops.filter_map(|g| self.loop_variable(&g.target, &g.iter, place));
                self.found = self.found.or(found.last());
            }
            (_, Some(Search::Assigned(StoreTarget::Item(key)))) => {
                let value = display_item(expr, key).map(|v| self.source_of(v, None));
                self.elements.extend(value);
            }
            _ => {}
        }
        walk_expr(self, expr);
    }
}
