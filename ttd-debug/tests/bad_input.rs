//! Whatever is typed after a command: an answer, no panic, and after an error the session is where it was.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use ttd_debug::answer::render;
use ttd_debug::commands::{COMMANDS, Command, complete};
use ttd_debug::{Answer, Prompt, Session};
use ttd_vm::time::{Config, Machine, Program};

/// The debuggers: `tdb`, `hybrid` with many checkpoints, `odb`.
fn modes() -> [(&'static str, Config); 3] {
    let config = |interval, log| Config { interval, log, by_work: false, ..Config::default() };
    [("tdb", config(0, false)), ("hybrid", config(5, false)), ("odb", config(0, true))]
}

/// A session in the middle of a program, with a breakpoint, a watchpoint, a mark, an alias and a list of changes.
fn session(config: Config) -> Session {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/lang/words_as_names.py");
    let program = Program::Script { path: PathBuf::from(&path), args: Vec::new() };
    let machine = Machine::launch(&program, config).expect("it starts");
    let mut session = Session::start(Box::new(machine));
    for line in ["goto end", "goto 12", "break parse", "watch line", "mark here", "alias pl p %1", "$mine = 1"] {
        session.execute(line);
    }
    for line in ["display line", "history line", "origin kind"] {
        session.execute(line);
    }
    session
}

/// What is typed after a command, a line each: nothing, garbage, huge and negative numbers, other scripts, Python.
const ARGUMENTS: &str = include_str!("bad_input.txt");

fn arguments() -> Vec<String> {
    let long = ["\0".to_string(), "x".repeat(10_000), "(".repeat(300)];
    ARGUMENTS.lines().map(String::from).chain(long).collect()
}

/// What ends the session.
fn is_left_out(command: &Command, argument: &str) -> bool {
    command.name() == "quit" && argument.is_empty()
}

/// Whether a command may answer nothing: what was typed was no mistake, and has an effect that is seen later.
fn may_be_silent(command: &Command, argument: &str) -> bool {
    match command.name() {
        // A definition is taken as it is; without one the aliases are listed.
        "alias" => argument.contains(char::is_whitespace),
        "undisplay" => argument.is_empty(),
        // Their question, or the text that they await, is the prompt.
        "clear" | "commands" => argument.is_empty(),
        // The statement: its rest is awaited.
        "try" => argument.starts_with(':'),
        _ => false,
    }
}

/// Types a line and returns what is wrong with the answer.
fn fault(session: &mut Session, command: &Command, argument: &str) -> Option<String> {
    let before = session.progress().0;
    let line = format!("{} {argument}", command.name());
    let Ok(answers) = catch_unwind(AssertUnwindSafe(|| session.execute(&line))) else {
        return Some("it panics".into());
    };
    let said = render::render_all(&answers);
    let is_error = answers.iter().any(|answer| matches!(answer, Answer::Error(_)));
    let travelled = answers.iter().any(|answer| matches!(answer, Answer::Stop(_)));
    if answers.contains(&Answer::Quit) {
        return Some("it ends the session".into());
    }
    if said.trim().is_empty() && !may_be_silent(command, argument) {
        return Some("it says nothing".into());
    }
    if is_error && !travelled && session.progress().0 != before {
        return Some(format!("it goes to {} and says {said}", session.progress().0));
    }
    let errors = answers.iter().filter_map(|answer| if let Answer::Error(text) = answer { Some(text) } else { None });
    if let Some(long) = errors.into_iter().find(|text| text.lines().count() > 3) {
        return Some(format!("its error has many lines: {long}"));
    }
    while !matches!(session.prompt(), Prompt::Command(..)) {
        session.interrupted();
        if matches!(session.prompt(), Prompt::Python) {
            session.execute("exit()");
        }
    }
    let at = line.len();
    if catch_unwind(AssertUnwindSafe(|| complete::complete(session, &line, at))).is_err() {
        return Some("completing it panics".into());
    }
    if let ("alias", Some(name)) = (command.name(), argument.split_whitespace().next()) {
        session.execute(&format!("unalias {name}"));
    }
    session.execute(&format!("!!goto {before}"));
    if session.progress().0 != before {
        return Some(format!("the session does not come back to {before}"));
    }
    let answer = render::render_all(&session.execute("p 6 * 7"));
    (answer != "42\n").then(|| format!("afterwards the session answers {answer}"))
}

#[test]
fn every_command_answers_every_argument() {
    let arguments = arguments();
    let look = |mode: &str, config: Config| {
        let mut session = session(config);
        let mut faults = Vec::new();
        for command in COMMANDS {
            for argument in arguments.iter().filter(|argument| !is_left_out(command, argument)) {
                if let Some(what) = fault(&mut session, command, argument) {
                    let shown: String = argument.chars().take(60).collect();
                    faults.push(format!("{mode}: {} {shown:?}: {what}", command.name()));
                }
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    };
    std::thread::scope(|scope| {
        for (mode, config) in modes() {
            let look = &look;
            scope.spawn(move || look(mode, config));
        }
    });
}
