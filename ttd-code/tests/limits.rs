//! Programs at the limits: far jumps, many names, deep nesting, garbage. Code that cannot be encoded is an error, never
//! a wrong program.

use std::fmt::Write as _;
use std::sync::Arc;

use ttd_code::bytecode::code::{Code, Const};
use ttd_code::bytecode::op::Op;
use ttd_code::{Mode, Options, SyntaxError, compile, verify};

fn user(source: &str) -> Result<Arc<Code>, SyntaxError> {
    compile(source, "limits.py", Mode::Exec, Options { counted: true, ..Options::default() })
}

/// Runs `work` on a stack as large as the interpreter's.
fn deep<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(work);
    thread.expect("a thread").join().expect("no panic")
}

fn first_function(code: &Code) -> &Code {
    let found = code.consts.iter().find_map(|c| if let Const::Code(inner) = c { Some(inner) } else { None });
    found.expect("a function")
}

#[test]
fn far_jumps_are_wide() {
    let body = "        x = i + 1\n".repeat(40_000);
    let source = format!("def f(n):\n    for i in range(n):\n        if i == 1: continue\n{body}    return x\n");
    let code = user(&source).expect("compiles");
    verify(&code).expect("verifies");
    let f = first_function(&code);
    let at = f.ins.iter().position(|i| i.op == Op::ForNext).expect("a loop");
    // The second `for_next` is far below its loop: it goes over a wide jump.
    let last = f.ins.iter().rposition(|i| i.op == Op::ForNext).expect("a loop");
    assert!(last > at + 40_000);
    assert_eq!((f.ins[last].c, f.ins[last + 2].op), (1, Op::JumpBack));
}

#[test]
fn sites_are_shared_when_there_are_too_many() {
    let code = user(&"x.y\n".repeat(50_000)).expect("compiles");
    verify(&code).expect("verifies");
    assert_eq!(code.sites.len(), 2);
    let code = user(&"x.y\n".repeat(100)).expect("compiles");
    assert_eq!(code.sites.len(), 200);
}

#[test]
fn what_cannot_be_encoded_is_an_error() {
    deep(|| {
        let mut names = String::new();
        let mut locals = String::from("def f():\n");
        for i in 0..70_000 {
            let _ = writeln!(names, "name{i} = 1");
            let _ = writeln!(locals, "    local{i} = 1");
        }
        for source in [names, locals] {
            let Err(error) = user(&source) else { panic!("compiled what is too large") };
            assert!(error.message.contains("too many"), "{error}");
        }
    });
}

#[test]
fn deep_nesting_is_survived() {
    deep(|| {
        let elifs: String = (0..5000).map(|i| format!("elif x == {i}: pass\n")).collect();
        let code = user(&format!("if x: pass\n{elifs}")).expect("compiles");
        verify(&code).expect("verifies");
        assert!(user(&"(".repeat(1000)).is_err());
        assert!(user(&format!("{}x", "-".repeat(100_000))).is_err());
        let _ = user(&format!("x{}", ".y".repeat(2000)));
    });
}

#[test]
fn cut_off_programs_do_not_panic() {
    deep(|| {
        let source = include_str!("../../tests/disas/exceptions.py").to_owned()
            + include_str!("../../tests/disas/calls.py")
            + include_str!("../../tests/disas/patterns.py");
        for cut in (0..source.len()).filter(|i| source.is_char_boundary(*i)) {
            for text in [&source[..cut], &source[cut..]] {
                match user(text) {
                    Ok(code) => verify(&code).expect("verifies"),
                    Err(error) => assert!(!error.message.contains("internal error"), "{error}"),
                }
            }
        }
    });
}

#[test]
fn the_verifier_refuses_broken_code() {
    let code = user("def f(a):\n    for x in a: a.b(x)\n    return g(a)\n").expect("compiles");
    let good = first_function(&code);
    verify(good).expect("verifies");
    type Change = fn(&mut Code);
    let broken: [(&str, Change); 8] = [
        ("register", |c| c.nregs = 2),
        ("position", |c| c.positions.truncate(3)),
        ("events", |c| c.ins[0].events += 1),
        ("site", |c| c.sites.truncate(1)),
        ("runs off", |c| {
            let n = c.ins.len();
            c.ins[n - 1] = ttd_code::bytecode::op::Ins { op: Op::Nop, events: c.ins[n - 1].events, a: 0, b: 0, c: 0 };
        }),
        ("jump", |c| {
            let at = c.ins.iter().position(|i| i.op == Op::ForNext).expect("a loop");
            c.ins[at].c = 0x8000;
        }),
        ("not written", |c| {
            let at = c.ins.iter().position(|i| i.op == Op::GetIter).expect("a loop");
            c.ins[at].a += 1;
        }),
        ("library", |c| c.counted = false),
    ];
    for (word, change) in broken {
        let mut code = good.clone();
        change(&mut code);
        let problem = verify(&code).expect_err(word);
        assert!(problem.contains(word) || word == "library", "{word}: {problem}");
    }
}
