//! What a parser calls of a target of the program, found natively: the calls themselves are made by Python code.
//!
//! As in `build.rs`, rare things are left to the parser.

use ttd_core::value::Value;
use ttd_pyalgos::text::xml::{Event, Scanner, What};

use super::build_names::{Names, opened_entry};
use super::build_windows::{Stop, Windows};
use crate::{Vm, ids, native::*};

/// How many calls are found at once.
const MOST: usize = 500;

/// What is known while looking.
struct Calls<'a> {
    /// The parser's list of open elements, and how many of them are still open.
    opened: Value,
    kept: usize,
    /// What was opened since.
    open: Vec<(&'a str, Value)>,
    names: Names<'a>,
}

/// The kinds of calls.
const START: i64 = 0;
const END: i64 = 1;
const DATA: i64 = 2;
const COMMENT: i64 = 3;
const INSTRUCTION: i64 = 4;

/// `_calls(data, at, place, depth, final, opened, space)`: gives position, place, depth, whether to go on, and the
/// calls: a kind and two arguments, of which the second may be None.
pub(super) fn calls(vm: &mut Vm, args: Args) -> Res {
    let mut windows = Windows::new(&args, 0);
    let (opened, space) = (args.get(5), args.get(6));
    let mut found = Vec::new();
    if opened.is(ids::LIST) && space.is(ids::DICT) {
        windows.each(vm, |vm, scanner, _| {
            let kept = vm.heap.list(opened).len();
            let mut calls = Calls { opened, kept, open: Vec::new(), names: Names::new(space) };
            let stopped = calls.run(vm, scanner, &mut found);
            calls.store(vm);
            stopped
        })?;
    }
    let found = vm.new_list(&found);
    let [at, place, depth, goes_on] = windows.result();
    Ok(vm.new_tuple(&[at, place, depth, goes_on, found]))
}

impl<'a> Calls<'a> {
    fn store(&mut self, vm: &mut Vm) {
        if self.kept < vm.heap.list(self.opened).len() {
            vm.heap.list_truncate(self.opened, self.kept);
        }
        for (name, tag) in std::mem::take(&mut self.open) {
            let entry = opened_entry(vm, name, tag);
            vm.heap.list_push(self.opened, entry);
        }
    }

    fn run(&mut self, vm: &mut Vm, scanner: &mut Scanner<'a>, found: &mut Vec<Value>) -> Res<Stop> {
        loop {
            if found.len() >= MOST {
                return Ok(Stop::Full);
            }
            let before = (scanner.at, scanner.place, scanner.depth);
            let Some(event) = scanner.next_event() else { return Ok(Stop::More) };
            if !self.event(vm, event, found)? {
                (scanner.at, scanner.place, scanner.depth) = before;
                return Ok(Stop::Rare);
            }
        }
    }

    /// Adds the calls that an event means. Gives false, and has done nothing, if it is rare.
    fn event(&mut self, vm: &mut Vm, event: Event<'a>, found: &mut Vec<Value>) -> Res<bool> {
        let mut add = |vm: &mut Vm, kind, a, b| found.push(vm.new_tuple(&[Value::int(kind), a, b]));
        match event.what {
            What::Text(text) => {
                let text = vm.new_str(&text);
                add(vm, DATA, text, Value::NONE);
            }
            What::Start(name, attributes, is_empty) => {
                let Some(tag) = self.names.tag(vm, name) else { return Ok(false) };
                let Some(attrib) = self.names.attributes(vm, attributes)? else { return Ok(false) };
                let attrib = if attrib.is_none() { vm.new_dict() } else { attrib };
                add(vm, START, tag, attrib);
                match is_empty {
                    true => add(vm, END, tag, Value::NONE),
                    false => self.open.push((name, tag)),
                }
            }
            What::End(name) => {
                let Some(tag) = self.closed(vm, name) else { return Ok(false) };
                add(vm, END, tag, Value::NONE);
            }
            What::Comment(text) => {
                let text = vm.new_str(&text);
                add(vm, COMMENT, text, Value::NONE);
            }
            What::Instruction(target, data) => {
                let (target, data) = (vm.new_str(target), vm.new_str(&data));
                add(vm, INSTRUCTION, target, data);
            }
            What::CdataStart | What::CdataEnd | What::Space => {}
            What::Reference(_) | What::Doctype | What::Error(_) => return Ok(false),
        }
        Ok(true)
    }

    /// Closes the innermost element; its tag, if it has this name and has declared no namespaces.
    fn closed(&mut self, vm: &mut Vm, name: &'a str) -> Option<Value> {
        if let Some((opened, tag)) = self.open.last().copied() {
            if opened == name {
                self.open.pop();
                return Some(tag);
            }
            return None;
        }
        let entry = vm.heap.list(self.opened)[..self.kept].last().copied()?;
        let parts = vm.heap.tuple(entry);
        if !parts[2].is_none() || vm.heap.bytes(parts[0]) != name.as_bytes() {
            return None;
        }
        let tag = self.names.tag(vm, name)?;
        self.kept -= 1;
        Some(tag)
    }
}
