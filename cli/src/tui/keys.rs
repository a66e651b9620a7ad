//! What keys and the mouse mean besides editing the line.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::draw::Regions;

/// Lines that a turn of the mouse wheel scrolls.
const TURN: isize = 3;

/// What a key means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// A command, as if it were typed.
    Command(&'static str),
    /// The typed line.
    Enter,
    /// Completion.
    Complete,
    /// Scroll the source by this many lines.
    ScrollSource(isize),
    /// Scroll the answers back by this many lines.
    ScrollAnswers(isize),
    /// Drop the line.
    Interrupt,
    /// End of the input.
    End,
    /// Stop this process until the shell resumes it.
    Suspend,
    /// Draw everything anew.
    Redraw,
    /// The first of two that leave the panes.
    Escape,
}

/// The action of a key; `None` where it edits the line. `is_empty`: nothing is typed.
pub(super) fn action(key: KeyEvent, is_empty: bool) -> Option<Action> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    Some(match (key.code, control, shift) {
        // Many terminals send F13 and on for Shift with a function key.
        (KeyCode::F(5), _, false) => Action::Command("continue"),
        (KeyCode::F(5), _, true) | (KeyCode::F(17), ..) => Action::Command("rcontinue"),
        (KeyCode::F(10), _, false) | (KeyCode::Right, true, _) => Action::Command("next"),
        (KeyCode::F(10), _, true) | (KeyCode::F(22), ..) | (KeyCode::Left, true, _) => Action::Command("rnext"),
        (KeyCode::F(11), _, false) => Action::Command("step"),
        (KeyCode::F(11), _, true) | (KeyCode::F(23), ..) => Action::Command("rstep"),
        (KeyCode::Down, true, _) => Action::Command("return"),
        (KeyCode::Up, true, _) => Action::Command("rreturn"),
        (KeyCode::Home, true, _) => Action::Command("goto start"),
        (KeyCode::End, true, _) => Action::Command("goto end"),
        (KeyCode::Enter, ..) | (KeyCode::Char('j' | 'm'), true, _) => Action::Enter,
        (KeyCode::Tab, ..) | (KeyCode::Char('i'), true, _) => Action::Complete,
        (KeyCode::PageUp, _, false) => Action::ScrollSource(-10),
        (KeyCode::PageDown, _, false) => Action::ScrollSource(10),
        (KeyCode::PageUp, _, true) => Action::ScrollAnswers(10),
        (KeyCode::PageDown, _, true) => Action::ScrollAnswers(-10),
        (KeyCode::Char('c'), true, _) => Action::Interrupt,
        (KeyCode::Char('d'), true, _) if is_empty => Action::End,
        (KeyCode::Char('z'), true, _) => Action::Suspend,
        (KeyCode::Char('l'), true, _) => Action::Redraw,
        (KeyCode::Esc, ..) => Action::Escape,
        _ => return None,
    })
}

/// The action of the mouse.
pub(super) fn mouse(event: MouseEvent, regions: &Regions) -> Option<Action> {
    let by = match event.kind {
        MouseEventKind::ScrollUp => -TURN,
        MouseEventKind::ScrollDown => TURN,
        _ => return None,
    };
    let at = Position::new(event.column, event.row);
    match at {
        at if regions.source.contains(at) => Some(Action::ScrollSource(by)),
        at if regions.answers.contains(at) => Some(Action::ScrollAnswers(-by)),
        _ => None,
    }
}
