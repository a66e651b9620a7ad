//! What kind of program a source text is.

/// What kind of program a source text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A module.
    Exec,
    /// One expression; the code returns its value.
    Eval,
    /// One interactive statement; the values of expressions are displayed.
    Single,
}

impl Mode {
    pub(crate) fn for_front_end(self) -> rustpython_compiler::Mode {
        match self {
            Mode::Exec => rustpython_compiler::Mode::Exec,
            Mode::Eval => rustpython_compiler::Mode::Eval,
            Mode::Single => rustpython_compiler::Mode::Single,
        }
    }

    pub(crate) fn for_parser(self) -> ruff_python_parser::Mode {
        match self {
            Mode::Eval => ruff_python_parser::Mode::Expression,
            Mode::Exec | Mode::Single => ruff_python_parser::Mode::Module,
        }
    }
}
