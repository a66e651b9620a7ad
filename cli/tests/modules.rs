//! `-m`: packages, modules in packages, modules of the library, and names that are no module.

use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/lang");
    path.canonicalize().expect("the programs")
}

fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ttd-py"));
    let done = command.args(arguments).current_dir(folder()).output().expect("the program starts");
    let text = |bytes| String::from_utf8_lossy(bytes).to_string();
    (text(&done.stdout), text(&done.stderr), done.status.code())
}

/// What the package's own code prints when it is imported.
const PACKAGE: &str = "lib_pkg runs as lib_pkg in lib_pkg lib_pkg\ndeep runs as lib_pkg.deep in lib_pkg.deep\n";

#[test]
fn packages_run_their_main_module() {
    let main = "shapes runs as lib_pkg.shapes in lib_pkg\n\
                __main__ lib_pkg lib_pkg.__main__ ['a', 'b'] True 1 12\n";
    let expected = (format!("{PACKAGE}{main}"), String::new(), Some(0));
    assert_eq!(run(&["-m", "lib_pkg", "a", "b"]), expected);
}

#[test]
fn archives_run_their_main_module() {
    let archive = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/app.zip");
    assert_eq!(run(&[archive, "a"]), ("__main__ ['a'] 6\n".into(), String::new(), Some(0)));
    for mode in ["tdb", "ttd", "odb"] {
        let (said, _, _) =
            run(&["-m", mode, "-c", "n", "-c", "n", "-c", "s", "-c", "c", "-c", "rfind line == 2", archive]);
        assert!(said.contains("app.zip/shop/__init__.py(2)total()\n-> result = 0\n"), "{mode}: {said}");
    }
}

#[test]
fn packages_around_a_module_come_first() {
    let expected = (format!("{PACKAGE}shapes runs as __main__ in lib_pkg\n"), String::new(), Some(0));
    assert_eq!(run(&["-m", "lib_pkg.shapes"]), expected);
}

#[test]
fn what_is_no_module_is_said() {
    let said = |name: &str| run(&["-m", name]);
    let error = |what: &str| (String::new(), format!("ttd-py: {what}\n"), Some(1));
    // As in CPython, what is around a module is imported first, and `runpy` says what is wrong then.
    let after = |what: &str| {
        let (out, err, status) = said(what);
        (out, err.split_once("ttd-py: ").map_or(err.clone(), |(_, text)| text.to_string()), status)
    };
    assert_eq!(said("nothing"), error("No module named nothing"));
    let nothing = (PACKAGE.to_string(), "No module named lib_pkg.nothing\n".to_string(), Some(1));
    assert_eq!(after("lib_pkg.nothing"), nothing);
    let text = "No module named lib_pkg.deep.__main__; 'lib_pkg.deep' is a package and cannot be directly executed\n";
    assert_eq!(after("lib_pkg.deep"), (PACKAGE.to_string(), text.to_string(), Some(1)));
    assert_eq!(
        said("lib_nothing.x"),
        error(
            "Error while finding module specification for 'lib_nothing.x' \
             (ModuleNotFoundError: No module named 'lib_nothing')"
        )
    );
}

#[test]
fn compiled_files_and_folders_run() {
    let made = std::env::temp_dir().join(format!("ttd-compiled-{}", std::process::id()));
    let source = made.join("__main__.py");
    std::fs::create_dir_all(&made).expect("a folder");
    std::fs::write(&source, "import sys\nprint(__name__, __package__, sys.argv[1:], sys._xoptions)\n").expect("a file");
    let place = |path: &Path| path.to_str().expect("a name").to_string();
    let folder = run(&[&place(&made), "a"]);
    assert_eq!(folder, ("__main__  ['a'] {}\n".into(), String::new(), Some(0)));
    let compiled = made.join("x.pyc");
    let text = format!("import py_compile; py_compile.compile({source:?}, {compiled:?}, 'x')");
    assert_eq!(run(&["-c", &text]), (String::new(), String::new(), Some(0)));
    std::fs::remove_file(&source).expect("the file");
    let said = run(&["-X", "utf8=0", &place(&compiled), "b"]);
    assert_eq!(said, ("__main__ None ['b'] {'utf8': '0'}\n".into(), String::new(), Some(0)));
    std::fs::remove_dir_all(&made).expect("the folder");
}

#[test]
fn compiled_packages_say_what_they_are() {
    let (_, err, status) = run(&["-c", "import numpy"]);
    let last = err.lines().last().unwrap_or_default();
    assert!(last.starts_with("ModuleNotFoundError: No module named 'numpy'"), "{err}");
    assert!(last.contains("C extensions"), "{err}");
    assert_eq!(status, Some(1));
}

/// A script that is started by a link finds the modules beside the file that the link leads to; one that is started by
/// a path with `..` has its breakpoints at plain paths.
#[test]
fn scripts_by_other_paths() {
    let folder = std::env::temp_dir().join(format!("ttd-paths-{}", std::process::id()));
    let (real, other) = (folder.join("real"), folder.join("other"));
    for folder in [&real, &other] {
        std::fs::create_dir_all(folder).expect("a folder");
    }
    let write = |name: &str, text: &str| std::fs::write(real.join(name), text).expect("writable");
    write("tool.py", "import helper\nvalue = helper.double(2)\nprint(value)\n");
    write("helper.py", "def double(n):\n    return 2 * n\n");
    std::os::unix::fs::symlink(real.join("tool.py"), other.join("link.py")).expect("a link");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ttd-py"));
        let done = command.args(arguments).current_dir(&other).output().expect("the program starts");
        (String::from_utf8_lossy(&done.stdout).to_string(), String::from_utf8_lossy(&done.stderr).to_string())
    };
    for path in ["link.py", "../real/tool.py"] {
        assert_eq!(run(&[path]), ("4\n".into(), String::new()), "{path}");
        for mode in ["tdb", "ttd", "odb"] {
            let stops = ["-m", mode, "-c", "b helper.py:2", "-c", "c", path];
            let (said, _) = run(&stops);
            assert!(said.contains("real/helper.py(2)double()\n-> return 2 * n\n"), "{mode} {path}: {said}");
        }
    }
    for place in ["tool.py:3", "../real/tool.py:3"] {
        let (said, _) = run(&["-m", "ttd", "-c", &format!("b {place}"), "-c", "c", "-c", "l", "../real/tool.py"]);
        assert!(said.contains("real/tool.py(3)<module>()\n-> print(value)\n"), "{place}: {said}");
        assert!(said.contains("\n  3 B->\tprint(value)\n"), "{place}: {said}");
    }
    std::fs::remove_dir_all(&folder).expect("ours");
}

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.flat_map(|entry| below(entry.path())).collect()
}

/// Runs a program that imports a module, with a folder for compiled modules.
fn run_kept(program: &Path, kept: &str, options: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ttd-py"));
    command.args(options).arg(program).env("TTD_PY_CACHE", kept).env_remove("PYTHONDONTWRITEBYTECODE");
    let done = command.output().expect("the program starts");
    String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned()
}

#[test]
fn compiled_modules_are_kept_for_later_runs() {
    let folder = std::env::temp_dir().join(format!("ttd-kept-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (module, main) = (folder.join("taken.py"), folder.join("main.py"));
    let text = |n: i32| format!("def f():\n    return {n}\n{}x = '\\d'\n", "y = f()\n".repeat(200));
    std::fs::write(&module, text(1)).expect("a module");
    std::fs::write(&main, format!("import taken\nprint(taken.f())\n{}", "y = 1\n".repeat(200))).expect("a program");
    let kept = folder.join("kept");
    let name = kept.to_str().expect("a name");
    let check = |options: &[&str], n: i32, what: &str| {
        let said = run_kept(&main, name, options);
        assert!(said.starts_with(&format!("{n}\n")) && said.contains("SyntaxWarning"), "{what}: {said}");
        files(&kept).len()
    };
    assert_eq!(check(&["-B"], 1, "nothing is written"), 0);
    // A module with a warning is compiled again each time, so that it is warned of.
    assert_eq!(check(&[], 1, "the program is kept"), 1);
    std::fs::write(&module, text(2).replace("x = '\\d'\n", "import warnings; warnings.warn('', SyntaxWarning)\n"))
        .expect("a module");
    assert_eq!(check(&[], 2, "the module has changed"), 2);
    assert_eq!(check(&[], 2, "both are loaded"), 2);
    assert_eq!(check(&["-O"], 2, "compiled otherwise"), 4);
    for file in files(&kept) {
        let mut data = std::fs::read(&file).expect("a kept module");
        let middle = data.len() / 2;
        data[middle] ^= 1;
        std::fs::write(&file, data).expect("a damaged one");
    }
    assert_eq!(check(&[], 2, "damaged files"), 4);
    for file in files(&kept) {
        std::fs::write(&file, "").expect("an empty one");
    }
    assert_eq!(check(&[], 2, "empty files"), 4);
    assert_eq!(check(&["-B"], 2, "mended files"), 4);
    let said = run_kept(&main, "off", &[]);
    assert!(said.starts_with("2\n"), "off: {said}");
    let said = run_kept(&main, "/proc/no/such/folder", &[]);
    assert!(said.starts_with("2\n"), "a folder that cannot be: {said}");
    std::fs::remove_dir_all(&folder).expect("the folder is gone");
}
