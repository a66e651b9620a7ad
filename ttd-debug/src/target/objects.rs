//! Which object is which: objects have allocation ids, the same at all times and in all modes.

use crate::target::{Machine, Time, WatchTarget};

/// The objects of a program, as what tells them apart.
pub trait Objects {
    /// The number under which an object is shown, by its allocation id.
    fn object_number(&self, _object: u64) -> Option<u64> {
        None
    }

    /// The allocation id of the object that is shown under a number.
    fn object_with_number(&self, _number: u64) -> Option<u64> {
        None
    }

    /// Replaces the addresses of objects in a text by their numbers.
    fn with_numbers(&self, text: &str) -> String {
        text.to_string()
    }

    /// The object that a location holds, by its allocation id; `None` for a value that equal ones can stand for.
    fn object_held(&mut self, _location: &WatchTarget) -> Option<u64> {
        None
    }

    /// The items of the list or deque that a location is an item of, as numbers to compare with those at the next
    /// event; `None` for other locations.
    fn identities_of_items(&self, _location: &WatchTarget) -> Option<Vec<u64>> {
        None
    }

    /// Whether an object had been allocated by the present time.
    fn is_made(&self, _object: u64) -> bool {
        false
    }

    /// A time at which an object had not been allocated.
    fn before_birth(&self, _object: u64) -> Time {
        Time::START
    }
}

impl Objects for Machine {
    fn object_number(&self, object: u64) -> Option<u64> {
        Machine::object_number(self, object)
    }

    fn object_with_number(&self, number: u64) -> Option<u64> {
        Some(Machine::object_with_number(self, number))
    }

    fn with_numbers(&self, text: &str) -> String {
        Machine::with_numbers(self, text)
    }

    fn object_held(&mut self, location: &WatchTarget) -> Option<u64> {
        Machine::object_held(self, location)
    }

    fn identities_of_items(&self, location: &WatchTarget) -> Option<Vec<u64>> {
        Machine::identities_of_items(self, location)
    }

    fn is_made(&self, object: u64) -> bool {
        Machine::is_made(self, object)
    }

    fn before_birth(&self, object: u64) -> Time {
        Time(Machine::before_birth(self, object))
    }
}
