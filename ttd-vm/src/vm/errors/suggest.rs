//! "Did you mean: 'x'?": suggestions for missing names and attributes.
//!
//! As in CPython 3.13: the candidate with the least edit distance, if at most a third of the characters differ.

use ttd_core::value::Value;

use super::raise::fields;
use super::stdlib_names::STDLIB;
use super::traceback::tb;
use crate::vm::slots;
use crate::{Vm, ids};

/// With this many candidates, none is suggested.
const MAX_CANDIDATES: usize = 750;
/// Maximum length of the parts that differ.
const MAX_LENGTH: usize = 40;
/// Cost of inserting, removing or replacing a character.
const MOVE: usize = 2;
/// Cost of changing only its case.
const CASE: usize = 1;

impl Vm {
    /// The text after the message of a NameError, AttributeError or ImportError: a suggestion, or nothing.
    pub(crate) fn suggestion(&mut self, exc: Value) -> String {
        let (import, name_error) =
            (self.is_instance(exc, self.types.import_error), self.is_instance(exc, self.types.name_error));
        let field = match (import, name_error || self.is_instance(exc, self.types.attribute_error)) {
            (true, _) => "name_from",
            (false, true) => "name",
            (false, false) => return String::new(),
        };
        let Some(wrong) = self.quiet_attr(exc, field).filter(|v| v.is(ids::STR)) else { return String::new() };
        let text = self.text_lossy(wrong).into_owned();
        let found = if import {
            self.suggest_import(exc, &text)
        } else if name_error {
            self.suggest_name(exc, wrong, &text)
        } else {
            self.suggest_attribute(exc, &text)
        };
        let forgotten = name_error && STDLIB.binary_search(&text.as_str()).is_ok();
        match (found, forgotten) {
            (Some(name), true) => format!(". Did you mean: '{name}'? Or did you forget to import '{text}'?"),
            (Some(name), false) => format!(". Did you mean: '{name}'?"),
            (None, true) => format!(". Did you forget to import '{text}'?"),
            (None, false) => String::new(),
        }
    }

    /// An attribute; `None` on any error.
    fn quiet_attr(&mut self, obj: Value, name: &str) -> Option<Value> {
        self.getattr_str(obj, name).ok().filter(|v| !v.is_none())
    }

    fn suggest_attribute(&mut self, exc: Value, wrong: &str) -> Option<String> {
        let obj = self.getattr_str(exc, "obj").ok()?;
        let names = self.dir_names(obj)?;
        let entry = self.last_entry(self.exc_field(exc, fields::TRACEBACK));
        // A method may be offered its own instance's private attributes.
        let own = entry.is_some_and(|e| self.heap.slot(e, tb::SELF) == obj);
        closest(wrong, names.iter().map(String::as_str).filter(|n| own || is_offered(wrong, n)))
    }

    fn suggest_import(&mut self, exc: Value, wrong: &str) -> Option<String> {
        let name = self.quiet_attr(exc, "name").filter(|v| v.is(ids::STR))?;
        let modules = self.global(slots::MODULES);
        let text = self.text_lossy(name).into_owned();
        let module = self.dict_get_str(modules, &text)?;
        let names = self.dir_names(module)?;
        closest(wrong, names.iter().map(String::as_str).filter(|n| is_offered(wrong, n)))
    }

    fn suggest_name(&mut self, exc: Value, wrong: Value, text: &str) -> Option<String> {
        let entry = self.last_entry(self.exc_field(exc, fields::TRACEBACK))?;
        let (this, names) = (self.heap.slot(entry, tb::SELF), self.heap.slot(entry, tb::NAMES));
        if !this.is_unbound() && matches!(self.getattr_opt(this, wrong), Ok(Some(_))) {
            return Some(format!("self.{text}"));
        }
        let mut names = if names.is(ids::TUPLE) { self.heap.tuple(names).to_vec() } else { Vec::new() };
        for namespace in [self.heap.slot(entry, tb::GLOBALS), self.global(slots::BUILTINS)] {
            if namespace.is(ids::DICT) {
                names.extend(self.dict_pairs(namespace).into_iter().map(|(name, _)| name));
            }
        }
        let names = self.texts(&names)?;
        closest(text, names.iter().map(String::as_str))
    }

    /// `dir(obj)`.
    fn dir_names(&mut self, obj: Value) -> Option<Vec<String>> {
        let names = match self.special(obj, "__dir__").filter(|_| !obj.is(ids::CLASS)) {
            Some(f) => {
                let names = self.call(f, &[obj]).ok()?;
                self.collect(names).ok()?
            }
            None if obj.is(ids::CLASS) => {
                let dicts: Vec<Value> = self.mro(obj).iter().map(|c| self.class_dict(*c)).collect();
                dicts.into_iter().flat_map(|d| self.dict_pairs(d)).map(|(name, _)| name).collect()
            }
            None => return None,
        };
        let mut names = self.texts(&names)?;
        names.sort();
        names.dedup();
        Some(names)
    }

    /// The texts of names; `None` if one is not a str.
    fn texts(&self, names: &[Value]) -> Option<Vec<String>> {
        names.iter().map(|n| n.is(ids::STR).then(|| self.text_lossy(*n).into_owned())).collect()
    }
}

/// Private names are suggested only for private names.
fn is_offered(wrong: &str, name: &str) -> bool {
    wrong.starts_with('_') || !name.starts_with('_')
}

/// The first of the nearest candidates.
pub(crate) fn closest<'a>(wrong: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let candidates: Vec<&str> = candidates.collect();
    if candidates.len() >= MAX_CANDIDATES {
        return None;
    }
    let mut best: Option<(&str, usize)> = None;
    for name in candidates.into_iter().filter(|n| *n != wrong) {
        let mut limit = (wrong.len() + name.len() + 3) * MOVE / 6;
        if let Some((_, cost)) = best {
            limit = limit.min(cost.saturating_sub(1));
        }
        if let Some(cost) = distance(wrong.as_bytes(), name.as_bytes(), limit) {
            best = Some((name, cost));
        }
    }
    best.map(|(name, _)| name.to_string())
}

/// The Levenshtein distance, if it is at most `limit`.
fn distance(a: &[u8], b: &[u8], limit: usize) -> Option<usize> {
    let within = |cost: usize| (cost <= limit).then_some(cost);
    let same_start = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[same_start..], &b[same_start..]);
    let same_end = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[..a.len() - same_end], &b[..b.len() - same_end]);
    if a.is_empty() || b.is_empty() {
        return within((a.len() + b.len()) * MOVE);
    }
    if a.len() > MAX_LENGTH || b.len() > MAX_LENGTH {
        return None;
    }
    let mut row: Vec<usize> = (0..=a.len()).map(|i| i * MOVE).collect();
    for (i, y) in b.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], (i + 1) * MOVE);
        for (k, x) in a.iter().enumerate() {
            let replaced = diagonal + replacement(*x, *y);
            diagonal = row[k + 1];
            row[k + 1] = replaced.min(diagonal.min(row[k]) + MOVE);
        }
    }
    within(row[a.len()])
}

fn replacement(x: u8, y: u8) -> usize {
    match x {
        _ if x == y => 0,
        _ if x.eq_ignore_ascii_case(&y) => CASE,
        _ => MOVE,
    }
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[track_caller]
    fn check(wrong: &str, candidates: &str, want: Option<&str>) {
        assert_eq!(closest(wrong, candidates.split(' ')).as_deref(), want, "{wrong} of {candidates}");
    }

    /// Expected results from `_suggestions._generate_suggestions` of CPython 3.13.0.
    #[test]
    #[rustfmt::skip]
    fn suggestions_are_those_of_cpython() {
        check("ab", "ac", Some("ac"));
        check("a", "b", None);
        check("foo", "bar fooo Foo", Some("Foo"));
        check("total", "totals totla Total", Some("Total"));
        check("lenght", "length width", Some("length"));
        check("conut", "count counter round", Some("count"));
        check("x", "y z X", Some("X"));
        check("appendd", "append extend", Some("append"));
        check("abc", "abc abd", Some("abd"));
        check("nme", "name namee me", Some("name"));
        check("prnt", "print sprint", Some("print"));
        check("übung", "uebung übunge", Some("übunge"));
        check("blech", "blich bluch blach", Some("blich"));
        check("VALUE", "value values", None);
        check("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcbazyxwvutsrqponmlkjihgfedcba", None);
        check("some_long_name_here", "some_lang_nmae_here", Some("some_lang_nmae_here"));
        check("aaaa", "bbbb", None);
        check("", "a b", None);
        check("self", "sellf selv", Some("sellf"));
    }
}
