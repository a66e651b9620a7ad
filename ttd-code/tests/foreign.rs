//! Code that anybody may have made: it is refused, or it is safe to run.

use std::sync::Arc;

use ttd_code::bytecode::code::{Code, Const};
use ttd_code::bytecode::op::Op;
use ttd_code::{Mode, Options, compile, pack, unpack, verify, verify_foreign};

const SOURCE: &str = "
def outer(a, *b, c=1, **d):
    n = [a for i in b if i]
    def inner():
        nonlocal n
        n = a
        return n
    return inner
class C:
    x = 1
    def m(self): yield __class__
async def co():
    async with x as y: await y
";

fn module() -> Arc<Code> {
    compile(SOURCE, "m.py", Mode::Exec, Options::default()).expect("compiles")
}

fn inner(code: &Code, name: &str) -> Code {
    let found = code.consts.iter().find_map(|c| match c {
        Const::Code(code) if &*code.name == name => Some((**code).clone()),
        Const::Code(code) => {
            let nested = code.consts.iter().any(|c| matches!(c, Const::Code(_)));
            nested.then(|| inner(code, name))
        }
        _ => None,
    });
    found.expect("there")
}

#[test]
fn the_compilers_code_is_accepted() {
    verify_foreign(&module()).expect("verifies");
}

#[test]
fn what_is_in_no_cell_is_refused() {
    let good = inner(&module(), "outer");
    let at = good.ins.iter().position(|ins| ins.op == Op::MakeCell).expect("a cell");
    let mut bad = good.clone();
    bad.ins[at].op = Op::CheckBound;
    verify(&bad).expect("an ordinary instruction");
    assert!(verify_foreign(&bad).expect_err("no cell").contains("holds no cell"));
    let mut bad = good;
    bad.args = 40;
    assert!(verify_foreign(&bad).expect_err("arguments").contains("arguments"));
}

#[test]
fn damaged_bytes_are_an_error_or_safe() {
    let packed = pack(&module());
    let mut refused = 0;
    for at in 0..packed.len() {
        for change in [1, 0x55, 0x80] {
            let mut bytes = packed.clone();
            bytes[at] ^= change;
            let safe = unpack(&bytes).is_ok_and(|code| verify_foreign(&code).is_ok());
            refused += usize::from(!safe);
        }
    }
    assert!(refused > packed.len());
}
