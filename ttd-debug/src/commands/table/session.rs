//! Rows of the commands about the session itself.

use crate::commands::table::command::{Command, Completes, Yields};
use crate::commands::{alias, help, library, screen};

pub(super) const ROWS: &[Command] = commands! {
    "Session" {
        "library" ("[PATTERN... | off] [--skip PATTERN... | off]") [travels without_events yields(Always)]
            "Run the program again up to here, with the same inputs, so that library code has events: that of these \
             modules and packages (`*`: of all), and so that modules of yours behind --skip have none and are not stepped \
             into. `off` stands for no module; without an argument, say what has events."
            "library json email.*" => library::library;
        "sticky" ("[on | off]") [looks without_events yields(Always)]
            "Show the whole function at every stop, on top of the screen: a bar marks lines that have run in this call, the \
             others are grey. Without an argument, switch that on or off."
            "sticky on" => screen::sticky;
        "tui" ("[on | off]") [without_events yields(Always)]
            "Divide the terminal into panes: source, variables, stack, output and timeline. F10, F11 and F5 are `next`, \
             `step` and `continue`, with Shift backwards; Ctrl with an arrow is `next`, `rnext`, `return` or `rreturn`; \
             PageUp, PageDown and the mouse wheel scroll the source, with Shift the answers. Esc twice, or `tui off`, \
             leaves it."
            "tui" => screen::tui;
        "alias" ("[NAME [COMMAND]]") [without_events takes_line completes(Aliases)]
            "Give a command a name; %1, %2 and %* stand for what is typed after it."
            "alias pl p len(%1)" => alias::alias;
        "unalias" ("NAME") [without_events completes(Aliases)]
            "Delete an alias."
            "unalias pl" => alias::unalias;
        "help" "h" ("[COMMAND]") [without_events completes(Commands)]
            "List the commands, or explain one."
            "help rnext" => help::help;
        "quit" "q" "exit" "EOF" ("") [travels without_events]
            "Leave."
            "quit" => help::quit;
    }
};
