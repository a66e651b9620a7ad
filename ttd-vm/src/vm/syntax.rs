//! How a SyntaxError is printed.

use ttd_code::SyntaxError;

/// The text that CPython prints for a program that does not compile.
pub fn format_syntax_error(e: &SyntaxError) -> String {
    let mut out = String::new();
    if e.line > 0 {
        out.push_str(&format!("  File \"{}\", line {}\n", e.path, e.line));
    }
    if let Some(text) = &e.text {
        let shown = text.trim_end_matches('\n').trim_start();
        let cut = text.trim_end_matches('\n').chars().count() - shown.chars().count();
        out.push_str(&format!("    {shown}\n"));
        if e.column > 0 {
            let from = (e.column as usize - 1).saturating_sub(cut);
            let to = match e.end_line == e.line && e.end_column > e.column {
                true => e.end_column as usize - 1 - cut,
                false if e.end_line > e.line => shown.chars().count(),
                false => from + 1,
            };
            let pad: String = shown.chars().take(from).map(|c| if c.is_whitespace() { c } else { ' ' }).collect();
            let pad = format!("{pad}{}", " ".repeat(from.saturating_sub(pad.chars().count())));
            out.push_str(&format!("    {pad}{}\n", "^".repeat(to.saturating_sub(from).max(1))));
        }
    }
    out.push_str(&format!("{}: {}\n", e.class, e.message));
    out
}
