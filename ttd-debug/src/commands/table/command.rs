//! What a row of the table of commands is made of, and what its columns mean.

use crate::answer::Answer;
use crate::session::Session;

/// The argument of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Args {
    /// The row of the command.
    pub command: &'static Command,
    /// As typed, without the space around it.
    pub text: String,
    /// The count or line, when the command takes one and it was given.
    pub number: Option<u64>,
}

impl Args {
    /// The repeat count, 1 unless one was given.
    pub fn count(&self) -> u64 {
        self.number.unwrap_or(1)
    }

    /// Answers a wrong argument: why it is wrong, and how the command is used.
    pub fn misuse(&self, why: &str) -> Answer {
        Answer::Error(self.command.misused(why))
    }
}

/// The function that carries a command out.
pub type Handler = fn(&mut Session, &Args) -> Vec<Answer>;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The heading it is listed under.
    pub theme: &'static str,
    /// The name and the abbreviations.
    pub names: &'static [&'static str],
    /// The argument: `""` takes none, `"[count]"` a positive number, `"[line]"` a line number, `"[count | --all]"` a
    /// positive number or this word; anything else is text.
    pub usage: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// A line that can be typed.
    pub example: &'static str,
    /// Carries it out.
    pub handler: Handler,
    /// It goes to another time or leaves: no line of a breakpoint's commands can follow it.
    pub travels: bool,
    /// It only looks at the present, and so at the frames of the thread that the user has chosen.
    pub looks: bool,
    /// It finds a place in the frames of the thread that the user has chosen, and then asks about the run.
    pub locates: bool,
    /// When a variable of the program goes before it.
    pub yields: Yields,
    /// The handler answers a missing argument itself, in pdb's words.
    pub answers_missing: bool,
    /// It works when no event has been delivered or recorded.
    pub without_events: bool,
    /// An empty line after it repeats the name without the argument.
    pub repeats_bare: bool,
    /// `;;` belongs to its argument.
    pub takes_line: bool,
    /// What completion offers for its argument.
    pub completes: Completes,
}

/// Which names of a command yield to a variable of the program that is called the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yields {
    /// None: pdb has the command too, and users expect it.
    Never,
    /// The abbreviations.
    Abbreviations,
    /// All of them.
    Always,
}

/// What completion offers for an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completes {
    /// Nothing.
    Nothing,
    /// A Python expression.
    Expression,
    /// A variable, attribute or item of the program.
    Place,
    /// An expression that may use the words of `find`.
    Condition,
    /// Numbers of watchpoints.
    Watchpoints,
    /// A function.
    Function,
    /// A function or a file, and an expression after a comma.
    SourceLocation,
    /// Numbers of breakpoints.
    Breakpoints,
    /// The number of a breakpoint, then an expression.
    BreakpointCondition,
    /// Names of commands.
    Commands,
    /// Marks, `start` and `end`.
    Times,
    /// Names of branches.
    Branches,
    /// Names of aliases.
    Aliases,
    /// Expressions that are displayed.
    Displays,
}

impl PartialEq for Command {
    /// Rows are equal when they have the same name: names are unique.
    fn eq(&self, other: &Command) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Command {}

impl Command {
    /// A row with the columns that every command has. The methods below fill in the others.
    pub(crate) const fn row(
        (theme, names): (&'static str, &'static [&'static str]),
        usage: &'static str,
        doc: &'static str,
        example: &'static str,
        handler: Handler,
    ) -> Command {
        Command {
            theme,
            names,
            usage,
            doc,
            example,
            handler,
            travels: false,
            looks: false,
            locates: false,
            yields: Yields::Never,
            answers_missing: false,
            without_events: false,
            repeats_bare: false,
            takes_line: false,
            completes: Completes::Nothing,
        }
    }

    /// Sets the column `travels`.
    pub(crate) const fn travels(self) -> Command {
        Command { travels: true, ..self }
    }

    /// Sets the column `looks`.
    pub(crate) const fn looks(self) -> Command {
        Command { looks: true, ..self }
    }

    /// Sets the column `locates`.
    pub(crate) const fn locates(self) -> Command {
        Command { locates: true, ..self }
    }

    /// Sets the column `yields`.
    pub(crate) const fn yields(self, yields: Yields) -> Command {
        Command { yields, ..self }
    }

    /// Sets the column `answers_missing`.
    pub(crate) const fn answers_missing(self) -> Command {
        Command { answers_missing: true, ..self }
    }

    /// Sets the column `without_events`.
    pub(crate) const fn without_events(self) -> Command {
        Command { without_events: true, ..self }
    }

    /// Sets the column `repeats_bare`.
    pub(crate) const fn repeats_bare(self) -> Command {
        Command { repeats_bare: true, ..self }
    }

    /// Sets the column `takes_line`.
    pub(crate) const fn takes_line(self) -> Command {
        Command { takes_line: true, ..self }
    }

    /// Sets the column `completes`.
    pub(crate) const fn completes(self, completes: Completes) -> Command {
        Command { completes, ..self }
    }

    /// The command's own name.
    pub fn name(&self) -> &'static str {
        self.names[0]
    }

    /// Whether a variable called `word` goes before this command, which goes by that name.
    pub fn yields_to_variable(&self, word: &str) -> bool {
        match self.yields {
            Yields::Never => false,
            Yields::Abbreviations => self.name() != word,
            Yields::Always => true,
        }
    }

    /// Reads the argument.
    ///
    /// # Errors
    /// What is wrong with the argument, and how the command is used.
    pub fn read(&'static self, text: &str) -> Result<Args, String> {
        let args = |number| Ok(Args { command: self, text: text.to_string(), number });
        let wrong = || Err(self.misused(&format!("Invalid argument: {text}")));
        match self.usage {
            _ if text.is_empty() && self.needs_argument() => {
                Err(self.misused("An argument is required for this command"))
            }
            "" if text.is_empty() => args(None),
            "" => wrong(),
            "[count | --all]" if text == "--all" => args(None),
            "[count]" | "[line]" | "[count | --all]" if text.is_empty() => args(None),
            "[VALUE]" if text.starts_with('=') => wrong(),
            "[count]" | "[line]" | "[count | --all]" => match text.parse() {
                Ok(number) if number > 0 => args(Some(number)),
                _ => wrong(),
            },
            _ => args(None),
        }
    }

    /// Whether the table refuses the command without an argument.
    fn needs_argument(&self) -> bool {
        !self.usage.is_empty() && !self.usage.starts_with('[') && !self.answers_missing
    }

    /// What was wrong, and how it is done right.
    pub fn misused(&self, why: &str) -> String {
        format!("{why}\n{}\nExample: {}", self.usage_line(), self.example)
    }

    /// `Usage: rnext [count]`.
    pub fn usage_line(&self) -> String {
        format!("Usage: {} {}", self.names.join(" | "), self.usage).trim_end().to_string()
    }
}
