//! Reads command lines: from a terminal with history and completion, or from anything else.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, BufRead};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use ttd_debug::Session;
use ttd_debug::answer::colour::{Ink, Paint};
use ttd_debug::commands::complete;

use crate::{output, terminal};

/// How long a completion may run the program's code. While a line is edited Ctrl-C is an ordinary key, so the user
/// could not end an evaluation that never returns.
const PATIENCE: Duration = Duration::from_secs(1);

/// Lines kept in the history.
const REMEMBERED: usize = 2000;

/// Where commands come from.
pub(crate) enum Input {
    /// A terminal.
    Terminal(Box<Terminal>),
    /// Anything else. The program reads from it too, so no byte beyond the line may be consumed.
    Pipe,
}

/// A terminal with its history of lines.
pub(crate) struct Terminal {
    editor: Editor<Words, DefaultHistory>,
    file: Option<PathBuf>,
}

/// What the user entered.
pub(crate) enum InputEvent {
    /// A line.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D, or the end of the input.
    End,
}

/// Completes words by means of the session.
struct Words {
    session: Rc<RefCell<Session>>,
    interrupt: Arc<AtomicBool>,
    paint: Paint,
}

impl Helper for Words {}
impl Validator for Words {}

impl Highlighter for Words {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _default: bool) -> Cow<'b, str> {
        Cow::Owned(self.paint.text(Ink::Prompt, prompt))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.find(line, at))
    }
}

impl Words {
    /// Returns where the word that ends at byte `at` of a line begins, and the candidates for it.
    fn find(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        let Ok(mut session) = self.session.try_borrow_mut() else {
            return (at, Vec::new());
        };
        let (done, wait) = mpsc::channel::<()>();
        let interrupt = self.interrupt.clone();
        let watch = thread::spawn(move || {
            if wait.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                interrupt.store(true, Ordering::Relaxed);
            }
        });
        let found = complete::complete(&mut session, line, at);
        drop(done);
        // The thread only waits and sets a flag; it cannot panic.
        let _ = watch.join();
        self.interrupt.store(false, Ordering::Relaxed);
        found
    }
}

impl Input {
    /// Reads from the terminal, if there is one.
    pub(crate) fn new(session: Rc<RefCell<Session>>, interrupt: Arc<AtomicBool>, paint: Paint) -> Input {
        if !terminal::is_interactive() {
            return Input::Pipe;
        }
        // As with readline: complete the common prefix, then list.
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .max_history_size(REMEMBERED)
            .map(rustyline::config::Builder::build);
        let Ok(mut editor) = config.and_then(Editor::with_config) else {
            return Input::Pipe;
        };
        editor.set_helper(Some(Words { session, interrupt, paint }));
        let file = terminal::history_file();
        if let Some(file) = &file {
            // There is no file the first time.
            let _ = editor.load_history(file);
        }
        Input::Terminal(Box::new(Terminal { editor, file }))
    }

    /// Reads the next line. Input that can no longer be read has ended.
    pub(crate) fn read(&mut self, prompt: &str) -> io::Result<InputEvent> {
        match self {
            Input::Terminal(terminal) => Ok(terminal.read(prompt)),
            Input::Pipe => {
                output::write(prompt)?;
                let mut line = Vec::new();
                let count = io::stdin().lock().read_until(b'\n', &mut line).unwrap_or(0);
                Ok(match count {
                    0 => InputEvent::End,
                    _ => InputEvent::Line(String::from_utf8_lossy(&line).into_owned()),
                })
            }
        }
    }
}

impl Terminal {
    fn read(&mut self, prompt: &str) -> InputEvent {
        match self.editor.readline(prompt) {
            Ok(line) => {
                self.remember(&line);
                InputEvent::Line(line)
            }
            Err(ReadlineError::Interrupted) => InputEvent::Interrupt,
            // Ctrl-D, or the terminal is gone.
            Err(_) => InputEvent::End,
        }
    }

    /// The lines of the history, the latest last.
    pub(crate) fn earlier_lines(&self) -> Vec<String> {
        self.editor.history().iter().cloned().collect()
    }

    /// Returns where the word that ends at byte `at` of a line begins, and the candidates for it.
    pub(crate) fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        self.editor.helper().map_or((at, Vec::new()), |words| words.find(line, at))
    }

    /// Keeps a line for this session and later ones. Failing to keep it is no reason to stop.
    pub(crate) fn remember(&mut self, line: &str) {
        if line.trim().is_empty() || !self.editor.add_history_entry(line).unwrap_or(false) {
            return;
        }
        if let Some(file) = &self.file {
            let _ = self.editor.append_history(file);
        }
    }
}

/// Reads a line with this prompt; returns it with its end, or nothing at the end of the input.
type LineReader = Box<dyn FnMut(&str) -> io::Result<Vec<u8>>>;

/// What edits the lines of Python's own prompt, if both ends are a terminal.
pub(crate) fn of_prompt() -> Option<LineReader> {
    if !terminal::is_interactive() {
        return None;
    }
    let mut editor = rustyline::DefaultEditor::new().ok()?;
    Some(Box::new(move |prompt| match editor.readline(prompt) {
        Ok(line) => {
            // A line that cannot be remembered is a line all the same.
            let _ = editor.add_history_entry(line.as_str());
            Ok(format!("{line}\n").into_bytes())
        }
        Err(ReadlineError::Eof) => Ok(Vec::new()),
        // The statement so far is dropped: a line that only ends it.
        Err(ReadlineError::Interrupted) => Ok(b"\n".to_vec()),
        Err(error) => Err(io::Error::other(error)),
    }))
}
