//! Every file of the standard library compiles, translates and verifies, as user code and as library code.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ttd_code::ast::parse;
use ttd_code::bytecode::code::Code;
use ttd_code::{Mode, Options, compile, compile_tree, decode_source, pack, unpack, verify};

fn python_files(dir: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return;
    };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            python_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "py") {
            out.push(path);
        }
    }
}

/// The duration of each part.
#[derive(Default)]
struct Times {
    compiling: Duration,
    verifying: Duration,
}

/// Whether the syntax tree of a text compiles to the same code.
fn same_from_tree(source: &str, name: &str, code: &Code) -> bool {
    let Ok(tree) = parse(source, name, Mode::Exec, None) else { return false };
    let options = Options { counted: true, ..Options::default() };
    compile_tree(&tree, name, Mode::Exec, options).is_some_and(|made| made.is_ok_and(|made| *made == *code))
}

/// Returns the problems of a file, compiled both ways.
fn check(path: &Path, times: &mut Times) -> Vec<String> {
    let name = path.display().to_string();
    let Ok(bytes) = std::fs::read(path) else {
        return vec![format!("{name}: cannot be read")];
    };
    let source = match decode_source(&bytes) {
        Ok(source) => source,
        Err(error) => return vec![error.to_string()],
    };
    let mut problems = Vec::new();
    for counted in [true, false] {
        let start = Instant::now();
        let compiled = compile(&source, &name, Mode::Exec, Options { counted, ..Options::default() });
        times.compiling += start.elapsed();
        let start = Instant::now();
        match compiled {
            Ok(code) => {
                problems.extend(verify(&code).err().map(|e| format!("{name}: {e}")));
                let packed = pack(&code);
                let same = unpack(&packed).is_ok_and(|c| c == code && pack(&c) == packed);
                if !same {
                    problems.push(format!("{name}: packing and unpacking changes it"));
                }
                // A module with large tables has its constants in another order.
                if counted && source.matches(',').count() < 500 && !same_from_tree(&source, &name, &code) {
                    problems.push(format!("{name}: its syntax tree gives other code"));
                }
            }
            Err(error) => problems.push(error.to_string()),
        }
        times.verifying += start.elapsed();
    }
    problems
}

#[test]
fn all_of_the_library_translates() {
    let mut files = Vec::new();
    python_files(Path::new(rustpython_pylib::LIB_PATH), &mut files);
    files.sort();
    assert!(files.len() > 700, "only {} files", files.len());
    // Deeply nested source needs more than a test thread's stack.
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut times, mut problems) = (Times::default(), Vec::new());
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            problems.extend(check(file, &mut times));
        }
        (problems, times)
    };
    let done: Vec<(Vec<String>, Times)> = thread::scope(|scope| {
        let builder = || thread::Builder::new().stack_size(256 << 20);
        let workers = 0..thread::available_parallelism().map_or(2, usize::from);
        let started: Vec<_> = workers.map(|_| builder().spawn_scoped(scope, work).expect("a thread")).collect();
        started.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let compiling: Duration = done.iter().map(|(_, times)| times.compiling).sum();
    let verifying: Duration = done.iter().map(|(_, times)| times.verifying).sum();
    eprintln!("the library twice: compiled in {compiling:?}, verified in {verifying:?}, added over the threads");
    let problems: Vec<String> = done.into_iter().flat_map(|(problems, _)| problems).collect();
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}
