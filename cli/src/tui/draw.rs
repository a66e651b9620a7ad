//! Draws the panes. What does not fit is left out: the variables and the stack first, the prompt never.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};
use ttd_debug::answer::colour::{Ink, Paint};
use ttd_debug::answer::render_screen::timeline_cells;
use unicode_width::UnicodeWidthStr;

use super::panes::{Panes, Row, SourceRow};

/// Columns from which on there are panes beside each other.
const WIDE: u16 = 70;
/// Lines from which on narrow screens show the variables as well.
const TALL: u16 = 24;
/// Columns before the text of a source line.
const GUTTER: usize = 10;

/// Where everything is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Regions {
    pub(super) source: Rect,
    pub(super) variables: Rect,
    pub(super) stack: Rect,
    pub(super) answers: Rect,
    pub(super) output: Rect,
    pub(super) timeline: Rect,
    pub(super) prompt: Rect,
}

/// How far panes are scrolled.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scroll {
    /// Lines below where the source would be.
    pub(super) source: isize,
    /// Lines above where the answers would be.
    pub(super) answers: usize,
}

/// The prompt and what is typed behind it.
pub(super) struct Typed<'a> {
    pub(super) prompt: &'a str,
    pub(super) text: &'a str,
    /// The bytes before the cursor.
    pub(super) at: usize,
}

/// Divides an area.
pub(super) fn regions(area: Rect) -> Regions {
    let rows = |area, rows: [Constraint; 3]| -> [Rect; 3] { Layout::vertical(rows).areas(area) };
    let has_timeline = u16::from(area.height >= 6);
    let lower = [Constraint::Min(0), Constraint::Length(has_timeline), Constraint::Length(1)];
    let [body, timeline, prompt] = rows(area, lower);
    let mut regions = Regions { timeline, prompt, ..Regions::default() };
    if body.width < WIDE {
        let variables = if body.height >= TALL { body.height / 5 } else { 0 };
        let parts = [Constraint::Fill(3), Constraint::Length(variables), Constraint::Fill(2)];
        [regions.source, regions.variables, regions.answers] = rows(body, parts);
        return regions;
    }
    let [upper, lower]: [Rect; 2] = Layout::vertical([Constraint::Fill(3), Constraint::Fill(2)]).areas(body);
    let beside = |area| -> [Rect; 2] { Layout::horizontal([Constraint::Fill(5), Constraint::Fill(3)]).areas(area) };
    let [source, right] = beside(upper);
    let [variables, stack]: [Rect; 2] = Layout::vertical([Constraint::Fill(3), Constraint::Fill(2)]).areas(right);
    let [answers, output] = beside(lower);
    Regions { source, variables, stack, answers, output, ..regions }
}

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, panes: &Panes, scroll: Scroll, typed: &Typed<'_>, paint: Paint) {
    let regions = regions(frame.area());
    let inks = Inks(paint);
    pane(frame, regions.source, &panes.title, false, source(panes, scroll.source, regions.source, inks));
    let right = regions.variables.x > 0;
    pane(frame, regions.variables, "variables", right, variables(panes, inks));
    pane(frame, regions.stack, "stack", true, stack(panes, regions.stack, inks));
    pane(frame, regions.answers, "answers", false, answers(panes, scroll.answers, regions.answers, inks));
    pane(frame, regions.output, "output", true, output(panes, regions.output));
    frame.render_widget(Paragraph::new(timeline(panes, inks)), regions.timeline);
    prompt(frame, regions.prompt, typed, inks);
}

/// Columns that a timeline may have, its two times aside.
pub(super) fn timeline_columns(width: u16, last: u64) -> usize {
    usize::from(width).saturating_sub(format!("0  {last}").len()).max(1)
}

/// The style of each ink. Without colours there are marks, and what stands out is bold.
#[derive(Clone, Copy)]
struct Inks(Paint);

impl Inks {
    fn style(self, ink: Ink) -> Style {
        let style = Style::new();
        if !self.0.on {
            return if ink == Ink::Dim { style } else { style.add_modifier(Modifier::BOLD) };
        }
        match ink {
            Ink::Prompt => style.fg(Color::Green).add_modifier(Modifier::BOLD),
            Ink::Here => style.fg(Color::Cyan).add_modifier(Modifier::BOLD),
            Ink::Breakpoint => style.fg(Color::Red).add_modifier(Modifier::BOLD),
            Ink::Error => style.fg(Color::Red),
            Ink::Changed => style.fg(Color::Yellow),
            Ink::Dim => style.fg(Color::DarkGray),
        }
    }

    fn span(self, ink: Option<Ink>, text: impl Into<String>) -> Span<'static> {
        Span::styled(text.into(), ink.map_or(Style::new(), |ink| self.style(ink)))
    }
}

fn pane(frame: &mut Frame<'_>, area: Rect, title: &str, is_right: bool, lines: Vec<Line<'static>>) {
    if area.is_empty() {
        return;
    }
    let borders = if is_right { Borders::TOP | Borders::LEFT } else { Borders::TOP };
    let block = Block::new().borders(borders).title(format!(" {title} "));
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// Lines of a pane below its title.
fn rows_of(area: Rect) -> usize {
    usize::from(area.height.saturating_sub(1))
}

fn source(panes: &Panes, scrolled: isize, area: Rect, inks: Inks) -> Vec<Line<'static>> {
    let rows = rows_of(area);
    let here = (panes.line as usize).saturating_sub(1);
    let most = panes.source.len().saturating_sub(rows);
    let first = here.saturating_sub(rows / 2).min(most).saturating_add_signed(scrolled).min(most);
    let line = |row: &SourceRow| {
        let is_here = row.number == panes.line;
        let ran = if row.ran == Some(true) { '|' } else { ' ' };
        let dim = (row.ran == Some(false)).then_some(Ink::Dim);
        let breakpoint = if row.breakpoint { "B" } else { " " };
        let arrow = if is_here { "->" } else { "  " };
        Line::from(vec![
            inks.span(dim, format!("{:>4} {ran}", row.number)),
            inks.span(Some(Ink::Breakpoint), breakpoint),
            inks.span(Some(Ink::Here), format!("{arrow} ")),
            inks.span(if is_here { Some(Ink::Here) } else { dim }, row.text.clone()),
        ])
    };
    let shown = panes.source.iter().skip(first).take(rows);
    let lines: Vec<Line<'static>> = shown.map(line).collect();
    debug_assert!(lines.iter().all(|line| line.width() >= GUTTER - 1));
    lines
}

fn variables(panes: &Panes, inks: Inks) -> Vec<Line<'static>> {
    let line = |variable: &ttd_debug::answer::VariableView| {
        let star = if variable.changed { "* " } else { "  " };
        let ink = variable.changed.then_some(Ink::Changed);
        let text = super::panes::plain(&format!("{star}{} = {}", variable.name, variable.value));
        Line::from(inks.span(ink, text))
    };
    panes.variables.iter().map(line).collect()
}

/// The frames, the newest first; the selected one is among those that there is room for.
fn stack(panes: &Panes, area: Rect, inks: Inks) -> Vec<Line<'static>> {
    let line = |at: &ttd_debug::views::StackFrame| {
        let is_selected = at.index == panes.selected;
        let (arrow, ink) = if is_selected { ("> ", Some(Ink::Here)) } else { ("  ", None) };
        let name = at.path.rsplit('/').next().unwrap_or_default();
        Line::from(inks.span(ink, format!("{arrow}{}() {name}:{}", at.function, at.line)))
    };
    let first = (panes.selected + 1).saturating_sub(rows_of(area));
    panes.stack.iter().skip(first).map(line).collect()
}

/// The last answers. Those of the last command are shown from its line on, if they are too long for the pane.
fn answers(panes: &Panes, scrolled: usize, area: Rect, inks: Inks) -> Vec<Line<'static>> {
    let rows = rows_of(area);
    let tail = panes.answers.len().saturating_sub(rows);
    let first = tail.min(panes.asked).saturating_sub(scrolled);
    let first = if scrolled == 0 && panes.asked >= tail { tail } else { first };
    let line = |(ink, text): &Row| Line::from(inks.span(*ink, text.clone()));
    panes.answers.iter().skip(first).take(rows).map(line).collect()
}

fn output(panes: &Panes, area: Rect) -> Vec<Line<'static>> {
    let first = panes.output.len().saturating_sub(rows_of(area));
    panes.output.iter().skip(first).map(|text| Line::from(text.clone())).collect()
}

fn timeline(panes: &Panes, inks: Inks) -> Line<'static> {
    let Some(view) = &panes.timeline else { return Line::default() };
    let cells = timeline_cells(view).into_iter().map(|(c, ink)| inks.span(ink, c.to_string()));
    let (from, to) = (Span::raw(format!("{} ", view.from)), Span::raw(format!(" {}", view.to)));
    Line::from_iter(std::iter::once(from).chain(cells).chain([to]))
}

/// Draws the prompt. A line that is too long is shown around the cursor.
fn prompt(frame: &mut Frame<'_>, area: Rect, typed: &Typed<'_>, inks: Inks) {
    let width = usize::from(area.width);
    let before = typed.prompt.width() + typed.text.get(..typed.at).unwrap_or_default().width();
    let hidden = before.saturating_sub(width.saturating_sub(1));
    let text = Line::from(vec![inks.span(Some(Ink::Prompt), typed.prompt), Span::raw(typed.text.to_string())]);
    let hidden_columns = u16::try_from(hidden).unwrap_or(u16::MAX);
    frame.render_widget(Paragraph::new(text).scroll((0, hidden_columns)), area);
    let column = u16::try_from(before - hidden).unwrap_or(u16::MAX);
    frame.set_cursor_position(Position::new(area.x.saturating_add(column), area.y));
}
