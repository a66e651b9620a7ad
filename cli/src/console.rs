//! The command loop.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use console::Term;
use ttd_debug::answer::colour::Paint;
use ttd_debug::answer::render;
use ttd_debug::{Answer, Session};

use crate::editor::{Input, InputEvent};
use crate::progress::Meter;
use crate::tui::{Panes, Tui};
use crate::{output, pager, terminal};

/// Runs a debugging session until the user leaves or the terminal is gone. Returns the program's exit status, if it has
/// been run to its end.
pub(crate) fn debug(session: Session, commands: &[String], interrupt: Arc<AtomicBool>) -> io::Result<Option<i32>> {
    let session = Rc::new(RefCell::new(session));
    let result = command_loop(&session, commands, interrupt);
    let status = session.borrow().end().map(|end| end.status);
    match result {
        // The reader of the answers is gone: `| head`, or a terminal that was closed.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe || error.raw_os_error() == Some(EIO) => Ok(status),
        result => result.map(|()| status),
    }
}

/// The error code of a terminal that is gone.
const EIO: i32 = 5;

fn command_loop(session: &Rc<RefCell<Session>>, commands: &[String], interrupt: Arc<AtomicBool>) -> io::Result<()> {
    let paint = terminal::paint();
    let meter = terminal::is_interactive().then(|| Meter::attach(&mut session.borrow_mut()));
    let mut input = Input::new(session.clone(), interrupt.clone(), paint);
    let run_interruptible = |work: &mut dyn FnMut(&mut Session) -> Vec<Answer>| {
        interrupt.store(false, Ordering::Relaxed);
        meter.iter().for_each(Meter::begin);
        let answers = work(&mut session.borrow_mut());
        meter.iter().for_each(Meter::end);
        answers
    };
    if matches!(input, Input::Terminal(_)) && terminal::moves_cursor() {
        session.borrow_mut().offer_panes();
    }
    measure(session);
    let mut answers = run_interruptible(&mut |session| session.begin(commands));
    let (mut written, mut panes) = (0, Panes::default());
    loop {
        match input {
            Input::Terminal(_) => show(session, &answers, written, paint)?,
            Input::Pipe => output::write(&render::paint_all(&answers, paint))?,
        }
        if answers.last() == Some(&Answer::Quit) {
            return Ok(());
        }
        if let Input::Terminal(terminal) = &mut input
            && session.borrow().wants_panes()
        {
            if Tui::run(session, &run_interruptible, terminal, &mut panes, paint)? {
                return Ok(());
            }
            // Back at the plain prompt: where are we?
            measure(session);
            answers = run_interruptible(&mut Session::opening);
            written = 0;
            continue;
        }
        let prompt = render::prompt(&session.borrow().prompt());
        let typed = input.read(&prompt)?;
        measure(session);
        written = session.borrow().output_so_far().len();
        answers = run_interruptible(&mut |session| match &typed {
            InputEvent::Line(line) => session.execute(line.trim_end_matches(['\n', '\r'])),
            InputEvent::Interrupt => session.interrupted(),
            InputEvent::End => session.end_of_input(),
        });
    }
}

/// Tells the session the size of the terminal.
fn measure(session: &RefCell<Session>) {
    if let Some(columns) = terminal::columns() {
        let lines = terminal::lines().filter(|_| terminal::is_interactive());
        session.borrow_mut().set_size(columns, lines);
    }
}

/// Shows answers on a terminal. A function on top stands on a cleared screen, and what the program has written in the
/// meantime, from byte `written` on, below it.
fn show(session: &RefCell<Session>, answers: &[Answer], written: usize, paint: Paint) -> io::Result<()> {
    let [Answer::Function(_), rest @ ..] = answers else {
        return pager::write(&render::paint_all(answers, paint));
    };
    if !terminal::moves_cursor() {
        return output::write(&render::paint_all(answers, paint));
    }
    Term::stdout().clear_screen()?;
    let session = session.borrow();
    let new = session.output_so_far().get(written..).unwrap_or_default();
    let new = String::from_utf8_lossy(new);
    output::write(&format!("{}{new}{}", render::render(&answers[0], paint), render::paint_all(rest, paint)))
}
