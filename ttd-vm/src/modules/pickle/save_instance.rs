//! Pickling classes, functions, and instances that say nothing about pickling.

use ttd_core::value::Value;

use super::save::Saver;
use super::{Stop, op};
use crate::vm::objects::class::fields;
use crate::{Vm, ids};

/// The methods by which a class decides about its pickles.
const HOOKS: [&str; 3] = ["__reduce_ex__", "__reduce__", "__getstate__"];
const ARGUMENTS: [&str; 2] = ["__getnewargs_ex__", "__getnewargs__"];

impl Saver {
    /// Writes a class or function by its name.
    pub(super) fn global(&mut self, vm: &mut Vm, v: Value) -> Result<(), Stop> {
        let class = vm.type_of(v);
        // A metaclass may have an entry in the dispatch table.
        let registered = v.is(ids::CLASS) && class != vm.types.type_ && vm.dict_get(self.dispatch, class)?.is_some();
        if self.protocol < 3 || registered {
            return Err(Stop::GiveUp);
        }
        let name = vm.getattr_str(v, "__qualname__")?;
        self.global_named(vm, v, name)
    }

    /// Writes something by its name in its module.
    pub(super) fn global_named(&mut self, vm: &mut Vm, v: Value, name: Value) -> Result<(), Stop> {
        let module = vm.getattr_str(v, "__module__");
        let module = vm.catch(module, vm.types.attribute_error)?.unwrap_or(Value::NONE);
        if self.protocol < 3 || !name.is(ids::STR) || !module.is(ids::STR) || super::global(vm, module, name) != Some(v)
        {
            return Err(Stop::GiveUp);
        }
        if self.protocol < 4 {
            let both = [vm.heap.bytes(module), b"\n", vm.heap.bytes(name)].concat();
            self.out.line(op::GLOBAL, &both);
        } else {
            self.save(vm, module)?;
            self.save(vm, name)?;
            self.out.byte(op::STACK_GLOBAL);
        }
        self.memoize(v);
        Ok(())
    }

    /// Whether a class leaves everything about pickles to `object`.
    fn is_plain(&self, vm: &mut Vm, class: Value) -> Result<bool, Stop> {
        let object = vm.types.object;
        let slots = vm.heap.slot(class, fields::MEMBERS) != Value::int(0);
        let payload = vm.heap.slot(class, fields::PAYLOAD) != Value::int(-1);
        let made_in_python = vm.heap.slot(class, fields::HEAP) == Value::TRUE;
        let dict = vm.heap.slot(class, fields::HAS_DICT) == Value::TRUE;
        if slots || payload || !made_in_python || !dict {
            return Ok(false);
        }
        for name in HOOKS {
            if vm.lookup_type(class, name) != vm.lookup_type(object, name) {
                return Ok(false);
            }
        }
        for name in ARGUMENTS {
            if vm.lookup_type(class, name).is_some() {
                return Ok(false);
            }
        }
        let hook = vm
            .lookup_type(class, "__slotnames__")
            .is_some_and(|names| !names.is(ids::LIST) || !vm.heap.list(names).is_empty());
        let attributes = vm.lookup_type(class, "__getattribute__") == vm.lookup_type(object, "__getattribute__");
        let registered = vm.dict_get(self.dispatch, class)?.is_some();
        Ok(!hook && attributes && !registered)
    }

    /// Whether an instance has a class that is plain, and only attributes.
    pub(super) fn is_plain_instance(&mut self, vm: &mut Vm, v: Value) -> Result<bool, Stop> {
        let class = vm.type_of(v);
        let shape = vm.loaded.shapes.get(vm.heap.shape(v));
        if shape.native != 0 || shape.payload || shape.attrs.iter().any(|(name, _)| vm.is_slot_key(*name)) {
            return Ok(false);
        }
        self.is_plain(vm, class)
    }

    pub(super) fn instance(&mut self, vm: &mut Vm, v: Value) -> Result<(), Stop> {
        let class = vm.type_of(v);
        let shape = vm.loaded.shapes.get(vm.heap.shape(v));
        let state = if shape.dict { Err(vm.heap.slot(v, 0)) } else { Ok(shape.attrs.clone()) };
        self.save(vm, class)?;
        self.out.bytes(&[op::EMPTY_TUPLE, op::NEWOBJ]);
        self.memoize(v);
        match state {
            Err(dict) if vm.heap.dict_len(dict) == 0 => return Ok(()),
            Err(dict) => self.save(vm, dict)?,
            Ok(attrs) => {
                let mut pairs = Vec::with_capacity(attrs.len());
                for (name, slot) in attrs {
                    pairs.push((name, vm.heap.slot(v, slot as usize)));
                }
                if pairs.is_empty() {
                    return Ok(());
                }
                // The dict has a number, and nothing else can name it.
                self.out.between_objects();
                self.out.byte(op::EMPTY_DICT);
                self.number();
                self.pairs(vm, &pairs)?;
            }
        }
        self.out.byte(op::BUILD);
        Ok(())
    }
}
