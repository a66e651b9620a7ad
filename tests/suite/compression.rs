//! A log with little memory compresses its oldest blocks, so that it holds more, and then forgets the oldest.

use ttd_debug::target::NEVER;
use ttd_tests::run::launch_text;
use ttd_vm::time::{Config, Machine, Reached};

/// Lists, texts and calls, with values that repeat.
const PROGRAM: &str = "
def step(state, n):
    state[n % 50] = n % 7
    names.append('name %d' % (n % 9))
    return len(names)

names, state, total = [], [0] * 50, 0
for n in range(40_000):
    total += step(state, n)
    if n % 1000 == 999:
        names.clear()
";

/// Runs the program to its end, logging it.
fn logged(budget: u64) -> Machine {
    let config = Config { log: true, budget, ..Config::default() };
    let mut machine = launch_text(PROGRAM, config);
    assert_eq!(machine.seek(NEVER), Reached::End);
    machine
}

#[test]
fn a_log_with_little_memory_packs_what_is_old_and_then_forgets_it() {
    let (mut roomy, mut packed, mut tight) = (logged(1 << 30), logged(10 << 20), logged(4 << 20));
    let last = roomy.time().expect("events");
    assert_eq!([roomy.first(), packed.first()], [0, 0], "everything has room");
    assert!(tight.first() > 0, "not everything has room");
    let mut t = last;
    for k in 1..60 {
        // Near and far, forwards and back.
        t = (t + k * 7919 * if k % 3 == 0 { 1 } else { 13 }) % last;
        for machine in [&mut roomy, &mut packed, &mut tight] {
            machine.seek(t);
        }
        assert_eq!(roomy.time(), Some(t));
        let difference = || packed.vm().explain_difference(roomy.vm());
        assert_eq!(packed.digest(), roomy.digest(), "at event {t}: {:?}", difference());
        if t >= tight.first() {
            assert_eq!(tight.digest(), roomy.digest(), "at event {t}, with less memory");
        }
    }
}
