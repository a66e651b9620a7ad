//! `s.format(...)` and `s.format_map(mapping)`.

use rustpython_wtf8::Wtf8;
use ttd_core::value::Value;
use ttd_pyalgos::text::markup::{self, Field, Markup, Piece, Step};

use crate::{Vm, ids, native::*};

/// The values of the fields, and the state of their numbering.
struct Source<'a> {
    positional: Option<&'a [Value]>,
    named: Named<'a>,
    next: usize,
    numbering: Numbering,
}

enum Named<'a> {
    Keywords(&'a [(Value, Value)]),
    Mapping(Value),
}

#[derive(PartialEq, Clone, Copy)]
enum Numbering {
    Unknown,
    Automatic,
    Manual,
}

/// Formats with `*args` and `**kwargs`.
pub fn format(vm: &mut Vm, args: Args) -> Res {
    let mut source =
        Source { positional: Some(args.rest), named: Named::Keywords(args.kw), next: 0, numbering: Numbering::Unknown };
    run(vm, args.get(0), &mut source)
}

/// Formats with a mapping.
pub fn format_map(vm: &mut Vm, args: Args) -> Res {
    let mut source =
        Source { positional: None, named: Named::Mapping(args.get(1)), next: 0, numbering: Numbering::Unknown };
    run(vm, args.get(0), &mut source)
}

fn run(vm: &mut Vm, s: Value, source: &mut Source) -> Res {
    let text = vm.heap.bytes(s).to_vec();
    if let Some(field) = only_field(&text) {
        // Its text is the result, and may be the very object.
        return rendered(vm, &field, source, 2);
    }
    let mut out = Vec::with_capacity(text.len() + 16);
    expand(vm, &text, source, 2, &mut out)?;
    Ok(vm.new_str_raw(&out))
}

/// The field that is all of a text.
fn only_field(text: &[u8]) -> Option<Field<'_>> {
    if text.first() != Some(&b'{') || text.last() != Some(&b'}') {
        return None;
    }
    let mut markup = Markup::new(text);
    match (markup.next_piece(), markup.next_piece()) {
        (Ok(Some(Piece::Field(field))), Ok(None)) => Some(field),
        _ => None,
    }
}

fn expand(vm: &mut Vm, text: &[u8], source: &mut Source, depth: u32, out: &mut Vec<u8>) -> Res<()> {
    if depth == 0 {
        return Err(vm.value_error("Max string recursion exceeded"));
    }
    let mut markup = Markup::new(text);
    loop {
        match markup.next_piece() {
            Ok(None) => return Ok(()),
            Ok(Some(Piece::Literal(text))) => out.extend_from_slice(text),
            Ok(Some(Piece::Field(field))) => render(vm, &field, source, depth, out)?,
            Err(problem) => return Err(vm.value_error(problem)),
        }
    }
}

fn render(vm: &mut Vm, field: &Field, source: &mut Source, depth: u32, out: &mut Vec<u8>) -> Res<()> {
    let text = rendered(vm, field, source, depth)?;
    out.extend_from_slice(vm.heap.bytes(vm.unwrap(text)));
    Ok(())
}

/// The text of a field, as an object.
fn rendered(vm: &mut Vm, field: &Field, source: &mut Source, depth: u32) -> Res {
    let mut value = lookup(vm, field.name, source)?;
    value = match field.conversion {
        None => value,
        Some(c) => match c.to_char_lossy() {
            'r' => vm.repr(value)?,
            's' => vm.str_of(value)?,
            'a' => vm.ascii(value)?,
            known @ '!'..='\x7e' => return Err(vm.value_error(format!("Unknown conversion specifier {known}"))),
            _ => return Err(vm.value_error(format!("Unknown conversion specifier \\x{:x}", c.to_u32()))),
        },
    };
    let mut expanded = Vec::new();
    let spec = if field.nested {
        expand(vm, field.spec, source, depth - 1, &mut expanded)?;
        &expanded[..]
    } else {
        field.spec
    };
    if spec.is_empty() && value.is(ids::STR) {
        return Ok(value);
    }
    vm.format(value, Wtf8::from_bytes(spec).unwrap_or_default())
}

/// Evaluates a field name: an argument, then attributes and items.
fn lookup(vm: &mut Vm, name: &[u8], source: &mut Source) -> Res {
    let (first, mut rest) = markup::split_name(name);
    let mut value = argument(vm, first, source)?;
    loop {
        let step = match markup::next_step(&mut rest) {
            Ok(Some(step)) => step,
            Ok(None) => return Ok(value),
            Err(problem) => return Err(vm.value_error(problem)),
        };
        value = match step {
            Step::Attribute(name) => {
                let name = vm.new_str_raw(name);
                vm.getattr(value, name)?
            }
            Step::Index(i) => {
                let key = vm.int(i);
                vm.get_item(value, key)?
            }
            Step::Key(key) => {
                let key = vm.new_str_raw(key);
                vm.get_item(value, key)?
            }
        };
    }
}

fn argument(vm: &mut Vm, name: &[u8], source: &mut Source) -> Res {
    let number = match markup::integer(name) {
        Ok(number) => number,
        Err(problem) => return Err(vm.value_error(problem)),
    };
    if !name.is_empty() && number.is_none() {
        return named(vm, name, &source.named);
    }
    let wanted = if name.is_empty() { Numbering::Automatic } else { Numbering::Manual };
    if source.numbering != Numbering::Unknown && source.numbering != wanted {
        return Err(vm.value_error(match wanted {
            Numbering::Automatic => "cannot switch from manual field specification to automatic field numbering",
            _ => "cannot switch from automatic field numbering to manual field specification",
        }));
    }
    source.numbering = wanted;
    let index = number.map_or(source.next, |n| n as usize);
    source.next += 1;
    let Some(positional) = source.positional else {
        return Err(vm.value_error("Format string contains positional fields"));
    };
    match positional.get(index) {
        Some(v) => Ok(*v),
        None => Err(vm.index_error(format!("Replacement index {index} out of range for positional args tuple"))),
    }
}

fn named(vm: &mut Vm, name: &[u8], source: &Named) -> Res {
    match source {
        Named::Keywords(keywords) => {
            let found = keywords.iter().find(|(key, _)| vm.heap.bytes(*key) == name).map(|(_, value)| *value);
            match found {
                Some(value) => Ok(value),
                None => {
                    let key = vm.new_str_raw(name);
                    Err(vm.key_error(key))
                }
            }
        }
        Named::Mapping(mapping) => {
            let key = vm.new_str_raw(name);
            vm.get_item(*mapping, key)
        }
    }
}
