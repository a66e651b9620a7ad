//! What Tab offers, in a real program.

use std::path::Path;

use ttd_debug::Session;
use ttd_debug::commands::complete;
use ttd_debug::target::Time;
use ttd_vm::time::{Config, Machine, Program};

fn session() -> Session {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/lang/algo_bank.py");
    let program = Program::Script { path, args: Vec::new() };
    let machine = Machine::launch(&program, Config::default()).expect("it starts");
    let mut session = Session::start(Box::new(machine));
    for line in [
        "break Bank.transfer",
        "continue",
        "tbreak 40",
        "mark start_of_it",
        "alias again continue",
        "$mine = 1",
        "watch amount",
    ] {
        session.execute(line);
    }
    session
}

/// The line with every candidate in its place.
fn offers(session: &mut Session, line: &str) -> Vec<String> {
    let (begin, found) = complete::complete(session, line, line.len());
    found.iter().map(|candidate| format!("{}{candidate}", &line[..begin])).collect()
}

#[test]
fn words_and_arguments() {
    let mut s = session();
    for (line, expected) in [
        ("unt", &["until"][..]),
        ("un", &["unalias", "undisplay", "until", "unwatch"]),
        ("p 1;; lon", &["p 1;; longlist"]),
        ("help unt", &["help until"]),
        ("clear ", &["clear 1", "clear 2"]),
        ("enable 1 ", &["enable 1 1", "enable 1 2"]),
        ("goto st", &["goto start", "goto start_of_it"]),
        ("unalias a", &["unalias again"]),
        ("p tar", &["p target"]),
        ("p self.acc", &["p self.accounts"]),
        ("p [self.acc", &["p [self.accounts"]),
        ("pp self.accounts.po", &["pp self.accounts.pop", "pp self.accounts.popitem"]),
        ("!self.tr", &["!self.transfer"]),
        ("whatis Overd", &["whatis Overdrawn"]),
        ("amou", &["amount"]),
        ("p $m", &["p $mine"]),
        ("p $_r", &["p $_retval"]),
        ("p isinst", &["p isinstance"]),
        ("break Bank.tr", &["break Bank.transfer"]),
        ("break 3, amou", &["break 3, amount"]),
        ("condition 1 amou", &["condition 1 amount"]),
        ("display amou", &["display amount"]),
        ("calls Bank.tr", &["calls Bank.transfer"]),
        ("calls Bank.c", &["calls Bank.change"]),
        ("source Bank.tr", &["source Bank.transfer"]),
        ("history amou", &["history amount"]),
        ("history self.acc", &["history self.accounts"]),
        ("last self.accounts[sour", &["last self.accounts[source"]),
        ("first amou", &["first amount"]),
        ("origin tar", &["origin target"]),
        ("watch self.acc", &["watch self.accounts"]),
        ("unwatch ", &["unwatch 1"]),
        ("find func == 'change' and dep", &["find func == 'change' and depth"]),
        ("find amou", &["find amount"]),
        ("rfind ret", &["rfind retval"]),
        ("rfind $_li", &["rfind $_line"]),
        ("step am", &[]),
        ("p nothing.x", &[]),
        ("p 1.", &[]),
        ("p f().", &[]),
    ] {
        assert_eq!(offers(&mut s, line), expected, "{line:?}");
    }
    assert!(offers(&mut s, "").is_empty() || offers(&mut s, "").len() > 5);
    let variables = offers(&mut s, "history ");
    assert!(variables.contains(&"history amount".to_string()), "{variables:?}");
    assert!(variables.iter().all(|line| !line.contains("len") && !line.contains("__")), "{variables:?}");
    assert!(offers(&mut s, "p self.").iter().all(|line| !line.contains("__")));
    assert!(offers(&mut s, "p self.__cl").contains(&"p self.__class__".to_string()));
    assert_eq!(s.progress(), (Time(33), Time(33)), "a question leaves no trace");
}

#[test]
fn python_in_interact() {
    let mut s = session();
    s.execute("interact");
    assert_eq!(offers(&mut s, "amou"), ["amount"]);
    assert_eq!(offers(&mut s, "for x in self.acc"), ["for x in self.accounts"]);
}
