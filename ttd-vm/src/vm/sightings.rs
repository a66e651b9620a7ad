//! Following an object, or writes by the names of what is written to, event by event: see `vm::writes`.

use ttd_core::value::Value;

use super::writes::{Spot, Write, Writes};
use crate::time::event::{EventKind, How};
use crate::time::watch::{Appearance, Holder, Writing};
use crate::{Vm, ids};

/// What is followed, and what was seen of it.
#[derive(Default)]
pub(crate) struct Sightings {
    wanted: Option<Writing>,
    writes: Writes,
    /// What was seen at the last event that was looked at.
    pub(crate) seen: Vec<Appearance>,
}

impl Sightings {
    pub(crate) fn new(wanted: Option<Writing>) -> Sightings {
        Sightings { wanted, ..Sightings::default() }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.wanted.is_some()
    }

    /// The object that is followed, while it is not born.
    pub(crate) fn awaited(&self, births: u64) -> Option<u64> {
        match self.wanted {
            Some(Writing::Of(object)) => Some(object).filter(|object| births <= *object),
            _ => None,
        }
    }

    /// Notes what there is at an event.
    pub(crate) fn begin(&mut self, vm: &Vm) {
        self.seen.clear();
        if self.is_on() {
            self.writes = Writes::begin(vm);
        }
    }

    /// Looks at the next event; whether it is one that is looked for.
    pub(crate) fn look(&mut self, vm: &mut Vm) -> bool {
        let Some(wanted) = &self.wanted else { return false };
        let writes = self.writes.look(vm);
        self.seen = match wanted {
            Writing::Named(_) => vm.names_of(&writes),
            Writing::Of(object) => vm.appearances_of(*object, &writes, self.writes.births),
        };
        self.writes.go_on(vm);
        match wanted {
            Writing::Named(Some(name)) => self.seen.contains(&Appearance::Named(name.clone())),
            _ => !self.seen.is_empty(),
        }
    }
}

impl Vm {
    /// The names of what was written to, each once.
    fn names_of(&self, writes: &[Write]) -> Vec<Appearance> {
        let mut names: Vec<Appearance> = Vec::new();
        for write in writes {
            let name = match write.spot {
                Spot::Variable { code, at, .. } => Some(self.codes[code as usize].code.locals[at].name.to_string()),
                Spot::Attribute { name, .. } => Some(self.attribute_name(name)),
                Spot::Item { key, .. } if key.is(ids::STR) => Some(self.text_lossy(key).into_owned()),
                _ => None,
            };
            let Some(name) = name.map(Appearance::Named) else { continue };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Where an object has appeared. `births` are those of the event before.
    fn appearances_of(&mut self, object: u64, writes: &[Write], births: u64) -> Vec<Appearance> {
        let mut seen = Vec::new();
        if self.heap.births() <= object && object < super::intern::IMMORTAL {
            return seen;
        }
        if (births..self.heap.births()).contains(&object) {
            seen.push(Appearance::Created);
        }
        let is_it = |vm: &Vm, v: Value| v.is_obj() && vm.heap.birth(v) == object;
        let event = self.state.last;
        if event.kind == EventKind::Return && event.how != How::Unwind && is_it(self, self.value_of_return()) {
            let yields = event.how == How::Suspend;
            seen.push(if yields { Appearance::Yielded } else { Appearance::Returned });
        }
        for write in writes {
            let (v, spot) = (write.value, write.spot);
            let found = match is_it(self, v) {
                true => self.appearance_in(spot),
                // What was put there may have been made with the object in it.
                false if self.is_new_container(v, births) && self.holds(v, |vm, item| is_it(vm, item)) => {
                    Some(Appearance::Member(self.holder(v)))
                }
                false => None,
            };
            seen.extend(found.filter(|found| !seen.contains(found)));
        }
        seen
    }

    fn appearance_in(&mut self, spot: Spot) -> Option<Appearance> {
        Some(match spot {
            Spot::Variable { frame, code, at } => {
                let code = self.codes[code as usize];
                let name = code.code.locals[at].name.to_string();
                let entered = self.state.last.kind == EventKind::Call && frame as i64 == self.now();
                let function = code.code.qualname.to_string();
                if entered { Appearance::Argument(name) } else { Appearance::Variable(name, function) }
            }
            Spot::Attribute { object, name } => Appearance::Attribute(self.holder(object), self.attribute_name(name)),
            Spot::Item { object, key } => {
                let name = key.is(ids::STR).then(|| self.text_lossy(key).into_owned());
                let is_scope = self.frames().any(|f| f.code().counted && (f.globals == object || f.locals == object));
                match name.filter(|_| is_scope) {
                    Some(name) => Appearance::Global(name),
                    None => {
                        let repr = self.divert(|vm| vm.repr(key));
                        Appearance::Item(self.holder(object), repr.unwrap_or_else(|_| "...".into()))
                    }
                }
            }
            Spot::Member { object } => Appearance::Member(self.holder(object)),
        })
    }

    fn holder(&self, object: Value) -> Holder {
        Holder { class: self.type_name(object), object: self.heap.birth(object) }
    }

    fn is_new_container(&self, v: Value, births: u64) -> bool {
        v.is_obj()
            && self.heap.birth(v) >= births
            && matches!(v.tid(), ids::LIST | ids::TUPLE | ids::DICT | ids::SET | ids::FROZENSET)
    }

    /// Whether a container holds such a thing.
    fn holds(&self, container: Value, is_it: impl Fn(&Vm, Value) -> bool) -> bool {
        match container.tid() {
            ids::LIST => self.heap.list(container).iter().any(|v| is_it(self, *v)),
            ids::TUPLE => self.heap.tuple(container).iter().any(|v| is_it(self, *v)),
            ids::DICT => self.dict_pairs(container).iter().any(|(key, v)| is_it(self, *key) || is_it(self, *v)),
            _ => {
                let slots = 0..self.heap.set_slots(container);
                slots.filter_map(|i| self.heap.set_slot_at(container, i)).any(|(_, v)| is_it(self, v))
            }
        }
    }
}
