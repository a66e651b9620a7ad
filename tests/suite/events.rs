//! Events are CPython's in kind, line, function, frame and depth, from first to last.

use ttd_tests::check::Failure;
use ttd_tests::{Outcome, Program, Reference, Row, Way, check_all};

#[test]
fn events() {
    check_all("events", |program| {
        let Some(trace) = program.trace() else {
            return Ok(());
        };
        let reference = Reference::of(program).map_err(|e| Failure::new(program, Way::AGAIN, None, e))?;
        one_by_one(program, &trace.events, &reference.events)?;
        let ways = [Way::AGAIN, Way::every(1), Way::every(7), Way::every(1000), Way::log(64)];
        for way in reference.some("events", &ways) {
            at_once(program, &trace.events, way)?;
        }
        Ok(())
    });
}

/// Compares the events of the reference, which seeks to each in order. All modes are compared with it by `modes`.
fn one_by_one(program: &Program, expected: &[Row], got: &[Row]) -> Outcome {
    let fail = |t: u64, what: String| Failure::new(program, Way::AGAIN, Some(t), what);
    for ((t, row), got) in (0..).zip(expected).zip(got) {
        compare(got, row, t).map_err(|e| fail(t, e))?;
    }
    let (all, last) = (expected.len(), got.len() as u64);
    match got.get(all) {
        Some(more) => Err(fail(last, format!("event {all} is one too many: {more}"))),
        None if got.len() < all => {
            Err(fail(last, format!("the run ends; it should go on with {}", expected[got.len()])))
        }
        None => Ok(()),
    }
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
