//! The outside world is touched exactly once: what a program reads from it or does to it happens when its time is
//! reached for the first time. Later visits are served from the input log.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ttd_debug::target::NEVER;
use ttd_tests::run::{go, launch_text};
use ttd_tests::scratch::Scratch;
use ttd_tests::{Rng, Way};
use ttd_vm::time::{Config, Event, Machine, Program, Reached};
use ttd_vm::vm::host::console::Console;
use ttd_vm::vm::host::os::World;
use ttd_vm::{RunOptions, run_in};

/// Reads clock, random numbers, input, variables, folders and a file that changes from outside; writes and deletes
/// files; prints.
const PROGRAM: &str = r#"
import os, random, sys, time
seen = []
out = open("written", "w")
def look():
    seen.append((time.time(), time.perf_counter_ns(), random.random(), os.urandom(4), os.getpid()))
    seen.append(open("changing").read())
    seen.append((sorted(os.listdir(".")), os.stat("changing").st_mtime_ns, os.environ.get("HOME"), os.getcwd()))
for i in range(4):
    look()
    line = input()
    print("got", line, i)
    out.write(line + "\n")
    out.flush()
    fd = os.open("appended", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(fd, line.encode())
    os.close(fd)
os.mkdir("made")
os.rename("changing", "made/changed")
os.remove("victim")
time.sleep(0.001)
os.chdir("made")
try:
    open("victim")
except FileNotFoundError as e:
    seen.append(str(e))
seen.append(sys.stdin.read())
print(len(seen), file=sys.stderr)
out.write("last")
"#;

const INPUT: &str = "one\ntwo\nthree\nfour\nrest";

/// A program in a folder of its own, and its state at the times visited so far.
struct Trial {
    machine: Machine,
    folder: Scratch,
    /// The event and the digest of the state, per time.
    seen: Vec<Option<(Event, u128, String)>>,
}

impl Trial {
    fn new(way: Way) -> Trial {
        let folder = Scratch::new();
        write(folder.path(), "changing", "0");
        write(folder.path(), "victim", "v");
        let program = Program::Code { text: PROGRAM.into(), args: Vec::new() };
        let mut machine = Machine::launch(&program, way.config()).expect("the program starts");
        let world = &mut machine.vm_mut().host.world;
        world.console = Console::memory(INPUT.into());
        world.set_folder(folder.path().to_path_buf());
        Trial { machine, folder, seen: Vec::new() }
    }

    /// Seeks to a time and compares the state with that of earlier visits.
    fn visit(&mut self, t: u64) {
        go(&mut self.machine, t).expect("the time exists");
        let values = self.machine.eval("(seen, locals()) if 'seen' in globals() else 0", 0);
        let here = (self.machine.event(), self.machine.digest(), values.expect("a value"));
        let at = t as usize;
        if self.seen.len() <= at {
            self.seen.resize(at + 1, None);
        }
        match &self.seen[at] {
            Some(before) => assert_eq!(*before, here, "time {t}"),
            None => self.seen[at] = Some(here),
        }
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap_or_else(|e| e.to_string())
    }
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("the test may write");
}

fn wander(way: Way) {
    let mut trial = Trial::new(way);
    let mut rng = Rng::new(&format!("outside {way}"));
    let mut frontier = 0;
    // Forward in jumps, back in between; the file changes whenever new time is reached.
    loop {
        let goal = frontier + 1 + rng.below(9);
        if trial.machine.seek(goal) != Reached::Target {
            break;
        }
        frontier = goal;
        write(trial.folder.path(), "changing_now", &frontier.to_string());
        if trial.folder.path().join("changing").exists() {
            write(trial.folder.path(), "changing", &frontier.to_string());
        }
        trial.visit(goal);
        for _ in 0..3 {
            trial.visit(rng.below(frontier + 1));
        }
    }
    let last = trial.machine.end().and_then(|end| end.last).expect("an end");
    for _ in 0..60 {
        if rng.below(8) == 0 {
            assert_eq!(trial.machine.seek(NEVER), Reached::End);
            // What somebody else has written stays as it is.
            write(trial.folder.path(), "appended", "changed from outside");
        }
        trial.visit(rng.below(last + 1));
    }
    assert_eq!(trial.machine.seek(NEVER), Reached::End);
    assert_eq!(trial.machine.end().map(|end| end.status), Some(0));
    let (out, err) = trial.machine.vm().host.world.console.written();
    assert_eq!(String::from_utf8_lossy(out), "got one 0\ngot two 1\ngot three 2\ngot four 3\n");
    assert_eq!(String::from_utf8_lossy(err), "14\n");
    assert_eq!(trial.read("written"), "one\ntwo\nthree\nfour\nlast");
    assert!(["changed from outside", "onetwothreefour"].contains(&trial.read("appended").as_str()));
    assert!(!trial.folder.path().join("victim").exists() && trial.folder.path().join("made/changed").exists());
    let host = &trial.machine.vm().host;
    assert!(host.memory() >= host.input_log().len() && !host.input_log().is_empty());
}

#[test]
fn the_outside_is_touched_once_by_running_again() {
    wander(Way::AGAIN);
}

#[test]
fn the_outside_is_touched_once_from_checkpoints() {
    for way in [Way::every(1), Way::every(5), Way::every(2).keep(3)] {
        wander(way);
    }
}

/// Appending would show every repetition.
#[test]
fn what_is_appended_is_appended_once() {
    let mut trial = Trial::new(Way::every(7));
    assert_eq!(trial.machine.seek(NEVER), Reached::End);
    for t in [0, 30, 3, 60] {
        go(&mut trial.machine, t).expect("the time exists");
    }
    assert_eq!(trial.machine.seek(NEVER), Reached::End);
    assert_eq!(trial.read("appended"), "onetwothreefour");
}

#[test]
fn questions_may_look_but_not_touch() {
    let mut trial = Trial::new(Way::every(7));
    write(trial.folder.path(), "for questions", "to be read");
    go(&mut trial.machine, 40).expect("the time exists");
    let machine = &mut trial.machine;
    let mut ask = |question: &str| machine.eval(question, 0).unwrap_or_else(|e| e.to_string());
    assert_eq!(ask("open('for questions').read()"), "'to be read'");
    assert_eq!(ask("os.path.exists('victim'), os.path.getsize('victim')"), "(True, 1)");
    assert_eq!(ask("time.time() > seen[0][0], len(os.urandom(3)), time.sleep(100)"), "(True, 3, None)");
    let refused = |call: &str| format!("PermissionError: an evaluation may not write to the outside: {call}");
    assert_eq!(ask("open('x', 'w')"), refused("open('x', 'w')"));
    assert_eq!(ask("open('x', 'ab')"), refused("open('x', 'a')"));
    assert_eq!(ask("open('victim', 'r+')"), refused("open('victim', 'r+')"));
    assert_eq!(ask("os.remove('victim')"), refused("unlink('victim')"));
    assert_eq!(ask("os.rename('victim', 'x')"), refused("rename('victim', 'x')"));
    assert_eq!(ask("os.mkdir('x')"), refused("mkdir('x', 511)"));
    assert_eq!(ask("os.write(3, b'abc')"), refused("write(3, <3 bytes>)"));
    assert_eq!(ask("os.environ.__setitem__('A', 'b')"), refused("putenv('A', 'b')"));
    let held = "PermissionError: an evaluation may not use what the program has open: ";
    assert_eq!(ask("input()"), format!("{held}stdin.readline()"));
    assert_eq!(ask("os.close(3)"), format!("{held}close(3)"));
    assert_eq!(ask("out.tell()"), format!("{held}lseek(3, 0, 1)"));
    assert_eq!(ask("print('printed', file=sys.stdout)"), "printed\nNone");
    assert_eq!(trial.machine.seek(NEVER), Reached::End);
    assert_eq!(trial.read("written"), "one\ntwo\nthree\nfour\nlast");
    assert!(!trial.folder.path().join("x").exists());
}

/// The working directory of a diversion is that of its time.
#[test]
fn a_question_is_in_the_folder_of_its_time() {
    let mut trial = Trial::new(Way::every(7));
    let folder = format!("'{}'", trial.folder.path().display());
    assert_eq!(trial.machine.seek(NEVER), Reached::End);
    assert!(trial.machine.eval("os.getcwd()", 0).is_ok_and(|cwd| cwd.ends_with("/made'")));
    go(&mut trial.machine, 40).expect("the time exists");
    assert_eq!(trial.machine.eval("os.getcwd()", 0), Ok(folder));
    assert_eq!(trial.machine.eval("open('written').read(3), os.path.isdir('made')", 0), Ok("('one', True)".into()));
}

/// A child is started once and a server is talked to once, however often the program is run again.
#[test]
fn children_and_connections_are_made_once() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let server = thread::spawn(move || {
        let (mut peer, _) = listener.accept().expect("a connection");
        let mut line = [0; 4];
        for n in 0..3 {
            peer.read_exact(&mut line).expect("a question");
            peer.write_all(format!("answer {n}\n").as_bytes()).expect("somebody listens");
        }
        // Nobody asks again.
        peer.read_to_end(&mut Vec::new()).expect("the end")
    });
    let text = format!(
        "import socket, subprocess\n\
         client = socket.create_connection(('127.0.0.1', {port}))\n\
         seen = []\n\
         for i in range(3):\n    \
             client.sendall(b'ask\\n')\n    \
             seen.append(client.recv(100))\n    \
             seen.append(subprocess.run('echo $$; echo x >> ran', shell=True, capture_output=True).stdout)\n\
         client.close()\n\
         print(seen[0], seen[4])\n"
    );
    let folder = Scratch::new();
    let program = Program::Code { text, args: Vec::new() };
    let mut machine = Machine::launch(&program, Way::every(3).config()).expect("the program starts");
    let world = &mut machine.vm_mut().host.world;
    world.console = Console::memory(Vec::new());
    world.set_folder(folder.path().to_path_buf());
    assert_eq!(machine.seek(NEVER), Reached::End);
    assert_eq!(server.join().expect("the server ends"), 0);
    let last = machine.end().and_then(|end| end.last).expect("an end");
    let seen = machine.eval("seen", 0).expect("a list");
    for t in [1, last / 2, 3, last - 1, 0, last] {
        go(&mut machine, t).expect("the time exists");
    }
    assert_eq!(machine.eval("seen", 0).ok(), Some(seen));
    let refused = machine.eval("socket.socket()", 0).unwrap_or_else(|e| e.to_string());
    assert_eq!(refused, "PermissionError: an evaluation may not write to the outside: socket(2, 1, 0)");
    assert_eq!(machine.seek(NEVER), Reached::End);
    let (out, _) = machine.vm().host.world.console.written();
    assert_eq!(String::from_utf8_lossy(out), "b'answer 0\\n' b'answer 2\\n'\n");
    assert_eq!(fs::read_to_string(folder.path().join("ran")).expect("the children have written"), "x\nx\nx\n");
}

/// A run that diverges from its input log ends there, and no `except` keeps it going.
#[test]
fn a_divergence_ends_the_run() {
    let text = |first: &str| {
        format!("import time\ntry:\n    {first}\nexcept BaseException:\n    print('kept going')\ntime.time()\n")
    };
    let launch = |text: String| launch_text(&text, Config::default());
    let mut first = launch(text("open('no such file')"));
    assert_eq!(first.seek(NEVER), Reached::End);
    let mut second = launch(text("time.sleep(1.5)"));
    second.vm_mut().host.replay(first.vm().host.input_log());
    assert_eq!(second.seek(NEVER), Reached::End);
    let end = second.end().cloned().expect("an end");
    let died = end.died.expect("a reason");
    assert_eq!(
        died.summary,
        "divergence: after event 3, at <string>:3, the program asks for sleep(1.5), but its recording holds \
         open('no such file', 'r')"
    );
    assert_eq!((end.status, end.last), (1, Some(3)));
    let (out, err) = second.vm().host.world.console.written();
    assert_eq!(String::from_utf8_lossy(out), "");
    assert_eq!(String::from_utf8_lossy(err), format!("ttd-py: {}\n", died.summary));
    go(&mut second, 1).expect("the time exists");
    assert_eq!(second.seek(NEVER), Reached::End);
}

/// Ctrl-C in a run without a debugger interrupts calls that wait, and loops at their back edge.
#[test]
fn an_interrupt_is_raised_where_the_program_is() {
    let text = "import time, os\n\
                r, w = os.pipe()\n\
                for wait in lambda: time.sleep(60), lambda: os.read(r, 1):\n    \
                    try:\n        wait()\n    \
                    except KeyboardInterrupt:\n        print('interrupted', flush=True)\n\
                try:\n    print('waited')\nexcept KeyboardInterrupt:\n    print('too late')\n\
                while True: pass\n";
    let program = Program::Code { text: text.into(), args: Vec::new() };
    let mut world = World::default();
    world.console = Console::memory(Vec::new());
    let flag = Arc::new(AtomicBool::new(false));
    let running = Arc::new(AtomicBool::new(true));
    let (set, watch) = (flag.clone(), running.clone());
    let presses = thread::spawn(move || {
        // The first press must come after the program waits, on a busy machine, too.
        thread::sleep(Duration::from_secs(2));
        while watch.load(Ordering::Relaxed) {
            set.store(true, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(500));
        }
    });
    let (status, world) = run_in(&program, RunOptions::default(), Some(flag), world);
    running.store(false, Ordering::Relaxed);
    presses.join().expect("the thread does not panic");
    let (out, err) = world.console.written();
    let (out, err) = (String::from_utf8_lossy(out), String::from_utf8_lossy(err));
    assert_eq!(out, "interrupted\ninterrupted\nwaited\n");
    assert!(err.contains("line 12, in <module>") && err.ends_with("KeyboardInterrupt\n"), "{err}");
    assert_eq!(status, 130);
}
