//! What is to be debugged, and who can start it.

use ttd_debug::Session;

/// How the debugger keeps history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Going back runs the program again from the start.
    Tdb,
    /// Going back restores a checkpoint.
    #[default]
    Ttd,
    /// Everything is logged; going back undoes it.
    Odb,
}

impl Mode {
    /// The mode with this name, as after `-m`.
    pub fn named(name: &str) -> Option<Mode> {
        match name {
            "tdb" => Some(Mode::Tdb),
            "ttd" | "hybrid" => Some(Mode::Ttd),
            "odb" => Some(Mode::Odb),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Tdb => "tdb",
            Mode::Ttd => "ttd",
            Mode::Odb => "odb",
        }
    }
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A file or folder.
    Script(String),
    /// A module, as after `-m`.
    Module(String),
    /// A text, as after `-c`.
    Code(String),
}

/// What is to be debugged, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program.
    pub program: Program,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// How the debugger keeps history.
    pub mode: Mode,
    /// The folder that it runs in; `None`: that of this process.
    pub folder: Option<String>,
    /// Variables of the environment that it sees changed; one without a value is taken away.
    pub environment: Vec<(String, Option<String>)>,
    /// The file that is its standard input; `None`: it reads nothing.
    pub stdin: Option<String>,
    /// Patterns of library modules whose code has events.
    pub library: Vec<String>,
}

impl Launch {
    /// A program with nothing special about it.
    pub fn new(program: Program, arguments: Vec<String>, mode: Mode) -> Launch {
        Launch { program, arguments, mode, folder: None, environment: Vec::new(), stdin: None, library: Vec::new() }
    }
}

/// Starts programs.
pub trait Launcher {
    /// Brings a program to its first event.
    ///
    /// # Errors
    /// Why it cannot be started.
    fn launch(&self, launch: &Launch) -> Result<Session, String>;
}
