//! The listings of `tests/disas/*.py`, each beside its program. `UPDATE=1` rewrites them.
//!
//! A program whose first line begins with `# library` is translated as library code, one with `# single` as an
//! interactive statement.

use std::path::PathBuf;

use ttd_code::bytecode::code::{Code, Const};
use ttd_code::bytecode::op::Op;
use ttd_code::{Mode, Options, SyntaxError, compile, decode_source, disassemble, verify};

fn programs() -> Vec<PathBuf> {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/disas");
    let entries = std::fs::read_dir(dir).expect("tests/disas");
    let mut files: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "py"));
    files.sort();
    files
}

fn translate(path: &PathBuf) -> Result<std::sync::Arc<Code>, SyntaxError> {
    let source = decode_source(&std::fs::read(path).expect("readable"))?;
    let opts = Options { counted: !source.starts_with("# library"), ..Options::default() };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mode = if source.starts_with("# single") { Mode::Single } else { Mode::Exec };
    compile(&source, &name, mode, opts)
}

#[test]
fn listings_are_as_they_were() {
    let mut different = Vec::new();
    for path in programs() {
        let code = translate(&path).expect("compiles");
        verify(&code).expect("verifies");
        let listing = disassemble(&code);
        let golden = path.with_extension("txt");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&golden, &listing).expect("writable");
        } else if std::fs::read_to_string(&golden).unwrap_or_default() != listing {
            different.push(path.display().to_string());
        }
    }
    assert!(different.is_empty(), "listings changed (UPDATE=1 rewrites them): {different:?}");
}

/// Every instruction occurs in a listing, so that somebody has read its translation.
#[test]
fn every_instruction_is_in_a_listing() {
    fn collect(code: &Code, seen: &mut Vec<Op>) {
        seen.extend(code.ins.iter().map(|i| i.op));
        for constant in &code.consts {
            if let Const::Code(inner) = constant {
                collect(inner, seen);
            }
        }
    }
    let mut seen = vec![Op::Break, Op::Look];
    for path in programs() {
        collect(&translate(&path).expect("compiles"), &mut seen);
    }
    let missing: Vec<&Op> = Op::ALL.iter().filter(|op| !seen.contains(op)).collect();
    assert!(missing.is_empty(), "in no listing: {missing:?}");
}
