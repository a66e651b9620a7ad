//! `_ttd_builtins`: native helpers of `lib/hidden/language/builtins.py`.

use ttd_core::value::{TypeId, Value};

use crate::ops::buffer;
use crate::types::list::{sort, sort_keys};
use crate::types::{dict, iter};
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef =
    ModuleDef { name: "_ttd_builtins", doc: "Helpers of the hidden library.", functions: FUNCTIONS, types: &[], init };

const FUNCTIONS: &[Method] = methods! {
    /// Whether iterating over it runs no Python code.
    Pure "plain" "(v, /)" => plain;
    /// Whether it is an iterator that gives itself when it is asked for one, and that nobody notices.
    Pure "loops" "(v, /)" => loops;
    /// The methods of `divmod` or `pow` for two objects, and the message if they do not know.
    CallsBack "binary_methods" "(is_pow, a, b, /)" => super::numbers::binary_methods;
    /// An element of an update sequence as a pair; without a number as that of an `OrderedDict`.
    CallsBack "pair" "(item, n, /)" => pair;
    /// The items of a list as a new list; the list is empty afterwards.
    Mutates "take" "(list, /)" => take;
    /// Sorts values by keys natively, if that runs no Python code.
    Mutates "sort_plain" "(keys, values, reverse, /)" => sort_plain;
    /// The keys of a list's items by a key function, if that runs no Python code and raises nothing; else None.
    Pure "plain_keys" "(key, values, /)" => plain_keys;
    /// The function of the program that is to be asked for a length, True if finding it takes more, or None.
    Pure "hinting" "(v, /)" => hinting;
    /// A length that a `__len__` gave, checked.
    Mutates "check_len" "(n, /)" => check_len;
    /// Reads a line that answers a prompt.
    External "answer" "(prompt, /)" => super::output::answer;
    /// Whether it is a str.
    Pure "is_str" "(v, /)" => is_str;
    /// Whether it is an iterator.
    Pure "is_iterator" "(v, /)" => is_iterator;
    /// The object that a generator does the work of.
    Pure "wrap_reversed" "(sequence, index, /)" => wrap_reversed;
    /// Writes a slot of an iterator.
    Mutates "put" "(iterator, slot, value, /)" => crate::modules::itertools::put;
    /// An `enumerate` over an iterator, whose work a function does.
    Pure "make_enumerate" "(iterator, start, /)" => make_enumerate;
    /// A `zip` over iterators, whose work a function does.
    Pure "make_zip" "(strict, iterators, /)" => make_zip;
    /// A `map` over iterators, whose work a function does.
    Pure "make_map" "(function, iterators, /)" => make_map;
    /// A `filter` over iterators, whose work a function does.
    Pure "make_filter" "(function, iterators, /)" => make_filter;
    /// The iterator as an instance of a class derived from its own; of its own if that is None.
    Pure "instance_of" "(cls, iterator, /)" => instance_of;
    /// A bytes object or bytearray with the contents of a bytes-like object.
    CallsBack "octets" "(v, /)" => octets;
    /// How many bytes can be written into a writable bytes-like object; None for any other.
    CallsBack "room" "(v, /)" => room;
    /// Writes bytes at the beginning of a writable bytes-like object.
    CallsBack "fill" "(v, data, /)" => fill;
    /// A view over a bytearray that stands for the part of a file that begins there.
    CallsBack "mapped_view" "(data, fd, start, window, /)" => crate::types::memoryview::mapped_view;
    /// A byte of a mapped file.
    External "mapped_byte" "(window, fd, at, end, /)" => crate::types::memoryview::mapped_byte;
    /// Bytes of a mapped file. What is behind its end are zeros.
    External "mapped_part" "(window, fd, at, size, end, /)" => crate::types::memoryview::mapped_part;
    /// Writes bytes to a mapped file.
    External "mapped_write" "(window, fd, at, data, /)" => crate::types::memoryview::mapped_write;
    /// BufferError when a bytearray cannot change its length.
    CallsBack "check_resize" "(v, /)" => check_resize;
    /// Makes the class of the standard streams a subclass of this one.
    Mutates "set_stream_base" "(base, /)" => set_stream_base;
    /// The text between two matches of a scan.
    Pure "re_gap" "(scanner, before, behind, /)" => crate::modules::sre::replace::gap;
    /// The next match of a scan; what replaces the one before and the text between are appended to a list.
    CallsBack "re_step" "(scanner, pieces, before, piece, /)" => crate::modules::sre::replace::step;
};

/// Adds `END`, the missing-argument marker that no program can get hold of.
fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let namespace = vm.heap.slot(module, 0);
    let end = vm.heap.new_slots_from(ids::INST, vm.class_shape(vm.types.object), &[]);
    vm.dict_set_str(namespace, "END", end);
    Ok(())
}

fn set_stream_base(vm: &mut Vm, args: Args) -> Res {
    crate::types::textio::set_base(vm, args.get(0))?;
    Ok(Value::NONE)
}

fn octets(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    match buffer::bytes_like(vm, v)? {
        Some(octets) => Ok(octets),
        None => {
            let name = vm.type_name(v);
            Err(vm.type_error(format!("a bytes-like object is required, not '{name}'")))
        }
    }
}

fn room(vm: &mut Vm, args: Args) -> Res {
    Ok(buffer::room(vm, args.get(0))?.map_or(Value::NONE, |n| Value::int(n as i64)))
}

fn fill(vm: &mut Vm, args: Args) -> Res {
    let Some(data) = buffer::bytes_like(vm, args.get(1))? else { return Ok(Value::NONE) };
    let data = vm.raw_bytes(data).to_vec();
    buffer::write(vm, args.get(0), 0, &data)?;
    Ok(Value::NONE)
}

fn check_resize(vm: &mut Vm, args: Args) -> Res {
    crate::types::memoryview::check_resize(vm, args.get(0))?;
    Ok(Value::NONE)
}

fn plain(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(vm.plain_iterable(args.get(0))))
}

fn loops(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    Ok(Value::bool(v.is(ids::GENERATOR) || crate::ops::iter::is_iterator(vm, v) || is_of_library(vm, v)))
}

/// Whether it is an iterator of the library with a native `__next__`: nobody sees its `__iter__` called, which gives
/// itself.
fn is_of_library(vm: &mut Vm, v: Value) -> bool {
    if !v.is(ids::INST) {
        return false;
    }
    let class = vm.type_of(v);
    if !vm.lookup(class, vm.names.next).is_some_and(|next| next.is(ids::METHOD_DESC)) {
        return false;
    }
    match vm.lookup(class, vm.names.iter) {
        Some(f) if f.is(ids::FUNCTION) => {
            vm.loaded.codes[vm.heap.shape(f) as usize].code.path.starts_with(crate::vm::errors::traceback::HIDDEN)
        }
        _ => false,
    }
}

fn pair(vm: &mut Vm, args: Args) -> Res {
    let number = Some(args.get(1)).filter(|n| n.is_int()).map(|n| n.as_int() as usize);
    let (key, value) = dict::pair(vm, args.get(0), number)?;
    Ok(vm.new_tuple(&[key, value]))
}

fn take(vm: &mut Vm, args: Args) -> Res {
    let list = vm.unwrap(args.get(0));
    let items = vm.heap.list(list).to_vec();
    vm.heap.list_clear(list);
    Ok(vm.new_list(&items))
}

fn sort_plain(vm: &mut Vm, args: Args) -> Res {
    sort::sort_list(vm, args.get(0), args.get(1), args.get(2) == Value::TRUE).map(Value::bool)
}

fn plain_keys(vm: &mut Vm, args: Args) -> Res {
    Ok(sort_keys::plain_keys(vm, args.get(0), args.get(1))?.unwrap_or(Value::NONE))
}

fn hinting(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if v.is(ids::REVERSED) {
        return Ok(Value::TRUE);
    }
    let (length, hint) = (vm.special_named(v, vm.names.len), vm.special(v, "__length_hint__"));
    let asked = [length, hint].into_iter().flatten().find(|f| !f.is(ids::METHOD_DESC));
    Ok(match asked {
        None => Value::NONE,
        Some(f) if f.is(ids::FUNCTION) && length.is_none_or(|length| length == f) => f,
        Some(_) => Value::TRUE,
    })
}

fn check_len(vm: &mut Vm, args: Args) -> Res {
    let len = vm.len_from(args.get(0))?;
    Ok(vm.int(len as i64))
}

fn is_str(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(vm.payload(args.get(0), ids::STR).is_some()))
}

fn is_iterator(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(vm.special(args.get(0), "__next__").is_some()))
}

fn wrap_reversed(vm: &mut Vm, args: Args) -> Res {
    let function = vm.lib("reversed_next");
    Ok(vm.heap.new_slots_from(ids::REVERSED, 0, &[function, args.get(0), args.get(1)]))
}

fn instance_of(vm: &mut Vm, args: Args) -> Res {
    let (class, made) = (args.get(0), args.get(1));
    Ok(if class.is_none() { made } else { iter::instance_of(vm, class, made) })
}

fn make_enumerate(vm: &mut Vm, args: Args) -> Res {
    Ok(iter::engaged(vm, ids::ENUMERATE, args.pos))
}

fn make(vm: &mut Vm, tid: TypeId, args: Args) -> Res {
    let mut rest = vec![args.get(0)];
    rest.extend_from_slice(vm.heap.list(args.get(1)));
    Ok(iter::engaged(vm, tid, &rest))
}

fn make_zip(vm: &mut Vm, args: Args) -> Res {
    make(vm, ids::ZIP, args)
}

fn make_map(vm: &mut Vm, args: Args) -> Res {
    make(vm, ids::MAP, args)
}

fn make_filter(vm: &mut Vm, args: Args) -> Res {
    make(vm, ids::FILTER, args)
}
