//! Rows of the commands that change the program.

use crate::commands::branches;
use crate::commands::table::command::{Command, Completes, Yields};

pub(super) const ROWS: &[Command] = commands! {
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
};
