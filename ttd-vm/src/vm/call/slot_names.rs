//! Which native methods CPython implements as type slots, which decides their type and messages.

/// Special methods that CPython's types define as ordinary methods and not as wrappers of slots.
const ORDINARY: &[&str] = &[
    "__format__",
    "__reduce__",
    "__replace__",
    "__reduce_ex__",
    "__getnewargs__",
    "__round__",
    "__trunc__",
    "__floor__",
    "__ceil__",
    "__sizeof__",
    "__dir__",
    "__class_getitem__",
    "__reversed__",
    "__getstate__",
    "__setstate__",
    "__copy__",
    "__complex__",
    "__length_hint__",
    "__init_subclass__",
    "__subclasshook__",
    "__prepare__",
    "__instancecheck__",
    "__subclasscheck__",
    "__bytes__",
    "__enter__",
    "__exit__",
    "__getformat__",
    "__set_name__",
    "__missing__",
    "__fspath__",
    "__subclasses__",
    "__mro_entries__",
    "__getnewargs_ex__",
];

/// Whether CPython implements a native method of this class as a type slot.
pub(crate) fn is_slot_of(name: &str, owner: &str) -> bool {
    let method = match name {
        "__new__" => true,
        "__getitem__" => matches!(owner, "list" | "dict"),
        "__contains__" => matches!(owner, "dict" | "set" | "frozenset"),
        _ => false,
    };
    !method && is_slot(name)
}

/// Whether CPython implements a special method of this name as a type slot in most types.
pub(crate) fn is_slot(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__") && !ORDINARY.contains(&name)
}
