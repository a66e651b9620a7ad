//! The text of exceptions that cannot be caught. CPython writes it without its traceback module: no carets, no
//! suggestions, no notes, and no chained exceptions.

use crate::vm::errors::raise::fields;
use crate::{Vm, native::*};

/// `_core.ignored_text(exc)`.
pub(super) fn ignored_text(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    let mut out = String::new();
    let mut entries = String::new();
    let first = vm.exc_field(exc, fields::TRACEBACK);
    vm.format_entries(first, &mut entries);
    if !entries.is_empty() {
        out.push_str("Traceback (most recent call last):\n");
        out.push_str(&without_marks(&entries));
    }
    let summary = vm.format_summary(exc);
    out.push_str(&summary);
    // An empty message is written as well.
    if !summary.contains(": ") {
        out.push_str(": ");
    }
    out.push('\n');
    Ok(vm.new_str(&out))
}

/// Keeps of each entry only its location and the first source line.
fn without_marks(entries: &str) -> String {
    let (mut out, mut shown) = (String::new(), 0);
    for line in entries.split_inclusive('\n') {
        let heads = line.starts_with("  ") && !line.starts_with("   ");
        shown = if heads { 0 } else { shown + 1 };
        if shown <= 1 {
            out.push_str(line);
        }
    }
    out
}
