//! Source lines with their tokens.

use std::rc::Rc;

use ttd_code::TokenClass;

use crate::answer::BreakpointView;
use crate::commands::breakpoints::view;
use crate::session::Session;
use crate::target::is_same_file;

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its text.
    pub text: String,
    /// Its tokens, in order.
    pub tokens: Vec<Token>,
    /// A line event can happen on it.
    pub executable: bool,
    /// The first breakpoint on it.
    pub breakpoint: Option<BreakpointView>,
}

/// A token, or the part of one that is on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The UTF-16 units of the line before it.
    pub start: usize,
    /// Those up to its end.
    pub end: usize,
    /// `keyword`, `name`, `string`, `number`, `comment`, `operator`, `builtin` or `definition`.
    pub class: &'static str,
}

impl Session {
    /// The lines of a source file of the program as it was run; `None` if the program has no such file.
    pub fn highlighted(&mut self, path: &str) -> Option<Vec<Line>> {
        let (source, with_code) = self.source_of_program(path)?;
        let mut lines: Vec<Line> = source
            .split('\n')
            .zip(1..)
            .map(|(text, number)| Line {
                text: text.to_string(),
                tokens: Vec::new(),
                executable: with_code.binary_search(&number).is_ok(),
                breakpoint: self
                    .breakpoints
                    .iter()
                    .find(|b| b.line == number && is_same_file(&b.path, path))
                    .map(|b| view(b, 0)),
            })
            .collect();
        put_tokens(&source, &mut lines);
        Some(lines)
    }

    /// The text of a source file of the program as it was run, and the lines on which a line event can happen; `None`
    /// if the program has no such file.
    pub(super) fn source_of_program(&mut self, path: &str) -> Option<(String, Rc<Vec<u32>>)> {
        self.source_files().iter().find(|file| file.path == path)?;
        let text = self.sources.text(&*self.target, path);
        Some((text, self.sources.lines_with_code(&*self.target, path)))
    }
}

/// Cuts tokens at the ends of lines, and counts in UTF-16.
fn put_tokens(source: &str, lines: &mut [Line]) {
    let (mut row, mut begins) = (0, 0);
    for (start, end, class) in ttd_code::highlight(source) {
        let mut at = start;
        while at < end {
            while row + 1 < lines.len() && at > begins + lines[row].text.len() {
                begins += lines[row].text.len() + 1;
                row += 1;
            }
            let Some(line) = lines.get_mut(row) else { return };
            let stop = end.min(begins + line.text.len());
            push(line, at - begins, stop.max(at) - begins, class);
            // Behind the line break.
            at = stop.max(at) + 1;
        }
    }
}

fn push(line: &mut Line, from: usize, to: usize, class: TokenClass) {
    let units = |bytes: usize| line.text.get(..bytes).map_or(0, |before| before.encode_utf16().count());
    if from < to {
        line.tokens.push(Token { start: units(from), end: units(to), class: class.name() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_cut_at_line_ends_and_counted_in_utf16() {
        let source = "s = '''\u{1f600}a\n\nb''' + é\n# c";
        let blank = |text: &str| Line { text: text.into(), tokens: Vec::new(), executable: false, breakpoint: None };
        let mut lines: Vec<Line> = source.split('\n').map(blank).collect();
        put_tokens(source, &mut lines);
        let rows: Vec<Vec<(usize, usize, &str)>> =
            lines.iter().map(|line| line.tokens.iter().map(|t| (t.start, t.end, t.class)).collect()).collect();
        assert_eq!(rows[0], [(0, 1, "name"), (2, 3, "operator"), (4, 10, "string")]);
        assert!(rows[1].is_empty());
        assert_eq!(rows[2], [(0, 4, "string"), (5, 6, "operator"), (7, 8, "name")]);
        assert_eq!(rows[3], [(0, 3, "comment")]);
    }
}
