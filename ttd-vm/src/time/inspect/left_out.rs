//! Code that has no events in this run: what the debugger says when it is asked about it.

use crate::time::machine::Machine;
use crate::vm::code::CodeRt;
use crate::vm::code::event_choice::{EventChoice, covers, module_of};
use crate::vm::slots;
use crate::{ids, modules};

/// A module whose code has no events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name.
    pub module: String,
    /// The program skips it; otherwise it is library code that was not chosen.
    pub skipped: bool,
}

/// A pattern of the choice that has matched no module so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// The pattern.
    pub pattern: String,
    /// It is one of the modules to skip.
    pub skips: bool,
    /// There is a module of that name, written in native code, which has no frames.
    pub native: bool,
}

impl Machine {
    /// Which code was chosen to have events.
    pub fn event_choice(&self) -> &EventChoice {
        self.vm().loaded.chosen_events.choice()
    }

    /// The patterns that have matched no module that was loaded so far.
    pub fn unmatched_patterns(&self) -> Vec<Unmatched> {
        let left = self.vm().loaded.chosen_events.unmatched();
        let unmatched = |skips: bool, pattern: &String| {
            let native = modules::find(pattern).is_some() || ttd_lib::native_module(pattern).is_some();
            // Everything is no module that could be missing.
            (pattern != "*").then(|| Unmatched { pattern: pattern.clone(), skips, native })
        };
        let library = left.library.iter().filter_map(|pattern| unmatched(false, pattern));
        library.chain(left.skipped.iter().filter_map(|pattern| unmatched(true, pattern))).collect()
    }

    /// The module in a file, loaded or not, if its code has no events.
    pub fn left_out(&self, path: &str) -> Option<LeftOut> {
        if path.starts_with('<') {
            return None;
        }
        let module = self.module_in(path);
        let chosen = &self.vm().loaded.chosen_events;
        let mut loaded = self.vm().loaded.codes.iter().filter(|code| *code.code.path == *path).peekable();
        let counted = match loaded.peek() {
            Some(_) => loaded.any(|code| code.counted),
            None => chosen.role(&module, path).counted,
        };
        let skipped = chosen.choice().skipped.iter().any(|pattern| covers(pattern, &module));
        (!counted).then_some(LeftOut { module, skipped })
    }

    /// The module of a function without events that has this name, qualified or not, unless one with events has it too.
    pub fn left_out_function(&self, name: &str) -> Option<LeftOut> {
        let named = |code: &&&CodeRt| {
            let path = &code.code.path;
            let qualified = || format!("{}.{}", self.module_in(path), code.code.qualname) == name;
            !path.starts_with('<')
                && (*code.code.name == *name || *code.code.qualname == *name || name.contains('.') && qualified())
        };
        let mut found = self.vm().loaded.codes.iter().filter(named).peekable();
        let path = found.peek()?.code.path.clone();
        if found.any(|code| code.counted) { None } else { self.left_out(&path) }
    }

    /// The folders of `sys.path`.
    pub fn module_folders(&self) -> Vec<String> {
        let vm = self.vm();
        let folders = vm.heap.list(vm.global(slots::PATH)).iter().filter(|folder| folder.is(ids::STR));
        folders.map(|folder| vm.text_lossy(*folder).into_owned()).collect()
    }

    /// The name of the module in a file.
    fn module_in(&self, path: &str) -> String {
        let mut roots = self.launch.ready.path.clone();
        roots.push(ttd_lib::ROOT.to_string());
        roots.sort_by_key(|root| std::cmp::Reverse(root.len()));
        module_of(path, &roots)
    }
}
