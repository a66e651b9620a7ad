//! Methods that change a bytearray.

use ttd_core::value::Value;

use crate::operators::BinOp;
use crate::ops::{buffer, concat, construct, item};
use crate::types::bytes::new::{from_arguments, items_of, octets_of_items};
use crate::types::bytes::value::byte_arg;
use crate::types::memoryview::check_resize;
use crate::{Vm, ids, native::*};

/// `bytearray.__new__(cls, source, encoding, errors)`: instances of subclasses are filled by `__init__`.
pub fn new(vm: &mut Vm, args: Args) -> Res {
    let (class, builtin) = (args.get(0), vm.types.bytearray);
    if class == builtin {
        let bytes = from_arguments(vm, &args, "bytearray")?;
        return Ok(vm.new_bytearray(&bytes));
    }
    let value = vm.new_bytearray(b"");
    Ok(construct::instance(vm, class, builtin, value))
}

/// `bytearray.__init__(self, source, encoding, errors)`.
pub fn init(vm: &mut Vm, args: Args) -> Res {
    let bytes = from_arguments(vm, &args, "bytearray")?;
    let v = args.get(0);
    let len = vm.heap.buffer(v).len();
    if len > 0 || !bytes.is_empty() {
        check_resize(vm, v)?;
    }
    vm.heap.buffer_splice(v, 0..len, &bytes);
    Ok(Value::NONE)
}

/// `b.append(item)`.
pub fn append(vm: &mut Vm, args: Args) -> Res {
    let byte = byte_arg(vm, args.get(1))?;
    check_resize(vm, args.get(0))?;
    vm.heap.buffer_push(args.get(0), byte);
    Ok(Value::NONE)
}

/// `b.clear()`.
pub fn clear(vm: &mut Vm, args: Args) -> Res {
    if !vm.heap.buffer(args.get(0)).is_empty() {
        check_resize(vm, args.get(0))?;
    }
    vm.heap.buffer_clear(args.get(0));
    Ok(Value::NONE)
}

/// `b.resize(size)`: new bytes are zero.
pub fn resize(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let size = vm.size_arg(args.get(1))?;
    let Ok(size) = usize::try_from(size) else {
        return Err(vm.value_error(format!("bytearray.resize(): new size must be >= 0, got {size}")));
    };
    let len = vm.heap.buffer(v).len();
    if size != len {
        check_resize(vm, v)?;
    }
    if size > len {
        crate::ops::concat::check_size(vm, size, 1, 1)?;
        vm.heap.buffer_extend(v, &vec![0; size - len]);
    } else {
        vm.heap.buffer_splice(v, size..len, b"");
    }
    Ok(Value::NONE)
}

/// `b.copy()`.
pub fn copy(vm: &mut Vm, args: Args) -> Res {
    let bytes = vm.heap.buffer(args.get(0)).to_vec();
    Ok(vm.new_bytearray(&bytes))
}

/// `b.extend(iterable)`.
pub fn extend(vm: &mut Vm, args: Args) -> Res {
    let source = args.get(1);
    let inner = vm.unwrap(source);
    let found = buffer::bytes_like(vm, source);
    let Some(found) = vm.catch(found, vm.types.buffer_error)? else {
        let name = vm.type_name(source);
        return Err(vm.type_error(format!("can't set bytearray slice from {name}")));
    };
    let bytes = if let Some(inner) = found {
        vm.raw_bytes(inner).to_vec()
    } else if inner.is(ids::STR) && !vm.heap.bytes(inner).is_empty() {
        return Err(vm.type_error("expected iterable of integers; got: 'str'"));
    } else {
        let items = items_of(vm, source, true, |name| format!("can't extend bytearray with {name}"))?;
        octets_of_items(vm, items, "bytearray")?
    };
    if !bytes.is_empty() {
        check_resize(vm, args.get(0))?;
    }
    vm.heap.buffer_extend(args.get(0), &bytes);
    Ok(Value::NONE)
}

/// `b.insert(index, item)`.
pub fn insert(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let at = vm.size_arg(args.get(1))?;
    let byte = byte_arg(vm, args.get(2))?;
    check_resize(vm, v)?;
    let len = vm.heap.buffer(v).len() as i64;
    let at = (if at < 0 { at.saturating_add(len).max(0) } else { at.min(len) }) as usize;
    vm.heap.buffer_splice(v, at..at, &[byte]);
    Ok(Value::NONE)
}

/// `b.pop(index)`.
pub fn pop(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let at = args.opt(1).map_or(Ok(-1), |i| vm.size_arg(i))?;
    let len = vm.heap.buffer(v).len();
    if len == 0 {
        return Err(vm.index_error("pop from empty bytearray"));
    }
    let Some(at) = item::position(at, len) else {
        return Err(vm.index_error("pop index out of range"));
    };
    let byte = vm.heap.buffer(v)[at];
    check_resize(vm, v)?;
    vm.heap.buffer_splice(v, at..at + 1, &[]);
    Ok(Value::int(i64::from(byte)))
}

/// `b.remove(value)`.
pub fn remove(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let byte = byte_arg(vm, args.get(1))?;
    match vm.heap.buffer(v).iter().position(|b| *b == byte) {
        Some(at) => {
            check_resize(vm, v)?;
            vm.heap.buffer_splice(v, at..at + 1, &[]);
            Ok(Value::NONE)
        }
        None => Err(vm.value_error("value not found in bytearray")),
    }
}

/// `b.reverse()`.
pub fn reverse(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let mut bytes = vm.heap.buffer(v).to_vec();
    bytes.reverse();
    vm.heap.buffer_splice(v, 0..bytes.len(), &bytes);
    Ok(Value::NONE)
}

/// `b += other` and `b *= count`.
pub(super) fn inplace(vm: &mut Vm, op: BinOp, v: Value, other: Value) -> Res {
    match op {
        BinOp::Add => iadd(vm, v, other),
        BinOp::Mul if vm.is_integer(other) => imul(vm, v, other),
        _ => Ok(Value::NOT_IMPLEMENTED),
    }
}

/// `b += other`.
pub fn iadd(vm: &mut Vm, v: Value, other: Value) -> Res {
    let found = buffer::bytes_like(vm, other);
    let Some(inner) = vm.catch(found, vm.types.buffer_error)?.flatten() else {
        let (name, class) = (vm.type_name(other), vm.type_name(vm.receiver(v)));
        return Err(vm.type_error(format!("can't concat {name} to {class}")));
    };
    let bytes = vm.raw_bytes(inner).to_vec();
    if !bytes.is_empty() {
        check_resize(vm, v)?;
    }
    vm.heap.buffer_extend(v, &bytes);
    Ok(v)
}

/// `b *= count`.
fn imul(vm: &mut Vm, v: Value, count: Value) -> Res {
    let Some(count) = vm.as_i64(count) else {
        return Err(vm.overflow_error("cannot fit 'int' into an index-sized integer"));
    };
    let (len, count) = (vm.heap.buffer(v).len(), count.max(0) as usize);
    concat::check_size(vm, len, count, 1)?;
    if len > 0 && count != 1 {
        check_resize(vm, v)?;
    }
    let bytes = vm.heap.buffer(v).to_vec();
    let bytes = concat::repeated(vm, &bytes, count)?;
    vm.heap.buffer_splice(v, 0..len, &bytes);
    Ok(v)
}
