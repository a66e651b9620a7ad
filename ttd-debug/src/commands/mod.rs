//! The table of commands. Parsing, help, completion and `docs/commands.md` come from it, and nothing else decides by a
//! command's name.
//!
//! A row is: names (the first is the command's own), the argument, further columns, what it does, an example, the
//! handler. A column that is not named has its usual value; [`Command`] says what each means. `docs/add-a-command.md`
//! adds a row step by step.

pub mod alias;
pub mod branches;
pub mod breakpoints;
pub mod checkpoints;
pub mod command;
pub mod complete;
pub mod display;
pub mod exceptions;
pub mod execute;
pub mod goto;
pub mod help;
pub mod inspect;
pub mod interact;
pub mod library;
pub mod marks;
pub mod motion;
pub mod print;
pub mod query;
mod script;
pub mod unknown;
pub mod watch;

pub use crate::commands::command::{Args, Command, Completes, Handler, Yields};

use crate::commands::query::{
    bisect, calls, eval, events, exchanges, find, history, locks, log, objects, origin, output, path_history, tasks,
};

macro_rules! commands {
    ($( $theme:literal { $(
        $($name:literal)+ ($usage:literal) [$($column:ident $(($value:ident))?)*] $doc:literal $example:literal
            => $handler:path;
    )* } )*) => {
        &[$($(
            Command::row(($theme, &[$($name),+]), $usage, $doc, $example, $handler)
                $(.$column($(commands!(@ $column $value))?))*,
        )*)*]
    };
    (@ yields $value:ident) => { Yields::$value };
    (@ completes $value:ident) => { Completes::$value };
}

/// Every command.
pub const COMMANDS: &[Command] = commands! {
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
    "History" {
        "history" ("EXPRESSION | NUMBER") [travels yields(Always) completes(Place)]
            "List every value that a variable, attribute or item has held; with a number, go to that change. \
             `n[1].x` is the attribute of the object that `n[1]` is now; `(n[1].x)`, in parentheses, is what the \
             expression gave at each event."
            "history n" => path_history::history;
        "last" ("EXPRESSION") [travels yields(Always) completes(Place)]
            "Go to the event after which it got its present value: who set this?"
            "last n" => history::last;
        "first" ("EXPRESSION") [travels yields(Always) completes(Place)]
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
        "origin" ("EXPRESSION | NUMBER") [travels yields(Always) completes(Place)]
            "Trace how a variable, attribute or item got its value, back to where that was created; with a number, \
             go to that step."
            "origin n" => origin::origin;
        "objects" ("EXPRESSION [; FROM [TO]]") [yields(Always) completes(Place)]
            "List every use of an object: created, passed, returned, stored; those around this time, or those \
             between two times. In an expression, #5 is the object shown with this number."
            "objects self" => objects::objects;
        "locks" ("[EXPRESSION | NUMBER]") [travels yields(Always) completes(Place)]
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
        "watch" ("[EXPRESSION]") [yields(Always) completes(Place)]
            "Stop where a value changes, in both directions, or list the watchpoints."
            "watch n" => watch::watch;
        "unwatch" ("[NUMBER...]") [yields(Always) completes(Watchpoints)]
            "Delete watchpoints; without an argument all of them."
            "unwatch 1" => watch::unwatch;
    }
    "Branches" {
        "branch" ("[--live] [NAME]") [yields(Always)]
            "Begin a branch with this name here, or name the one that begins here; without a name, say which one this \
             is. A statement that changes the program begins one too. What a branch writes the disk does not see; with \
             --live it does, and it may use the network and run processes."
            "branch fix" => branches::branch;
        "branches" ("") [yields(Always)]
            "List the branches of the run as a tree: where each leaves another, what was changed there, how far it came."
            "branches" => branches::branches;
        "jump" "j" ("LINE") [travels answers_missing]
            "Go on at another line of the innermost function, on a branch: by pdb's rules."
            "jump 4" => branches::jump;
        "raise" ("EXCEPTION [from CAUSE]") [travels completes(Expression)]
            "Raise an exception in the innermost function here, on a branch."
            "raise ValueError(n)" => branches::frame::raise_;
        "skip" ("[VALUE]") [travels yields(Always) completes(Expression)]
            "Let the call that begins here, or comes next from this line, return a value (None) without running, on a \
             branch."
            "skip []" => branches::frame::skip;
        "debug" ("STATEMENT") [travels takes_line completes(Expression)]
            "Step through a statement that runs here, on a branch, before the program goes on."
            "debug fib(3)" => branches::frame::debug;
        "switch-thread" ("NUMBER") [travels]
            "Let another thread run next, on a branch."
            "switch-thread 2" => branches::frame::switch_thread;
        "reload" ("[FILE | --from-start | --patch FILE]") [travels yields(Always)]
            "Go on from here with the source files (or one of them) as they are now, on a branch. With --from-start run \
             the program again, with the same inputs: does a fix repair this very run? With --patch that is done with a \
             patch, and not the files."
            "reload --from-start" => branches::code::reload;
        "edit" ("[FUNCTION]") [travels yields(Always) completes(Function)]
            "Change a function, or this file, in $EDITOR, and go on from here with the new code, on a branch."
            "edit fib" => branches::code::edit;
        "switch" ("NAME") [travels yields(Always) completes(Branches)]
            "Go to another branch, where you left it. `main` is the run as it was."
            "switch main" => branches::switch;
        "diff" ("BRANCH [BRANCH]") [yields(Always) completes(Branches)]
            "Compare two branches, or one with the present one: where they part, their output, variables and ends."
            "diff main" => branches::diff::diff;
        "drop" ("NAME") [yields(Always) completes(Branches)]
            "Forget a branch and those that begin on it."
            "drop fix" => branches::drop_;
        "try" ("[--keep] [--at LINE] [--until EVENTS] EXPRESSION for NAME in ITERABLE") [answers_missing completes(Expression)]
            "Run a short branch for each value of NAME, a variable, attribute or item: show how each ends, and what the \
             expression gives where this function returns, or at a line. They are dropped unless --keep is given."
            "try n for n in range(3)" => branches::try_each::try_each;
    }
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

/// The command that goes by this name or abbreviation.
pub fn find(word: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.names.contains(&word))
}

/// The commands that begin like this, for completion.
pub fn complete(start: &str) -> Vec<&'static str> {
    let mut found: Vec<_> = COMMANDS.iter().map(Command::name).filter(|name| name.starts_with(start)).collect();
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::unknown;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = COMMANDS.iter().flat_map(|command| command.names).chain(unknown::PLANNED).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn examples_are_lines_of_their_command() {
        for command in COMMANDS {
            let (word, rest) = command.example.split_once(' ').unwrap_or((command.example, ""));
            assert!(command.names.contains(&word), "{}", command.example);
            assert!(command.read(rest).is_ok(), "{}", command.example);
        }
    }

    #[test]
    fn arguments() {
        let next = find("n").expect("a command");
        assert_eq!(next.read("").map(|args| args.count()), Ok(1));
        assert_eq!(next.read("12").map(|args| args.count()), Ok(12));
        assert_eq!(next.read("0"), Err("Invalid argument: 0\nUsage: next | n [count]\nExample: next 3".into()));
        assert!(next.read("= 3").is_err());
    }
}
