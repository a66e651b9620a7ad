//! The marks that CPython 3.13.0's `traceback` module prints for these lines and positions.

use ttd_code::bytecode::code::Pos;

use super::source_block;

/// A source, the position of an instruction in it, and the lines of the traceback entry.
type Case = (&'static str, (u32, u32, i32, i32), &'static [&'static str]);

#[rustfmt::skip]
const CASES: &[Case] = &[
    // plain call
    ("print(report(x))", (1, 1, 6, 15),
     &["print(report(x))", "      ~~~~~~^^^"]),
    // whole statement call
    ("down(0)", (1, 1, 0, 7),
     &["down(0)", "~~~~^^^"]),
    // whole statement name
    ("    undefined", (1, 1, 4, 13),
     &["undefined"]),
    // named return
    ("    return down(n + 1)", (1, 1, 11, 22),
     &["return down(n + 1)"]),
    // attr return
    ("    return a.down(n + 1)", (1, 1, 11, 24),
     &["return a.down(n + 1)", "       ~~~~~~^^^^^^^"]),
    // assign
    ("x = f(1)", (1, 1, 4, 8),
     &["x = f(1)"]),
    // assign two
    ("x = y = f(1)", (1, 1, 8, 12),
     &["x = y = f(1)", "        ~^^^"]),
    // assign attr
    ("self.x = f(1)", (1, 1, 9, 13),
     &["self.x = f(1)", "         ~^^^"]),
    // raise
    ("    raise ValueError(1)", (1, 1, 4, 23),
     &["raise ValueError(1)"]),
    // binary
    ("left = self.items[name] - n", (1, 1, 7, 27),
     &["left = self.items[name] - n", "       ~~~~~~~~~~~~~~~~~^~~"]),
    // subscript
    ("left = self.items[name] - n", (1, 1, 7, 23),
     &["left = self.items[name] - n", "       ~~~~~~~~~~^^^^^^"]),
    // attribute
    ("y = a.b.c", (1, 1, 4, 9),
     &["y = a.b.c", "    ^^^^^"]),
    // compare
    ("if a < b:", (1, 1, 3, 8),
     &["if a < b:", "   ^^^^^"]),
    // floor
    ("return value // n", (1, 1, 7, 17),
     &["return value // n", "       ~~~~~~^^~~"]),
    // name in call
    ("print(undefined)", (1, 1, 6, 15),
     &["print(undefined)", "      ^^^^^^^^^"]),
    // tabs
    ("\tif x:\tf(y)", (1, 1, 7, 11),
     &["if x:\tf(y)", "      ~^^^"]),
    // comment after
    ("f(x)  # comment", (1, 1, 0, 4),
     &["f(x)  # comment", "~^^^"]),
    // attribute call, no marks inside
    ("x = 1; f(x)", (1, 1, 7, 11),
     &["x = 1; f(x)", "       ~^^^"]),
    // non-ascii before
    ("é = ü(x) + f(1)", (1, 1, 13, 17),
     &["é = ü(x) + f(1)", "           ~^^^"]),
    // wide
    ("x = '日本' + f(1)", (1, 1, 4, 19),
     &["x = '日本' + f(1)", "    ~~~~~~~^~~~~~"]),
    // wide call
    ("print('日本', f(1), '語')", (1, 1, 16, 20),
     &["print('日本', f(1), '語')", "              ~^^^"]),
    // wide inside
    ("x = f('日本')[0]", (1, 1, 4, 18),
     &["x = f('日本')[0]", "    ~~~~~~~~~^^^"]),
    // spaces around operator
    ("x = (a)  +  (b)", (1, 1, 4, 15),
     &["x = (a)  +  (b)", "    ~~~~~^~~~~~"]),
    // lines return call
    ("    return int(\n        text.strip()\n    )", (1, 3, 11, 5),
     &["return int(", "    text.strip()", ")"]),
    // lines call
    ("x = foo(\n    a,\n    b,\n    c,\n    d,\n)[0]", (1, 6, 4, 1),
     &["x = foo(", "    ~~~^", "    a,", "    ^^", "...<2 lines>...", "    d,", "    ^^", ")[0]", "^"]),
    // lines call 2
    ("    x.y = foo(\n        a,\n        b,\n        c,\n    )", (1, 5, 10, 5),
     &["x.y = foo(", "      ~~~^", "    a,", "    ^^", "    b,", "    ^^", "    c,", "    ^^", ")", "^"]),
    // lines binary
    ("x = (\n    aaa\n    +\n    bbb(\n        1,\n        2,\n    )\n)", (2, 7, 4, 5),
     &["aaa", "~~~", "+", "^", "bbb(", "~~~~", "...<2 lines>...", ")", "~"]),
    // lines subscript
    ("print(table[\n  'x'\n])", (1, 3, 6, 1),
     &["print(table[", "      ~~~~~^", "  'x'", "  ^^^", "])", "^"]),
    // lines binary comment
    ("y = (first  # + no\n     * second)", (1, 2, 5, 13),
     &["y = (first  # + no", "     ~~~~~~~~~~~~~", "     * second)", "     ^~~~~~~~"]),
    // raise lines
    ("raise ValueError(\n    'a',\n    'b',\n    'c',\n)", (1, 5, 0, 1),
     &["raise ValueError(", "...<3 lines>...", ")"]),
    // blank line inside
    ("    f(\n\n      1\n    ).x", (1, 4, 4, 5),
     &["f(", "~^", "", "", "  1", "  ^", ").x", "^"]),
    // with
    ("with open(a) as f, open(b) as g:", (1, 1, 19, 26),
     &["with open(a) as f, open(b) as g:", "                   ~~~~^^^"]),
    // unary
    ("x = -y", (1, 1, 4, 6),
     &["x = -y", "    ^^"]),
    // for
    ("for a, b in zip(x):", (1, 1, 12, 18),
     &["for a, b in zip(x):", "            ~~~^^^"]),
    // import
    ("import nothing", (1, 1, 0, 14),
     &["import nothing"]),
    // import two
    ("import a; import nothing", (1, 1, 10, 24),
     &["import a; import nothing", "          ^^^^^^^^^^^^^^"]),
    // fstring
    ("print(f'{a.b} {c}')", (1, 1, 9, 12),
     &["print(f'{a.b} {c}')", "         ^^^"]),
    // decorator
    ("@deco(1)", (1, 1, 1, 8),
     &["@deco(1)", " ~~~~^^^"]),
    // await
    ("return await f(x)", (1, 1, 7, 17),
     &["return await f(x)", "       ^^^^^^^^^^"]),
    // lambda
    ("g = lambda: f(x)[1]", (1, 1, 12, 19),
     &["g = lambda: f(x)[1]", "            ~~~~^^^"]),
    // del
    ("del d[k]", (1, 1, 4, 8),
     &["del d[k]", "    ~^^^"]),
    // del two
    ("del d[k], d[j]", (1, 1, 10, 14),
     &["del d[k], d[j]", "          ~^^^"]),
    // assert
    ("assert f(x), 'no'", (1, 1, 0, 17),
     &["assert f(x), 'no'"]),
    // assert value
    ("assert f(x), 'no'", (1, 1, 7, 11),
     &["assert f(x), 'no'", "       ~^^^"]),
    // aug
    ("x += f(y)", (1, 1, 0, 9),
     &["x += f(y)"]),
    // else on one line
    ("else: f(y)", (1, 1, 6, 10),
     &["else: f(y)", "      ~^^^"]),
    // operator next to bracket
    ("x = [a]*[b]", (1, 1, 4, 11),
     &["x = [a]*[b]", "    ~~~^~~~"]),
    // power
    ("x = a**b", (1, 1, 4, 8),
     &["x = a**b", "    ~^^~"]),
    // call with lambda paren
    ("x = (f)(y) ", (1, 1, 4, 10),
     &["x = (f)(y)"]),
];

#[test]
fn marks_are_those_of_cpython() {
    for (source, (line, end_line, col, end_col), want) in CASES {
        let lines: Vec<String> = source.split('\n').map(str::to_string).collect();
        let pos = Pos { line: *line, end_line: *end_line, col: *col, end_col: *end_col };
        let got = source_block(&lines, *line, Some(pos));
        let want: String = want.iter().map(|l| format!("    {l}\n")).collect();
        assert_eq!(got, want, "{source}");
    }
}

#[test]
fn without_a_position_only_the_line_is_shown() {
    let lines = ["a".to_string(), "  b()".to_string(), String::new()];
    assert_eq!(source_block(&lines, 2, None), "    b()\n");
    assert_eq!(source_block(&lines, 3, None), "");
    assert_eq!(source_block(&lines, 9, None), "");
    let nowhere = Pos { line: 2, end_line: 2, col: -1, end_col: -1 };
    assert_eq!(source_block(&lines, 2, Some(nowhere)), "    b()\n");
}
