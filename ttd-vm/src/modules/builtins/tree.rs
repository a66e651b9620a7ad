//! Syntax trees for `ast`: the result of `compile` with `PyCF_ONLY_AST`. The hidden module `_ast` has the classes of
//! nodes.

use rustc_hash::FxHashMap;
use ttd_code::Mode;
use ttd_code::ast::{Field, Node, parse};
use ttd_code::diagnostics::warnings::Phase;
use ttd_core::value::Value;

use super::source::{file_name, max_digits, source_text};
use super::tree_init::names;
use crate::Vm;
use crate::native::*;

/// The attributes of nodes that have a position.
pub(super) const PLACE: [&str; 4] = ["lineno", "col_offset", "end_lineno", "end_col_offset"];

/// `_core.parse_tree(source, filename, mode, classes, singles)`: `classes` has the classes of nodes by their names,
/// `singles` the one node of each class without fields.
pub(crate) fn parse_tree(vm: &mut Vm, args: Args) -> Res {
    let path = file_name(vm, args.get(1))?;
    let source = source_text(vm, args.get(0), &path, "compile() arg 1 must be a string, bytes or AST")?;
    let mode = vm.text_lossy(vm.unwrap(args.get(2))).into_owned();
    let mode = match mode.as_str() {
        "exec" => Mode::Exec,
        "eval" => Mode::Eval,
        "single" => Mode::Single,
        "func_type" => return Err(vm.not_supported("parsing a function type")),
        _ => return Err(vm.value_error("compile() mode must be 'exec', 'eval', 'single' or 'func_type'")),
    };
    let mode = if mode == Mode::Eval && super::expression::is_indented(&source) { Mode::Exec } else { mode };
    match parse(&source, &path, mode, max_digits(vm)) {
        Ok(node) => {
            let found = ttd_code::diagnostics::warnings::warnings(&source, &path, mode, Phase::Parser);
            vm.compiler_warnings(&found)?;
            let place = PLACE.map(|name| vm.intern(name));
            let (classes, singles) = (args.get(3), args.get(4));
            let mut maker = Maker { classes, singles, place, known: FxHashMap::default() };
            Ok(maker.node(vm, &node))
        }
        Err(e) => Err(vm.syntax_error(&e)),
    }
}

/// A class of nodes, and the names of its fields.
type Class = (Value, Vec<Value>);

/// Makes nodes.
struct Maker {
    classes: Value,
    singles: Value,
    place: [Value; 4],
    known: FxHashMap<&'static str, Class>,
}

impl Maker {
    fn class(&mut self, vm: &mut Vm, kind: &'static str) -> &Class {
        self.known.entry(kind).or_insert_with(|| {
            let name = vm.intern(kind);
            let class = vm.dict_get_name(self.classes, name).unwrap_or(vm.types.object);
            (class, names(vm, class, "_fields").unwrap_or_default())
        })
    }

    fn node(&mut self, vm: &mut Vm, node: &Node) -> Value {
        if node.fields.is_empty() && node.span.is_none() {
            let name = vm.intern(node.kind);
            if let Some(single) = vm.dict_get_name(self.singles, name) {
                return single;
            }
        }
        let values: Vec<Value> = node.fields.iter().map(|f| self.field(vm, f)).collect();
        let place = self.place;
        let (class, names) = self.class(vm, node.kind);
        let made = vm.new_instance(*class);
        for (name, value) in names.iter().zip(values) {
            vm.set_own_attr(made, *name, value);
        }
        if let Some(numbers) = node.span {
            for (name, number) in place.into_iter().zip(numbers) {
                vm.set_own_attr(made, name, Value::int(i64::from(number)));
            }
        }
        made
    }

    fn field(&mut self, vm: &mut Vm, f: &Field) -> Value {
        match f {
            Field::None => Value::NONE,
            Field::Text(s) => vm.intern(s),
            Field::Int(n) => Value::int(*n),
            Field::Const(c) => vm.fresh_const(c),
            Field::Node(node) => self.node(vm, node),
            Field::List(items) => {
                let items: Vec<Value> = items.iter().map(|i| self.field(vm, i)).collect();
                vm.new_list(&items)
            }
        }
    }
}
