//! Colours, for terminals that have them.

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The prompt.
    Prompt,
    /// Where the program is.
    Here,
    /// A breakpoint.
    Breakpoint,
    /// Something that could not be done.
    Error,
}

/// Whether to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// They are used.
    pub on: bool,
}

impl Paint {
    /// A text in its colour.
    pub fn text(self, ink: Ink, text: &str) -> String {
        if !self.on || text.is_empty() {
            return text.to_string();
        }
        let code = match ink {
            Ink::Prompt => "1;32",
            Ink::Here => "1;36",
            Ink::Breakpoint => "1;31",
            Ink::Error => "31",
        };
        // The line break stays outside: a pager may cut the text there.
        let line = text.trim_end_matches('\n');
        format!("\x1b[{code}m{line}\x1b[0m{}", &text[line.len()..])
    }
}
