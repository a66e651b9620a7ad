//! The command loop: reading lines, and the one place that writes to standard output.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use ttd_debug::{Answer, Session, commands, render};

/// Writes a text to standard output, at once: the program that is debugged writes there too.
pub(crate) fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Where commands come from.
enum Input {
    /// A terminal, with history and completion.
    Terminal(Box<Editor<Words, DefaultHistory>>),
    /// Anything else. The program reads from it too, so not a byte more than a line may be taken.
    Pipe,
}

/// What a line of input was.
enum Typed {
    Line(String),
    Interrupt,
    End,
}

/// Completes command names.
struct Words;

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}

impl Hinter for Words {
    type Hint = String;
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let begin = line[..at].rfind(";;").map_or(0, |found| found + 2);
        let begin = begin + line[begin..at].len() - line[begin..at].trim_start().len();
        let word = &line[begin..at];
        if word.contains(' ') {
            return Ok((at, Vec::new()));
        }
        Ok((
            begin,
            commands::complete(word)
                .into_iter()
                .map(str::to_string)
                .collect(),
        ))
    }
}

impl Input {
    fn new(interactive: bool) -> Input {
        // As with readline: complete what is common, then list.
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .build();
        let editor = if interactive {
            Editor::with_config(config).ok()
        } else {
            None
        };
        match editor {
            Some(mut editor) => {
                editor.set_helper(Some(Words));
                Input::Terminal(Box::new(editor))
            }
            None => Input::Pipe,
        }
    }

    fn read(&mut self, prompt: &str) -> io::Result<Typed> {
        match self {
            Input::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    if !line.trim().is_empty() {
                        // A history that cannot be kept is no reason to stop.
                        let _ = editor.add_history_entry(line.as_str());
                    }
                    Ok(Typed::Line(line))
                }
                Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
                Err(ReadlineError::Eof) => Ok(Typed::End),
                Err(error) => Err(io::Error::other(error)),
            },
            Input::Pipe => {
                write(prompt)?;
                let mut line = String::new();
                let count = io::stdin().lock().read_line(&mut line)?;
                Ok(if count == 0 {
                    Typed::End
                } else {
                    Typed::Line(line)
                })
            }
        }
    }
}

fn prompt(session: &Session) -> String {
    if session.is_defining() {
        return "(com) ".into();
    }
    let (now, known) = session.progress();
    render::prompt(now, known)
}

/// Lets the user debug, until they leave.
pub(crate) fn debug(
    session: &mut Session,
    commands: &[String],
    interactive: bool,
    interrupt: &Arc<AtomicBool>,
) -> io::Result<()> {
    let mut input = Input::new(interactive);
    interrupt.store(false, Ordering::Relaxed);
    let mut answers = session.begin(commands);
    loop {
        write(&render::render_all(&answers))?;
        if answers.last() == Some(&Answer::Quit) {
            return Ok(());
        }
        match input.read(&prompt(session))? {
            Typed::Line(line) => {
                interrupt.store(false, Ordering::Relaxed);
                answers = session.execute(line.trim_end_matches(['\n', '\r']));
            }
            Typed::Interrupt => {
                write("--KeyboardInterrupt--\n")?;
                answers = Vec::new();
            }
            Typed::End => return write("\n"),
        }
    }
}
