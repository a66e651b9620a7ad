//! The wording of CPython for the messages of the front end's parser.

/// Beginnings of the parser's messages, with CPython's message for each.
const WORDINGS: &[(&str, &str)] = &[
    ("Expected `:`, found newline", "expected ':'"),
    ("Expected `except` or `finally` after `try` block", "expected 'except' or 'finally' block"),
    ("Expected `else`", "expected 'else' after 'if' expression"),
    ("Expected an indented block", "expected an indented block"),
    (
        "Positional argument cannot follow keyword argument unpacking",
        "positional argument follows keyword argument unpacking",
    ),
    ("Positional argument cannot follow keyword argument", "positional argument follows keyword argument"),
    (
        "Iterable argument unpacking cannot follow keyword argument unpacking",
        "iterable argument unpacking follows keyword argument unpacking",
    ),
    ("Iterable unpacking cannot be used in a comprehension", "iterable unpacking cannot be used in comprehension"),
    ("Unparenthesized generator expression cannot be used here", "Generator expression must be parenthesized"),
    ("Parameter cannot follow var-keyword parameter", "arguments cannot follow var-keyword argument"),
    (
        "Parameter without a default cannot follow a parameter with a default",
        "parameter without a default follows parameter with a default",
    ),
    ("Expected one or more keyword parameter after `*` separator", "named arguments must follow bare *"),
    ("Parameter with `*` or `**` cannot have default value", "var-positional argument cannot have default value"),
    ("Starred expression cannot be used here", "can't use starred expression here"),
    ("Unexpected indentation", "unexpected indent"),
    ("Trailing comma not allowed", "trailing comma not allowed without surrounding parentheses"),
    ("f-string: single `}` is not allowed", "f-string: single '}' is not allowed"),
    ("f-string: expecting `}`", "f-string: expecting '}'"),
    (
        "f-string: conversion type must come right after",
        "f-string: conversion type must come right after the exclamanation mark",
    ),
    ("too many nested f-strings", "too many nested f-strings"),
    ("'/' parameter must appear before '*'", "/ must be ahead of *"),
    ("Position-only parameter separator not allowed as first parameter", "at least one argument must precede /"),
    ("Only one '*' parameter allowed", "* argument may appear only once"),
    ("Only one '*' separator allowed", "* argument may appear only once"),
    ("Multiple exception types must be parenthesized", "multiple exception types must be parenthesized"),
    ("Expected one or more exception types", "expected one or more exception types"),
    ("Boolean 'not' expression cannot be used here", "'not' after an operator must be parenthesized"),
    ("Positional patterns cannot follow keyword patterns", "positional patterns follow keyword patterns"),
    ("Expected a real number in complex literal", "real number required in complex literal"),
    ("Expected an imaginary number in complex literal", "imaginary number required in complex literal"),
    ("invalid syntax. Is this intended to be part of the string?", "invalid syntax"),
    ("Bytes literal cannot be mixed", "cannot mix bytes and nonbytes literals"),
];

/// Beginnings of CPython's messages that start with a capital. Any other such message is the parser's own.
const CAPITALIZED: &[&str] = &[
    "Exceeds the limit",
    "Missing parentheses",
    "Generator expression must",
    "Did you mean",
    "Expected one or more names",
    "Function parameters",
    "Lambda expression parameters",
    "Type parameter list cannot be empty",
];

/// Returns CPython's message for the parser's message `raw` about the line `text`.
pub(super) fn reword(raw: &str, text: &str) -> String {
    let code = text.trim();
    if raw.starts_with("Expected one or more symbol names") && (code.starts_with("from") || code == "import") {
        return "Expected one or more names after 'import'".into();
    }
    if let Some((_, ours)) = WORDINGS.iter().find(|(theirs, _)| raw.starts_with(theirs)) {
        return (*ours).into();
    }
    let first = code.trim_start_matches("async ").split([' ', ':']).next();
    if raw.starts_with("Expected `(`") && first == Some("def") {
        return "expected '('".into();
    }
    if raw.starts_with("Expected `:`") && matches!(first, Some("def" | "try" | "else" | "finally")) {
        return "expected ':'".into();
    }
    let foreign = raw.starts_with(|c: char| c.is_ascii_uppercase()) && !CAPITALIZED.iter().any(|c| raw.starts_with(c));
    let same = raw == "cannot use attribute as import target";
    if foreign || same { "invalid syntax".into() } else { raw.into() }
}
