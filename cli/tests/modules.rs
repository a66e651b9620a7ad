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
    assert_eq!(said("nothing"), error("No module named nothing"));
    assert_eq!(said("lib_pkg.nothing"), error("No module named lib_pkg.nothing"));
    assert_eq!(
        said("lib_pkg.deep"),
        error("No module named lib_pkg.deep.__main__; 'lib_pkg.deep' is a package and cannot be directly executed")
    );
    assert_eq!(
        said("lib_nothing.x"),
        error(
            "Error while finding module specification for 'lib_nothing.x' \
             (ModuleNotFoundError: No module named 'lib_nothing')"
        )
    );
}

#[test]
fn compiled_packages_say_what_they_are() {
    let (_, err, status) = run(&["-c", "import numpy"]);
    let last = err.lines().last().unwrap_or_default();
    assert!(last.starts_with("ModuleNotFoundError: No module named 'numpy'"), "{err}");
    assert!(last.contains("C extensions"), "{err}");
    assert_eq!(status, Some(1));
}
