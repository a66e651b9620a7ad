//! Decoding of source bytes, and syntax errors with the messages and locations of CPython 3.13.

use ttd_code::{Mode, Options, SyntaxError, compile, decode_file, decode_source};

fn error(source: &str) -> SyntaxError {
    compile(source, "e.py", Mode::Exec, Options::default()).expect_err("not Python")
}

/// Source, class, message, line and column.
const CASES: &[(&str, &str, &str, u32, u32)] = &[
    ("x = (1\n", "SyntaxError", "'(' was never closed", 1, 5),
    ("if x\n  pass\n", "SyntaxError", "expected ':'", 1, 5),
    ("  x=1\n", "IndentationError", "unexpected indent", 1, 2),
    ("if x:\npass\n", "IndentationError", "expected an indented block after 'if' statement on line 1", 2, 1),
    ("def f():\n  x\n y\n", "IndentationError", "unindent does not match any outer indentation level", 3, 3),
    ("if 1:\n\tx\n        y\n", "TabError", "inconsistent use of tabs and spaces in indentation", 3, 1),
    ("break\n", "SyntaxError", "'break' outside loop", 1, 1),
    ("return 1\n", "SyntaxError", "'return' outside function", 1, 1),
    ("é$\n", "SyntaxError", "invalid syntax", 1, 2),
    ("x = 1 2\n", "SyntaxError", "invalid syntax", 1, 7),
    ("f(a=1, 2)\n", "SyntaxError", "positional argument follows keyword argument", 1, 9),
    ("try:\n  pass\nx\n", "SyntaxError", "expected 'except' or 'finally' block", 3, 1),
    ("1 = x\n", "SyntaxError", "cannot assign to literal here. Maybe you meant '==' instead of '='?", 1, 1),
    ("f() = 2\n", "SyntaxError", "cannot assign to function call here. Maybe you meant '==' instead of '='?", 1, 1),
    ("x\ndef f() x\n", "SyntaxError", "expected ':'", 2, 9),
    ("if 1:\n        x\n\ty\n", "TabError", "inconsistent use of tabs and spaces in indentation", 3, 1),
    ("from . import\n", "SyntaxError", "Expected one or more names after 'import'", 1, 14),
    ("def f(a, a): pass\n", "SyntaxError", "duplicate argument 'a' in function definition", 1, 10),
];

#[test]
fn errors_are_worded_like_cpython() {
    for &(source, class, message, line, column) in CASES {
        let e = error(source);
        assert_eq!((e.class, &*e.message, e.line, e.column), (class, message, line, column), "{source:?}");
        assert_eq!(e.text.as_deref(), source.split_inclusive('\n').nth(line as usize - 1), "{source:?}");
    }
}

/// Source, and the part that CPython marks with `^`.
const MARKED: &[(&str, &str)] = &[
    ("if x = (a, 'b:')[0] + 1 and c: pass\n", "x = (a, 'b:')[0] + 1"),
    ("x = (y = 1)\n", "y = 1"),
    ("f(a.b = 1)\n", "a.b ="),
    ("f(None=1)\n", "None="),
    ("print 'a;', b; c\n", "print 'a;', b"),
    ("import a from b  # c\n", "import a from b"),
    ("x = 1, b'', '\\x1' + y\n", "'\\x1'"),
    ("f() = x = 1\n", "f()"),
];

#[test]
fn marks_are_those_of_cpython() {
    for (source, want) in MARKED {
        let e = error(source);
        let (from, to) = (e.column as usize - 1, e.end_column as usize - 1);
        assert_eq!((e.end_line, source.get(from..to)), (1, Some(*want)), "{e}");
    }
}

#[test]
fn the_last_line_is_where_the_end_is_missed() {
    let e = error("x\ntry: pass\n");
    let place = (e.line, e.column, e.text.as_deref());
    assert_eq!(place, (2, 0, Some("try: pass\n")));
    let e = error("x = \"\"\"a\n\n");
    assert!(e.message.ends_with("(detected at line 2)"), "{e}");
}

#[test]
fn escapes_are_worded_like_cpython() {
    let codec = "(unicode error) 'unicodeescape' codec can't decode bytes in position";
    assert_eq!(error("'\\x1'\n").message, format!("{codec} 0-2: truncated \\xXX escape"));
    assert_eq!(error("'ab\\u12'\n").message, format!("{codec} 2-5: truncated \\uXXXX escape"));
}

#[test]
fn encodings_are_declared_in_the_first_two_lines() {
    let text = |bytes: &[u8]| decode_source(bytes).map_err(|e| e.message);
    assert_eq!(text(b"\xef\xbb\xbfx = 1").as_deref(), Ok("x = 1"));
    assert_eq!(text(b"#!x\n# coding: latin-1\n'\xe9'").as_deref(), Ok("#!x\n# coding: latin-1\n'é'"));
    assert_eq!(text(b"# coding=cp1252\n'\x80'").as_deref(), Ok("# coding=cp1252\n'€'\n"));
    assert_eq!(text(b"# coding: foo\n").unwrap_err(), "unknown encoding: foo");
    let bad = "(unicode error) 'utf-8' codec can't decode byte 0xe9 in position 0: unexpected end of data";
    assert_eq!(text(b"x = 1\ny = \"\xe9\"\n").unwrap_err(), bad);
    assert_eq!(text(b"x\n\n# coding: latin-1\n'\xe9'").unwrap_err(), bad);
    assert_eq!(text(b"x\0").unwrap_err(), "source code string cannot contain null bytes");
}

#[test]
fn a_file_to_run_has_its_own_messages() {
    let message = |bytes: &[u8]| decode_file(bytes, "a.py").expect_err("bad bytes").message;
    let bad = "Non-UTF-8 code starting with '\\xe9' in file a.py on line 2, but no encoding declared; \
               see https://peps.python.org/pep-0263/ for details";
    assert_eq!(message(b"x = 1\ny = \"\xe9\"\n"), bad);
    assert_eq!(message(b"# coding: foo\n"), "encoding problem: foo");
    assert_eq!(message(b"\xef\xbb\xbf# coding: latin-1\n"), "encoding problem: iso-8859-1 with BOM");
    let null = decode_file(b"x = 1\nx\0", "a.py").expect_err("null");
    assert_eq!((&*null.message, null.line), ("source code cannot contain null bytes", 2));
}

#[test]
fn line_ends_in_strings_are_line_feeds() {
    let code = compile("'''a\r\nb\rc'''\r\n1\r", "n.py", Mode::Exec, Options::default()).expect("compiles");
    let doc = ttd_code::bytecode::code::Const::Str(b"a\nb\nc"[..].into());
    assert!(code.consts.contains(&doc), "{:?}", code.consts);
}
