//! Paths of simple steps: children and descendants with a tag, as in `a/b`, `.//c` and `*/d`.
//!
//! `xml.etree.ElementPath` sees each path first: only what it has compiled and keeps is looked for here, so that its
//! errors and its cache are the same.

use ttd_core::value::Value;

use super::iter::has_tag;
use super::{ELEMENT, children_of};
use crate::vm::slots;
use crate::{Vm, ids, native::*};

/// A step of a path.
struct Step {
    /// The tag, None for every child.
    tag: Value,
    /// Whether all descendants count.
    deep: bool,
}

/// Whether `xml.etree.ElementPath` keeps a path.
fn is_kept(vm: &mut Vm, path: Value) -> Res<bool> {
    let modules = vm.global(slots::MODULES);
    let Some(module) = vm.dict_get_str(modules, "xml.etree.ElementPath").filter(|v| v.is(ids::MODULE)) else {
        return Ok(false);
    };
    let dict = vm.heap.slot(module, 0);
    let Some(cache) = vm.dict_get_str(dict, "_cache").filter(|v| v.is(ids::DICT)) else { return Ok(false) };
    let key = vm.new_tuple(&[path]);
    Ok(vm.dict_get(cache, key)?.is_some())
}

/// The steps of a path, if all are simple.
fn parsed(vm: &mut Vm, path: Value) -> Option<Vec<Step>> {
    if !path.is(ids::STR) {
        return None;
    }
    let text = vm.text_lossy(path).into_owned();
    let mut rest = text.as_str();
    let mut made = Vec::new();
    let mut deep = false;
    if let Some(behind) = rest.strip_prefix('.') {
        rest = behind.strip_prefix('/')?;
        if let Some(behind) = rest.strip_prefix('/') {
            (rest, deep) = (behind, true);
        }
    }
    loop {
        let length = name_length(rest)?;
        let (name, behind) = rest.split_at(length);
        let tag = match name {
            "*" => Value::NONE,
            name if is_simple(name) => vm.intern(name),
            _ => return None,
        };
        made.push(Step { tag, deep });
        if behind.is_empty() {
            return Some(made);
        }
        rest = behind.strip_prefix('/')?;
        deep = false;
        if let Some(behind) = rest.strip_prefix('/') {
            (rest, deep) = (behind, true);
        }
    }
}

/// How long the name is with which a text begins; slashes in braces are part of it.
fn name_length(text: &str) -> Option<usize> {
    let inside = if text.starts_with('{') { text.find('}')? } else { 0 };
    Some(text[inside..].find('/').map_or(text.len(), |n| inside + n))
}

/// Whether a name stands for exactly one tag.
fn is_simple(name: &str) -> bool {
    let local = match name.strip_prefix('{') {
        Some(inside) => match inside.split_once('}') {
            Some(("" | "*", _)) | None => return false,
            Some((_, local)) => local,
        },
        None => name,
    };
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    !local.is_empty() && !local.starts_with(['.', '*']) && local.chars().all(plain)
}

/// What a path finds; None if Python code has to look.
pub(super) fn found(vm: &mut Vm, element: Value, path: Value, first: bool) -> Res<Option<Vec<Value>>> {
    if !path.is(ids::STR) || vm.receiver(element) != element || !is_kept(vm, path)? {
        return Ok(None);
    }
    let Some(steps) = parsed(vm, path) else { return Ok(None) };
    let mut search = Search { made: Vec::new(), first, turns: 0 };
    Ok(search.from(vm, element, &steps)?.map(|_| search.made))
}

struct Search {
    made: Vec<Value>,
    first: bool,
    turns: u32,
}

impl Search {
    /// Adds what is found from an element on. Gives whether that is enough; None if there is an instance of a Python
    /// class, which may show something else.
    fn from(&mut self, vm: &mut Vm, element: Value, steps: &[Step]) -> Res<Option<bool>> {
        let Some((step, rest)) = steps.split_first() else {
            self.made.push(element);
            return Ok(Some(self.first));
        };
        let mut way = vec![(element, 0)];
        while let Some((above, at)) = way.last_mut() {
            let Some(&child) = children_of(vm, *above).get(*at) else {
                way.pop();
                continue;
            };
            *at += 1;
            self.turns += 1;
            if self.turns.is_multiple_of(1000) {
                vm.check_interrupt()?;
            }
            if !child.is(ELEMENT) {
                return Ok(None);
            }
            if step.tag.is_none() || has_tag(vm, child, step.tag)? {
                match self.from(vm, child, rest)? {
                    Some(false) => {}
                    enough => return Ok(enough),
                }
            }
            if step.deep {
                way.push((child, 0));
            }
        }
        Ok(Some(false))
    }
}
