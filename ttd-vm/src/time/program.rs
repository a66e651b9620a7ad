//! What is to be run: reading and compiling it.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ttd_code::bytecode::code::Code;
use ttd_code::{Mode, Options};

use super::environment::Environment;
use crate::vm::code::file_names;
use crate::vm::host::os::error_text;
use crate::vm::host::settings::Settings;

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
    /// A program on standard input.
    Input {
        /// The text.
        text: String,
        /// `sys.argv`.
        argv: Vec<String>,
    },
    /// A program with what the command line says about it.
    Configured {
        /// The program.
        program: Box<Program>,
        /// The configuration.
        settings: Arc<Settings>,
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
    /// What the command line says.
    pub(crate) settings: Arc<Settings>,
    /// Where packages are.
    pub(crate) environment: Environment,
}

impl Program {
    /// Reads and compiles it.
    pub(crate) fn prepare(&self) -> Result<Ready, LaunchError> {
        self.prepare_with(&Arc::default())
    }

    fn prepare_with(&self, settings: &Arc<Settings>) -> Result<Ready, LaunchError> {
        match self {
            Program::Configured { program, settings } => program.prepare_with(settings),
            Program::Script { path, args } => script(path, args, settings),
            Program::Code { text, args } => {
                let argv = std::iter::once("-c".to_string()).chain(args.iter().cloned()).collect();
                text_program(text, "<string>", argv, settings)
            }
            Program::Input { text, argv } => text_program(text, "<stdin>", argv.clone(), settings),
            Program::Module { name, args } => module(name, args, settings),
        }
    }
}

/// A program without a file.
fn text_program(text: &str, name: &str, argv: Vec<String>, settings: &Arc<Settings>) -> Result<Ready, LaunchError> {
    let code = compile(text, name, settings)?;
    let path = search_path(String::new(), settings);
    Ok(Ready {
        code,
        source: text.into(),
        argv,
        path,
        file: None,
        module: None,
        settings: settings.clone(),
        environment: Environment::find(settings),
    })
}

/// Finds a module for `-m`: in the working directory, along `PYTHONPATH`, in the library, among the packages.
fn module(name: &str, args: &[String], settings: &Arc<Settings>) -> Result<Ready, LaunchError> {
    let folder = std::env::current_dir().map(|d| d.display().to_string()).unwrap_or_default();
    let path = search_path(folder, settings);
    let environment = Environment::find(settings);
    let packages = &environment.packages;
    let argv = |file: &str| std::iter::once(file.to_string()).chain(args.iter().cloned()).collect();
    let Some((mut file, mut bytes, package)) = source_of(&path, packages, name) else {
        let is_builtin = |name: &str| crate::modules::find(name).is_some() || ttd_lib::native_module(name).is_some();
        let what = match name.split_once('.') {
            _ if is_builtin(name.split('.').next().unwrap_or(name)) => {
                return imported(name, argv("-m"), path.clone(), settings);
            }
            _ if may_be_there(&path, packages, name) => return imported(name, argv("-m"), path.clone(), settings),
            Some((top, _)) => format!(
                "Error while finding module specification for '{name}' (ModuleNotFoundError: No module named '{top}')"
            ),
            None => format!("No module named {name}"),
        };
        return Err(LaunchError { message: format!("ttd-py: {what}\n"), status: 1 });
    };
    let mut full = name.to_string();
    if package {
        full.push_str(".__main__");
        match source_of(&path, packages, &full) {
            Some((f, b, false)) => (file, bytes) = (f, b),
            _ => return imported(name, argv("-m"), path.clone(), settings),
        }
    }
    let source = ttd_code::decode_file(&bytes, &file).map_err(|e| syntax(&e))?;
    let code = compile(&source, &file, settings)?;
    let (argv, settings) = (argv(&file), settings.clone());
    Ok(Ready { code, source, argv, path, file: Some(file), module: Some(full), settings, environment })
}

/// Whether a module can be something else than a file with source, or a module in a package that is one.
fn may_be_there(path: &[String], packages: &[String], name: &str) -> bool {
    let top = name.split('.').next().unwrap_or(name);
    let elsewhere = |folder: &String| {
        let folder = Path::new(folder);
        folder.is_file() || folder.join(top).is_dir() || folder.join(format!("{top}.pyc")).is_file()
    };
    (top != name && source_of(path, packages, top).is_some()) || path.iter().chain(packages).any(elsewhere)
}

/// A module for `-m` that is no file with source: a compiled one, or one in an archive. It is imported, and `runpy`
/// words what is wrong with it.
fn imported(name: &str, argv: Vec<String>, path: Vec<String>, settings: &Arc<Settings>) -> Result<Ready, LaunchError> {
    let text = format!("__import__('_core').namespace()['run_module_as_main']({name:?})\n");
    started(&text, argv, path, settings)
}

/// A program that a line of the interpreter's own starts.
fn started(text: &str, argv: Vec<String>, path: Vec<String>, settings: &Arc<Settings>) -> Result<Ready, LaunchError> {
    let code = ttd_code::compile(text, "<ttd main>", Mode::Exec, Options::default()).map_err(|e| syntax(&e))?;
    Ok(Ready {
        code,
        source: text.into(),
        argv,
        path,
        file: None,
        module: None,
        settings: settings.clone(),
        environment: Environment::find(settings),
    })
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

/// A path as programs see it.
fn name_of(path: &Path) -> String {
    file_names::from_bytes(path.as_os_str().as_bytes())
}

fn script(path: &Path, args: &[String], settings: &Arc<Settings>) -> Result<Ready, LaunchError> {
    let shown = name_of(path);
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let is_folder = path.is_dir();
    let (file, read) = if is_folder {
        let main = path.join("__main__.py");
        if path.join("__main__.pyc").is_file() && !main.is_file() {
            let argv = std::iter::once(shown).chain(args.iter().cloned()).collect();
            return archive(path, argv, settings);
        }
        if !main.is_file() {
            let message = format!("ttd-py: can't find '__main__' module in '{}'\n", absolute.display());
            return Err(LaunchError { message, status: 1 });
        }
        (main.clone(), std::fs::read(&main))
    } else {
        // A module of the library is run as the file that its name says it is.
        let of_library = || ttd_lib::library_module_at(path.to_str()?).map(|module| module.source().into_bytes());
        (path.to_path_buf(), std::fs::read(path).or_else(|e| of_library().ok_or(e)))
    };
    let bytes = read.map_err(|e| {
        let number = e.raw_os_error().unwrap_or(5);
        let text = error_text(&e);
        let absolute = absolute.display();
        LaunchError { message: format!("ttd-py: can't open file '{absolute}': [Errno {number}] {text}\n"), status: 2 }
    })?;
    let mut argv = vec![shown.clone()];
    argv.extend(args.iter().cloned());
    if bytes.starts_with(b"PK\x03\x04") || holds_archive(&bytes) {
        return archive(path, argv, settings);
    }
    let file = std::path::absolute(&file).map_or(shown, |p| name_of(&p));
    // Modules are looked for where the script is, and not the link to it.
    let real = path.canonicalize().unwrap_or_else(|_| absolute.clone());
    let folder = real.parent().map(name_of).unwrap_or_default();
    if path.extension().is_some_and(|end| end == "pyc") {
        let text = format!("__import__('_core').namespace()['run_compiled_main']({file:?})\n");
        return started(&text, argv, search_path(folder, settings), settings);
    }
    let bytes = if settings.skips_first_line { without_first_line(bytes) } else { bytes };
    let source = ttd_code::decode_file(&bytes, &file).map_err(|e| syntax(&e))?;
    let code = compile(&source, &file, settings)?;
    let folder = if is_folder { absolute.display().to_string() } else { folder };
    let mut path = search_path(folder, settings);
    if is_folder && settings.flag("safe_path") != 0 {
        // The program itself is found there.
        path.insert(0, absolute.display().to_string());
    }
    Ok(Ready {
        code,
        source,
        argv,
        path,
        file: Some(file),
        module: is_folder.then(|| "__main__".to_string()),
        settings: settings.clone(),
        environment: Environment::find(settings),
    })
}

/// Whether a file that begins with something else, as `zipapp` makes them, ends with an archive.
fn holds_archive(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(66_000)..];
    tail.windows(4).any(|four| four == b"PK\x05\x06")
}

/// A program in an archive: it is imported from there as `__main__`.
fn archive(path: &Path, argv: Vec<String>, settings: &Arc<Settings>) -> Result<Ready, LaunchError> {
    let text = "import runpy\nrunpy._run_module_as_main('__main__', False)\n";
    let mut folders = search_path(String::new(), settings);
    folders.retain(|folder| !folder.is_empty());
    folders.insert(0, name_of(path));
    started(text, argv, folders, settings)
}

/// The text with its first line empty, so that the numbers of the others stay.
fn without_first_line(bytes: Vec<u8>) -> Vec<u8> {
    match bytes.iter().position(|b| *b == b'\n') {
        Some(end) => bytes[end..].to_vec(),
        None => Vec::new(),
    }
}

pub(super) fn compile(source: &str, path: &str, settings: &Settings) -> Result<Arc<Code>, LaunchError> {
    let opts = Options { counted: true, program: true, optimize: settings.optimize(), ..Options::default() };
    ttd_code::compile_module(source, path, opts, true).map(|module| module.code).map_err(|e| syntax(&e))
}

fn syntax(e: &ttd_code::SyntaxError) -> LaunchError {
    LaunchError { message: crate::vm::errors::format_syntax_error::format_syntax_error(e), status: 1 }
}

/// The program's folder, unless `-P` leaves it out, and the folders of the environment variable `PYTHONPATH`.
fn search_path(first: String, settings: &Settings) -> Vec<String> {
    let ignored = settings.flag("ignore_environment") != 0;
    let more = if ignored { String::new() } else { std::env::var("PYTHONPATH").unwrap_or_default() };
    let first = (settings.flag("safe_path") == 0).then_some(first);
    let absolute = |p: &str| std::path::absolute(p).map_or_else(|_| p.to_string(), |p| p.display().to_string());
    first.into_iter().chain(more.split(':').filter(|p| !p.is_empty()).map(absolute)).collect()
}
