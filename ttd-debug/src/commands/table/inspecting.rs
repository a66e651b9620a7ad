//! Rows of the commands about breakpoints and the present.

use crate::commands::query::tasks;
use crate::commands::table::command::{Command, Completes, Yields};
use crate::commands::{breakpoints, display, exceptions, inspect, interact, print, screen};

pub(super) const ROWS: &[Command] = commands! {
    "Breakpoints" {
        "break" "b" ("[([FILE:]LINE | FUNCTION)[, CONDITION]]") [completes(SourceLocation)]
            "Set a breakpoint, or list them all."
            "break fib, n == 1" => breakpoints::break_;
        "tbreak" ("([FILE:]LINE | FUNCTION)[, CONDITION]") [answers_missing completes(SourceLocation)]
            "Set a breakpoint that is deleted at its first hit, from either direction."
            "tbreak 4" => breakpoints::tbreak;
        "clear" "cl" ("[FILE:LINE | NUMBER...]") [completes(Breakpoints)]
            "Delete breakpoints; without an argument all of them."
            "clear 1" => breakpoints::clear;
        "enable" ("NUMBER...") [answers_missing completes(Breakpoints)]
            "Enable breakpoints."
            "enable 1" => breakpoints::enable;
        "disable" ("NUMBER...") [answers_missing completes(Breakpoints)]
            "Disable breakpoints."
            "disable 1" => breakpoints::disable;
        "ignore" ("NUMBER [COUNT]") [answers_missing completes(Breakpoints)]
            "Ignore the first COUNT hits. They are counted from event 0, whichever direction you come from."
            "ignore 1 2" => breakpoints::ignore;
        "commands" ("[NUMBER]") [completes(Breakpoints)]
            "Define commands to run when a breakpoint is hit, one per line, up to `end`. The first may be `silent`."
            "commands 1" => breakpoints::commands;
        "condition" ("NUMBER [EXPRESSION]") [answers_missing completes(BreakpointCondition)]
            "Stop only where the expression is true; without one, always."
            "condition 1 n > 2" => breakpoints::condition;
    }
    "Inspecting" {
        "where" "w" "bt" ("[COUNT]") [looks]
            "Show the call stack, the newest frame last, and in a task of asyncio which tasks wait for it."
            "where" => inspect::where_;
        "up" "u" ("[count]") [looks]
            "Select the caller's frame."
            "up" => inspect::up;
        "down" "d" ("[count]") [looks]
            "Select the frame that this one called."
            "down" => inspect::down;
        "threads" ("") [yields(Always)]
            "List the threads, what each waits for and who has that; `*` is the one whose event this is."
            "threads" => inspect::threads;
        "thread" ("[NUMBER]") [looks yields(Always)]
            "Look at another thread: `where`, `up`, `down`, `p` and `list` show its frames until you travel."
            "thread 2" => inspect::thread;
        "tasks" ("") [yields(Always)]
            "List the tasks of asyncio that are not done, each below the one that awaits it, and where it waits; `*` is \
             the one that runs."
            "tasks" => tasks::tasks;
        "list" "l" ("[FIRST[, LAST] | .]") [looks repeats_bare]
            "Show source around the line, or go on with the last listing."
            "list 1, 8" => inspect::list;
        "longlist" "ll" ("") [looks]
            "Show the source of the whole function."
            "longlist" => inspect::longlist;
        "args" "a" ("") [looks]
            "Show the arguments of this function."
            "args" => print::args;
        "locals" ("") [looks yields(Always)]
            "Show the variables of this function; `*` marks those that have changed since the stop before. Of a module \
             what it defines and imports is left out."
            "locals" => screen::locals;
        "p" ("EXPRESSION") [looks completes(Expression)]
            "Show the value of an expression."
            "p n + 1" => print::p;
        "pp" ("EXPRESSION") [looks completes(Expression)]
            "Show the value of an expression, laid out over several lines."
            "pp vars()" => print::pp;
        "whatis" ("EXPRESSION") [looks completes(Expression)]
            "Show the type of a value."
            "whatis fib" => print::whatis;
        "display" ("[EXPRESSION]") [completes(Expression)]
            "Show the value now, and whenever it has changed at a stop in this function."
            "display n" => display::display;
        "undisplay" ("[EXPRESSION]") [completes(Displays)]
            "Stop displaying an expression; without one, all of this function."
            "undisplay n" => display::undisplay;
        "source" ("FUNCTION") [completes(SourceLocation)]
            "Show the source of a function."
            "source fib" => inspect::source;
        "retval" "rv" ("") []
            "Show the value that this function is returning."
            "retval" => print::retval;
        "exceptions" ("[NUMBER]") []
            "List the exception that is raised or handled here and what it came from; with a number, go to where \
             that one was raised."
            "exceptions 0" => exceptions::exceptions;
        "interact" ("") []
            "Type Python with the names of this frame. What changes the program does so on a branch."
            "interact" => interact::interact;
    }
};
