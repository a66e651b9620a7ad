//! Views of a whole screen as text.

use crate::answer::colour::{Ink, Paint};
use crate::answer::{FunctionLine, FunctionView, TimelineColumn, TimelineView, VariableView};

/// A column of a timeline by its height.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

pub(super) fn function(view: &FunctionView, paint: Paint) -> String {
    view.lines.iter().map(|line| function_line(line, paint)).collect()
}

fn function_line(line: &FunctionLine, paint: Paint) -> String {
    let ran = if line.ran == Some(true) { '|' } else { ' ' };
    let breakpoint = if line.breakpoint { paint.text(Ink::Breakpoint, "B") } else { " ".into() };
    let arrow = paint.text(Ink::Here, if line.current { "->" } else { "  " });
    let (number, text) = (format!("{:>4} {ran}", line.number), line.text.trim_end());
    let row = match line.ran {
        Some(false) => format!("{}{breakpoint}{arrow} {}", paint.text(Ink::Dim, &number), paint.text(Ink::Dim, text)),
        _ => format!("{number}{breakpoint}{arrow} {text}"),
    };
    format!("{}\n", row.trim_end())
}

pub(super) fn variables(list: &[VariableView], paint: Paint) -> String {
    let row = |variable: &VariableView| {
        let VariableView { name, value, changed } = variable;
        let star = if *changed { "*" } else { " " };
        let text = format!("{star} {name} = {value}");
        format!("{}\n", if *changed { paint.text(Ink::Changed, &text) } else { text })
    };
    list.iter().map(row).collect()
}

pub(super) fn timeline(view: &TimelineView, paint: Paint) -> String {
    let cells: String = timeline_cells(view).into_iter().map(|(text, ink)| colour(paint, ink, text)).collect();
    format!("{} {cells} {}\n", view.from, view.to)
}

fn colour(paint: Paint, ink: Option<Ink>, text: char) -> String {
    match ink {
        Some(ink) => paint.text(ink, &text.to_string()),
        None => text.to_string(),
    }
}

/// The character of each column of a timeline, and its colour.
pub fn timeline_cells(view: &TimelineView) -> Vec<(char, Option<Ink>)> {
    let deepest = view.columns.iter().map(|column| column.depth).max().unwrap_or(0).max(1);
    let cell = |column: &TimelineColumn| match column {
        TimelineColumn { now: true, .. } => ('┃', Some(Ink::Here)),
        TimelineColumn { marks, .. } if !marks.is_empty() => ('◆', Some(Ink::Prompt)),
        TimelineColumn { exception: true, .. } => ('×', Some(Ink::Error)),
        TimelineColumn { breakpoints: 1.., .. } => ('●', Some(Ink::Breakpoint)),
        TimelineColumn { depth, .. } => {
            let level = (u64::from(*depth) * BLOCKS.len() as u64).div_ceil(u64::from(deepest)).max(1);
            (BLOCKS[level as usize - 1], None)
        }
    };
    view.columns.iter().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Time;

    #[test]
    fn a_column_shows_what_matters_most() {
        let column = |depth| TimelineColumn { depth, ..TimelineColumn::default() };
        let columns = vec![
            column(1),
            column(4),
            column(8),
            column(0),
            TimelineColumn { breakpoints: 2, ..column(8) },
            TimelineColumn { exception: true, breakpoints: 2, ..column(8) },
            TimelineColumn { marks: vec!["a".into()], exception: true, ..column(8) },
            TimelineColumn { marks: vec!["a".into()], now: true, ..column(8) },
        ];
        let view = TimelineView { from: Time(0), to: Time(79), columns };
        assert_eq!(timeline(&view, Paint::default()), "0 ▁▄█▁●×◆┃ 79\n");
        assert!(timeline(&view, Paint { on: true }).contains("\x1b[1;36m┃\x1b[0m"));
    }

    #[test]
    fn what_changed_has_a_mark_and_a_colour() {
        let variable = |name: &str, changed| VariableView { name: name.into(), value: "1".into(), changed };
        let list = [variable("a", false), variable("b", true)];
        assert_eq!(variables(&list, Paint::default()), "  a = 1\n* b = 1\n");
        assert_eq!(variables(&list, Paint { on: true }), "  a = 1\n\x1b[33m* b = 1\x1b[0m\n");
    }
}
