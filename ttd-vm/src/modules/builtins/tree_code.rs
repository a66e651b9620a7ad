//! Code from syntax trees that programs have made.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use ttd_code::Mode;
use ttd_code::ast::{Field, Node, kind};
use ttd_core::value::Value;

use super::adopt::{adopt_file, line_of_file};
use super::source::{file_name, options};
use super::tree::PLACE;
use crate::native::*;
use crate::types::function::code_parts::constant_of;
use crate::{Vm, ids};

/// The deepest tree. The compiler recurses, as CPython's does.
const MAX_DEPTH: usize = 3000;

/// `_core.compile_tree(tree, filename, mode, flags, optimize, classes)`: None, if something in the tree is not what the
/// grammar wants. `classes` has the classes of nodes by their names.
pub(crate) fn compile_tree(vm: &mut Vm, args: Args) -> Res {
    let path = file_name(vm, args.get(1))?;
    let mode = match &*vm.text_lossy(vm.unwrap(args.get(2))) {
        "eval" => Mode::Eval,
        "single" => Mode::Single,
        _ => Mode::Exec,
    };
    let (given, optimize) = (vm.index_i64(args.get(3))?, vm.index_i64(args.get(4))?);
    let classes = args.get(5);
    let named = (0..vm.heap.dict_size(classes)).filter_map(|at| vm.heap.dict_entry(classes, at));
    let known: Vec<(Value, &'static str)> =
        named.filter_map(|(_, name, class)| Some((class, kind(&vm.text_lossy(name))?))).collect();
    let place = PLACE.map(|name| vm.intern(name));
    let mut reader = Reader { known: known.into_iter().collect(), kinds: FxHashMap::default(), place, depth: 0 };
    let Some(tree) = reader.node(vm, args.get(0))? else { return Ok(Value::NONE) };
    // The flags have the features of the code that called `compile`, unless it does not pass them on.
    let mut options = options(vm, given, optimize, true);
    adopt_file(vm, &path, &mut options);
    match ttd_code::compile_tree(&tree, &path, mode, options) {
        None => Ok(Value::NONE),
        Some(Ok(code)) => Ok(vm.load_dynamic_code(code)),
        Some(Err(mut e)) => {
            e.text = line_of_file(vm, &path, e.line);
            Err(vm.syntax_error(&e))
        }
    }
}

/// What a field may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Identifier,
    /// A comment or a prefix, which the code does not depend on.
    Text,
    Int,
    Constant,
    Node,
}

/// How many of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    One,
    Optional,
    Many,
}

/// A class of nodes.
struct Kind {
    name: &'static str,
    fields: Vec<(Value, Wanted, Count)>,
    /// Whether its nodes have a position.
    placed: bool,
    /// Whether instances are of the grammar's own class: then their attributes are read as they are.
    own: bool,
}

/// Reads nodes. Every reading function gives `None` for what the grammar does not want.
struct Reader {
    known: FxHashMap<Value, &'static str>,
    kinds: FxHashMap<Value, Option<Rc<Kind>>>,
    place: [Value; 4],
    depth: usize,
}

impl Reader {
    fn kind(&mut self, vm: &mut Vm, class: Value) -> Option<Rc<Kind>> {
        if let Some(known) = self.kinds.get(&class) {
            return known.clone();
        }
        let ancestor = vm.mro(class).iter().find_map(|c| Some((*c, *self.known.get(c)?)));
        let made = ancestor.and_then(|(own, name)| {
            let types = vm.lookup_type(own, "_types").filter(|types| types.is(ids::STR))?;
            let types = vm.text_lossy(types).into_owned();
            let fields = types.split(", ").filter(|field| !field.is_empty()).map(|field| self.field_kind(vm, field));
            let fields = fields.collect::<Option<Vec<_>>>()?;
            let places = vm.lookup_type(own, "_attributes").filter(|places| places.is(ids::TUPLE))?;
            let placed = !vm.heap.tuple(places).is_empty();
            Some(Rc::new(Kind { name, fields, placed, own: own == class }))
        });
        self.kinds.insert(class, made.clone());
        made
    }

    /// Reads a line of the grammar, `expr* values`.
    fn field_kind(&self, vm: &mut Vm, field: &str) -> Option<(Value, Wanted, Count)> {
        let (kind, name) = field.split_once(' ')?;
        let count = match kind.as_bytes().last()? {
            b'*' => Count::Many,
            b'?' => Count::Optional,
            _ => Count::One,
        };
        let wanted = match kind.trim_end_matches(['*', '?']) {
            "identifier" => Wanted::Identifier,
            "string" => Wanted::Text,
            "int" => Wanted::Int,
            "constant" => Wanted::Constant,
            _ => Wanted::Node,
        };
        Some((vm.intern(name), wanted, count))
    }

    fn attribute(&self, vm: &mut Vm, obj: Value, name: Value, kind: &Kind) -> Res<Option<Value>> {
        match vm.attr_within(obj, name) {
            Some(found) if kind.own => Ok(Some(found)),
            _ => vm.getattr_opt(obj, name),
        }
    }

    fn node(&mut self, vm: &mut Vm, v: Value) -> Res<Option<Node>> {
        if !v.is(ids::INST) {
            return Ok(None);
        }
        if self.depth == MAX_DEPTH {
            return Err(vm.recursion_error("maximum recursion depth exceeded during ast construction"));
        }
        let class = vm.type_of(v);
        let Some(kind) = self.kind(vm, class) else { return Ok(None) };
        self.depth += 1;
        let mut fields = Vec::with_capacity(kind.fields.len());
        for (name, wanted, count) in &kind.fields {
            let value = self.attribute(vm, v, *name, &kind)?;
            let Some(field) = self.field(vm, value, *wanted, *count)? else { return Ok(None) };
            fields.push(field);
        }
        self.depth -= 1;
        let mut span = None;
        if kind.placed {
            let Some(found) = self.span(vm, v, &kind)? else { return Ok(None) };
            span = Some(found);
        }
        Ok(Some(Node { kind: kind.name, fields, span }))
    }

    fn field(&mut self, vm: &mut Vm, value: Option<Value>, wanted: Wanted, count: Count) -> Res<Option<Field>> {
        match (value, count) {
            (None, Count::Many) => Ok(Some(Field::List(Vec::new()))),
            (None, Count::Optional) => Ok(Some(Field::None)),
            (None, Count::One) => Ok(None),
            (Some(list), Count::Many) => {
                if !list.is(ids::LIST) {
                    return Ok(None);
                }
                let mut items = Vec::new();
                // Reading an item may run code that changes the list.
                while items.len() < vm.heap.list(list).len() {
                    let item = vm.heap.list(list)[items.len()];
                    let Some(field) = self.one(vm, item, wanted)? else { return Ok(None) };
                    items.push(field);
                }
                Ok(Some(Field::List(items)))
            }
            (Some(value), _) => {
                let field = self.one(vm, value, wanted)?;
                Ok(field
                    .filter(|field| *field != Field::None || count == Count::Optional || wanted == Wanted::Constant))
            }
        }
    }

    fn one(&mut self, vm: &mut Vm, value: Value, wanted: Wanted) -> Res<Option<Field>> {
        if value.is_none() && wanted != Wanted::Constant {
            return Ok(Some(Field::None));
        }
        Ok(match wanted {
            Wanted::Node => self.node(vm, value)?.map(|node| Field::Node(Box::new(node))),
            Wanted::Identifier if value.is(ids::STR) => {
                std::str::from_utf8(vm.heap.bytes(value)).ok().map(|text| Field::Text(text.to_owned()))
            }
            Wanted::Text if value.is(ids::STR) || value.is(ids::BYTES) => Some(Field::None),
            Wanted::Int => small_int(vm, value).map(Field::Int),
            Wanted::Constant => constant_of(vm, value).ok().map(Field::Const),
            _ => None,
        })
    }

    /// The position of a node: as CPython takes it, the end is the beginning if it is not known.
    fn span(&self, vm: &mut Vm, v: Value, kind: &Kind) -> Res<Option<[u32; 4]>> {
        let mut numbers = [0i64; 4];
        for (i, name) in self.place.into_iter().enumerate() {
            let value = self.attribute(vm, v, name, kind)?;
            let number = match value.filter(|value| !value.is_none()) {
                Some(value) => small_int(vm, value).filter(|n| i32::try_from(*n).is_ok()),
                None if i >= 2 => Some(numbers[i - 2]),
                None => None,
            };
            let Some(number) = number else { return Ok(None) };
            numbers[i] = number;
        }
        let [line, column, last, end] = numbers;
        let unknown = line < 0 && last != line || column < 0 && end != column;
        let fits = !unknown && (line, column) <= (last, end);
        // Code has line 0 for what has none.
        Ok(fits.then(|| numbers.map(|n| n.max(0) as u32)))
    }
}

fn small_int(vm: &Vm, value: Value) -> Option<i64> {
    let value = vm.unwrap(value);
    match value {
        Value::TRUE => Some(1),
        Value::FALSE => Some(0),
        _ => value.is_int().then(|| value.as_int()),
    }
}
