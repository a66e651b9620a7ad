//! The attributes of streams: which there are, and where the streams of a shape have them.

use ttd_core::value::Value;

use crate::vm::objects::numbered_slots::{Found, Kept, NUMBERED};
use crate::{Vm, ids};

macro_rules! attrs {
    ($($name:ident $field:ident;)*) => {
        /// An attribute of a stream.
        #[derive(Clone, Copy)]
        pub(super) enum Attr { $($name),* }

        const _: () = assert!([$(Attr::$name),*].len() <= NUMBERED);

        impl Attr {
            /// The name of the attribute.
            fn name(self, vm: &Vm) -> Value {
                match self { $(Attr::$name => vm.names.$field),* }
            }
        }
    };
}

attrs! {
    Ahead stream_ahead;
    At stream_at;
    Buffer stream_buffer;
    BufferSize stream_buffer_size;
    Chunk stream_chunk;
    End stream_end;
    Fd stream_fd;
    IsClosed stream_is_closed;
    Length stream_length;
    Newline stream_newline;
    Parts stream_parts;
    Pending stream_pending;
    PendingSize stream_pending_size;
    Pos stream_pos;
    Raw stream_raw;
    Telling stream_telling;
    Text stream_text;
    Ways stream_ways;
}

/// The slot that a stream has an attribute in; `None` where it has none, or has it elsewhere.
#[inline]
fn slot(vm: &Vm, stream: Value, attr: Attr) -> Option<usize> {
    let shape = vm.loaded.shapes.get(vm.heap.shape(stream));
    shape.numbered(attr as usize, || attr.name(vm))
}

/// A stream whose attributes are read.
#[derive(Clone, Copy)]
pub(super) struct Stream<'a> {
    vm: &'a Vm,
    stream: Value,
    slots: &'a [Value],
    kept: &'a Kept,
    has_dict: bool,
}

impl<'a> Stream<'a> {
    /// Begins to read the attributes of an instance.
    #[inline(always)]
    pub(super) fn of(vm: &'a Vm, stream: Value) -> Option<Stream<'a>> {
        if !stream.is(ids::INST) {
            return None;
        }
        let shape = vm.loaded.shapes.get(vm.heap.shape(stream));
        Some(Stream { vm, stream, slots: vm.heap.slots(stream), kept: shape.kept(), has_dict: shape.dict })
    }

    /// An attribute.
    #[inline(always)]
    pub(super) fn own(self, attr: Attr) -> Option<Value> {
        match self.kept.find(attr as usize) {
            Found::Slot(slot) => Some(self.slots[slot]).filter(|v| !v.is_unbound()),
            Found::Absent if !self.has_dict => None,
            _ => self.elsewhere(attr),
        }
    }

    #[inline(never)]
    fn elsewhere(self, attr: Attr) -> Option<Value> {
        match slot(self.vm, self.stream, attr) {
            Some(slot) => Some(self.slots[slot]).filter(|v| !v.is_unbound()),
            None if self.vm.loaded.shapes.get(self.vm.heap.shape(self.stream)).dict => {
                self.vm.attr_within(self.stream, attr.name(self.vm))
            }
            None => None,
        }
    }

    /// An attribute that is a position or a number of things.
    #[inline(always)]
    pub(super) fn count(self, attr: Attr) -> Option<usize> {
        self.own(attr).filter(|v| v.is_int()).and_then(|v| usize::try_from(v.as_int()).ok())
    }

    /// The slot that it has an attribute in, to be written.
    #[inline(always)]
    pub(super) fn place(self, attr: Attr) -> Option<usize> {
        match self.kept.find(attr as usize) {
            Found::Slot(slot) => Some(slot),
            _ => slot(self.vm, self.stream, attr),
        }
    }

    /// Whether what it notes to be the file below is open.
    #[inline(always)]
    pub(super) fn is_over_open_file(self) -> bool {
        let raw = self.own(Attr::Raw).and_then(|raw| Stream::of(self.vm, raw));
        raw.is_some_and(|raw| raw.count(Attr::Fd).is_some())
    }

    /// Whether an attribute is this value.
    #[inline(always)]
    pub(super) fn has(self, attr: Attr, value: Value) -> bool {
        self.own(attr) == Some(value)
    }
}

/// An attribute of a stream.
#[inline]
pub(super) fn own(vm: &Vm, stream: Value, attr: Attr) -> Option<Value> {
    Stream::of(vm, stream)?.own(attr)
}

/// An attribute that is a position or a number of things.
#[inline]
pub(super) fn count(vm: &Vm, stream: Value, attr: Attr) -> Option<usize> {
    Stream::of(vm, stream)?.count(attr)
}

/// Sets a position or a number of things in the slot that [`Stream::place`] gave.
#[inline]
pub(super) fn set_at(vm: &mut Vm, stream: Value, place: Option<usize>, attr: Attr, value: usize) {
    match place {
        Some(slot) => vm.heap.set_slot(stream, slot, Value::int(value as i64)),
        None => set(vm, stream, attr, value),
    }
}

/// Sets a position or a number of things.
#[inline]
pub(super) fn set(vm: &mut Vm, stream: Value, attr: Attr, value: usize) {
    put(vm, stream, attr, Value::int(value as i64));
}

/// Sets an attribute.
#[inline]
pub(super) fn put(vm: &mut Vm, stream: Value, attr: Attr, value: Value) {
    match slot(vm, stream, attr) {
        Some(slot) => vm.heap.set_slot(stream, slot, value),
        None => {
            vm.set_own_attr(stream, attr.name(vm), value);
        }
    }
}

/// The natives that are `__next__` of streams.
pub(super) const STEPS: [&str; 4] = ["text_next", "buffered_next", "bytes_next", "string_next"];

/// Which of [`STEPS`] iterates over a stream, if its class and no subclass reads its lines.
#[inline]
pub(super) fn step_of(vm: &mut Vm, stream: Value) -> Option<usize> {
    kept(vm, stream, 1, |vm| {
        let class = vm.type_of(stream);
        let [next, readline] = [vm.names.next, vm.names.readline].map(|name| vm.lookup(class, name));
        let next = next.filter(|f| f.is(ids::METHOD_DESC) && readline.is_some_and(|f| f.is(ids::METHOD_DESC)))?;
        let native = &vm.loaded.natives[vm.heap.shape(next) as usize];
        let ours = native.owner == super::MODULE.name;
        STEPS.iter().position(|step| ours && *step == native.row.name)
    })
}

/// Which property `closed` a stream has: 0, of all streams; 1, of buffers, which ask the stream below.
pub(super) fn closed_by(vm: &mut Vm, stream: Value) -> Option<usize> {
    kept(vm, stream, 0, |vm| {
        let class = vm.type_of(stream);
        let closed = vm.lookup(class, vm.names.closed)?;
        let lib = vm.global(crate::vm::slots::LIB);
        let properties = vm.dict_get_name(lib, vm.names.stream_closed)?;
        vm.heap.tuple(properties).iter().position(|property| *property == closed)
    })
}

/// A fact about the class of a stream, which is found out once for each version of classes. What is not so is asked
/// again.
fn kept(vm: &mut Vm, stream: Value, which: usize, find: impl FnOnce(&mut Vm) -> Option<usize>) -> Option<usize> {
    let (id, version) = (vm.heap.shape(stream), vm.caches.class_version);
    if let Some(found) = vm.loaded.shapes.get(id).fact(which, version) {
        return Some(found);
    }
    let found = find(vm)?;
    vm.loaded.shapes.get(id).keep_fact(which, vm.caches.class_version, found);
    Some(found)
}
