//! Rows of the commands about the session itself.

use crate::commands::table::command::{Command, Completes, Yields};
use crate::commands::{alias, help, library};

pub(super) const ROWS: &[Command] = commands! {
    "Session" {
        "library" ("[PATTERN... | off]") [travels without_events yields(Always)]
            "Run the program again up to here, with the same inputs, so that library code has events: that of these \
             modules and packages (`*`: of all). `off` takes the events away again; without an argument, say what has \
             events."
            "library json email.*" => library::library;
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
