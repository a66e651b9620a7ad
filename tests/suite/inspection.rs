//! Inspection gives the same in every mode: the stack, all variables of all frames, the value that is returned and the
//! exception that is raised, as the debugger shows them.

use ttd_tests::check::Failure;
use ttd_tests::run::go;
use ttd_tests::{Reference, Rng, Way, check_light};
use ttd_vm::time::Machine;

/// Events of a program that are inspected.
const VISITS: u64 = 16;

/// Names and reprs of variables.
type Variables = Vec<(String, String)>;

/// All that can be inspected at an event without evaluating anything.
#[derive(Debug, PartialEq, Eq)]
struct View {
    /// Of each frame: its id, function, line, arguments and all variables.
    frames: Vec<(u64, String, u32, Variables, Variables)>,
    retval: Option<String>,
    exception: Option<String>,
}

fn inspect(machine: &mut Machine) -> View {
    let stack = machine.stack();
    let frames = stack.iter().enumerate().map(|(i, f)| {
        let (arguments, variables) = (machine.args(i), machine.locals(i));
        let name = machine.code(f.code).name;
        (f.frame, name, f.line, arguments, variables)
    });
    View { frames: frames.collect(), retval: machine.retval(), exception: machine.exception() }
}

#[test]
fn what_is_seen_is_alike() {
    let ways = [
        Way::every(1),
        Way::every(7).keep(3),
        Way::every(1000),
        Way::every(3).within(405_000),
        Way::HYBRID,
        Way::log(100),
    ];
    check_light("looking", |program| {
        let fail = |way, t, what: String| Failure::new(program, way, t, what);
        let reference = Reference::of(program).map_err(|e| fail(Way::AGAIN, None, e))?;
        let mut rng = Rng::new(&format!("looking {}", program.name));
        let count = reference.last() + 1;
        let mut times: Vec<u64> = (0..reference.visits(Way::every(1), VISITS)).map(|_| rng.below(count)).collect();
        times.sort_unstable();
        times.dedup();
        let mut again = reference.launch(Way::AGAIN).map_err(|e| fail(Way::AGAIN, None, e))?;
        let mut views = Vec::new();
        for &t in &times {
            go(&mut again, t).map_err(|e| fail(Way::AGAIN, Some(t), e))?;
            views.push((t, inspect(&mut again)));
        }
        for way in reference.some("looking", &ways) {
            let mut machine = reference.launch(way).map_err(|e| fail(way, None, e))?;
            rng.shuffle(&mut views);
            for (t, view) in &views {
                go(&mut machine, *t).map_err(|e| fail(way, Some(*t), e))?;
                let seen = inspect(&mut machine);
                if seen != *view {
                    let what = format!("one sees {seen:?}\ninstead of {view:?}");
                    return Err(fail(way, Some(*t), what));
                }
            }
        }
        Ok(())
    });
}

/// Plain expressions of one variable and of two, which are evaluated without a diversion where their values are plain.
const OF_ONE: &[&str] = &[
    "{a}",
    "not {a}",
    "len({a})",
    "{a} is None",
    "{a} == 1",
    "{a} != 'x'",
    "{a} > 2",
    "-3 <= {a} < 2.5",
    "{a} + 1",
    "{a} - 0.5",
    "{a} * 3",
    "{a} // -2",
    "{a} % 3",
    "{a} % -3",
    "{a} / 2",
    "{a}[0]",
    "{a}[-1]",
    "{a}['a']",
    "isinstance({a}, int)",
    "isinstance({a}, type({a}))",
    "{a}.name",
    "len({a}) == 2 and {a}[1]",
    "{a} or undefined",
    "undefined and {a}",
];
const OF_TWO: &[&str] =
    &["{a} == {b}", "{a} < {b}", "{a} is {b}", "{a} + {b}", "{a}[{b}]", "{a} and {b}", "isinstance({a}, {b})"];

/// Events of a program at which plain expressions are evaluated.
const EVALUATIONS: u64 = 2;

#[test]
fn plain_expressions_mean_the_same_without_a_diversion() {
    check_light("plain", |program| {
        let way = Way::AGAIN;
        let fail = |t, what: String| Failure::new(program, way, t, what);
        let reference = Reference::of(program).map_err(|e| fail(None, e))?;
        let mut rng = Rng::new(&format!("plain {}", program.name));
        let count = reference.last() + 1;
        let mut times: Vec<u64> = (0..reference.visits(way, EVALUATIONS)).map(|_| rng.below(count)).collect();
        times.sort_unstable();
        let mut machine = reference.launch(way).map_err(|e| fail(None, e))?;
        for t in times {
            go(&mut machine, t).map_err(|e| fail(Some(t), e))?;
            let names: Vec<String> = machine.locals(0).into_iter().map(|(name, _)| name).collect();
            if names.is_empty() {
                continue;
            }
            let mut some = || names[rng.below(names.len() as u64) as usize].clone();
            for form in OF_ONE.iter().chain(OF_TWO) {
                let expression = form.replace("{a}", &some()).replace("{b}", &some());
                let at_once = machine.eval(&expression, 0).map_err(|e| e.to_string());
                // A conditional expression is none that can be evaluated at once.
                let diverted = machine.eval(&format!("({expression}) if 1 else 0"), 0).map_err(|e| e.to_string());
                if at_once != diverted {
                    return Err(fail(Some(t), format!("{expression} is {at_once:?} at once, else {diverted:?}")));
                }
            }
        }
        Ok(())
    });
}
