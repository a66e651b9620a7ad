//! The panes of `tui` on a screen, as a user sees them.

mod screen;

use screen::Terminal;

const F5: &str = "\x1b[15~";
const F10: &str = "\x1b[21~";
const SHIFT_F10: &str = "\x1b[21;2~";
const CONTROL_LEFT: &str = "\x1b[1;5D";
const UP: &str = "\x1b[A";
const ESCAPE: &str = "\x1b";
/// The mouse wheel, turned away from the user, in the tenth column of the third line.
const WHEEL_UP: &str = "\x1b[<64;10;3M";

/// The debugger with panes, at its first prompt.
fn start(program: &str, settings: &[(&str, &str)]) -> Terminal {
    let mut terminal = Terminal::start(&format!("exec $TTD -m ttd {program}"), settings);
    terminal.shows("(ttd 0/0)");
    terminal.keys("tui\r");
    terminal.shows("variables");
    terminal.wait("the prompt", |screen| last_row(screen).starts_with("(ttd 0/0)"));
    terminal
}

fn last_row(screen: &vt100::Screen) -> String {
    screen.rows(0, screen.size().1.get()).last().unwrap_or_default()
}

/// Waits for a prompt in the last line, with this typed.
#[track_caller]
fn prompt(terminal: &Terminal, text: &str) {
    terminal.wait(text, |screen| last_row(screen).trim_end() == text);
}

#[test]
fn panes_show_where_the_program_is() {
    let mut t = start("panes.py", &[]);
    assert!(t.look(vt100::Screen::alternate_screen));
    for title in [" panes.py(1) <module>() ", " variables ", " stack ", " answers ", " output "] {
        t.shows(title);
    }
    t.keys("b 5\r");
    t.shows("Breakpoint 1 at");
    t.shows("5  B       total = total + number");
    t.keys(F5);
    t.shows(" panes.py(5) add() ");
    t.shows("4 |    def add(total, number):");
    t.shows("> add() panes.py:5");
    t.shows("  <module>() panes.py:13");
    // The second call changes something: with a mark and a colour.
    t.keys(F5);
    t.shows("total is 0");
    t.shows("number = 1");
    prompt(&t, "(ttd 15/15)");
    t.keys(F10);
    t.shows("* total = 1");
    t.shows("5 |B       total = total + number");
    t.shows("6 | ->     if total > 100:");
    let row = t.rows().iter().position(|row| row.contains("* total = 1")).expect("a row") as u16;
    let is_yellow = |screen: &vt100::Screen| {
        let cell = (0..100).filter_map(|column| screen.cell(row, column)).find(|cell| cell.contents() == "*");
        cell.is_some_and(|cell| cell.fgcolor() == vt100::Color::Idx(3))
    };
    t.wait("yellow", is_yellow);
    // Where we are in the run, in the line above the prompt.
    t.wait("the timeline", |screen| {
        let row = screen.rows(0, 100).nth(22).unwrap_or_default();
        row.starts_with("0 ") && row.trim_end().ends_with("┃ 16")
    });
    t.keys(SHIFT_F10);
    t.shows(" panes.py(5) add() ");
    prompt(&t, "(ttd 15/16)");
    t.keys(CONTROL_LEFT);
    prompt(&t, "(ttd 14/16)");
    t.keys("up\r");
    t.shows("> <module>() panes.py:13");
    // What was written later is not shown in the past.
    t.keys("goto 3\r");
    prompt(&t, "(ttd 3/16)");
    assert!(!t.text().contains("total is 0"));
    t.keys("q\r");
    assert!(t.end().contains(", 0)"));
    t.wait("the plain screen", |screen| !screen.alternate_screen());
}

#[test]
fn the_prompt_takes_every_command() {
    let mut t = start("panes.py", &[("NO_COLOR", "1")]);
    t.keys("goto 12\r");
    prompt(&t, "(ttd 12/12)");
    // Completion, history, editing.
    t.keys("p numb\t");
    prompt(&t, "(ttd 12/12) p number");
    t.keys(" + 40\x7f1\r");
    t.shows("\n41 ");
    prompt(&t, "(ttd 12/12)");
    t.keys(UP);
    prompt(&t, "(ttd 12/12) p number + 41");
    t.keys("\x03");
    t.shows("--KeyboardInterrupt--");
    t.keys("undi\t");
    prompt(&t, "(ttd 12/12) undisplay");
    t.keys("\x15con\t\t");
    t.shows("condition  continue");
    // A statement of several lines.
    t.keys("\x15for i in range(2):\r");
    prompt(&t, "...");
    t.keys("  print(i + 70)\r\r");
    t.shows("71");
    prompt(&t, "(ttd 12/12)");
    // No function keys in the middle of something else.
    t.keys("interact\r");
    prompt(&t, ">>>");
    t.keys(&format!("{F10}total + 1000\r"));
    t.shows("\n1000");
    prompt(&t, ">>>");
    t.keys("\x04");
    prompt(&t, "(ttd 12/12)");
    // The wheel moves the source.
    assert!(!t.text().contains("A program for the panes"));
    t.keys(WHEEL_UP);
    t.keys(WHEEL_UP);
    t.shows("1 |    \"\"\"A program for the panes");
    // The program reads a line while it runs, and its output stays when the panes are left.
    t.keys("c\r");
    prompt(&t, "who?");
    t.keys("bob\r");
    t.shows("hello bob");
    t.shows("at the end of the program: exited 0");
    t.keys(ESCAPE);
    std::thread::sleep(std::time::Duration::from_millis(100));
    t.keys(ESCAPE);
    t.wait("the plain screen", |screen| !screen.alternate_screen());
    t.shows("hello bob");
    t.shows("--Return--");
    // Back, with what was asked before.
    t.keys("tui\r");
    t.wait("the panes", vt100::Screen::alternate_screen);
    t.shows("exited 0");
    t.keys("tui off\r");
    t.wait("the plain screen", |screen| !screen.alternate_screen());
    t.keys("q\r");
    assert!(t.end().contains(", 0)"));
}

#[test]
fn sticky_clears_the_screen_and_keeps_output() {
    let mut t = Terminal::start("exec $TTD -m ttd panes.py", &[]);
    t.shows("(ttd 0/0)");
    t.keys("b add\r");
    t.shows("Breakpoint 1");
    t.keys("c\r");
    t.shows("(ttd 7/7)");
    t.keys("sticky\r");
    t.wait("the function", |screen| first_row(screen).starts_with("   4 |    def add(total, number):"));
    t.keys("r\r");
    t.shows("(ttd 10/10)");
    t.keys("n\r");
    t.shows("(ttd 11/11)");
    // There is room for all lines but one.
    assert_eq!(t.look(first_row).trim_end(), "   2");
    t.keys("n\r");
    t.wait("output, once", |screen| screen.contents().matches("total is 0").count() == 1);
    let rows = t.rows();
    let below = rows.iter().position(|row| row == "total is 0").expect("a row");
    assert!(rows[below - 1].contains("print(\"hello\", name)"), "{rows:?}");
    // Lines that have not run are grey.
    let grey = |screen: &vt100::Screen| screen.cell(13, 3).is_some_and(|cell| cell.fgcolor() == vt100::Color::Idx(8));
    t.wait("grey", grey);
    // A long function leaves room for the answers.
    t.resize(15, 100);
    t.keys("n\r");
    t.wait("a part", |screen| first_row(screen).starts_with("  10"));
    t.keys("sticky off\r");
    t.shows("sticky off\n(ttd");
    t.keys("q\r");
    assert!(t.end().contains(", 0)"));
}

fn first_row(screen: &vt100::Screen) -> String {
    screen.rows(0, screen.size().1.get()).next().unwrap_or_default()
}

#[test]
fn any_size_will_do() {
    let mut t = start("panes.py", &[]);
    t.keys("b add\r");
    t.keys(F5);
    t.shows(" panes.py(5) add() ");
    for (rows, columns) in [(10, 40), (5, 20), (2, 8), (1, 1), (60, 200), (30, 50), (24, 100)] {
        t.resize(rows, columns);
        let end = if columns >= 40 { "(ttd " } else { "" };
        t.wait("a prompt", |screen| last_row(screen).starts_with(end));
        t.keys(F10);
        t.keys("p 1\r");
        t.keys(SHIFT_F10);
    }
    t.resize(10, 40);
    t.shows(" panes.py(");
    t.shows(" answers ");
    t.wait("a short timeline", |screen| screen.contents().contains('┃'));
    t.resize(24, 100);
    t.shows(" stack ");
    t.keys("q\r");
    assert!(t.end().contains(", 0)"));
}

#[test]
fn the_terminal_is_given_back() {
    // Ctrl-C stops what runs.
    let mut t = start("terminal.py", &[]);
    t.keys("c\r");
    std::thread::sleep(std::time::Duration::from_millis(500));
    t.keys("\x03");
    t.shows("Program interrupted.");
    t.terminate();
    assert!(t.end().contains("SIGTERM"));
    t.wait("the plain screen", |screen| !screen.alternate_screen() && !screen.hide_cursor());
    assert!(t.look(vt100::Screen::mouse_protocol_mode) == vt100::MouseProtocolMode::None);

    // Ctrl-Z leaves it to the shell until `fg`.
    let mut t = Terminal::start("PS1='shell$ ' exec sh -i", &[]);
    t.shows("shell$");
    t.keys("$TTD -m ttd panes.py\r");
    t.shows("(ttd 0/0)");
    t.keys("tui\r");
    t.shows("variables");
    t.keys("\x1a");
    t.wait("the shell", |screen| !screen.alternate_screen());
    t.shows("Stopped");
    t.keys("fg\r");
    t.wait("the panes", |screen| screen.alternate_screen() && screen.contents().contains("variables"));
    t.keys("q\r");
    t.wait("the shell", |screen| !screen.alternate_screen());
    // Lines are read as usual.
    t.keys("printf '\\033[2J\\033[H'; stty -a | grep -c ' icanon'\r");
    t.wait("1", |screen| screen.contents().starts_with("1\nshell$"));
    t.keys("exit\r");
    t.end();
}
