//! Answers of a bounded size, with cursors.

/// Bytes of an answer at most.
const MOST: usize = 2000;
/// Bytes that the note about the rest may take.
const NOTE: usize = 80;

/// The part of a text that begins at a cursor, with a note if there is more.
pub(super) fn part(text: &str, cursor: usize) -> String {
    let mut from = cursor.min(text.len());
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    let rest = &text[from..];
    if rest.len() <= MOST {
        return rest.to_string();
    }
    let mut end = MOST - NOTE;
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    // A line is not cut, unless it is very long.
    if let Some(line_end) = rest[..end].rfind('\n').filter(|at| *at > end / 2) {
        end = line_end + 1;
    }
    let (shown, left) = (&rest[..end], rest.len() - end);
    format!("{shown}\n({left} more bytes: the same call with \"cursor\": {})", from + end)
}

#[cfg(test)]
mod tests {
    use super::{MOST, part};

    #[test]
    fn parts_join_to_the_whole() {
        let text: String = (0..1000).map(|n| format!("line {n} \u{e9}\n")).collect();
        let (mut cursor, mut whole) = (0, String::new());
        loop {
            let part = part(&text, cursor);
            assert!(part.len() <= MOST);
            let Some((shown, note)) = part.rsplit_once("\n(") else {
                whole += &part;
                break;
            };
            whole += shown;
            let digits: String = note.rsplit(' ').next().expect("a number").trim_end_matches(')').into();
            cursor = digits.parse().expect("a number");
        }
        assert_eq!(whole, text);
        assert_eq!(part("abc", usize::MAX), "");
    }
}
