//! Names in documents, with their namespaces.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use ttd_core::value::Value;
use ttd_pyalgos::text::xml::AttributeValue;

use crate::{Vm, native::*};

/// The namespaces at a place of a document, and the names that were seen there.
pub(super) struct Names<'a> {
    /// The dict of namespaces by prefix.
    space: Value,
    tags: FxHashMap<&'a str, Value>,
    keys: FxHashMap<&'a str, Value>,
}

impl<'a> Names<'a> {
    pub(super) fn new(space: Value) -> Names<'a> {
        Names { space, tags: FxHashMap::default(), keys: FxHashMap::default() }
    }

    /// The tag that a name stands for; None if its namespace is unknown.
    #[inline]
    pub(super) fn tag(&mut self, vm: &mut Vm, name: &'a str) -> Option<Value> {
        if let Some(known) = self.tags.get(name) {
            return Some(*known);
        }
        let tag = match name.contains(':') {
            true => self.qualified(vm, name)?,
            false => match vm.dict_get_str(self.space, "").filter(|uri| !vm.heap.bytes(*uri).is_empty()) {
                Some(uri) => in_space(vm, uri, name),
                None => vm.intern(name),
            },
        };
        self.tags.insert(name, tag);
        Some(tag)
    }

    /// The key that an attribute's name stands for.
    #[inline]
    fn key(&mut self, vm: &mut Vm, name: &'a str) -> Option<Value> {
        if let Some(known) = self.keys.get(name) {
            return Some(*known);
        }
        let key = if name.contains(':') { self.qualified(vm, name)? } else { vm.intern(name) };
        self.keys.insert(name, key);
        Some(key)
    }

    fn qualified(&self, vm: &mut Vm, name: &str) -> Option<Value> {
        let (prefix, local) = name.split_once(':')?;
        if prefix.is_empty() || local.contains(':') {
            return None;
        }
        let uri = vm.dict_get_str(self.space, prefix)?;
        Some(in_space(vm, uri, local))
    }

    /// The dict of attributes, None if there are none. No result for what is rare: entities in values, declarations of
    /// namespaces, names that are wrong.
    pub(super) fn attributes(&mut self, vm: &mut Vm, given: Vec<(&'a str, AttributeValue<'a>)>) -> Res<Option<Value>> {
        if given.is_empty() {
            return Ok(Some(Value::NONE));
        }
        let mut entries = SmallVec::<[(i64, Value, Value); 8]>::new();
        for (name, value) in &given {
            if name.starts_with("xmlns") {
                return Ok(None);
            }
            let AttributeValue::Plain(text) = value else { return Ok(None) };
            let Some(key) = self.key(vm, name) else { return Ok(None) };
            let is_twice = name.contains(':') && entries.iter().any(|(_, other, _)| *other == key);
            if is_twice {
                return Ok(None);
            }
            let value = vm.new_str(text);
            entries.push((vm.key_hash(key)?, key, value));
        }
        let made = vm.new_dict();
        vm.heap.dict_fill_with_strings(made, &entries);
        Ok(Some(made))
    }
}

/// `{uri}local`
fn in_space(vm: &mut Vm, uri: Value, local: &str) -> Value {
    let text = format!("{{{}}}{local}", vm.text_lossy(uri));
    vm.intern(&text)
}

/// What the parser keeps of an open element that declares no namespaces: its name, and the name with the namespace,
/// which has no brace at the begin.
pub(super) fn opened_entry(vm: &mut Vm, name: &str, tag: Value) -> Value {
    let name = vm.intern(name);
    let shown = match vm.heap.bytes(tag) {
        [b'{', rest @ ..] => {
            let length = rest.len() + 1;
            vm.new_str_part(tag, 1..length)
        }
        _ => name,
    };
    vm.new_tuple(&[name, shown, Value::NONE])
}
