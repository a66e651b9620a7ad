//! Where installed packages are: the virtual environment that a program runs in, or the user's folder.
//!
//! Like the arguments this is part of the configuration: found once, before there is a machine.

use std::env;
use std::path::{Path, PathBuf};

use crate::vm::host::settings::Settings;

/// The folder of packages inside a prefix, with our version of Python.
const PACKAGES: &str = "lib/python3.14/site-packages";

/// What the program's surroundings say about packages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Environment {
    /// `sys.executable`: the command as it was called, symbolic links kept, because a virtual environment is found by
    /// the place of its link.
    pub(crate) executable: String,
    /// `sys.prefix` of a virtual environment.
    pub(crate) prefix: Option<String>,
    /// The end of `sys.path`: folders of packages, and what their `.pth` files add.
    pub(crate) packages: Vec<String>,
    /// What the `.pth` files want to be executed: file, number of the line, line.
    pub(crate) start_lines: Vec<(String, usize, String)>,
}

impl Environment {
    /// Looks for it, as far as the options of the command line let it.
    pub(crate) fn find(settings: &Settings) -> Environment {
        let command = command();
        let prefix = prefix_of(&command);
        let mut found = Environment { executable: shown(&command), ..Environment::default() };
        let folders = match &prefix {
            Some(prefix) => packages_in(prefix),
            None if settings.flag("no_user_site") != 0 => Vec::new(),
            None => user_packages().into_iter().collect(),
        };
        let folders = if settings.flag("no_site") == 0 { folders } else { Vec::new() };
        for folder in folders {
            found.add_folder(&folder);
        }
        found.prefix = prefix.map(|prefix| shown(&prefix));
        found
    }

    /// Adds a folder of packages, and what its `.pth` files say.
    fn add_folder(&mut self, folder: &Path) {
        self.add_path(folder);
        let mut files: Vec<PathBuf> = folder.read_dir().into_iter().flatten().flatten().map(|e| e.path()).collect();
        files.retain(|file| file.extension().is_some_and(|end| end == "pth"));
        files.sort();
        for file in files.iter().filter(|file| !hidden(file)) {
            let Ok(text) = std::fs::read_to_string(file) else { continue };
            for (n, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
                if line.starts_with("import ") || line.starts_with("import\t") {
                    self.start_lines.push((shown(file), n + 1, line.to_string()));
                } else if !line.starts_with('#') && !line.trim().is_empty() {
                    self.add_path(&folder.join(line.trim_end()));
                }
            }
        }
    }

    fn add_path(&mut self, path: &Path) {
        let text = shown(path);
        if path.exists() && !self.packages.contains(&text) {
            self.packages.push(text);
        }
    }
}

fn shown(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).to_string_lossy().into_owned()
}

fn hidden(path: &Path) -> bool {
    path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'))
}

/// Returns the command that was called: from its name, along `PATH`, or else the program's file.
fn command() -> PathBuf {
    let called = env::args_os().next().map(PathBuf::from).unwrap_or_default();
    if called.components().count() > 1 && called.exists() {
        return called;
    }
    let along_path = env::var_os("PATH").and_then(|path| {
        let mut candidates = env::split_paths(&path).map(|folder| folder.join(&called));
        candidates.find(|file| !called.as_os_str().is_empty() && file.is_file())
    });
    along_path.or_else(|| env::current_exe().ok()).unwrap_or_default()
}

/// Returns the virtual environment: that of the command, or the one that is activated.
fn prefix_of(command: &Path) -> Option<PathBuf> {
    let folder = command.parent()?;
    let own = [Some(folder), folder.parent()].into_iter().flatten().find(|p| p.join("pyvenv.cfg").is_file());
    let activated = env::var_os("VIRTUAL_ENV").map(PathBuf::from).filter(|p| p.join("pyvenv.cfg").is_file());
    own.map(Path::to_path_buf).or(activated)
}

/// Returns the folders of packages of an environment: that of our version, and that of another Python which made it.
fn packages_in(prefix: &Path) -> Vec<PathBuf> {
    let own = prefix.join(PACKAGES);
    let minor = |folder: &Path| folder.file_name()?.to_str()?.strip_prefix("python3.")?.parse::<u32>().ok();
    let versions = prefix.join("lib").read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let mut others: Vec<(u32, PathBuf)> =
        versions.filter_map(|folder| Some((minor(&folder)?, folder.join("site-packages")))).collect();
    others.retain(|(_, folder)| folder.is_dir() && *folder != own);
    others.sort();
    let newest = others.pop().map(|(_, folder)| folder);
    [Some(own).filter(|folder| folder.is_dir()), newest].into_iter().flatten().collect()
}

/// Returns the folder in which `pip install --user` puts packages, unless `PYTHONNOUSERSITE` is set.
fn user_packages() -> Option<PathBuf> {
    if env::var_os("PYTHONNOUSERSITE").is_some_and(|v| !v.is_empty()) {
        return None;
    }
    let base = env::var_os("PYTHONUSERBASE").map(PathBuf::from);
    let base = base.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".local")))?;
    Some(base.join(PACKAGES)).filter(|folder| folder.is_dir())
}
