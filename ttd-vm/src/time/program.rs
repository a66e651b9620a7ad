//! What is to be run: reading and compiling it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ttd_code::bytecode::code::Code;
use ttd_code::{Mode, Options};

use super::environment::Environment;

/// A program to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// `ttd-py script.py args`.
    Script {
        /// The path, as given.
        path: PathBuf,
        /// Its arguments.
        args: Vec<String>,
    },
    /// `ttd-py -c CODE args`.
    Code {
        /// The text.
        text: String,
        /// Its arguments.
        args: Vec<String>,
    },
    /// `ttd-py -m MODULE args`.
    Module {
        /// The name.
        name: String,
        /// Its arguments.
        args: Vec<String>,
    },
}

/// Why a program could not be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchError {
    /// The message for standard error, in CPython's words, with its line end.
    pub message: String,
    /// The exit status.
    pub status: i32,
}

/// A compiled program.
#[derive(Clone)]
pub(crate) struct Ready {
    pub(crate) code: Arc<Code>,
    pub(crate) source: String,
    /// `sys.argv`.
    pub(crate) argv: Vec<String>,
    /// The beginning of `sys.path`.
    pub(crate) path: Vec<String>,
    /// `__file__`, when there is one.
    pub(crate) file: Option<String>,
    /// The full name of the module that `-m` asked for.
    pub(crate) module: Option<String>,
    /// Where packages are.
    pub(crate) environment: Environment,
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
                Ok(Ready {
                    code,
                    source: text.clone(),
                    argv,
                    path: search_path(String::new()),
                    file: None,
                    module: None,
                    environment: Environment::find(),
                })
            }
            Program::Module { name, args } => module(name, args),
        }
    }
}

/// Finds a module for `-m`: in the working directory, along `PYTHONPATH`, in the library, among the packages.
fn module(name: &str, args: &[String]) -> Result<Ready, LaunchError> {
    let folder = std::env::current_dir().map(|d| d.display().to_string()).unwrap_or_default();
    let path = search_path(folder);
    let environment = Environment::find();
    let packages = &environment.packages;
    let failed = |what: String| Err(LaunchError { message: format!("ttd-py: {what}\n"), status: 1 });
    let missing = |name: &str| match name.rsplit_once('.') {
        Some((parent, _)) if source_of(&path, packages, parent).is_none() => format!(
            "Error while finding module specification for '{name}' (ModuleNotFoundError: No module named '{}')",
            name.split('.').next().unwrap_or(name)
        ),
        _ => format!("No module named {name}"),
    };
    let Some((mut file, mut bytes, package)) = source_of(&path, packages, name) else { return failed(missing(name)) };
    let mut full = name.to_string();
    if package {
        full.push_str(".__main__");
        match source_of(&path, packages, &full) {
            Some((f, b, _)) => (file, bytes) = (f, b),
            None => {
                let what = format!("No module named {full}; '{name}' is a package and cannot be directly executed");
                return failed(what);
            }
        }
    }
    let source = ttd_code::decode_file(&bytes, &file).map_err(|e| syntax(&e))?;
    let code = compile(&source, &file)?;
    let argv = std::iter::once(file.clone()).chain(args.iter().cloned()).collect();
    Ok(Ready { code, source, argv, path, file: Some(file), module: Some(full), environment })
}

/// Returns a module's file, its contents, and whether it is a package.
fn source_of(path: &[String], packages: &[String], name: &str) -> Option<(String, Vec<u8>, bool)> {
    let of_library = || ttd_lib::library_module(name).map(|m| (m.path.to_string(), m.source().into_bytes(), m.package));
    source_in(path, name).or_else(of_library).or_else(|| source_in(packages, name))
}

fn source_in(path: &[String], name: &str) -> Option<(String, Vec<u8>, bool)> {
    let inside = name.replace('.', "/");
    for folder in path {
        for (file, package) in
            [(format!("{folder}/{inside}/__init__.py"), true), (format!("{folder}/{inside}.py"), false)]
        {
            if let Ok(bytes) = std::fs::read(&file) {
                return Some((file, bytes, package));
            }
        }
        if Path::new(&format!("{folder}/{inside}/__main__.py")).is_file() {
            return Some((String::new(), Vec::new(), true));
        }
    }
    None
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
    Ok(Ready {
        code,
        source,
        argv,
        path: search_path(folder),
        file: Some(file),
        module: None,
        environment: Environment::find(),
    })
}

fn compile(source: &str, path: &str) -> Result<Arc<Code>, LaunchError> {
    let opts = Options { counted: true, program: true, ..Options::default() };
    ttd_code::compile(source, path, Mode::Exec, opts).map_err(|e| syntax(&e))
}

fn syntax(e: &ttd_code::SyntaxError) -> LaunchError {
    LaunchError { message: crate::vm::errors::format_syntax_error::format_syntax_error(e), status: 1 }
}

/// The program's folder, and the folders of the environment variable `PYTHONPATH`.
fn search_path(first: String) -> Vec<String> {
    let more = std::env::var("PYTHONPATH").unwrap_or_default();
    let absolute = |p: &str| std::path::absolute(p).map_or_else(|_| p.to_string(), |p| p.display().to_string());
    std::iter::once(first).chain(more.split(':').filter(|p| !p.is_empty()).map(absolute)).collect()
}
