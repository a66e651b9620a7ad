//! Colours for terminals that support them.

/// What a piece of text denotes; it decides the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The prompt.
    Prompt,
    /// The current line or frame.
    Here,
    /// A breakpoint.
    Breakpoint,
    /// An error.
    Error,
    /// A value that has changed since the last stop.
    Changed,
    /// What has not run.
    Dim,
}

/// Whether text is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// Colours are used.
    pub on: bool,
}

impl Paint {
    /// Returns the text in its colour.
    pub fn text(self, ink: Ink, text: &str) -> String {
        if !self.on || text.is_empty() {
            return text.to_string();
        }
        let code = match ink {
            Ink::Prompt => "1;32",
            Ink::Here => "1;36",
            Ink::Breakpoint => "1;31",
            Ink::Error => "31",
            Ink::Changed => "33",
            Ink::Dim => "90",
        };
        // The line break stays outside: a pager may cut the text there.
        let line = text.trim_end_matches('\n');
        format!("\x1b[{code}m{line}\x1b[0m{}", &text[line.len()..])
    }
}
