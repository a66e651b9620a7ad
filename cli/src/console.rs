//! The command loop.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ttd_debug::answer::render;
use ttd_debug::{Answer, Session};

use crate::editor::{Input, InputEvent};
use crate::progress::Meter;
use crate::{output, pager, terminal};

/// Runs a debugging session until the user leaves or the terminal is gone.
pub(crate) fn debug(session: Session, commands: &[String], interrupt: Arc<AtomicBool>) -> io::Result<()> {
    match command_loop(session, commands, interrupt) {
        // The reader of the answers is gone: `| head`, or a terminal that was closed.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe || error.raw_os_error() == Some(EIO) => Ok(()),
        result => result,
    }
}

/// The error code of a terminal that is gone.
const EIO: i32 = 5;

fn command_loop(session: Session, commands: &[String], interrupt: Arc<AtomicBool>) -> io::Result<()> {
    let paint = terminal::paint();
    let mut session = session;
    let meter = terminal::is_interactive().then(|| Meter::attach(&mut session));
    let session = Rc::new(RefCell::new(session));
    let mut input = Input::new(session.clone(), interrupt.clone(), paint);
    let run_interruptible = |work: &mut dyn FnMut(&mut Session) -> Vec<Answer>| {
        interrupt.store(false, Ordering::Relaxed);
        meter.iter().for_each(Meter::begin);
        let answers = work(&mut session.borrow_mut());
        meter.iter().for_each(Meter::end);
        answers
    };
    let mut answers = run_interruptible(&mut |session| session.begin(commands));
    loop {
        let text = render::paint_all(&answers, paint);
        match input {
            Input::Terminal(_) => pager::write(&text)?,
            Input::Pipe => output::write(&text)?,
        }
        if answers.last() == Some(&Answer::Quit) {
            return Ok(());
        }
        let prompt = render::prompt(&session.borrow().prompt());
        let typed = input.read(&prompt)?;
        if let Some(columns) = terminal::columns() {
            session.borrow_mut().set_width(columns);
        }
        answers = run_interruptible(&mut |session| match &typed {
            InputEvent::Line(line) => session.execute(line.trim_end_matches(['\n', '\r'])),
            InputEvent::Interrupt => session.interrupted(),
            InputEvent::End => session.end_of_input(),
        });
    }
}
