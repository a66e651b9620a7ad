//! Test runners handle the exceptions of the tests that fail, so the debugger would pass them by. pytest's option
//! `--pdb` has it stop there.

use crate::args::Program;

/// The program, with the option if it is pytest and may have it.
pub(crate) fn stop_at(program: Program) -> Program {
    match program {
        Program::Module(name, mut args) if name == "pytest" && !decides_itself(&args) => {
            args.push("--pdb".into());
            Program::Module(name, args)
        }
        other => other,
    }
}

/// Whether arguments of pytest say how it stops, or exclude the option.
fn decides_itself(args: &[String]) -> bool {
    let excludes = |arg: &String| {
        arg.starts_with("--pdb") || arg.starts_with("-n") || arg.starts_with("--numprocesses") || arg == "--"
    };
    args.iter().any(excludes)
        || args.iter().any(|arg| ["--trace", "no:debugging", "-pno:debugging"].contains(&arg.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pytest_stops_at_what_fails() {
        let args = |words: &str| words.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let made = |name: &str, words: &str| stop_at(Program::Module(name.into(), args(words)));
        let module = |name: &str, words: &str| Program::Module(name.into(), args(words));
        assert_eq!(made("pytest", "-x tests"), module("pytest", "-x tests --pdb"));
        for same in ["--pdb a.py", "--pdbcls=m:C", "--trace", "-n 4", "-n4", "-p no:debugging", "-- a.py"] {
            assert_eq!(made("pytest", same), module("pytest", same));
        }
        assert_eq!(made("unittest", "-v"), module("unittest", "-v"));
    }
}
