//! A full log that prunes unreachable objects agrees with a roomy one in everything that it still holds.

use ttd_debug::target::NEVER;
use ttd_tests::Rng;
use ttd_tests::run::launch_text;
use ttd_vm::time::{Config, Machine, Reached};

/// Orders that come and go, in attributes, lists, dicts, sets, tuples, closures, generators, weak references and
/// exceptions, and an account that stays.
const PROGRAM: &str = "
import weakref

class Account:
    def __init__(self, owner):
        self.owner, self.total, self.last = owner, 0, None

class Order:
    def __init__(self, n, account):
        self.n, self.lines, self.account = n, [n, n + 1], account
        self.parts = {n: self.lines, 'of': account.owner}
    def book(self):
        self.lines.append(self.n)
        self.account.total += sum(self.lines)
        self.account.last = self
    def parted(self):
        yield self
        self.parts[self.n + 1] = (self, self.n)

def failing(order):
    raise ValueError(order)

def run(times):
    account, refs, held, kinds = Account('ann'), [], {}, set()
    for n in range(times):
        order = Order(n, account)
        refs.append(weakref.ref(order))
        del refs[:-2]
        order.book()
        held[n % 5] = order
        for booked in order.parted() if n % 50 == 0 else ():
            held['part'] = booked
        kinds.add(order) if n % 3 else kinds.clear()
        closure = lambda: (order, n)
        pair = closure()
        try:
            n % 50 or failing(pair)
        except ValueError as e:
            told = e.args
    return account

account = run(20_000)
";

fn logged(budget: u64, forget_unreachable: bool) -> Machine {
    let config = Config { log: true, budget, prune_unreachable: forget_unreachable, ..Config::default() };
    let mut machine = launch_text(PROGRAM, config);
    assert_eq!(machine.seek(NEVER), Reached::End);
    machine
}

/// Compares values as they are shown; tombstones and dead weak references match anything.
fn is_alike(roomy: &str, shown: &str) -> bool {
    roomy == shown || shown.contains("<forgotten ") || shown.contains("; dead>")
}

#[test]
fn what_is_left_is_what_there_was() {
    let (mut roomy, mut dead) = (logged(1 << 30, false), logged(8 << 20, true));
    let ring = logged(8 << 20, false);
    assert!(dead.first() < ring.first(), "{} events are forgotten, and {} in a ring", dead.first(), ring.first());
    let before = dead.pruned_before().expect("objects are forgotten");
    let last = roomy.time().expect("events");
    let (mut rng, mut forgotten, mut alike) = (Rng::new("forgotten"), 0, 0);
    for _ in 0..400 {
        let t = dead.first() + rng.below(last - dead.first() + 1);
        roomy.seek(t);
        dead.seek(t);
        assert_eq!(dead.time(), Some(t));
        assert_eq!(dead.event(), roomy.event(), "at event {t}");
        for n in 0..roomy.event().depth as usize {
            let (was, shown) = (roomy.locals(n), dead.locals(n));
            for ((name, was), (other, shown)) in was.iter().zip(&shown) {
                assert_eq!(name, other, "at event {t}");
                assert!(is_alike(was, shown), "{name} at event {t} in frame {n}: {shown} and not {was}");
                let is_forgotten = shown.contains("<forgotten ");
                assert!(!is_forgotten || t < before, "{name} at event {t}, after {before}: {shown}");
                forgotten += usize::from(is_forgotten);
                alike += usize::from(was == shown);
            }
        }
        let total = [&mut roomy, &mut dead].map(|machine| machine.save_value("account.total", 0, &[]));
        assert_eq!(total[0], total[1], "at event {t}");
    }
    assert!(forgotten > 100 && alike > 100, "{forgotten} forgotten, {alike} alike");
    let digests = [&mut roomy, &mut dead].map(|machine| {
        machine.seek(last);
        machine.digest()
    });
    assert_eq!(digests[0], digests[1], "at the end");
}
