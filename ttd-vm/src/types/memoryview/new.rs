//! Making and releasing views, and the lock on a bytearray's length.

use smallvec::smallvec;
use ttd_core::value::Value;

use super::layout::{self, View, managed, view};
use crate::ops::construct::user_special;
use crate::{Vm, ids, native::*};

/// `memoryview.__new__(cls, object)`.
pub(super) fn new(vm: &mut Vm, args: Args) -> Res {
    acquire(vm, args.get(1))
}

/// `memoryview._from_flags(object, flags)`.
pub(super) fn from_flags(vm: &mut Vm, args: Args) -> Res {
    let flags = crate::ops::bounds::int_arg(vm, args.get(2))?;
    let made = acquire(vm, args.get(1))?;
    // A view of a view reuses its memory.
    if !args.get(1).is(ids::MEMORYVIEW) {
        check_flags(vm, made, flags)?;
    }
    Ok(made)
}

/// Makes a view of an object's memory; TypeError when it exports none.
pub fn acquire(vm: &mut Vm, object: Value) -> Res {
    match try_acquire(vm, object)? {
        Some(made) => Ok(made),
        None => {
            let name = vm.type_name(object);
            Err(vm.type_error(format!("memoryview: a bytes-like object is required, not '{name}'")))
        }
    }
}

/// Makes a view of an object's memory, `None` when it exports none.
pub fn try_acquire(vm: &mut Vm, object: Value) -> Res<Option<Value>> {
    if object.is(ids::MEMORYVIEW) {
        let view = view(vm, object)?;
        return Ok(Some(layout::make(vm, &view)));
    }
    let inner = vm.unwrap(object);
    if inner.is(ids::BYTES) || inner.is(ids::BYTEARRAY) {
        let len = vm.raw_bytes(inner).len() as i64;
        let readonly = inner.is(ids::BYTES);
        let format = vm.intern("B");
        return Ok(Some(over(vm, object, inner, format, 1, len, readonly)));
    }
    if inner.is_obj()
        && let Some(memory) = vm.slots_of(inner).memory
    {
        let Memory { buffer, format, size } = memory(vm, inner);
        let (format, items) = (vm.intern(format), vm.heap.buffer(buffer).len() / size);
        return Ok(Some(over(vm, object, buffer, format, size, items as i64, false)));
    }
    let Some(method) = user_special(vm, object, "__buffer__").filter(|f| !f.is_none()) else { return Ok(None) };
    let given = vm.call(method, &[object, Value::int(FULL_RO)])?;
    if !given.is(ids::MEMORYVIEW) {
        return Err(vm.type_error("__buffer__ returned non-memoryview object"));
    }
    let mut view = view(vm, given)?;
    let inner = std::mem::replace(&mut view.managed, new_managed(vm, Value::NONE, object, given));
    for slot in [managed::FILE, managed::START, managed::WINDOW] {
        let of_file = vm.heap.slot(inner, slot);
        vm.heap.set_slot(view.managed, slot, of_file);
    }
    Ok(Some(layout::make(vm, &view)))
}

/// `PyBUF_FULL_RO`.
const FULL_RO: i64 = 0x11c;
/// `PyBUF_WRITABLE`.
const WRITABLE: i64 = 1;

/// Makes a one-dimensional view over a whole bytes object or buffer.
fn over(vm: &mut Vm, object: Value, base: Value, format: Value, itemsize: usize, items: i64, readonly: bool) -> Value {
    let locked = if readonly { Value::NONE } else { base };
    if !readonly {
        let exports = vm.heap.buffer_exports(base);
        vm.heap.set_buffer_exports(base, exports + 1);
    }
    let managed = new_managed(vm, locked, Value::NONE, Value::NONE);
    if !readonly {
        vm.caches.first_views.note(&vm.heap, base);
    }
    let view = View {
        exporter: object,
        base,
        offset: 0,
        format,
        itemsize,
        shape: smallvec![items],
        strides: smallvec![itemsize as i64],
        readonly,
        managed,
    };
    layout::make(vm, &view)
}

fn new_managed(vm: &mut Vm, locked: Value, owner: Value, inner: Value) -> Value {
    vm.heap.new_slots_from(
        ids::MANAGED_BUFFER,
        0,
        &[Value::int(0), locked, owner, inner, Value::NONE, Value::NONE, Value::NONE],
    )
}

/// A view over a bytearray that stands for a part of a file: who looks at it sees the file, and what is written into
/// it goes to the file.
pub fn mapped_view(vm: &mut Vm, args: Args) -> Res {
    let made = acquire(vm, args.get(0))?;
    let managed = view(vm, made)?.managed;
    vm.heap.set_slot(managed, managed::FILE, args.get(1));
    vm.heap.set_slot(managed, managed::START, args.get(2));
    vm.heap.set_slot(managed, managed::WINDOW, args.get(3));
    Ok(made)
}

fn check_flags(vm: &mut Vm, made: Value, flags: i64) -> Res<()> {
    if flags & WRITABLE != 0 && view(vm, made)?.readonly {
        return Err(vm.error(vm.types.buffer_error, "Object is not writable."));
    }
    Ok(())
}

/// `x.__buffer__(flags)` of a builtin.
pub fn buffer_method(vm: &mut Vm, args: Args) -> Res {
    let flags = vm.index_i64(args.get(1))?;
    let object = vm.receiver(args.get(0));
    let made = acquire(vm, object)?;
    check_flags(vm, made, flags)?;
    Ok(made)
}

/// `m.__release_buffer__(view)`.
pub fn release_buffer(vm: &mut Vm, args: Args) -> Res {
    let given = args.get(1);
    if !given.is(ids::MEMORYVIEW) {
        return Err(vm.type_error("expected a memoryview object"));
    }
    release_view(vm, given)
}

/// `m.release()`.
pub(super) fn release(vm: &mut Vm, args: Args) -> Res {
    release_view(vm, args.get(0))
}

fn release_view(vm: &mut Vm, v: Value) -> Res {
    let Some(view) = layout::peek(vm, v) else { return Ok(Value::NONE) };
    layout::clear(vm, v);
    let left = vm.heap.slot(view.managed, managed::VIEWS).as_int() - 1;
    vm.heap.set_slot(view.managed, managed::VIEWS, Value::int(left));
    if left > 0 {
        return Ok(Value::NONE);
    }
    let [locked, owner, inner] =
        [managed::LOCKED, managed::OWNER, managed::INNER].map(|slot| vm.heap.slot(view.managed, slot));
    if !locked.is_none() {
        let exports = vm.heap.buffer_exports(locked);
        vm.heap.set_buffer_exports(locked, exports.saturating_sub(1));
    }
    if !owner.is_none() {
        if let Some(method) = user_special(vm, owner, "__release_buffer__") {
            vm.call(method, &[owner, inner])?;
        }
        release_view(vm, inner)?;
    }
    Ok(Value::NONE)
}

/// Releases a view that native code made of a value, unless it is that value.
pub fn give_back(vm: &mut Vm, made: Value, of: Value) -> Res<()> {
    if made != of {
        release_view(vm, made)?;
    }
    Ok(())
}

/// `m.toreadonly()`.
pub(super) fn toreadonly(vm: &mut Vm, args: Args) -> Res {
    let mut view = view(vm, args.get(0))?;
    view.readonly = true;
    Ok(layout::make(vm, &view))
}

/// Raises BufferError when a view locks a bytearray's length.
///
/// Unreachable views count as released, as with reference counts.
#[inline]
pub fn check_resize(vm: &mut Vm, bytearray: Value) -> Res<()> {
    if has_views(vm, bytearray) {
        return Err(vm.error(vm.types.buffer_error, "Existing exports of data: object cannot be re-sized"));
    }
    Ok(())
}

/// Returns whether a view shows a buffer.
#[inline]
pub fn has_views(vm: &mut Vm, buffer: Value) -> bool {
    vm.heap.buffer_exports(buffer) != 0 && has_living_views(vm, buffer)
}

#[cold]
fn has_living_views(vm: &mut Vm, buffer: Value) -> bool {
    let mut roots: Vec<Value> = Vec::new();
    vm.each_live_root(&mut |v| roots.push(v));
    let shows = |vm: &Vm, v: &Value| layout::peek(vm, *v).is_some_and(|view| view.base == buffer);
    let young = match vm.caches.first_views.are_young(&vm.heap, buffer) {
        true => vm.heap.find_young_live(&mut |marker| marker.values(&roots), ids::MEMORYVIEW),
        false => None,
    };
    // What only an old object may hold needs the whole search.
    if young.is_none_or(|views| views.iter().any(|v| shows(vm, v))) {
        let views = vm.heap.find_live(&mut |marker| marker.values(&roots), ids::MEMORYVIEW);
        if views.iter().any(|v| shows(vm, v)) {
            return true;
        }
    }
    vm.heap.set_buffer_exports(buffer, 0);
    vm.caches.first_views.forget(buffer);
    false
}
