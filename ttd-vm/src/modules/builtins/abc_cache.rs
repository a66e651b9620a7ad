//! Answers that abstract base classes know already: the caches of `lib/native/types/_abc.py`, read without running
//! `abc.ABCMeta.__instancecheck__` and `__subclasscheck__`, which would find the same.

use ttd_core::value::Value;

use crate::ops::hashing;
use crate::{Vm, ids};

/// The places in the tuple `abc_checks` of the hidden library.
mod checks {
    pub(super) const INSTANCE: usize = 0;
    pub(super) const SUBCLASS: usize = 1;
    /// A list of one number, which counts registrations.
    pub(super) const COUNTER: usize = 2;
    /// The class whose instances abstract classes have in `_abc_impl`.
    pub(super) const DATA: usize = 3;
}

/// Which of the two questions is asked.
#[derive(Clone, Copy)]
pub(super) enum Question {
    Instance,
    Subclass,
}

/// Returns whether a class is known to be, or not to be, a subclass of an abstract one; `None` where Python code has to
/// say, which is also where the program could see that it is asked.
pub(super) fn known(vm: &mut Vm, class: Value, target: Value, question: Question) -> Option<bool> {
    if !class.is(ids::CLASS) || !target.is(ids::CLASS) || vm.is_tracing() {
        return None;
    }
    let (name, place) = match question {
        Question::Instance => (vm.names.instancecheck, checks::INSTANCE),
        Question::Subclass => (vm.names.subclasscheck, checks::SUBCLASS),
    };
    let lib = vm.global(crate::vm::slots::LIB);
    let checks = vm.dict_get_name(lib, vm.names.abc_checks)?;
    let meta = vm.type_of(target);
    let check = vm.lookup(meta, name)?;
    if check != vm.heap.tuple(checks)[place] || !is_as_it_was(vm, check) {
        return None;
    }
    let hash = identity_hash(vm, class)?;
    let data = vm.dict_get_name(vm.class_dict(target), vm.names.abc_impl)?;
    if vm.type_of(data) != vm.heap.tuple(checks)[checks::DATA] {
        return None;
    }
    let contains = |vm: &mut Vm, name: Value| {
        let set = vm.getattr(data, name).ok().filter(|set| set.is(ids::SET))?;
        Some(vm.heap.set_find(set, hash, |known| known == class).is_some())
    };
    if contains(vm, vm.names.abc_cache)? {
        return Some(true);
    }
    let counter = vm.heap.tuple(checks)[checks::COUNTER];
    let version = vm.getattr(data, vm.names.abc_version).ok()?;
    let is_current = vm.heap.list(counter).first() == Some(&version);
    (is_current && contains(vm, vm.names.abc_negative)?).then_some(false)
}

/// Whether the library's function still has its own code, and that has no events.
fn is_as_it_was(vm: &Vm, function: Value) -> bool {
    function.is(ids::FUNCTION) && {
        let code = vm.loaded.codes[vm.heap.shape(function) as usize];
        !code.counted && !code.code.program
    }
}

/// The hash of a class, unless its metaclass computes it.
fn identity_hash(vm: &mut Vm, class: Value) -> Option<i64> {
    let meta = vm.type_of(class);
    let own = vm.lookup(meta, vm.names.hash).is_some_and(|f| !f.is(ids::METHOD_DESC));
    (!own).then(|| hashing::hash_identity(vm, class))
}
