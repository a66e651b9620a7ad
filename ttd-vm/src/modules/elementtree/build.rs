//! Builds elements of text directly, without Python code, as long as nothing rare comes: what has a handler of
//! `pyexpat`, references to declared entities, declarations of namespaces, errors. There it stops, and the parser
//! (`lib/native/text/pyexpat.py`) does the next event.
//!
//! While it runs, what is open lies here and not in the lists of parser and builder; it is put there before the end.

use ttd_core::value::Value;
use ttd_pyalgos::text::xml::{Event, Scanner, What};

use super::build_names::{Names, opened_entry};
use super::build_text::Pending;
use super::build_windows::{Stop, Windows};
use super::builder::{
    BEHIND, COMMENTS, DATA, ENDS, INSTRUCTIONS, LAST, MAKE, NOTE, NOTES, ORDERS, ROOT, STACK, STARTS, add_text, flush,
    report,
};
use super::{BUILDER, ELEMENT, TAIL, TEXT, add_child, new_element};
use crate::{Vm, ids, native::*};

/// An element that was opened here.
struct Open<'a> {
    name: &'a str,
    tag: Value,
    element: Value,
}

/// What is known while building.
struct Build<'a> {
    builder: Value,
    /// The parser's list of open elements, and how many of them are still open.
    opened: Value,
    kept: usize,
    /// Those of the builder, and how many of them are.
    stack: Value,
    kept_stack: usize,
    /// What was opened since.
    open: Vec<Open<'a>>,
    /// As the builder's slots.
    last: Value,
    behind: Value,
    names: Names<'a>,
    text: Pending<'a>,
    skips_comments: bool,
    skips_instructions: bool,
}

/// `_build(builder, data, at, place, depth, final, opened, space)`: gives position, place, depth, and whether to go on.
pub(super) fn build(vm: &mut Vm, args: Args) -> Res {
    let builder = args.get(0);
    let mut windows = Windows::new(&args, 1);
    let ready = builder.is(BUILDER)
        && vm.heap.slot(builder, MAKE).is_none()
        && args.get(6).is(ids::LIST)
        && args.get(7).is(ids::DICT);
    if ready {
        windows.each(vm, |vm, scanner, text| {
            let mut build = Build::load(vm, builder, args.get(6), args.get(7), text);
            let stopped = build.run(vm, scanner);
            build.store(vm);
            stopped
        })?;
    }
    let result = windows.result();
    Ok(vm.new_tuple(&result))
}

impl<'a> Build<'a> {
    fn load(vm: &Vm, builder: Value, opened: Value, space: Value, text: &'a str) -> Build<'a> {
        let slot = |slot| vm.heap.slot(builder, slot);
        let skips = |wanted, event| slot(wanted) != Value::TRUE && slot(event).is_none();
        let stack = slot(STACK);
        Build {
            builder,
            opened,
            kept: vm.heap.list(opened).len(),
            stack,
            kept_stack: vm.heap.list(stack).len(),
            open: Vec::new(),
            last: slot(LAST),
            behind: slot(BEHIND),
            names: Names::new(space),
            text: Pending::new(text, !vm.heap.list(slot(DATA)).is_empty()),
            // A factory of the program sees also comments that are not kept, but not such instructions.
            skips_comments: slot(NOTE).is_none() && skips(NOTES, COMMENTS),
            skips_instructions: skips(ORDERS, INSTRUCTIONS),
        }
    }

    /// Puts what changed where others find it.
    fn store(&mut self, vm: &mut Vm) {
        if self.kept < vm.heap.list(self.opened).len() {
            vm.heap.list_truncate(self.opened, self.kept);
        }
        if self.kept_stack < vm.heap.list(self.stack).len() {
            vm.heap.list_truncate(self.stack, self.kept_stack);
        }
        for open in std::mem::take(&mut self.open) {
            let entry = opened_entry(vm, open.name, open.tag);
            vm.heap.list_push(self.opened, entry);
            vm.heap.list_push(self.stack, open.element);
        }
        self.store_last(vm);
        if let Some(text) = self.text.take(vm) {
            let data = vm.heap.slot(self.builder, DATA);
            vm.heap.list_push(data, text);
        }
    }

    fn store_last(&self, vm: &mut Vm) {
        vm.heap.write_slots(self.builder, LAST, &[self.last, self.behind]);
    }

    /// Goes through the text.
    fn run(&mut self, vm: &mut Vm, scanner: &mut Scanner<'a>) -> Res<Stop> {
        loop {
            let before = (scanner.at, scanner.place, scanner.depth);
            let Some(event) = scanner.next_event() else { return Ok(Stop::More) };
            if !self.event(vm, event)? {
                (scanner.at, scanner.place, scanner.depth) = before;
                return Ok(Stop::Rare);
            }
        }
    }

    /// Does what an event says. Gives false, and has done nothing, if it is rare.
    fn event(&mut self, vm: &mut Vm, event: Event<'a>) -> Res<bool> {
        match event.what {
            What::Text(text) => {
                self.text.add(text, event.start, event.end);
                Ok(true)
            }
            What::Start(name, attributes, is_empty) => {
                let Some(tag) = self.names.tag(vm, name) else { return Ok(false) };
                let Some(attrib) = self.names.attributes(vm, attributes)? else { return Ok(false) };
                let above = self.above(vm);
                let is_second = above.is_none() && !vm.heap.slot(self.builder, ROOT).is_none();
                if is_second || above.is_some_and(|above| !above.is(ELEMENT)) {
                    return Ok(false);
                }
                self.begin(vm, name, tag, attrib)?;
                if is_empty {
                    self.finish(vm)?;
                }
                Ok(true)
            }
            What::End(name) => {
                if !self.closes(vm, name) {
                    return Ok(false);
                }
                self.finish(vm)?;
                Ok(true)
            }
            What::Comment(_) => Ok(self.skips_comments),
            What::Instruction(..) => Ok(self.skips_instructions),
            What::CdataStart | What::CdataEnd | What::Space => Ok(true),
            What::Reference(_) | What::Doctype | What::Error(_) => Ok(false),
        }
    }

    /// The innermost open element.
    fn above(&self, vm: &Vm) -> Option<Value> {
        match self.open.last() {
            Some(open) => Some(open.element),
            None => vm.heap.list(self.stack)[..self.kept_stack].last().copied(),
        }
    }

    /// Whether an end tag closes the innermost element, and that has declared no namespaces.
    fn closes(&self, vm: &Vm, name: &str) -> bool {
        if let Some(open) = self.open.last() {
            return open.name == name;
        }
        let Some(entry) = vm.heap.list(self.opened)[..self.kept].last().copied() else { return false };
        let parts = vm.heap.tuple(entry);
        self.kept_stack > 0 && parts[2].is_none() && vm.heap.bytes(parts[0]) == name.as_bytes()
    }

    fn begin(&mut self, vm: &mut Vm, name: &'a str, tag: Value, attrib: Value) -> Res<()> {
        self.flush(vm)?;
        let element = new_element(vm, tag, attrib);
        match self.above(vm) {
            Some(above) => add_child(vm, above, element),
            None => vm.heap.set_slot(self.builder, ROOT, element),
        }
        self.open.push(Open { name, tag, element });
        (self.last, self.behind) = (element, Value::NONE);
        report(vm, self.builder, STARTS, element)
    }

    fn finish(&mut self, vm: &mut Vm) -> Res<()> {
        self.flush(vm)?;
        let element = match self.open.pop() {
            Some(open) => open.element,
            None => {
                self.kept -= 1;
                self.kept_stack -= 1;
                vm.heap.list(self.stack)[self.kept_stack]
            }
        };
        (self.last, self.behind) = (element, element);
        report(vm, self.builder, ENDS, element)
    }

    /// Gives the text since the last tag to the element that it belongs to.
    fn flush(&mut self, vm: &mut Vm) -> Res<()> {
        let has_earlier = std::mem::take(&mut self.text.has_earlier);
        let Some(text) = self.text.take(vm) else {
            if has_earlier {
                self.store_last(vm);
                flush(vm, self.builder)?;
            }
            return Ok(());
        };
        if has_earlier {
            let data = vm.heap.slot(self.builder, DATA);
            vm.heap.list_push(data, text);
            self.store_last(vm);
            return flush(vm, self.builder);
        }
        let (element, slot) = if self.behind.is_none() { (self.last, TEXT) } else { (self.behind, TAIL) };
        if element.is(ELEMENT) && vm.heap.slot(element, slot).is_none() {
            vm.heap.set_slot(element, slot, text);
            return Ok(());
        }
        if element.is_none() { Ok(()) } else { add_text(vm, element, slot, text) }
    }
}
