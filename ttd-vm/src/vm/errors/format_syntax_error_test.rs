//! The texts that CPython 3.13.0's `traceback` module prints for these SyntaxErrors.

use super::Details;

/// File, line, column, text, last line, end column, message; and the expected text.
type Fields = (
    Option<&'static str>,
    Option<i64>,
    Option<i64>,
    Option<&'static str>,
    Option<i64>,
    Option<i64>,
    Option<&'static str>,
);

#[rustfmt::skip]
const CASES: &[(Fields, &str)] = &[
    ((Some("f.py"), Some(4), Some(1), Some("f() = 2\n"), Some(4), Some(4), Some("m")),
     "  File \"f.py\", line 4\n    f() = 2\n    ^^^\nSyntaxError: m\n"),
    ((Some("f.py"), Some(4), Some(5), Some("    b = 2\n"), Some(4), Some(0), Some("m")),
     "  File \"f.py\", line 4\n    b = 2\n    ^\nSyntaxError: m\n"),
    ((Some("f.py"), Some(4), Some(4), Some("    b = 2\n"), Some(4), Some(0), Some("m")),
     "  File \"f.py\", line 4\n    b = 2\nSyntaxError: m\n"),
    ((Some("f.py"), Some(5), Some(1), Some("\tb = 2\n"), Some(5), Some(0), Some("m")),
     "  File \"f.py\", line 5\n    \tb = 2\n    ^\nSyntaxError: m\n"),
    ((Some("f.py"), Some(5), Some(6), Some("b = 2\n"), Some(5), Some(-1), Some("m")),
     "  File \"f.py\", line 5\n    b = 2\n         ^\nSyntaxError: m\n"),
    ((Some("f.py"), Some(3), Some(12), Some("text = \"\"\"one\n"), Some(3), Some(12), Some("m")),
     "  File \"f.py\", line 3\n    text = \"\"\"one\n               ^\nSyntaxError: m\n"),
    ((Some("f.py"), Some(3), Some(5), Some("x = (1 +\n"), Some(4), Some(2), Some("m")),
     "  File \"f.py\", line 3\n    x = (1 +\n        ^^^^\nSyntaxError: m\n"),
    ((Some("f.py"), Some(3), Some(200), Some("short\n"), Some(3), Some(201), Some("m")),
     "  File \"f.py\", line 3\n    short\n         ^\nSyntaxError: m\n"),
    ((Some("f.py"), Some(3), Some(3), Some("short\n"), Some(3), Some(99), Some("m")),
     "  File \"f.py\", line 3\n    short\n      ^^^\nSyntaxError: m\n"),
    ((Some("f.py"), Some(3), None, Some("  short\n"), None, None, Some("m")),
     "  File \"f.py\", line 3\n    short\nSyntaxError: m\n"),
    ((None, Some(3), Some(1), Some("x y\n"), Some(3), Some(2), Some("m")),
     "  File \"<string>\", line 3\n    x y\n    ^\nSyntaxError: m\n"),
    ((Some("f.py"), None, Some(1), Some("x y\n"), None, None, Some("m")),
     "    x y\n    ^\nSyntaxError: m (f.py)\n"),
    ((None, None, None, None, None, None, None),
     "SyntaxError: <no detail available>\n"),
    ((Some("f.py"), Some(2), Some(3), Some("é ö ü\n"), Some(2), Some(4), Some("m")),
     "  File \"f.py\", line 2\n    é ö ü\n      ^\nSyntaxError: m\n"),
    ((Some("f.py"), Some(2), Some(9), Some("\tif x:\ty z\n"), Some(2), Some(12), Some("m")),
     "  File \"f.py\", line 2\n    \tif x:\ty z\n    \t     \t ^^\nSyntaxError: m\n"),
    ((Some("f.py"), Some(2), Some(0), Some("x\n"), Some(2), Some(0), Some("m")),
     "  File \"f.py\", line 2\n    x\nSyntaxError: m\n"),
    ((Some(""), Some(2), Some(2), Some("x\n"), Some(2), Some(1), Some("")),
     "  File \"<string>\", line 2\n    x\n     ^\nSyntaxError: <no detail available>\n"),
    ((Some("f.py"), Some(2), Some(3), None, Some(2), Some(4), Some("m")),
     "  File \"f.py\", line 2\nSyntaxError: m\n"),
    ((Some("f.py"), Some(2), Some(3), Some(""), Some(2), Some(4), Some("m")),
     "  File \"f.py\", line 2\n    \n    ^\nSyntaxError: m\n"),
    ((Some("f.py"), Some(2), Some(7), Some("\u{c}  a b c\n"), Some(2), Some(8), Some("m")),
     "  File \"f.py\", line 2\n    a b c\n       ^\nSyntaxError: m\n"),
];

#[test]
fn texts_are_those_of_cpython() {
    for (fields, want) in CASES {
        let (filename, line, offset, text, end_line, end_offset, message) = *fields;
        let details = Details {
            filename: filename.map(str::to_string),
            line,
            end_line,
            offset,
            end_offset,
            text: text.map(str::to_string),
            message: message.map(str::to_string),
        };
        assert_eq!(details.format("SyntaxError"), *want, "{fields:?}");
    }
}
