//! Following an object, or writes to a name, event by event: see `writes`.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use ttd_core::value::Value;

use super::data_watch::MAX_TRIES;
use super::writes::{Write, WriteLocation, Writes};
use crate::log::{NameSites, ScanTarget, is_container};
use crate::time::search::query::{Container, ObjectUse, WriteQuery};
use crate::vm::code::intern::is_allocated;
use crate::vm::event::{EventKind, How};
use crate::{Vm, ids};

/// What is followed, and what was observed.
#[derive(Default)]
pub(crate) struct ObjectTracer {
    query: Option<WriteQuery>,
    writes: Writes,
    /// Where the followed name can be written.
    sites: Option<Rc<NameSites>>,
    /// The object, once found, and how often it was looked for in vain. In a log it keeps its cell.
    found: Option<Value>,
    tries: u32,
    /// The uses at the last observed event.
    pub(crate) uses: Vec<ObjectUse>,
}

impl ObjectTracer {
    pub(crate) fn new(wanted: Option<WriteQuery>) -> ObjectTracer {
        ObjectTracer { query: wanted, ..ObjectTracer::default() }
    }

    pub(crate) fn is_active(&self) -> bool {
        self.query.is_some()
    }

    /// The allocation id of the followed object, while it does not exist yet.
    pub(crate) fn awaited_allocation(&self, allocations: u64) -> Option<u64> {
        match self.query {
            Some(WriteQuery::Object(object)) => Some(object).filter(|object| !is_allocated(*object, allocations)),
            _ => None,
        }
    }

    /// Which register writes can matter, if that is known.
    pub(crate) fn scan_target(&self) -> Option<ScanTarget> {
        match (&self.query, &self.sites) {
            (Some(WriteQuery::Named(_)), Some(named)) => Some(ScanTarget::Named(named.clone())),
            (Some(WriteQuery::Named(_)), None) => Some(ScanTarget::Any),
            _ => self.found.map(ScanTarget::Object),
        }
    }

    /// Forgets what was found: a run begins elsewhere, and objects may be in other cells.
    pub(crate) fn reset(&mut self) {
        (self.found, self.tries) = (None, 0);
    }

    /// Finds the object, where that is possible.
    fn find(&mut self, vm: &Vm) {
        let Some(WriteQuery::Object(object)) = self.query else { return };
        if vm.log.is_some()
            && self.found.is_none()
            && self.tries < MAX_TRIES
            && is_allocated(object, vm.heap.allocation_count())
        {
            self.tries += 1;
            self.found = vm.find_object(object);
        }
    }

    /// Computes the sites of the name, if code or shapes were added.
    fn update_sites(&mut self, vm: &Vm) {
        if let Some(WriteQuery::Named(Some(name))) = &self.query
            && vm.log.is_some()
            && self.sites.as_ref().is_none_or(|named| !named.is_complete(vm))
        {
            self.sites = Some(Rc::new(NameSites::new(vm, name)));
        }
    }

    /// Notes the state at an event.
    pub(crate) fn begin(&mut self, vm: &Vm) {
        self.uses.clear();
        if self.is_active() {
            self.update_sites(vm);
            self.writes = Writes::begin(vm);
            self.find(vm);
        }
    }

    /// Observes the next event; returns whether it matches.
    pub(crate) fn observe(&mut self, vm: &mut Vm) -> bool {
        let Some(wanted) = &self.query else { return false };
        let writes = self.writes.observe(vm);
        self.uses = match wanted {
            WriteQuery::Named(_) => vm.names_of(&writes),
            WriteQuery::Object(object) => vm.uses_of(*object, &writes, self.writes.allocation_count),
        };
        self.writes.advance(vm);
        let met = match wanted {
            WriteQuery::Named(Some(name)) => self.uses.contains(&ObjectUse::Named(name.clone())),
            _ => !self.uses.is_empty(),
        };
        self.find(vm);
        met
    }
}

impl Vm {
    /// The names that were written to, each once.
    fn names_of(&self, writes: &[Write]) -> Vec<ObjectUse> {
        let (mut names, mut seen) = (Vec::new(), FxHashSet::default());
        for write in writes {
            let name = match write.location {
                WriteLocation::Variable { code, at, .. } => {
                    Some(self.loaded.codes[code as usize].code.locals[at].name.to_string())
                }
                WriteLocation::Attribute { name, .. } => Some(self.attribute_name(name)),
                WriteLocation::Item { key, .. } if key.is(ids::STR) => Some(self.text_lossy(key).into_owned()),
                _ => None,
            };
            let Some(name) = name else { continue };
            if seen.insert(name.clone()) {
                names.push(ObjectUse::Named(name));
            }
        }
        names
    }

    /// The uses of an object. `allocations`: the allocation count at the event before.
    fn uses_of(&mut self, object: u64, writes: &[Write], allocations: u64) -> Vec<ObjectUse> {
        let mut seen = Vec::new();
        if !is_allocated(object, self.heap.allocation_count()) {
            return seen;
        }
        if (allocations..self.heap.allocation_count()).contains(&object) {
            seen.push(ObjectUse::Created);
        }
        let is_it = |vm: &Vm, v: Value| v.is_obj() && vm.heap.alloc_id(v) == object;
        let event = self.state.last;
        if event.gives_value() && is_it(self, self.value_of_return()) {
            let yields = event.how == How::Suspend;
            seen.push(if yields { ObjectUse::Yielded } else { ObjectUse::Returned });
        }
        for write in writes {
            let (v, location) = (write.value, write.location);
            let found = match is_it(self, v) {
                true => self.use_at(location),
                // The container may have been built with the object in it.
                false
                    if is_container(v)
                        && self.heap.alloc_id(v) >= allocations
                        && self.holds(v, |vm, item| is_it(vm, item)) =>
                {
                    Some(ObjectUse::Member(self.container_of(v)))
                }
                false => None,
            };
            seen.extend(found.filter(|found| !seen.contains(found)));
        }
        seen
    }

    fn use_at(&mut self, location: WriteLocation) -> Option<ObjectUse> {
        Some(match location {
            WriteLocation::Variable { frame, code, at } => {
                let code = self.loaded.codes[code as usize];
                let name = code.code.locals[at].name.to_string();
                let entered = self.state.last.kind == EventKind::Call && frame as i64 == self.now();
                let function = code.code.qualname.to_string();
                if entered { ObjectUse::Argument(name) } else { ObjectUse::Variable(name, function) }
            }
            WriteLocation::Attribute { object, name } => {
                ObjectUse::Attribute(self.container_of(object), self.attribute_name(name))
            }
            WriteLocation::Item { object, key } => {
                let name = key.is(ids::STR).then(|| self.text_lossy(key).into_owned());
                let is_scope = self
                    .frames()
                    .any(|f| f.code().counted && (f.globals == object || self.namespace_dict(f) == Some(object)));
                match name.filter(|_| is_scope) {
                    Some(name) => ObjectUse::Global(name),
                    None => {
                        let repr = self.divert(|vm| vm.repr(key));
                        ObjectUse::Item(self.container_of(object), repr.unwrap_or_else(|_| "...".into()))
                    }
                }
            }
            WriteLocation::Member { object } => ObjectUse::Member(self.container_of(object)),
        })
    }

    fn container_of(&self, object: Value) -> Container {
        Container { class: self.type_name(object), object: self.heap.alloc_id(object) }
    }

    /// Whether a container has an item like this.
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
