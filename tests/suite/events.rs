//! Events are CPython's in kind, line, function, frame and depth, from first to last.

use ttd_tests::check::Failure;
use ttd_tests::run::go;
use ttd_tests::{Outcome, Program, Row, Way, check_all};
use ttd_vm::time::Reached;

#[test]
fn events() {
    check_all("events", |program| {
        let Some(trace) = program.trace() else {
            return Ok(());
        };
        for interval in [0, 1, 7, 1000] {
            one_by_one(program, &trace.events, Way::every(interval))?;
            at_once(program, &trace.events, Way::every(interval))?;
        }
        Ok(())
    });
}

/// Seeks to every event in order, so that each is reached as it happens for the first time.
fn one_by_one(program: &Program, expected: &[Row], way: Way) -> Outcome {
    let fail = |t: Option<u64>, what: String| Failure::new(program, way, t, what);
    let mut machine = way.launch(program).map_err(|e| fail(None, e))?;
    for (t, row) in (0..).zip(expected) {
        go(&mut machine, t).map_err(|e| fail(t.checked_sub(1), format!("{e}; it should be {row}")))?;
        compare(&Row::here(&machine), row, t).map_err(|e| fail(Some(t), e))?;
    }
    let last = expected.len() as u64;
    if machine.seek(last) != Reached::End {
        return Err(fail(Some(last), format!("event {last} is one too many: {}", Row::here(&machine))));
    }
    Ok(())
}

/// Reads all events as a list, first as they happen and then again.
fn at_once(program: &Program, expected: &[Row], way: Way) -> Outcome {
    let fail = |t: Option<u64>, what: String| Failure::new(program, way, t, what);
    let mut machine = way.launch(program).map_err(|e| fail(None, e))?;
    for time in ["the first time", "again"] {
        let got = machine.record(0, expected.len() as u64 + 10);
        let got: Vec<Row> = got.iter().map(|event| Row::of(&machine, event)).collect();
        for ((t, row), other) in (0..).zip(expected).zip(&got) {
            compare(other, row, t).map_err(|e| fail(Some(t), format!("{time}: {e}")))?;
        }
        if got.len() != expected.len() {
            let what = format!("{time}: {} events instead of {}", got.len(), expected.len());
            return Err(fail(None, what));
        }
    }
    Ok(())
}

fn compare(got: &Row, expected: &Row, t: u64) -> Result<(), String> {
    match got == expected {
        true => Ok(()),
        false => Err(format!("event {t} is {got} instead of {expected}")),
    }
}
