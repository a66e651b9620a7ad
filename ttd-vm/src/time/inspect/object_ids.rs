//! `#5`: the numbers of objects, the same at all times, in all modes and in every run. The program's first object is
//! #1.

use crate::ids;
use crate::ops::hashing::birth_at;
use crate::time::machine::Machine;
use crate::time::observe::location::WatchTarget;
use crate::vm::code::intern::{IMMORTAL, is_allocated};

/// The allocation id of the object for which `id()` gives this address.
pub fn object_at(address: u64) -> Option<u64> {
    birth_at(address)
}

impl Machine {
    /// The number of an object, from its allocation id. What existed before the program, or belongs to the library, has
    /// none.
    pub fn object_number(&self, object: u64) -> Option<u64> {
        object.checked_sub(self.first_object).filter(|_| object < IMMORTAL).map(|n| n + 1)
    }

    /// The allocation id of the object with this number.
    pub fn object_with_number(&self, number: u64) -> u64 {
        number.saturating_add(self.first_object).saturating_sub(1).min(IMMORTAL - 1)
    }

    /// A text in which addresses stand, as in `<__main__.Person object at 0x7f0000013e90>`, with numbers instead:
    /// `<Person #5>`.
    pub fn with_numbers(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(" at 0x") {
            let digits = &rest[at + " at 0x".len()..];
            let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
            let address = u64::from_str_radix(&digits[..end], 16).ok();
            let number = address.and_then(birth_at).and_then(|object| self.object_number(object));
            match number {
                Some(number) => {
                    out.push_str(&rest[..at]);
                    shorten_class(&mut out);
                    out += &format!(" #{number}");
                }
                None => out.push_str(&rest[..at + " at 0x".len() + end]),
            }
            rest = &digits[end..];
        }
        out + rest
    }

    /// The object that a target holds, by its allocation id. `None` for what can be a constant, for which an equal one
    /// can stand.
    pub fn object_held(&mut self, location: &WatchTarget) -> Option<u64> {
        let vm = self.vm_mut();
        let held = vm.read_target(location)?;
        let constants = [ids::STR, ids::BYTES, ids::TUPLE, ids::FROZENSET, ids::COMPLEX, ids::BIGINT];
        (held.is_obj() && !constants.contains(&held.tid())).then(|| vm.heap.alloc_id(held))
    }

    /// Whether an object was allocated by now.
    pub fn is_made(&self, object: u64) -> bool {
        is_allocated(object, self.vm().heap.allocation_count())
    }

    /// A time before the object was allocated, as late as is known without running anything.
    pub fn before_birth(&self, object: u64) -> u64 {
        let Some(d) = self.vm().control.driver() else { return 0 };
        let earlier = d.checkpoints.iter().rev().find(|c| !is_allocated(object, c.allocation_count));
        earlier.map_or(0, |c| c.time.max(0) as u64).max(self.first())
    }
}

/// `<__main__.Person object` becomes `<Person`.
fn shorten_class(out: &mut String) {
    let Some(start) = out.rfind('<') else { return };
    if let Some(class) = out[start..].strip_suffix(" object") {
        let class = class.replace("<__main__.", "<");
        out.replace_range(start.., &class);
    }
}
