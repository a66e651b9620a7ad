//! The threads of a program that stands still.

use crate::Vm;
use crate::time::machine::Machine;
use crate::vm::threads::RunningStack;

/// A thread, as the debugger shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadInfo {
    /// Its number; 1 is the main thread's.
    pub number: u64,
    /// Its name.
    pub name: String,
    /// What it does: what it waits for, and who has that.
    pub state: String,
    /// Whether the present event is its own.
    pub current: bool,
}

impl Machine {
    /// The threads that are alive, in the order in which they were started.
    pub fn threads(&mut self) -> Vec<ThreadInfo> {
        let current = self.running_thread();
        if !self.vm().has_threads() {
            let name = "MainThread".to_string();
            return vec![ThreadInfo { number: 1, name, state: "runs".into(), current: true }];
        }
        let told = self.divert(|vm| {
            let (ask, module, name) = (vm.lib("call_hidden"), vm.intern("_thread"), vm.intern("_overview"));
            vm.call(ask, &[module, name])
        });
        let row = |line: &str| {
            let [number, name, state] = line.splitn(3, '\t').collect::<Vec<_>>()[..] else { return None };
            let number = number.parse().ok()?;
            Some(ThreadInfo { number, name: name.into(), state: state.into(), current: number == current })
        };
        told.unwrap_or_default().lines().filter_map(row).collect()
    }

    /// The number of the thread whose event this is.
    pub fn running_thread(&self) -> u64 {
        Vm::thread_of_stack(self.vm().frame_above(1))
    }

    /// Whether the program can have had several threads by now.
    pub fn knows_threads(&self) -> bool {
        self.vm().knows_threads()
    }

    /// Whether the program has several threads now.
    pub fn has_threads(&self) -> bool {
        self.vm().has_threads()
    }

    /// Shows another thread's frames as if they were the present ones, until `show_running_thread`. Nothing may run or
    /// travel in between. Returns whether there is such a thread.
    pub fn show_thread(&mut self, number: u64) -> bool {
        let Some(record) = self.vm().thread_numbered(number) else { return false };
        let stack = self.vm_mut().show_suspended(record);
        self.running_stack = Some(stack);
        true
    }

    /// Ends `show_thread`.
    pub fn show_running_thread(&mut self) {
        if let Some(stack) = self.running_stack.take() {
            let stack: RunningStack = stack;
            self.vm_mut().show_running(&stack);
        }
    }
}
