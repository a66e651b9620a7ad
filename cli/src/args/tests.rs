//! Command lines and what they ask for.

use super::*;

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_string).collect()
}

fn job(line: &str) -> Job {
    read(&words(line), false, |_| None).job
}

fn script(path: &str, arguments: &str) -> Program {
    Program::Script(path.into(), words(arguments))
}

#[test]
fn programs() {
    assert_eq!(job("a.py -c -m x --help"), Job::Run(script("a.py", "-c -m x --help")));
    assert_eq!(job("-u -B a.py 1"), Job::Run(script("a.py", "1")));
    assert_eq!(job("-c pass -x"), Job::Run(Program::Code("pass".into(), words("-x"))));
    assert_eq!(job("-uc pass"), Job::Run(Program::Code("pass".into(), vec![])));
    assert_eq!(job("-m json.tool -c x"), Job::Run(Program::Module("json.tool".into(), words("-c x"))));
    assert_eq!(job("- 1"), Job::Run(Program::Stdin(words("- 1"))));
    assert_eq!(job(""), Job::Run(Program::Stdin(vec![String::new()])));
    assert_eq!(job("-- -odd.py"), Job::Run(script("-odd.py", "")));
    assert_eq!(read(&[], true, |_| None).job, Job::Run(Program::Prompt));
}

#[test]
fn debuggers() {
    let debug = |debugger, commands: &str, program| Job::Debug {
        how: Box::new(Debugging {
            debugger,
            commands: words(commands),
            checkpoint_every: None,
            memory: None,
            stdin: None,
            keep: None,
            forget_unreachable: false,
            live: false,
            selection: RecordFilter::default(),
            events: EventChoice::default(),
            apply: None,
            json: false,
        }),
        program,
    };
    assert_eq!(job("-m tdb a.py -c x"), debug(Debugger::Tdb, "", script("a.py", "-c x")));
    assert_eq!(job("-m ttd -c next -cstep a.py"), debug(Debugger::Hybrid, "next step", script("a.py", "")));
    let module = Program::Module("pkg".into(), words("-c y"));
    assert_eq!(job("-m hybrid -c w -m pkg -c y"), debug(Debugger::Hybrid, "w", module));
    let two_words = ["-m", "ttd", "-c", "goto 5", "a.py"].map(str::to_string);
    assert!(matches!(read(&two_words, false, |_| None).job, Job::Debug { how, .. } if how.commands == ["goto 5"]));
    assert_eq!(job("-m odb a.py -c x"), debug(Debugger::Odb, "", script("a.py", "-c x")));
    assert!(matches!(job("-m odb --live a.py"), Job::Debug { how, .. } if how.live));
    assert!(matches!(job("-m tdb --live a.py"), Job::Say(_, 2)));
    assert!(matches!(job("-m odb --keep 10M a.py"), Job::Debug { how, .. } if how.keep == Some(10_000_000)));
    assert!(matches!(job("-m odb --keep 10X a.py"), Job::Say(_, 2)));
    let chosen = |text: &str| match job(text) {
        Job::Debug { how, .. } => Some(how.selection),
        _ => None,
    };
    let two = chosen("-m odb --record-module a --record-module b.c --when-full stop a.py");
    let two = two.expect("two modules");
    assert!(two.modules == ["a", "b.c"] && two.stops_when_full);
    let from = chosen("-m odb --record-skip a --record-from line==3 --record-until kind=='call' a.py");
    let from = from.expect("conditions");
    assert_eq!(from.from.as_deref(), Some("line==3"));
    assert_eq!(from.skipped, ["a"]);
    assert_eq!(chosen("-m odb --record-from line== a.py"), None);
    assert_eq!(chosen("-m odb --when-full never a.py"), None);
    assert_eq!(chosen("-m ttd --record-skip a a.py"), None);
    assert!(matches!(job("-m ttd --keep 10M a.py"), Job::Say(_, 2)));
    assert!(matches!(job("-m odb --checkpoint-every 3 a.py"), Job::Say(_, 2)));
    assert!(matches!(job("-m tdb"), Job::Say(_, 2)));
    assert_eq!(job("-m dis a.py"), Job::Disassemble("a.py".into()));
}

#[test]
fn options_of_the_debuggers() {
    let how = |line| match job(line) {
        Job::Debug { how, .. } => how,
        other => panic!("{other:?}"),
    };
    let all = how("-m ttd --memory 512M --checkpoint-every=5000 --stdin in.txt -c w a.py --memory 1");
    assert_eq!(all.memory, Some(512 << 20));
    assert_eq!(all.checkpoint_every, Some(5000));
    assert_eq!(all.stdin.as_deref(), Some("in.txt"));
    assert_eq!(all.commands, ["w"]);
    assert_eq!(how("-m ttd --memory 2GiB a.py").memory, Some(2 << 30));
    assert_eq!(how("-m ttd --memory 100k a.py").memory, Some(100 << 10));
    for wrong in [
        "-m ttd --memory x a.py",
        "-m ttd --memory 0 a.py",
        "-m ttd --checkpoint-every 0 a.py",
        "-m tdb --checkpoint-every 5 a.py",
        "-m ttd --nonsense a.py",
    ] {
        assert!(matches!(job(wrong), Job::Say(_, 2)), "{wrong}");
    }
}

#[test]
fn options() {
    let mode = |line| read(&words(line), false, |_| None).mode;
    let plain = RunOptions::default();
    assert_eq!(mode("a.py"), plain);
    assert_eq!(mode("-X dev a.py"), plain);
    let count = true;
    assert_eq!(mode("-X count a.py"), RunOptions { count, ..plain });
    let checkpoints = 100_000;
    let some = RunOptions { checkpoints, ..plain };
    assert_eq!(mode("-Xcheckpoints=100000 a.py"), some);
    let (forks, stats) = (true, true);
    let with_forks = RunOptions { forks, stats, ..some };
    assert_eq!(mode("-X stats -X forks=100000 a.py"), with_forks);
    assert_eq!(mode("-X schedule=random:7 a.py"), plain);
    assert!(matches!(job("-X schedule=random a.py"), Job::Say(_, 2)));
    assert!(matches!(job("-X checkpoints=x a.py"), Job::Say(_, 2)));
    assert!(matches!(job("--nonsense a.py"), Job::Say(_, 2)));
    assert!(matches!(job("-V"), Job::Say(text, 0) if text.starts_with("Python 3.14")));
    assert!(matches!(job("-h"), Job::Say(text, 0) if text.contains("-m tdb")));
}

#[test]
fn hunts() {
    let hunt = |line: &str| match job(line) {
        Job::Hunt { how, program } => (*how, program),
        other => panic!("{line}: {other:?}"),
    };
    let (how, program) = hunt("-m hunt a.py --runs 5");
    assert_eq!((how.runs, how.seed, how.time, how.debugs), (1000, 0, None, false));
    assert_eq!(program, script("a.py", "--runs 5"));
    let (how, program) = hunt("-O -Wx -Im hunt --runs 7 --seed 3 --time 1.5 --debug -m pytest -x");
    assert_eq!((how.runs, how.seed, how.time, how.debugs), (7, 3, Some(Duration::from_millis(1500)), true));
    assert_eq!((how.front, program), (words("-O -Wx -I"), Program::Module("pytest".into(), words("-x"))));
    assert_eq!(hunt("-mhunt --until-fails a.py").0.runs, u64::MAX);
    assert!(hunt("-mhunt a.py").0.front.is_empty());
    for jobs in ["--jobs 3", "-j 3", "-j3", "--jobs=3"] {
        let (how, program) = hunt(&format!("-m hunt {jobs} a.py"));
        assert_eq!((how.jobs, program), (3, script("a.py", "")), "{jobs}");
    }
    assert!(matches!(job("-m hunt --timeout 0 a.py"), Job::Say(_, 2)));
}

#[test]
fn code_with_events() {
    let events = |line: &str| match job(line) {
        Job::Debug { how, program } => (how.events, program),
        other => panic!("{line}: {other:?}"),
    };
    let choice = |library: &str, skipped: &str| EventChoice { library: words(library), skipped: words(skipped) };
    let a = || script("a.py", "1");
    assert_eq!(events("-m ttd a.py 1"), (choice("", ""), a()));
    assert_eq!(events("-m ttd --library a.py 1"), (choice("*", ""), a()));
    assert_eq!(events("-m ttd --library ./a 1"), (choice("*", ""), script("./a", "1")));
    assert_eq!(events("-m ttd --library run"), (choice("*", ""), script("run", "")));
    assert_eq!(events("-m ttd --library json,email.* a.py 1"), (choice("json email.*", ""), a()));
    assert_eq!(events("-m tdb --library=json --library re a.py 1"), (choice("json re", ""), a()));
    assert_eq!(events("-m odb --skip a,b.* --skip c a.py 1"), (choice("", "a b.* c"), a()));
    assert_eq!(events("-m odb --library --memory 1G a.py 1"), (choice("*", ""), a()));
    assert_eq!(
        events("-m ttd --library json -m pkg 1"),
        (choice("json", ""), Program::Module("pkg".into(), words("1")))
    );
    assert_eq!(events("-m ttd --library -- a.py 1"), (choice("*", ""), a()));
    for wrong in
        ["--library= a.py", "--library json, a.py", "--skip a.py", "--library a..b a.py", "--skip __main__ a.py"]
    {
        assert!(matches!(job(&format!("-m ttd {wrong}")), Job::Say(_, 2)), "{wrong}");
    }
    // Events that the log does not record have times all the same, so both can be chosen.
    let both = job("-m odb --library json --record-module json a.py");
    assert!(
        matches!(both, Job::Debug { how, .. } if how.events.library == ["json"] && how.selection.modules == ["json"])
    );
}

#[test]
fn services() {
    let editors = |port, token: Option<&str>, program| {
        Job::Dap(Box::new(Editors { port, token: token.map(str::to_string), program }))
    };
    assert_eq!(job("-m dap"), editors(None, None, None));
    assert_eq!(job("-m dap --port 7"), editors(Some(7), None, None));
    assert_eq!(job("-m dap --port 7 --token t"), editors(Some(7), Some("t"), None));
    let program = ttd_serve::Program::Script("a.py".into());
    let attached = ttd_serve::Launch::new(program, words("-x"), ttd_serve::Mode::Odb);
    assert_eq!(job("-m dap --port 7 --mode odb a.py -x"), editors(Some(7), None, Some(attached)));
    let wrong =
        ["-m dap --token t", "-m dap a.py", "-m dap --mode odb", "-m dap --port 7 --stdin f", "-m dap --port 7 -"];
    for wrong in wrong.into_iter().chain(["-m mcp", "-m mcp --mode xyz a.py", "-m mcp -"]) {
        assert!(matches!(job(wrong), Job::Say(_, 2)), "{wrong}");
    }
    let launch = |command: &str| match job(command) {
        Job::Mcp(launch) => (launch.program, launch.arguments, launch.mode),
        other => panic!("{other:?}"),
    };
    let script = ttd_serve::Program::Script("a.py".into());
    assert_eq!(launch("-m mcp --mode tdb a.py -x"), (script, words("-x"), ttd_serve::Mode::Tdb));
    let module = ttd_serve::Program::Module("pkg".into());
    assert_eq!(launch("-m mcp -m pkg y"), (module, words("y"), ttd_serve::Mode::Odb));
    assert!(matches!(job("-m ttd --json a.py"), Job::Debug { how, .. } if how.json));
}
