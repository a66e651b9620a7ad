//! Rows of the questions about the whole run.

use crate::commands::query::{
    bisect, calls, eval, events, exchanges, find, history, locks, log, objects, origin, output, path_history, timeline,
};
use crate::commands::table::command::{Command, Completes, Yields};
use crate::commands::watch;

pub(super) const ROWS: &[Command] = commands! {
    "History" {
        "history" ("EXPRESSION | NUMBER") [locates travels yields(Always) completes(Place)]
            "List every value that a variable, attribute or item has held; with a number, go to that change. \
             `n[1].x` is the attribute of the object that `n[1]` is now; `(n[1].x)`, in parentheses, is what the \
             expression gave at each event."
            "history n" => path_history::history;
        "last" ("EXPRESSION") [locates travels yields(Always) completes(Place)]
            "Go to the event after which it got its present value: who set this?"
            "last n" => history::last;
        "first" ("EXPRESSION") [locates travels yields(Always) completes(Place)]
            "Go to the event after which it got its first value."
            "first n" => history::first;
        "events" ("[--switches] [FROM [TO]]") [yields(Always)]
            "List the events around this one, or those from one time to another; with --switches only those at which \
             another thread runs than before."
            "events 10 20" => events::events;
        "frames" ("[FROM [TO]]") [yields(Always)]
            "List the frames of the run: those around this time, or those that begin between two times."
            "frames" => calls::frames;
        "tree" ("[FROM [TO]]") [yields(Always)]
            "List the frames of the run as a tree of calls: those around this time, or those that begin between two \
             times."
            "tree" => calls::tree;
        "calls" ("FUNCTION [FROM [TO]]") [yields(Always) completes(Function)]
            "List the calls of a function with arguments, results and callers: those around this time, or those between \
             two times."
            "calls fib" => calls::calls;
        "eval" ("EXPRESSION [; [frame | all] [FROM [TO]]]") [yields(Always) completes(Expression)]
            "Evaluate an expression at all events of this frame (or of all frames of this function), or those \
             between two times, and show where its value changes."
            "eval n + 1; all" => eval::eval;
        "timeline" ("[FROM [TO]]") [yields(Always)]
            "Show the run so far, or the part between two times, as one line. A column is as high as the stack is deep at \
             its first event; `┃` is now and `◆` a mark, and, of at most a million events, `×` is an exception and `●` a \
             line with a breakpoint that was passed."
            "timeline" => timeline::timeline;
        "find" ("EXPRESSION") [travels yields(Always) completes(Condition)]
            "Go to the next event for which a Python expression holds. It may use kind, line, func, file, depth, \
             args, locals, retval, exc, writes (the names written to). A variable of the event's function goes before \
             a word; `$_kind`, `$_line` and so on always mean the event's."
            "find func == 'fib' and args[0] == 0" => find::find;
        "rfind" ("EXPRESSION") [travels yields(Always) completes(Condition)]
            "Go back to the previous event for which a Python expression holds."
            "rfind kind == 'exception'" => find::rfind;
        "bisect" ("CONDITION [; FROM [TO]]") [travels yields(Always) completes(Expression)]
            "Go to the first event from which on a condition holds, in few looks: it must be false before and stay true."
            "bisect n is not None" => bisect::bisect;
        "origin" ("EXPRESSION | NUMBER") [locates travels yields(Always) completes(Place)]
            "Trace how a variable, attribute or item got its value, back to where that was created; with a number, \
             go to that step."
            "origin n" => origin::origin;
        "objects" ("EXPRESSION [; FROM [TO]]") [locates yields(Always) completes(Place)]
            "List every use of an object: created, passed, returned, stored; those around this time, or those \
             between two times. In an expression, #5 is the object shown with this number."
            "objects self" => objects::objects;
        "locks" ("[EXPRESSION | NUMBER]") [locates travels yields(Always) completes(Place)]
            "List the locks that variables lead to, each with its holder, who waits, and since when; of one lock, who \
             took it and let it go, and where; with a number, go to that row of the last list."
            "locks lock" => locks::locks;
        "log" ("([FILE:]LINE | FUNCTION), \"TEXT {EXPRESSION}\" [; FROM [TO]]") [yields(Always) completes(SourceLocation)]
            "Show a text, filled in as an f-string, for every time that a line was passed, or those between two \
             times."
            "log 4, \"n is {n}\"" => log::log;
        "output" ("[TEXT]") [travels yields(Always)]
            "Show what the program has printed by now, or go to where it printed a text."
            "output done" => output::output;
        "sockets" ("[NUMBER | socket NUMBER]") [travels yields(Always)]
            "List what was sent and received over sockets, or over one of them; with a number, go to that row of the \
             last list."
            "sockets" => exchanges::sockets;
        "processes" ("[NUMBER | child NUMBER | pipe NUMBER]") [travels yields(Always)]
            "List the child processes with their beginnings and ends, and what went through pipes that they share; with \
             a number, go to that row of the last list."
            "processes" => exchanges::processes;
        "watch" ("[EXPRESSION]") [locates yields(Always) completes(Place)]
            "Stop where a value changes, in both directions, or list the watchpoints."
            "watch n" => watch::watch;
        "unwatch" ("[NUMBER...]") [yields(Always) completes(Watchpoints)]
            "Delete watchpoints; without an argument all of them."
            "unwatch 1" => watch::unwatch;
    }
};
