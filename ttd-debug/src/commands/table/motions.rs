//! Rows of the commands that travel.

use crate::commands::table::command::{Command, Completes, Yields};
use crate::commands::{checkpoints, goto, inspect, marks, motion};

pub(super) const ROWS: &[Command] = commands! {
    "Forwards" {
        "step" "s" ("[count | --all]") [travels]
            "Go to the next event, into calls and out of returns; with --all into library code as well, where that has \
             events (see `library`)."
            "step" => motion::step;
        "next" "n" ("[count]") [travels]
            "Go to the next line of this function, over calls."
            "next 3" => motion::next;
        "return" "r" ("[VALUE]") [travels repeats_bare completes(Expression)]
            "Go to where this function returns; with a value, return that here and now, on a branch."
            "return" => motion::return_;
        "until" "unt" ("[line]") [travels]
            "Go to a line below this one (or at least the given one) of this function, or to its return."
            "until 12" => motion::until;
        "continue" "cont" "c" ("[count]") [travels]
            "Go to the next breakpoint, or to the end."
            "continue" => motion::continue_;
    }
    "Backwards" {
        "rstep" "rs" ("[count]") [travels yields(Abbreviations)]
            "Go back to the previous event, wherever it is."
            "rstep 10" => motion::rstep;
        "rnext" "rn" ("[count]") [travels yields(Abbreviations)]
            "Go back to the previous line of this function, over calls."
            "rnext 3" => motion::rnext;
        "rreturn" "rr" ("[count]") [travels yields(Abbreviations)]
            "Go back to where this function was called."
            "rreturn" => motion::rreturn;
        "runtil" ("[line]") [travels]
            "Go back to a line above this one (or at most the given one) of this function, or to its call."
            "runtil 3" => motion::runtil;
        "rcontinue" "rc" ("[count]") [travels yields(Abbreviations)]
            "Go back to the previous breakpoint, or to the start."
            "rcontinue" => motion::rcontinue;
    }
    "Through time" {
        "goto" ("TIME | MARK | start | end | +N | -N | NN%") [travels answers_missing completes(Times)]
            "Go to a time."
            "goto 5" => goto::goto;
        "nextf" ("[count]") [travels]
            "Go to the next function call in time, whichever function it is."
            "nextf" => motion::nextf;
        "prevf" ("[count]") [travels]
            "Go back to the previous function call in time."
            "prevf" => motion::prevf;
        "tup" ("[count]") [travels]
            "Travel to where this function was called; `up` only selects its frame."
            "tup" => motion::tup;
        "tdown" ("[count]") [travels]
            "Travel back into the function that `tup` left, or into the next one called from here."
            "tdown" => motion::tdown;
        "when" ("") []
            "Show the time: the event's number, how far into the run it is, its kind and location."
            "when" => inspect::when;
        "mark" ("NAME") [answers_missing]
            "Give this time a name."
            "mark before" => marks::mark;
        "marks" ("") []
            "List the named times."
            "marks" => marks::marks;
        "back" ("[count]") [travels]
            "Undo a motion: go to the time before it."
            "back" => marks::back;
        "forward" ("[count]") [travels]
            "Redo a motion that `back` undid."
            "forward" => marks::forward;
        "checkpoint" ("") []
            "Make a checkpoint here: coming back to this time is then immediate."
            "checkpoint" => checkpoints::checkpoint;
        "checkpoints" ("") []
            "List the checkpoints with time, size and cost."
            "checkpoints" => checkpoints::checkpoints;
        "restart" "run" ("[ARGUMENTS]") [travels]
            "Go to the start of the run; with arguments, start a new run with these in `sys.argv`. Breakpoints stay."
            "restart" => goto::restart;
    }
};
