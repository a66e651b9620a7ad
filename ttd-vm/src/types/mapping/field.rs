//! `_tuplegetter`: the descriptor of a field of a named tuple. Slots: the index, the docstring.

use ttd_core::value::Value;

use crate::{Vm, getters, ids, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "collections._tuplegetter",
    tid: ids::TUPLEGETTER,
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        Pure "__new__" "(cls, index, doc, /)" => new;
        /// Return an attribute of instance, which is of type owner.
        Pure "__get__" "(self, instance, owner=None, /)" => get;
        /// Set an attribute of instance to value.
        Pure "__set__" "(self, instance, value, /)" => set;
        /// Delete an attribute of instance.
        Pure "__delete__" "(self, instance, /)" => delete;
        /// Return state information for pickling
        Pure "__reduce__" "(self, /)" => reduce;
        /// Return repr(self).
        CallsBack "__repr__" "(self, /)" => repr;
    },
    getters: getters! {
        "__doc__" => doc, set_doc;
    },
    subclassable: false,
    slots: Slots { get_of: Some(value), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let index = vm.index_i64(args.get(1))?;
    let index = vm.int(index);
    Ok(vm.heap.new_slots_from(ids::TUPLEGETTER, 0, &[index, args.get(2)]))
}

/// Returns the field of a tuple.
fn value(vm: &mut Vm, getter: Value, obj: Value) -> Res {
    let index = vm.heap.slot(getter, 0).as_int();
    let Some(tuple) = vm.payload(obj, ids::TUPLE) else {
        let name = vm.type_name(obj);
        let message = format!("descriptor for index '{index}' for tuple subclasses doesn't apply to '{name}' object");
        return Err(vm.type_error(message));
    };
    match usize::try_from(index).ok().and_then(|i| vm.heap.tuple(tuple).get(i).copied()) {
        Some(value) => Ok(value),
        None => Err(vm.index_error("tuple index out of range")),
    }
}

fn get(vm: &mut Vm, args: Args) -> Res {
    crate::types::property::check_target(vm, &args)?;
    if args.get(1).is_none() {
        return Ok(args.get(0));
    }
    value(vm, args.get(0), args.get(1))
}

fn set(vm: &mut Vm, _: Args) -> Res {
    Err(vm.attribute_error("can't set attribute"))
}

fn delete(vm: &mut Vm, _: Args) -> Res {
    Err(vm.attribute_error("can't delete attribute"))
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let class = vm.type_of(args.get(0));
    let state = vm.heap.slots(args.get(0)).to_vec();
    let state = vm.new_tuple(&state);
    Ok(vm.new_tuple(&[class, state]))
}

fn repr(vm: &mut Vm, args: Args) -> Res {
    let [index, doc] = [0, 1].map(|i| vm.heap.slot(args.get(0), i));
    let doc = vm.repr(doc)?;
    let text = format!("_tuplegetter({}, {})", index.as_int(), vm.text_lossy(doc));
    Ok(vm.new_str(&text))
}

fn doc(vm: &mut Vm, getter: Value) -> Res {
    Ok(vm.heap.slot(getter, 1))
}

fn set_doc(vm: &mut Vm, getter: Value, value: Value) -> Res<()> {
    vm.heap.set_slot(getter, 1, if value.is_unbound() { Value::NONE } else { value });
    Ok(())
}
