//! What is to be run, and getting it ready.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ttd_code::code::Code;
use ttd_code::{Mode, Options};

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// `ttd-py script.py args`.
    Script {
        /// The path, as given.
        path: PathBuf,
        /// What follows it.
        args: Vec<String>,
    },
    /// `ttd-py -c CODE args`.
    Code {
        /// The text.
        text: String,
        /// What follows it.
        args: Vec<String>,
    },
    /// `ttd-py -m MODULE args`.
    Module {
        /// The name.
        name: String,
        /// What follows it.
        args: Vec<String>,
    },
}

/// Why a program could not be started: what to print on standard error, and the exit status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchError {
    /// The message, in CPython's words, with its line end.
    pub message: String,
    /// The exit status.
    pub status: i32,
}

/// A program that compiled.
pub(crate) struct Ready {
    pub(crate) code: Arc<Code>,
    pub(crate) source: String,
    /// `sys.argv`.
    pub(crate) argv: Vec<String>,
    /// The beginning of `sys.path`.
    pub(crate) path: Vec<String>,
    /// `__file__`, when there is one.
    pub(crate) file: Option<String>,
}

impl Program {
    /// Reads and compiles it.
    pub(crate) fn prepare(&self) -> Result<Ready, LaunchError> {
        match self {
            Program::Script { path, args } => script(path, args),
            Program::Code { text, args } => {
                let mut argv = vec!["-c".to_string()];
                argv.extend(args.iter().cloned());
                let code = compile(text, "<string>")?;
                Ok(Ready { code, source: text.clone(), argv, path: search_path(String::new()), file: None })
            }
            Program::Module { name, args } => {
                let path = PathBuf::from(format!("{}.py", name.replace('.', "/")));
                if !path.is_file() {
                    let message = format!("ttd-py: No module named {name}\n");
                    return Err(LaunchError { message, status: 1 });
                }
                let absolute = std::path::absolute(&path).unwrap_or(path);
                let mut ready = script(&absolute, args)?;
                ready.path[0] = String::new();
                Ok(ready)
            }
        }
    }
}

fn script(path: &Path, args: &[String]) -> Result<Ready, LaunchError> {
    let shown = path.display().to_string();
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let (file, read) = if path.is_dir() {
        let main = path.join("__main__.py");
        if !main.is_file() {
            let message = format!("ttd-py: can't find '__main__' module in '{}'\n", absolute.display());
            return Err(LaunchError { message, status: 1 });
        }
        (main.display().to_string(), std::fs::read(&main))
    } else {
        (shown.clone(), std::fs::read(path))
    };
    let bytes = read.map_err(|e| {
        let number = e.raw_os_error().unwrap_or(5);
        let text = e.to_string();
        let text = text.split(" (os error").next().unwrap_or_default().to_string();
        let absolute = absolute.display();
        LaunchError { message: format!("ttd-py: can't open file '{absolute}': [Errno {number}] {text}\n"), status: 2 }
    })?;
    let file = std::path::absolute(&file).map_or(file, |p| p.display().to_string());
    let source = ttd_code::decode_file(&bytes, &file).map_err(|e| syntax(&e))?;
    let code = compile(&source, &file)?;
    let folder = absolute.parent().map(|p| p.display().to_string()).unwrap_or_default();
    let folder = if path.is_dir() { absolute.display().to_string() } else { folder };
    let mut argv = vec![shown];
    argv.extend(args.iter().cloned());
    Ok(Ready { code, source, argv, path: search_path(folder), file: Some(file) })
}

fn compile(source: &str, path: &str) -> Result<Arc<Code>, LaunchError> {
    let opts = Options { counted: true, ..Options::default() };
    ttd_code::compile(source, path, Mode::Exec, opts).map_err(|e| syntax(&e))
}

fn syntax(e: &ttd_code::SyntaxError) -> LaunchError {
    LaunchError { message: crate::vm::syntax::format_syntax_error(e), status: 1 }
}

/// The program's folder, and the folders of the environment variable `PYTHONPATH`.
fn search_path(first: String) -> Vec<String> {
    let more = std::env::var("PYTHONPATH").unwrap_or_default();
    let absolute = |p: &str| std::path::absolute(p).map_or_else(|_| p.to_string(), |p| p.display().to_string());
    std::iter::once(first).chain(more.split(':').filter(|p| !p.is_empty()).map(absolute)).collect()
}
