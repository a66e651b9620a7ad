//! Where code and shapes allow writes to a given name, so that a scan for that name can skip all other moments.
//!
//! It may list too many sites, never too few: the caller checks what was really written.

use ttd_core::value::Value;
use ttd_core::{WriteTarget, WriteTargetPart};

use crate::vm::code::CodeRt;
use crate::{Vm, ids};

/// The places of a name, as far as code and shapes tell.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NameSites {
    name: String,
    /// By the numbers of the code objects: the variables of that name.
    variables: Vec<Box<[u16]>>,
    /// Such a variable is in a cell somewhere.
    in_cell: bool,
    /// The slots that attributes of that name have in some shape, sorted.
    slots: Vec<u32>,
    /// How many shapes there were.
    shapes: usize,
}

impl NameSites {
    /// Of all code that is loaded.
    pub(crate) fn new(vm: &Vm, name: &str) -> NameSites {
        let mut in_cell = false;
        let mut variables_of = |code: &&CodeRt| {
            let of_name = code.code.locals.iter().enumerate().filter(|(_, local)| &*local.name == name);
            let found: Vec<u16> = of_name
                .map(|(at, local)| {
                    in_cell |= local.cell || local.free;
                    at as u16
                })
                .collect();
            found.into_boxed_slice()
        };
        let variables = vm.loaded.codes.iter().map(|code| variables_of(&&**code)).collect();
        let shapes = vm.loaded.shapes.len();
        let of_shapes = (0..shapes as u32).flat_map(|id| &vm.loaded.shapes.get(id).attrs);
        let of_name = of_shapes.filter(|(key, _)| vm.attribute_name(*key) == name);
        let mut slots: Vec<u32> = of_name.map(|(_, slot)| *slot).collect();
        slots.sort_unstable();
        slots.dedup();
        NameSites { name: name.to_string(), variables, in_cell, slots, shapes }
    }

    /// Whether it still holds all there is: code and shapes only grow in number.
    pub(crate) fn is_complete(&self, vm: &Vm) -> bool {
        self.variables.len() == vm.loaded.codes.len() && self.shapes == vm.loaded.shapes.len()
    }

    /// The registers of a frame of this code that hold variables of the name.
    pub(crate) fn registers_of(&self, code: &CodeRt) -> &[u16] {
        self.variables.get(code.id as usize).map_or(&[], |found| found)
    }

    /// Whether what was written to a part of an object can have been of that name.
    pub(crate) fn may_write(&self, vm: &Vm, touched: &WriteTarget) -> bool {
        match (touched.object.tid(), touched.part) {
            (ids::INST, WriteTargetPart::Slot(at)) => self.slots.binary_search(&(at as u32)).is_ok(),
            (ids::INST, WriteTargetPart::Shape) => false,
            (ids::INST, _) => !self.slots.is_empty(),
            (ids::DICT, WriteTargetPart::Value(key)) => self.is_key(vm, key),
            (ids::DICT, _) => true,
            (ids::CELL, _) => self.in_cell,
            _ => false,
        }
    }

    fn is_key(&self, vm: &Vm, key: Value) -> bool {
        key.is(ids::STR) && *vm.heap.bytes(key) == *self.name.as_bytes()
    }
}
