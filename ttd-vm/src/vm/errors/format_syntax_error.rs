//! The text of a SyntaxError: position, line, and marks under the part that is wrong.

use ttd_code::SyntaxError;

/// The details of a SyntaxError. Lines and columns count from 1, columns in characters.
#[derive(Default)]
pub(crate) struct Details {
    /// The file.
    pub filename: Option<String>,
    /// The line.
    pub line: Option<i64>,
    /// The last line.
    pub end_line: Option<i64>,
    /// The column.
    pub offset: Option<i64>,
    /// The column after the end.
    pub end_offset: Option<i64>,
    /// The line's text.
    pub text: Option<String>,
    /// The message.
    pub message: Option<String>,
}

/// The text that CPython prints for a program that does not compile.
pub fn format_syntax_error(e: &SyntaxError) -> String {
    let known = |n: u32| (n > 0).then(|| if n == u32::MAX { -1 } else { i64::from(n) });
    let details = Details {
        filename: (e.line > 0).then(|| e.path.clone()),
        line: known(e.line),
        end_line: known(e.end_line),
        offset: known(e.column),
        end_offset: known(e.end_column),
        text: e.text.clone(),
        message: Some(e.message.clone()),
    };
    details.format(e.class)
}

impl Details {
    /// The text for an exception of this class.
    pub(crate) fn format(&self, class: &str) -> String {
        let mut out = String::new();
        let mut suffix = String::new();
        match (self.line, &self.filename) {
            (Some(line), name) => {
                let name =
                    crate::vm::code::file_names::shown(name.as_deref().filter(|n| !n.is_empty()).unwrap_or("<string>"));
                out.push_str(&format!("  File \"{name}\", line {line}\n"));
            }
            (None, Some(name)) => suffix = format!(" ({name})"),
            (None, None) => {}
        }
        if let Some(text) = &self.text {
            self.format_text(text, &mut out);
        }
        let message = self.message.as_deref().filter(|m| !m.is_empty()).unwrap_or("<no detail available>");
        out.push_str(&format!("{class}: {message}{suffix}\n"));
        out
    }

    fn format_text(&self, text: &str, out: &mut String) {
        let line = text.trim_end_matches('\n');
        let shown = line.trim_start_matches([' ', '\n', '\x0c']);
        out.push_str(&format!("    {shown}\n"));
        let Some(offset) = self.offset else { return };
        let length = |s: &str| s.chars().count() as i64;
        let (from, to) = self.marked(offset, length(text), length(line));
        let cut = length(line) - length(shown);
        let (from, to) = (from - 1 - cut, to - 1 - cut);
        // An error in the indentation itself is not marked.
        if from >= 0 {
            let before = shown.chars().take(from as usize);
            let pad: String = before.map(|c| if c.is_whitespace() { c } else { ' ' }).collect();
            out.push_str(&format!("    {pad}{}\n", "^".repeat((to - from).max(0) as usize)));
        }
    }

    /// The columns to mark, from 1, given the length of the text with and without its line end.
    fn marked(&self, offset: i64, with_end: i64, length: i64) -> (i64, i64) {
        let mut to = match self.line == self.end_line {
            true => self.end_offset.filter(|e| *e != 0).unwrap_or(offset),
            false => length + 1,
        };
        let mut from = offset;
        if with_end > 0 && from > with_end {
            from = length + 1;
        }
        if with_end > 0 && to > with_end {
            to = length + 1;
        }
        if from >= to || to < 0 {
            to = from + 1;
        }
        (from, to)
    }
}

#[cfg(test)]
#[path = "format_syntax_error_test.rs"]
mod tests;
