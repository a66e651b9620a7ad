//! Options of CPython's command line and their variables, where what they do is not seen from inside a program.

use std::process::Command;

/// Variables of the environment with their values.
type Variables = [(&'static str, &'static str)];
/// Options before a program, and variables that say the same.
type Way = (&'static [&'static str], &'static Variables);

/// Runs a program given as text, with options before it; gives what it writes to standard error.
fn errors_of(options: &[&str], variables: &Variables, text: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ttd-py"));
    command.args(options).args(["-c", text]).envs(variables.iter().copied());
    let done = command.output().expect("the program starts");
    String::from_utf8_lossy(&done.stderr).into_owned()
}

#[test]
fn imports_are_timed() {
    let text = "import sys, colorsys\nimport xml.dom, colorsys\ntry: import nothing.of_it\nexcept ImportError: pass";
    let ways: [Way; 3] =
        [(&["-X", "importtime"], &[]), (&["-X", "importtime=1"], &[]), (&[], &[("PYTHONPROFILEIMPORTTIME", "1")])];
    for (options, variables) in ways {
        let said = errors_of(options, variables, text);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines[0], "import time: self [us] | cumulative | imported package");
        let rows = lines[1..].iter().map(|line| {
            let parts: Vec<&str> = line.strip_prefix("import time: ").expect("a time").split(" | ").collect();
            let [own, all, name] = parts[..] else { panic!("{line}") };
            assert_eq!((own.len(), all.len()), (9, 10), "{line}");
            let number = |text: &str| text.trim_start().parse::<u64>().expect("microseconds");
            assert!(number(own) <= number(all), "{line}");
            name.to_string()
        });
        let names: Vec<String> = rows.collect();
        let wanted = ["colorsys", "  xml", "  xml.dom.domreg", "xml.dom", "  nothing", "nothing.of_it"];
        let after = names.iter().position(|name| name == "colorsys").expect("the module");
        assert_eq!(names[after..], wanted, "{said}");
    }
    assert_eq!(errors_of(&[], &[], text), "");
}

#[test]
fn bytes_for_text_are_warned_of() {
    let text = "str(b'a'); f'{bytearray()}'; b'a' == 'a'; 1 != b''; bytearray() == ''; b'' == None; b'' == b''";
    let said = errors_of(&["-b"], &[], text);
    let message = |about: &str| format!("<string>:1: BytesWarning: {about}\n  {text}\n");
    let wanted = [
        message("str() on a bytes instance"),
        message("str() on a bytearray instance"),
        message("Comparison between bytes and string"),
        message("Comparison between bytes and int"),
        message("Comparison between bytearray and string"),
    ];
    assert_eq!(said, wanted.concat());
    assert_eq!(errors_of(&[], &[], text), "");
    for wrong in ["b'' == ''", "print(b'')", "'%s' % b''", "[b''].index('')"] {
        let said = errors_of(&["-bb"], &[], wrong);
        assert!(said.contains("\nBytesWarning: "), "{wrong}: {said}");
    }
}

#[test]
fn memory_is_traced_from_the_beginning() {
    let text = "import sys, tracemalloc as t; sys.stderr.write(f'{t.is_tracing()} {t.get_traceback_limit()}')";
    let ways: [(Way, &str); 5] = [
        ((&["-X", "tracemalloc"], &[]), "True 1"),
        ((&["-X", "tracemalloc=7"], &[]), "True 7"),
        ((&[], &[("PYTHONTRACEMALLOC", "3")]), "True 3"),
        ((&["-X", "tracemalloc=0"], &[("PYTHONTRACEMALLOC", "3")]), "False 1"),
        ((&["-E"], &[("PYTHONTRACEMALLOC", "3")]), "False 1"),
    ];
    for ((options, variables), wanted) in ways {
        assert_eq!(errors_of(options, variables, text), wanted);
    }
    let text = "import warnings\nclass A: pass\na = A()\nwarnings.warn('left', ResourceWarning, source=a)";
    let said = errors_of(&["-X", "tracemalloc=2", "-W", "always"], &[], text);
    assert!(said.contains("Object allocated at (most recent call last):\n  File \"<string>\", lineno 3\n"), "{said}");
}

#[test]
fn development_mode_checks_names_of_codecs() {
    let texts = [
        ("''.encode('nowhere')", "LookupError: unknown encoding: nowhere"),
        ("b''.decode('ascii', 'nobody')", "LookupError: unknown error handler name 'nobody'"),
        ("str(b'', errors='nobody')", "LookupError: unknown error handler name 'nobody'"),
        ("str(b'', 'nowhere')", "LookupError: unknown encoding: nowhere"),
        ("bytes('x', 'utf8', 'nobody')", "LookupError: unknown error handler name 'nobody'"),
        ("bytearray('', 'nowhere')", "LookupError: unknown encoding: nowhere"),
    ];
    for (text, wanted) in texts {
        let said = errors_of(&["-X", "dev"], &[], text);
        assert!(said.ends_with(&format!("\n{wanted}\n")), "{text}: {said}");
    }
    assert_eq!(errors_of(&["-X", "dev"], &[], "b'a'.decode('ascii', 'ignore'), b''.decode('latin1', 'replace')"), "");
    assert_eq!(errors_of(&[], &[], "b'a'.decode('ascii', 'nobody'), b''.decode('nowhere')"), "");
}
