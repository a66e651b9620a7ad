//! `tui`: the debugger in panes.
//!
//! The panes show what the session's views give (`ttd-debug/src/views`), read anew after every command; a key that
//! travels is a command of the prompt, so nothing here knows how to debug.
//!
//! While a command runs, the terminal handles keys as usual: Ctrl-C interrupts, and the program can read lines.

mod draw;
mod keys;
mod live;
mod panes;
mod prompt;
mod screen;

use std::cell::RefCell;
use std::io;

use ratatui::crossterm::event::{self, Event, KeyEventKind};
use signal_hook::consts::SIGTSTP;
use signal_hook::low_level::emulate_default_handler;
use ttd_debug::answer::colour::Paint;
use ttd_debug::answer::render;
use ttd_debug::commands;
use ttd_debug::{Answer, Prompt, Session};

use crate::editor::Terminal;
use draw::{Scroll, Typed};
use keys::Action;
pub(crate) use panes::Panes;
use prompt::{Line, common_start};
use screen::Screen;

/// Runs something in the session so that Ctrl-C ends it.
pub(crate) type Run<'a> = dyn Fn(&mut dyn FnMut(&mut Session) -> Vec<Answer>) -> Vec<Answer> + 'a;

/// The debugger in panes.
pub(crate) struct Tui<'a> {
    session: &'a RefCell<Session>,
    run: &'a Run<'a>,
    terminal: &'a mut Terminal,
    paint: Paint,
    screen: Screen,
    panes: &'a mut Panes,
    line: Line,
    scroll: Scroll,
    /// The last key was Esc.
    escaped: bool,
}

impl<'a> Tui<'a> {
    /// Shows the panes until the user leaves them, or the debugger: then true.
    pub(crate) fn run(
        session: &'a RefCell<Session>,
        run: &'a Run<'a>,
        terminal: &'a mut Terminal,
        panes: &'a mut Panes,
        paint: Paint,
    ) -> io::Result<bool> {
        let line = Line::new(terminal.earlier_lines());
        let (screen, scroll) = (Screen::take()?, Scroll::default());
        let mut tui = Tui { session, run, terminal, paint, screen, panes, line, scroll, escaped: false };
        tui.refresh()?;
        tui.dialogue()
    }

    fn dialogue(&mut self) -> io::Result<bool> {
        loop {
            self.draw()?;
            let action = match event::read()? {
                Event::Key(key) if key.kind == KeyEventKind::Release => continue,
                Event::Key(key) => match keys::action(key, self.line.text().is_empty()) {
                    Some(action) => action,
                    None => {
                        self.line.edit(key);
                        self.escaped = false;
                        continue;
                    }
                },
                Event::Mouse(event) => match keys::mouse(event, &draw::regions(self.screen.area()?)) {
                    Some(action) => action,
                    None => continue,
                },
                Event::Paste(text) => {
                    self.line.insert(&text);
                    continue;
                }
                Event::Resize(..) => {
                    self.refresh()?;
                    continue;
                }
                Event::FocusGained | Event::FocusLost => continue,
            };
            let was_escaped = std::mem::replace(&mut self.escaped, action == Action::Escape);
            if was_escaped && self.escaped {
                self.session.borrow_mut().leave_panes();
            } else if self.act(action)? {
                return Ok(true);
            }
            if !self.session.borrow().wants_panes() {
                return Ok(false);
            }
        }
    }

    /// Carries an action out; returns whether the debugger is left.
    fn act(&mut self, action: Action) -> io::Result<bool> {
        match action {
            Action::Command(command) => {
                let is_awaited = matches!(self.session.borrow().prompt(), Prompt::Command(_));
                if is_awaited {
                    return self.execute(command, &mut |session| session.execute(command));
                }
            }
            Action::Enter => {
                let text = self.line.take();
                self.terminal.remember(&text);
                return self.execute(&text, &mut |session| session.execute(&text));
            }
            Action::Interrupt => {
                let text = self.line.take();
                return self.execute(&text, &mut Session::interrupted);
            }
            Action::End => return self.execute("", &mut Session::end_of_input),
            Action::Complete => self.complete(),
            Action::ScrollSource(by) => {
                let most = isize::try_from(self.panes.source.len()).unwrap_or(isize::MAX);
                self.scroll.source = (self.scroll.source + by).clamp(-most, most);
            }
            Action::ScrollAnswers(by) => {
                let most = self.panes.answers.len();
                self.scroll.answers = self.scroll.answers.saturating_add_signed(by).min(most);
            }
            // This thread itself must stop, and not take the terminal again before.
            Action::Suspend => self.outside(|| emulate_default_handler(SIGTSTP))?,
            Action::Redraw => self.screen.forget_contents()?,
            Action::Escape => {}
        }
        Ok(false)
    }

    /// Executes a command and shows what became of it; returns whether the debugger is left.
    fn execute(&mut self, typed: &str, work: &mut dyn FnMut(&mut Session) -> Vec<Answer>) -> io::Result<bool> {
        let prompt = render::prompt(&self.session.borrow().prompt());
        let run = self.run;
        let mut answers = Vec::new();
        if needs_the_terminal(typed) {
            self.outside(|| {
                answers = run(work);
                Ok(())
            })?;
            self.screen.begin_running()?;
        } else {
            self.draw_prompt(&format!("{prompt}{typed}"))?;
            self.screen.begin_running()?;
            answers = run(work);
        }
        let is_over = answers.last() == Some(&Answer::Quit);
        // The panes show the function already.
        let answers: Vec<Answer> =
            answers.into_iter().filter(|answer| !matches!(answer, Answer::Function(_))).collect();
        self.panes.add(&format!("{prompt}{typed}"), &answers);
        self.scroll = Scroll::default();
        if !is_over {
            self.read_panes()?;
        }
        self.screen.end_running()?;
        Ok(is_over)
    }

    /// Leaves the panes for a moment.
    fn outside(&mut self, work: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        self.screen.leave();
        let result = work();
        self.screen = Screen::take()?;
        result
    }

    /// Reads what the panes show. Ctrl-C ends a reading that takes long.
    fn refresh(&mut self) -> io::Result<()> {
        self.screen.begin_running()?;
        self.read_panes()?;
        self.screen.end_running()
    }

    fn read_panes(&mut self) -> io::Result<()> {
        let area = self.screen.area()?;
        let (session, panes) = (self.session, &mut *self.panes);
        let last = session.borrow().progress().1;
        let columns = draw::timeline_columns(area.width, last.0);
        session.borrow_mut().set_size(usize::from(draw::regions(area).answers.width.max(20)), None);
        (self.run)(&mut |session| {
            panes.refresh(session, columns);
            Vec::new()
        });
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        let prompt = render::prompt(&self.session.borrow().prompt());
        let typed = Typed { prompt: &prompt, text: self.line.text(), at: self.line.position() };
        let (panes, scroll, paint) = (&*self.panes, self.scroll, self.paint);
        self.screen.draw(|frame| draw::draw(frame, panes, scroll, &typed, paint))
    }

    /// Draws a prompt whose command runs now.
    fn draw_prompt(&mut self, text: &str) -> io::Result<()> {
        let typed = Typed { prompt: &format!("{text} "), text: "", at: 0 };
        let (panes, scroll, paint) = (&*self.panes, self.scroll, self.paint);
        self.screen.draw(|frame| draw::draw(frame, panes, scroll, &typed, paint))
    }

    /// Completes the word before the cursor, or lists what it could be.
    fn complete(&mut self) {
        let (text, at) = (self.line.text().to_string(), self.line.position());
        let (start, found) = self.terminal.complete(&text, at);
        let common = common_start(&found);
        if text.get(start..at).is_some_and(|word| common.len() > word.len()) {
            self.line.complete(start, &common);
        } else if found.len() > 1 {
            self.panes.add("", &[Answer::Text(found.join("  "))]);
        }
    }
}

/// Whether a command runs another program in the terminal.
fn needs_the_terminal(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    commands::find(word).is_some_and(|command| command.name() == "edit")
}
