//! The outside of a branch: what it writes is its own, what it reads is what is there, and the disk does not see it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use ttd_debug::target::NEVER;
use ttd_tests::Way;
use ttd_tests::run::{go, launch_text};
use ttd_tests::scratch::Scratch;
use ttd_vm::time::{Change, Machine};

/// Reads and writes files, before and after the place where it is changed.
const PROGRAM: &str = r#"
import os
source = open("source")
first = source.readline()
log = open("log", "w")
log.write("begin\n")
log.flush()
limit = 2
for i in range(limit):
    log.write(f"{i} {first}")
    log.flush()
print(source.read().split())
log.close()
print(open("log").read().split())
os.mkdir("made")
with open("made/one", "w") as f:
    f.write("1")
with open("made/one", "a") as f:
    f.write("2")
os.rename("made/one", "made/two")
print(os.listdir("made"), open("made/two").read(), os.path.exists("made/one"))
os.chdir("made")
os.remove("two")
print(os.path.exists("two"), os.getcwd().endswith("made"))
os.chdir("..")
with open("other", "a") as f:
    f.write("more")
print(open("other").read())
"#;

/// Every file of a folder with its contents.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("readable").flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        match path.is_dir() {
            true => drop(found.insert(name, b"folder".to_vec())),
            false => drop(found.insert(name, fs::read(path).expect("readable"))),
        }
    }
    found
}

/// Runs a program in a folder to its end, and returns the machine with the time of the line `limit = 2`.
fn finished(folder: &Scratch, way: Way) -> (Machine, u64) {
    fs::write(folder.path().join("source"), "line one\nline two\n").expect("writable");
    fs::write(folder.path().join("other"), "o").expect("writable");
    let mut machine = launch_text(PROGRAM, way.config());
    machine.vm_mut().host.world.set_folder(folder.path().to_path_buf());
    let line = PROGRAM.lines().position(|line| line.starts_with("for i")).expect("a loop") as u32 + 1;
    let mut at = 0;
    while machine.event().line != line {
        at += 1;
        go(&mut machine, at).expect("the loop is reached");
    }
    machine.seek(NEVER);
    (machine, at)
}

fn written(machine: &Machine) -> String {
    String::from_utf8_lossy(machine.output()).into_owned()
}

fn change(machine: &mut Machine, source: &str) {
    machine.open_branch(&Change::Statement { source, frame: 0, names: &[] }, false).expect("it can be changed");
}

#[test]
fn the_disk_does_not_see_it() {
    for way in [Way::AGAIN, Way::every(1), Way::HYBRID, Way::log(20)] {
        let folder = Scratch::new();
        let (mut machine, at) = finished(&folder, way);
        let (as_it_was, disk) = (written(&machine), contents(folder.path()));
        assert_eq!(machine.end().map(|end| end.status), Some(0), "{way}: {as_it_was}");
        go(&mut machine, at).expect("there");
        change(&mut machine, "limit = 3");
        machine.seek(NEVER);
        // The folder that the run as it was has made is there.
        let end = machine.end().cloned().expect("an end");
        let death = end.died.map(|death| death.summary);
        assert_eq!(death.as_deref(), Some("FileExistsError: [Errno 17] File exists: 'made'"), "{way}");
        let begun = "['line', 'two']\n['begin', '0', 'line', 'one', '1', 'line', 'one', '2', 'line', 'one']\n";
        assert_eq!(written(&machine).lines().take(2).collect::<Vec<_>>().join("\n") + "\n", begun, "{way}");
        assert_eq!(contents(folder.path()), disk, "{way}");

        fs::remove_dir(folder.path().join("made")).expect("it is empty");
        let disk = contents(folder.path());
        machine.switch_branch(0, at);
        change(&mut machine, "limit = 3");
        machine.seek(NEVER);
        let out = format!("{begun}['two'] 12 False\nFalse True\nomoremore\n");
        assert_eq!(written(&machine), out, "{way}");
        assert_eq!(contents(folder.path()), disk, "{way}");
        // The same again when it is run again.
        let (last, digest) = (machine.time().expect("a time"), machine.digest());
        go(&mut machine, at).expect("there");
        machine.seek(NEVER);
        assert_eq!((machine.time(), machine.digest(), written(&machine)), (Some(last), digest, out), "{way}");
        machine.switch_branch(0, 0);
        machine.seek(NEVER);
        assert_eq!(written(&machine), as_it_was, "{way}");
        assert_eq!(contents(folder.path()), disk, "{way}");
    }
}

#[test]
fn what_cannot_be_is_said() {
    let program = "import os\nn = 1\nprint(n)\nif n == 2:\n    os.system('true')\nprint('end')\n";
    for way in [Way::AGAIN, Way::HYBRID, Way::log(20)] {
        let mut machine = launch_text(program, way.config());
        machine.seek(NEVER);
        while machine.event().line != 3 {
            let before = machine.time().expect("a time") - 1;
            go(&mut machine, before).expect("there");
        }
        change(&mut machine, "n = 2");
        machine.seek(NEVER);
        let death = machine.end().and_then(|end| end.died.clone()).expect("it ends there");
        assert!(death.summary.contains("a branch of the past changes nothing outside"), "{way}: {}", death.summary);
        assert!(death.summary.contains("<string>:5"), "{way}: {}", death.summary);
    }
}

#[test]
fn at_the_end_of_what_has_happened_it_goes_on() {
    for way in [Way::AGAIN, Way::HYBRID, Way::log(20)] {
        let folder = Scratch::new();
        let mut machine = launch_text("name = 'a'\nopen(name, 'w').write('x')\nprint(name)\n", way.config());
        machine.vm_mut().host.world.set_folder(folder.path().to_path_buf());
        go(&mut machine, 2).expect("there");
        change(&mut machine, "name = 'b'");
        machine.seek(NEVER);
        assert_eq!(contents(folder.path()).keys().collect::<Vec<_>>(), ["b"], "{way}");
        // The run as it was has lost the world to the branch: what it does now is its own.
        machine.switch_branch(0, 2);
        machine.seek(NEVER);
        assert_eq!(contents(folder.path()).keys().collect::<Vec<_>>(), ["b"], "{way}");
        assert_eq!(written(&machine), "a\n", "{way}");
    }
}

#[test]
fn a_wait_of_its_own_takes_its_time() {
    let program = "import os, time\nname = '.'\nos.listdir(name)\ntime.sleep(0.1)\nprint('end')\n";
    for way in [Way::AGAIN, Way::HYBRID, Way::log(20)] {
        let mut machine = launch_text(program, way.config());
        machine.seek(NEVER);
        go(&mut machine, 3).expect("there");
        // It asks something else from here on, at the same events.
        change(&mut machine, "name = '/'");
        let begun = Instant::now();
        machine.seek(NEVER);
        assert_eq!(written(&machine), "end\n", "{way}");
        assert!(begun.elapsed() >= Duration::from_millis(100), "{way}: {:?}", begun.elapsed());
    }
}

/// Appends to a file, and asks a child process.
const LIVE: &str = r#"
import os
import subprocess
log = open("log", "w")
log.write("begin ")
log.flush()
limit = 2
for i in range(limit):
    log.write(f"{i} ")
    log.flush()
log.close()
with open("other", "a") as f:
    f.write(str(limit))
asked = subprocess.run(["cat", "other"], capture_output=True, text=True)
print(limit, asked.stdout, asked.returncode)
"#;

#[test]
fn a_branch_that_may_changes_the_disk() {
    for way in [Way::AGAIN, Way::every(3), Way::HYBRID, Way::log(5)] {
        let folder = Scratch::new();
        fs::write(folder.path().join("other"), "o").expect("writable");
        let mut machine = launch_text(LIVE, way.config());
        machine.vm_mut().host.world.set_folder(folder.path().to_path_buf());
        let line = LIVE.lines().position(|line| line.starts_with("for i")).expect("a loop") as u32 + 1;
        let mut at = 0;
        while machine.event().line != line {
            at += 1;
            go(&mut machine, at).expect("the loop is reached");
        }
        machine.seek(NEVER);
        assert_eq!(written(&machine), "2 o2 0\n", "{way}");
        // One that may not.
        go(&mut machine, at).expect("it is there");
        change(&mut machine, "limit = 4");
        machine.seek(NEVER);
        let died = machine.end().and_then(|end| end.died.as_ref()).map(|death| death.summary.clone());
        assert!(died.is_some_and(|why| why.contains("a branch of the past changes nothing outside")), "{way}");
        assert_eq!(fs::read(folder.path().join("other")).expect("it is there"), b"o2", "{way}");
        machine.switch_branch(0, at);
        change(&mut machine, "limit = 3");
        machine.let_branch_change_outside();
        machine.seek(NEVER);
        let (end, digest) = (machine.time(), machine.digest());
        assert_eq!(written(&machine), "3 o23 0\n", "{way}: {:?}", machine.end());
        assert_eq!(fs::read(folder.path().join("other")).expect("it is there"), b"o23", "{way}");
        assert_eq!(fs::read(folder.path().join("log")).expect("it is there"), b"begin 0 1 2 ", "{way}");
        // Going back and on again repeats nothing.
        machine.seek(at);
        machine.seek(NEVER);
        assert_eq!((machine.time(), machine.digest()), (end, digest), "{way}");
        assert_eq!(fs::read(folder.path().join("other")).expect("it is there"), b"o23", "{way}");
        machine.switch_branch(0, 0);
        machine.seek(NEVER);
        assert_eq!(written(&machine), "2 o2 0\n", "{way}");
    }
}
