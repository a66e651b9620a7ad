//! Builds elements of text directly, without Python code, as long as nothing rare comes: what has a handler of
//! `pyexpat`, references to declared entities, declarations of namespaces, errors. There it stops, and the parser
//! (`lib/native/text/pyexpat.py`) does the next event.
//!
//! While it runs, what is open lies here and not in the lists of parser and builder; it is put there before the end.

use ttd_core::value::Value;
use ttd_pyalgos::text::xml::{Event, Place, Scanner, What};

use super::build_names::Names;
use super::build_text::Pending;
use super::builder::{
    BEHIND, COMMENTS, DATA, ENDS, INSTRUCTIONS, LAST, MAKE, NOTES, ORDERS, ROOT, STACK, STARTS, add_text, flush, report,
};
use super::{BUILDER, ELEMENT, TAIL, TEXT, add_child, new_element};
use crate::{Vm, ids, native::*};

/// How many bytes are looked at together.
const WINDOW: usize = 1 << 17;
/// After how many bytes the parser gets a chance to be interrupted.
const MOST: usize = 1 << 21;

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
    /// The same for the builder's.
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

fn number(v: Value) -> usize {
    if v.is_int() { usize::try_from(v.as_int()).unwrap_or(0) } else { 0 }
}

/// The part of the bytes that is text.
fn valid(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(e) => std::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap_or_default(),
    }
}

/// `_build(builder, data, at, place, depth, final, opened, space)`: gives position, place, depth, and whether to go on.
pub(super) fn build(vm: &mut Vm, args: Args) -> Res {
    let (builder, data) = (args.get(0), args.get(1));
    let is_final = args.get(5) == Value::TRUE;
    let begin = number(args.get(2));
    let (mut at, mut place, mut depth) = (begin, Place::from_number(args.get(3).as_int()), number(args.get(4)));
    let ready = builder.is(BUILDER)
        && vm.heap.slot(builder, MAKE).is_none()
        && data.is(ids::BYTES)
        && args.get(6).is(ids::LIST)
        && args.get(7).is(ids::DICT);
    let (mut window, mut goes_on) = (WINDOW, false);
    while ready {
        let rest = vm.heap.bytes(data).get(at..).unwrap_or_default();
        let is_whole = rest.len() <= window;
        let part = rest[..rest.len().min(window)].to_vec();
        let text = valid(&part);
        let mut scanner = Scanner::new(text, 0, place, depth, is_final && is_whole);
        let mut build = Build::load(vm, builder, args.get(6), args.get(7), text);
        let stopped = build.run(vm, &mut scanner);
        build.store(vm);
        let stopped = stopped?;
        at += scanner.at;
        (place, depth) = (scanner.place, scanner.depth);
        if stopped || is_whole || text.len() < part.len() && part.len() - text.len() > 3 {
            break;
        }
        if at - begin > MOST {
            goes_on = true;
            break;
        }
        window = if scanner.at == 0 { window * 4 } else { WINDOW };
    }
    let numbers = [at as i64, place as i64, depth as i64].map(Value::int);
    Ok(vm.new_tuple(&[numbers[0], numbers[1], numbers[2], Value::bool(goes_on)]))
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
            skips_comments: skips(NOTES, COMMENTS),
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
            let name = vm.intern(open.name);
            // The parser's names of namespaces have no brace at the begin.
            let shown = match vm.heap.bytes(open.tag) {
                [b'{', ..] => {
                    let length = vm.heap.bytes(open.tag).len();
                    vm.new_str_part(open.tag, 1..length)
                }
                _ => name,
            };
            let entry = vm.new_tuple(&[name, shown, Value::NONE]);
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

    /// Goes through the text. Gives whether something rare comes; else more text is needed.
    fn run(&mut self, vm: &mut Vm, scanner: &mut Scanner<'a>) -> Res<bool> {
        loop {
            let before = (scanner.at, scanner.place, scanner.depth);
            let Some(event) = scanner.next_event() else { return Ok(false) };
            if !self.event(vm, event)? {
                (scanner.at, scanner.place, scanner.depth) = before;
                return Ok(true);
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
                if self.above(vm).is_none() && !vm.heap.slot(self.builder, ROOT).is_none() {
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
            Some(above) if above.is(ELEMENT) => add_child(vm, above, element),
            Some(_) => return Err(vm.system_error("an open element is of another kind")),
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
