//! Markdown tables and the format of figures in them.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement};

use crate::report::stats;
use crate::report::stats::Summary;
use crate::run::measure::Measured;

/// The cell where there is no figure and nothing went wrong.
pub(crate) const NOTHING: &str = "–";

/// A table: heads, and rows with a cell for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Makes an empty table with these heads.
    pub(crate) fn new<S: Into<String>>(heads: impl IntoIterator<Item = S>) -> Table {
        Table { heads: heads.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(cells.len(), self.heads.len(), "a cell for every head");
        self.rows.push(cells);
    }

    /// Renders the table as Markdown: names aligned left, figures right.
    pub(crate) fn markdown(&self) -> String {
        let mut table = comfy_table::Table::new();
        table
            .load_preset(ASCII_MARKDOWN)
            .set_content_arrangement(ContentArrangement::Disabled)
            .set_header(self.heads.iter().map(|h| escape(h)));
        for row in &self.rows {
            table.add_row(row.iter().map(|c| escape(c)));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let text = table.to_string();
        let mut lines: Vec<String> = text.lines().map(|l| l.trim_end().to_owned()).collect();
        if let Some(rule) = lines.get_mut(1) {
            *rule = aligned(rule);
        }
        lines.join("\n")
    }
}

/// Makes the line under the heads, which aligns all columns but the first to the right.
fn aligned(rule: &str) -> String {
    let mut out = String::new();
    for (at, part) in rule.trim_matches('|').split('|').enumerate() {
        let dashes = "-".repeat(part.len() - 1);
        out += &format!("|{dashes}{}", if at == 0 { '-' } else { ':' });
    }
    out + "|"
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Formats a ratio with two significant digits.
pub(crate) fn ratio(x: f64) -> String {
    match x {
        x if x >= 100.0 => format!("{x:.0}"),
        x if x >= 10.0 => format!("{x:.1}"),
        _ => format!("{x:.2}"),
    }
}

/// Formats a summary of ratios, with the spread where there was more than one round.
pub(crate) fn spread(summary: Option<Summary>) -> String {
    match summary {
        None => NOTHING.to_owned(),
        Some(s) if s.count < 2 => ratio(s.median),
        Some(s) => format!("{} ({}–{})", ratio(s.median), ratio(s.low), ratio(s.high)),
    }
}

/// Formats seconds in the unit that fits.
pub(crate) fn seconds(x: f64) -> String {
    match x {
        x if x >= 1.0 => format!("{x:.2} s"),
        x if x >= 1e-1 => format!("{:.0} ms", x * 1e3),
        x if x >= 1e-3 => format!("{:.1} ms", x * 1e3),
        _ => format!("{:.1} µs", x * 1e6),
    }
}

/// Formats a number of bytes in the unit that fits.
pub(crate) fn bytes(x: f64) -> String {
    match x {
        x if x >= 1e9 => format!("{:.1} GB", x / 1e9),
        x if x >= 1e6 => format!("{:.1} MB", x / 1e6),
        x if x >= 1e3 => format!("{:.1} KB", x / 1e3),
        _ => format!("{x:.0} B"),
    }
}

/// Formats a number of events.
pub(crate) fn count(x: f64) -> String {
    match x {
        x if x >= 1e9 => format!("{:.2}×10⁹", x / 1e9),
        x if x >= 1e6 => format!("{:.1} million", x / 1e6),
        _ => format!("{x:.0}"),
    }
}

/// A column of ratios: one configuration relative to another, measured in the same rounds.
#[derive(Clone, Debug)]
pub(crate) struct Column<'a> {
    /// Its head.
    pub(crate) head: String,
    /// The configuration.
    pub(crate) over: String,
    /// What it is relative to.
    pub(crate) under: String,
    /// The figures.
    pub(crate) from: &'a Measured,
}

impl Column<'_> {
    /// Returns a program's ratios, round by round.
    pub(crate) fn rounds(&self, program: &str) -> Vec<Option<f64>> {
        let over = self.from.seconds(program, &self.over);
        stats::ratios(over, self.from.seconds(program, &self.under))
    }

    /// Summarizes a program's ratios.
    pub(crate) fn summary(&self, program: &str) -> Option<Summary> {
        Summary::of(&stats::known(&self.rounds(program)))
    }

    /// Formats the cell: the ratio, or what went wrong on either side.
    pub(crate) fn cell(&self, program: &str) -> String {
        for side in [&self.over, &self.under] {
            if let Some(problem) = self.from.get(program, side).and_then(|s| s.problem.as_ref()) {
                return format!("**{}**", problem.short);
            }
        }
        spread(self.summary(program))
    }

    /// Returns the geometric mean over the programs that have a figure.
    pub(crate) fn mean(&self, programs: &[&str]) -> Option<Summary> {
        let all = programs.iter().map(|p| self.rounds(p));
        let all: Vec<_> = all.filter(|r| r.iter().any(Option::is_some)).collect();
        stats::mean_of_rounds(&all)
    }
}

/// Makes a table of ratios with the geometric means in its last row.
pub(crate) fn ratios(first: &str, programs: &[&str], columns: &[Column<'_>]) -> Table {
    let heads = columns.iter().map(|c| c.head.clone());
    let mut table = Table::new(std::iter::once(first.to_owned()).chain(heads));
    for program in programs {
        let cells = columns.iter().map(|c| c.cell(program));
        table.row(std::iter::once((*program).to_owned()).chain(cells));
    }
    let means = columns.iter().map(|c| match complete(c, programs) {
        true => spread(c.mean(programs)),
        false => format!("{}\u{a0}*", spread(c.mean(programs))),
    });
    table.row(std::iter::once("geometric mean".to_owned()).chain(means));
    table
}

/// Whether a column has a figure for every program; otherwise its mean gets a star.
pub(crate) fn complete(column: &Column<'_>, programs: &[&str]) -> bool {
    programs.iter().all(|p| column.summary(p).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown() {
        let mut table = Table::new(["a", "b"]);
        table.row(["x|y", "1.00"]);
        let lines: Vec<String> = table.markdown().lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[1].starts_with("|--") && lines[1].ends_with(":|"), "{}", lines[1]);
        assert!(lines[2].contains("x\\|y"));
    }

    #[test]
    fn figures() {
        assert_eq!(ratio(0.456), "0.46");
        assert_eq!(ratio(123.4), "123");
        assert_eq!(seconds(0.0123), "12.3 ms");
        assert_eq!(bytes(1.5e9), "1.5 GB");
        assert_eq!(spread(None), NOTHING);
    }
}
