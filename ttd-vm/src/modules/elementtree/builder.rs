//! `TreeBuilder`: builds a tree of elements from the begins and ends of tags and texts between.
//!
//! | slot     | what                                                                                 |
//! |----------|--------------------------------------------------------------------------------------|
//! | `ROOT`   | the first element, or None                                                           |
//! | `STACK`  | the list of open elements                                                            |
//! | `LAST`   | the element that was opened or closed last, or None                                  |
//! | `BEHIND` | what text stands behind of, None if text is that inside of `LAST`                    |
//! | `DATA`   | the list of texts since then                                                         |
//! | `MAKE`   | the factory of elements, None for `Element`                                          |
//! | `NOTE`   | that of comments, None for the one that `xml.etree.ElementTree` set; `ORDER`: that of instructions |
//! | `NOTES`  | whether comments are added to the tree; `ORDERS`: whether instructions are           |
//! | `QUEUE`  | where events go, or None                                                             |
//! | `EVENTS` | and behind it: the names of events that are reported, or None                        |

use ttd_core::value::Value;

use super::{BUILDER, ELEMENT, TAIL, TEXT, add_child, builder_new, check_dict, check_element, element, new_element};
use crate::{Vm, ids, methods, native::*};

pub(super) const ROOT: usize = 0;
pub(super) const STACK: usize = 1;
pub(super) const LAST: usize = 2;
pub(super) const BEHIND: usize = 3;
pub(super) const DATA: usize = 4;
pub(super) const MAKE: usize = 5;
pub(super) const NOTE: usize = 6;
pub(super) const ORDER: usize = 7;
pub(super) const NOTES: usize = 8;
pub(super) const ORDERS: usize = 9;
pub(super) const QUEUE: usize = 10;
pub(super) const EVENTS: usize = 11;

/// The names of events, in the order of their slots.
pub(super) const EVENT_NAMES: [&str; 6] = ["start", "end", "start-ns", "end-ns", "comment", "pi"];
pub(super) const STARTS: usize = EVENTS;
pub(super) const ENDS: usize = EVENTS + 1;
pub(super) const COMMENTS: usize = EVENTS + 4;
pub(super) const INSTRUCTIONS: usize = EVENTS + 5;
pub(super) const SLOTS: usize = EVENTS + EVENT_NAMES.len();

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "xml.etree.ElementTree.TreeBuilder",
    tid: BUILDER,
    methods: METHODS,
    slots: Slots { weakly_referencable: true, initialised: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Mutates "__new__" "(cls, /, *args, **kwargs)" => builder_new::new;
    /// Initialize self.  See help(type(self)) for accurate signature.
    CallsBack "__init__" "(self, element_factory=None, *, comment_factory=None, pi_factory=None, \
        insert_comments=False, insert_pis=False)" => builder_new::init;
    Mutates "data" "(self, data, /)" => data;
    CallsBack "start" "(self, tag, attrs, /)" => start;
    CallsBack "end" "(self, tag, /)" => end;
    CallsBack "comment" "(self, text, /)" => comment;
    CallsBack "pi" "(self, target, text=None, /)" => pi;
    Pure "close" "(self, /)" => close;
};

fn data(vm: &mut Vm, args: Args) -> Res {
    let texts = vm.heap.slot(args.get(0), DATA);
    vm.heap.list_push(texts, args.get(1));
    Ok(Value::NONE)
}

fn start(vm: &mut Vm, args: Args) -> Res {
    let (this, tag, attrs) = (args.get(0), args.get(1), args.get(2));
    check_dict(vm, attrs, "start() argument 2")?;
    flush(vm, this)?;
    let make = vm.heap.slot(this, MAKE);
    if make.is_none() {
        let own = vm.unwrap(attrs);
        let attrib = if vm.heap.dict_len(own) == 0 { Value::NONE } else { element::copied(vm, attrs)? };
        let made = new_element(vm, tag, attrib);
        return open(vm, this, made);
    }
    let f = vm.lib("element_started");
    Err(vm.tail_call(f, &[this, make, tag, attrs]))
}

/// `_started(builder, element)`
pub(super) fn started(vm: &mut Vm, args: Args) -> Res {
    open(vm, vm.unwrap(args.get(0)), args.get(1))
}

/// Opens an element that was made.
pub(super) fn open(vm: &mut Vm, this: Value, made: Value) -> Res {
    let stack = vm.heap.slot(this, STACK);
    let above = vm.heap.list(stack).last().copied();
    vm.heap.set_slot(this, BEHIND, Value::NONE);
    match above {
        Some(above) => add_to(vm, above, made)?,
        None if !vm.heap.slot(this, ROOT).is_none() => {
            let message = vm.new_str("multiple elements on top level");
            let f = vm.lib("element_parse_error");
            return Err(vm.tail_call(f, &[message]));
        }
        None => vm.heap.set_slot(this, ROOT, made),
    }
    vm.heap.list_push(stack, made);
    vm.heap.set_slot(this, LAST, made);
    report(vm, this, STARTS, made)?;
    Ok(made)
}

/// Appends a child to an element, or to whatever a factory made.
fn add_to(vm: &mut Vm, above: Value, made: Value) -> Res<()> {
    if above.is(ELEMENT) {
        check_element(vm, made)?;
        add_child(vm, above, made);
        return Ok(());
    }
    let f = vm.lib("element_added");
    vm.call(f, &[above, made]).map(|_| ())
}

fn end(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    flush(vm, this)?;
    let stack = vm.heap.slot(this, STACK);
    let Some(closed) = vm.heap.list_pop(stack) else { return Err(vm.index_error("pop from empty stack")) };
    vm.heap.write_slots(this, LAST, &[closed, closed]);
    report(vm, this, ENDS, closed)?;
    Ok(closed)
}

fn close(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.heap.slot(args.get(0), ROOT))
}

/// The factory of a slot, or the one that was set for all.
fn factory(vm: &mut Vm, this: Value, slot: usize) -> Value {
    let own = vm.heap.slot(this, slot);
    if !own.is_none() {
        return own;
    }
    let known = vm.lib("element_factories");
    vm.heap.list(known)[slot - NOTE]
}

fn comment(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    flush(vm, this)?;
    let make = factory(vm, this, NOTE);
    if make.is_none() {
        return add_single(vm, this, args.get(1), true, false);
    }
    let f = vm.lib("element_single");
    Err(vm.tail_call(f, &[this, Value::TRUE, make, args.get(1)]))
}

fn pi(vm: &mut Vm, args: Args) -> Res {
    let (this, text) = (args.get(0), args.opt(2).unwrap_or(Value::NONE));
    flush(vm, this)?;
    let make = factory(vm, this, ORDER);
    if make.is_none() {
        let made = vm.new_tuple(&[args.get(1), text]);
        return add_single(vm, this, made, false, false);
    }
    let f = vm.lib("element_single");
    Err(vm.tail_call(f, &[this, Value::FALSE, make, args.get(1), text]))
}

/// `_made_single(builder, made, is_comment)`
pub(super) fn made_single(vm: &mut Vm, args: Args) -> Res {
    add_single(vm, vm.unwrap(args.get(0)), args.get(1), args.get(2) == Value::TRUE, true)
}

/// Adds a comment or an instruction to the tree if it is wanted there, and reports it.
fn add_single(vm: &mut Vm, this: Value, made: Value, is_comment: bool, is_element: bool) -> Res {
    let (wanted, event) = if is_comment { (NOTES, COMMENTS) } else { (ORDERS, INSTRUCTIONS) };
    let stack = vm.heap.slot(this, STACK);
    if is_element
        && vm.heap.slot(this, wanted) == Value::TRUE
        && let Some(&above) = vm.heap.list(stack).last()
    {
        add_to(vm, above, made)?;
        vm.heap.set_slot(this, BEHIND, made);
    }
    report(vm, this, event, made)?;
    Ok(made)
}

/// Puts an event into the queue, if such are reported.
#[inline]
pub(super) fn report(vm: &mut Vm, this: Value, event: usize, what: Value) -> Res<()> {
    let (queue, name) = (vm.heap.slot(this, QUEUE), vm.heap.slot(this, event));
    if queue.is_none() || name.is_none() {
        return Ok(());
    }
    let item = vm.new_tuple(&[name, what]);
    if queue.is(ids::DEQUE) && vm.heap.deque_limit(queue).is_none() {
        vm.heap.deque_push_back(queue, item);
        return Ok(());
    }
    vm.call_method(queue, "append", &[item]).map(|_| ())
}

/// Gives the texts since the last tag to the element that they belong to.
pub(super) fn flush(vm: &mut Vm, this: Value) -> Res<()> {
    let texts = vm.heap.slot(this, DATA);
    if vm.heap.list(texts).is_empty() {
        return Ok(());
    }
    let parts = vm.heap.list(texts).to_vec();
    let text = joined(vm, &parts)?;
    vm.heap.list_clear(texts);
    let behind = vm.heap.slot(this, BEHIND);
    if behind.is_none() {
        let last = vm.heap.slot(this, LAST);
        return if last.is_none() { Ok(()) } else { add_text(vm, last, TEXT, text) };
    }
    add_text(vm, behind, TAIL, text)
}

/// One text as it is, several joined.
fn joined(vm: &mut Vm, parts: &[Value]) -> Res {
    if let [one] = parts {
        return Ok(*one);
    }
    let mut out = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let Some(text) = vm.payload(*part, ids::STR) else {
            let given = vm.type_name(*part);
            return Err(vm.type_error(format!("sequence item {i}: expected str instance, {given} found")));
        };
        out.extend_from_slice(vm.heap.bytes(text));
    }
    Ok(vm.new_str_raw(&out))
}

/// Adds to the text inside or behind of an element, or whatever a factory made.
pub(super) fn add_text(vm: &mut Vm, element: Value, slot: usize, text: Value) -> Res<()> {
    if element.is(ELEMENT) {
        let before = vm.heap.slot(element, slot);
        let whole = if before.is_none() { text } else { joined(vm, &[before, text])? };
        vm.heap.set_slot(element, slot, whole);
        return Ok(());
    }
    let name = vm.intern(if slot == TEXT { "text" } else { "tail" });
    let before = vm.getattr(element, name)?;
    let whole = if before.is_none() { text } else { joined(vm, &[before, text])? };
    vm.setattr(element, name, whole)
}
