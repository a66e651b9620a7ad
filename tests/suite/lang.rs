//! Output and exit status are CPython's.

use ttd_debug::target::NEVER;
use ttd_tests::check::Failure;
use ttd_tests::{Outcome, Program, Run, Way, check_all};
use ttd_vm::RunOptions;
use ttd_vm::time::Reached;

#[test]
fn output() {
    check_all("output", |program| {
        let run = Run::plain(program, RunOptions::default());
        run.same(&Run::expected(program)).map_err(|what| Failure { what, open: program.command("ttd", &[]) })
    });
}

/// Compares output and exit status of a run under the machine that can go back.
#[test]
fn output_of_the_machine() {
    check_all("machine", |program| {
        at_the_end(program, Way::AGAIN)?;
        at_the_end(program, Way::every(1000))
    });
}

fn at_the_end(program: &Program, way: Way) -> Outcome {
    let fail = |what: String| Failure::new(program, way, None, what);
    let mut machine = way.launch(program).map_err(fail)?;
    let reached = machine.seek(NEVER);
    if reached != Reached::End {
        return Err(fail(format!("{reached:?} instead of the end")));
    }
    Run::of(&machine).same(&Run::expected(program)).map_err(fail)
}
