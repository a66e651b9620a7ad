//! Output and exit status are CPython's.

use ttd_debug::target::NEVER;
use ttd_tests::check::Failure;
use ttd_tests::{Program, Reference, Run, Way, check_all};
use ttd_vm::RunOptions;
use ttd_vm::time::Reached;

#[test]
fn output() {
    check_all("output", |program| {
        let run = Run::plain(program, RunOptions::default());
        run.same(&Run::expected(program)).map_err(|what| Failure { what, open: program.command("ttd", &[]) })
    });
}

/// Compares output and exit status of runs under the machine that can go back: of the reference, which stops at each
/// event, and of one that runs through.
#[test]
fn output_of_the_machine() {
    check_all("machine", |program| {
        let fail = |way, what: String| Failure::new(program, way, None, what);
        let reference = Reference::of(program).map_err(|e| fail(Way::AGAIN, e))?;
        reference.run.same(&Run::expected(program)).map_err(|e| fail(Way::AGAIN, e))?;
        let way = Way::every(1000);
        at_the_end(program, way).map_err(|e| fail(way, e))
    });
}

fn at_the_end(program: &Program, way: Way) -> Result<(), String> {
    let mut machine = way.launch(program)?;
    match machine.seek(NEVER) {
        Reached::End => Run::of(&machine).same(&Run::expected(program)),
        reached => Err(format!("{reached:?} instead of the end")),
    }
}
