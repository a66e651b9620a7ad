//! The digest of the program's state: equal in every mode at each event.

use std::any::Any;

use ttd_core::value::{TypeId, Value};
use ttd_core::{Describe, Word};

use crate::vm::code::intern::IMMORTAL;
use crate::vm::objects::class::fields;
use crate::vm::slots;
use crate::{Vm, ids};

struct DigestNames<'a>(&'a Vm);

impl DigestNames<'_> {
    /// A hash of a shape's attributes and kind.
    fn hash_of_shape(&self, id: u32) -> u64 {
        self.0.loaded.shapes.name_hash(id, |shape| {
            let start = 0xCBF2_9CE4_8422_2325 ^ u64::from(shape.dict) ^ u64::from(shape.native) << 8;
            shape.attrs.iter().fold(start, |h, (n, _)| mix(h, self.0.heap.bytes(*n)))
        })
    }

    /// A hash of the name of a code object.
    fn code_name(&self, id: u32) -> u64 {
        let code = self.0.loaded.codes[id as usize];
        *code.name_hash.get_or_init(|| mix(1, code.code.qualname.as_bytes()))
    }
}

/// FNV-1a over bytes: the names of shapes must be the same in every process.
fn mix(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01B3))
}

impl Describe for DigestNames<'_> {
    #[inline]
    fn shape_name(&self, tid: TypeId, shape: u32) -> u64 {
        match tid {
            ids::INST => self.hash_of_shape(shape),
            ids::FUNCTION | ids::GENERATOR | ids::COROUTINE | ids::ASYNC_GEN | ids::FRAME => self.code_name(shape),
            _ => u64::from(shape),
        }
    }

    #[inline]
    fn visible_slots(&self, tid: TypeId, shape: u32) -> usize {
        match tid {
            ids::INST => self.0.loaded.shapes.get(shape).used() as usize,
            _ => usize::MAX,
        }
    }

    fn boxed(&self, _tid: TypeId, data: &dyn Any) -> u64 {
        data.downcast_ref::<u32>().map_or(0, |id| self.code_name(*id))
    }

    #[inline]
    fn hidden_slot(&self, tid: TypeId) -> Option<usize> {
        // Shapes are numbered as they come up, and again when a class is made again.
        match tid {
            ids::CLASS => Some(fields::SHAPE),
            // An object's place in memory.
            ids::WEAKREF => Some(crate::vm::objects::weak_references::TARGET),
            _ => None,
        }
    }

    #[inline]
    fn first_permanent_alloc_id(&self) -> u64 {
        IMMORTAL
    }

    /// The names of the program's main module.
    fn changing_part(&self) -> Option<Value> {
        let name = self.0.loaded.interned.get(&self.0.heap, b"__main__")?;
        let module = self.0.dict_get_name(self.0.global(slots::MODULES), name)?;
        module.is(ids::MODULE).then(|| self.0.heap.slot(module, 0))
    }
}

impl Vm {
    /// A hash that is equal for equal states: heap, stack, and position in time.
    pub fn digest(&self) -> u128 {
        self.heap.digest(&self.digest_roots(), &DigestNames(self), &mut self.digest_memo.borrow_mut())
    }

    /// Finds the object with this allocation id, if the program can reach it.
    pub(crate) fn find_object(&self, birth: u64) -> Option<Value> {
        self.heap.find_by_alloc_id(&self.digest_roots(), &DigestNames(self), birth)
    }

    /// All objects that the program can reach, in an order that is the same in every run and mode.
    pub(crate) fn reached_objects(&self) -> Vec<Value> {
        let mut roots = Vec::new();
        self.each_live_root(&mut |v| roots.push(v));
        self.heap.reached(&roots, &DigestNames(self))
    }

    fn digest_roots(&self) -> Vec<Value> {
        let mut roots = Vec::new();
        self.each_live_root(&mut |v| roots.push(v));
        roots.push(self.finalizer_state);
        roots.push(Value::int(i64::from(self.state.finalizer_urgency)));
        for frame in self.frames() {
            let at = if std::ptr::eq(frame, self.top_ref()) { self.pc } else { frame.pc };
            roots.push(Value::int(i64::from(frame.code().index_of(at))));
            roots.push(Value::int(frame.born as i64));
        }
        roots.push(Value::int(self.now()));
        roots.push(Value::int(i64::from(self.state.phase)));
        roots.push(Value::int(self.host.state.output as i64));
        roots
    }

    /// Describes how this state differs from another machine's: the path to the first differing word of the digest, and
    /// both words. `None` if the digests are equal.
    pub fn explain_difference(&self, other: &Vm) -> Option<String> {
        let here = self.heap.digest_trace(&self.digest_roots(), &DigestNames(self));
        let there = other.heap.digest_trace(&other.digest_roots(), &DigestNames(other));
        let at = here.difference(&there)?;
        let mut text = String::new();
        for place in here.path(at) {
            text += &match place.object {
                None => self.root_name(place.word),
                Some(object) => format!(" > {} word {}", self.show_word(Some(Word::Object(object))), place.word),
            };
        }
        Some(format!("{text}: {} instead of {}", self.show_word(here.word(at)), other.show_word(there.word(at))))
    }

    /// Names the root that is word number `word` of a digest trace.
    fn root_name(&self, word: usize) -> String {
        let mut names = Vec::from(["count", "globals", "exc", "unwinding", "exit value"].map(String::from));
        for frame in self.frames() {
            let name = &frame.code().code.qualname;
            let fields = ["globals", "func", "locals", "generator", "outer exc"];
            names.extend(fields.map(|field| format!("{name}'s {field}")));
            names.extend((0..frame.code().nregs).map(|r| format!("{name}'s register {r}")));
        }
        names.extend(["hidden", "finalisable"].map(String::from));
        for frame in self.frames() {
            let name = &frame.code().code.qualname;
            names.extend([format!("{name}'s pc"), format!("{name}'s birth")]);
        }
        names.extend(["time", "phase", "output"].map(String::from));
        names.get(word).cloned().unwrap_or_else(|| format!("root {word}"))
    }

    fn show_word(&self, word: Option<Word>) -> String {
        match word {
            None => "nothing".into(),
            Some(Word::Object(v)) if v.is(ids::STR) => format!("{:?}", self.text_lossy(v)),
            Some(Word::Object(v)) => format!("<{}>", self.type_name(v)),
            Some(Word::Raw(raw)) if Value::from_raw(raw).is_int() => Value::from_raw(raw).as_int().to_string(),
            Some(Word::Raw(raw)) => format!("{raw:#x}"),
        }
    }
}
