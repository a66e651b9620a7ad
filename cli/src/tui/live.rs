//! What the program writes while a command runs: its last line stands where the prompt was. So a question can be read
//! before it is answered.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::queue;
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::{Clear, ClearType};
use ratatui::layout::Rect;

use super::panes::plain;

/// The time between two looks at what was written.
const PAUSE: Duration = Duration::from_millis(50);
/// Bytes that are looked at, the last ones.
const PIECE: u64 = 4096;

/// Shows what is written until it is dropped.
pub(super) struct Live {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Live {
    /// Shows what is written to a file from now on in the last line of the terminal.
    pub(super) fn begin(tty: &File, captured: &File, area: Rect) -> io::Result<Live> {
        let (mut tty, captured) = (io::BufWriter::new(tty.try_clone()?), captured.try_clone()?);
        let mut shown = captured.metadata()?.len();
        let (end, ended) = channel::<()>();
        let thread = thread::spawn(move || {
            while ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                let Ok(length) = captured.metadata().map(|data| data.len()) else { return };
                if length == shown {
                    continue;
                }
                shown = length;
                // A terminal that is gone is noticed where keys are read.
                let _ = last_line(&captured, length).and_then(|line| show(&mut tty, &line, area));
            }
        });
        Ok(Live { end: Some(end), thread: Some(thread) })
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.end.take();
        if let Some(thread) = self.thread.take() {
            // It draws and waits; it cannot panic.
            let _ = thread.join();
        }
    }
}

/// The last line of a file of this length, or the one before if nothing is on it yet.
fn last_line(file: &File, length: u64) -> io::Result<String> {
    let from = length.saturating_sub(PIECE);
    let mut bytes = vec![0; usize::try_from(length - from).unwrap_or(0)];
    file.read_exact_at(&mut bytes, from)?;
    let text = plain(&String::from_utf8_lossy(&bytes));
    Ok(text.trim_end_matches('\n').rsplit('\n').next().unwrap_or_default().to_string())
}

fn show(tty: &mut impl Write, line: &str, area: Rect) -> io::Result<()> {
    let most = usize::from(area.width.saturating_sub(1));
    let skipped = line.chars().count().saturating_sub(most);
    let line: String = line.chars().skip(skipped).collect();
    let row = area.height.saturating_sub(1);
    queue!(tty, MoveTo(0, row), Clear(ClearType::CurrentLine), Print(line))?;
    tty.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_a_file() {
        let path = std::env::temp_dir().join(format!("ttd-py-live-{}", std::process::id()));
        for (text, last) in [("", ""), ("a\nwho? ", "who? "), ("a\nb\n", "b"), ("\x1b[1mbold\x1b[0m", "bold")] {
            std::fs::write(&path, text).expect("writable");
            let file = File::open(&path).expect("readable");
            assert_eq!(last_line(&file, text.len() as u64).expect("readable"), last);
        }
        std::fs::remove_file(&path).expect("it is there");
    }
}
