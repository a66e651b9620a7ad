//! Calls that hand out what they were given before.

use ruff_python_ast::Expr;

/// Methods that take or read an item of their object.
const METHODS: &[&str] = &["pop", "popleft", "popitem", "get", "get_nowait", "setdefault", "__next__", "__getitem__"];

/// Builtin functions that compute something new.
const COMPUTING: &[&str] = &[
    "abs",
    "all",
    "any",
    "ascii",
    "bin",
    "bool",
    "bytes",
    "callable",
    "chr",
    "complex",
    "divmod",
    "float",
    "format",
    "hash",
    "hex",
    "id",
    "input",
    "int",
    "isinstance",
    "issubclass",
    "len",
    "oct",
    "open",
    "ord",
    "pow",
    "repr",
    "round",
    "str",
    "sum",
    "type",
];

/// Whether an expression is a call, or waits for one, that may only hand out its value: that of an item, of a cache.
pub fn may_hand_out(text: &str) -> bool {
    let Ok(parsed) = ruff_python_parser::parse_expression(text) else { return false };
    let mut expr = parsed.expr();
    if let Expr::Await(awaited) = expr {
        expr = &awaited.value;
    }
    let Expr::Call(call) = expr else { return false };
    match &*call.func {
        Expr::Attribute(method) => METHODS.contains(&method.attr.as_str()),
        Expr::Name(function) => !COMPUTING.contains(&function.id.as_str()),
        _ => false,
    }
}
