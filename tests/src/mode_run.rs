//! One program in several modes, with the same searches in each: forwards and backwards.

use ttd_debug::target::{EventQuery, Reached};
use ttd_vm::time::Machine;

use crate::check::{Failure, Outcome};
use crate::run::go;
use crate::{Program, Reference, Way};

/// A program's machine in one mode.
pub struct ModeRun<'a> {
    program: &'a Program,
    way: Way,
    /// The machine.
    pub machine: Machine,
}

impl<'a> ModeRun<'a> {
    /// Launches the program with a checkpoint now and then, and in some other modes.
    ///
    /// # Errors
    /// When one cannot be started.
    pub fn some(check: &str, program: &'a Program, reference: &Reference) -> Result<Vec<ModeRun<'a>>, Failure> {
        let others = [Way::every(1), Way::every(50).keep(3), Way::log(30), Way::AGAIN];
        let ways = std::iter::once(Way::every(7)).chain(reference.some(check, &others));
        let launch = |way| {
            let machine = reference.launch(way);
            let fail = |e| Failure::new(program, way, None, e);
            Ok(ModeRun { program, way, machine: machine.map_err(fail)? })
        };
        ways.map(launch).collect()
    }

    /// Makes a failure in this mode.
    pub fn fail(&self, what: String) -> Failure {
        Failure::new(self.program, self.way, self.machine.time(), what)
    }

    /// Seeks to a time.
    ///
    /// # Errors
    /// When that leads elsewhere.
    pub fn visit(&mut self, t: u64) -> Outcome {
        go(&mut self.machine, t).map_err(|e| self.fail(e))
    }

    /// Finds the times in `from..to` that match, searching backwards, and returns them in ascending order.
    ///
    /// # Errors
    /// When the search is interrupted or ends too early.
    pub fn backwards(&mut self, watch: &EventQuery, from: u64, to: u64) -> Result<Vec<u64>, Failure> {
        self.visit(to - 1)?;
        let (mut before, mut all) = (to, Vec::new());
        while before > from {
            let found = self.machine.last_before(watch, before, from);
            if found.interrupted || found.times.is_empty() && found.from > from {
                return Err(self.fail(format!("{found:?} before {before} from {from}")));
            }
            before = if found.times.is_empty() { from } else { found.from };
            all.extend(found.times.into_iter().rev().filter(|t| *t >= from));
        }
        all.reverse();
        Ok(all)
    }

    /// Finds the times in `from..to` that match, searching forwards, each with the result of `look` there.
    ///
    /// # Errors
    /// When `from - 1` cannot be reached.
    pub fn forwards<T>(
        &mut self,
        watch: &EventQuery,
        from: u64,
        to: u64,
        look: impl Fn(&mut Machine) -> T,
    ) -> Result<Vec<(u64, T)>, Failure> {
        let mut all = Vec::new();
        self.visit(from - 1)?;
        while self.machine.run_until(watch, to - 1) == Reached::Target && self.machine.changed() {
            let time = self.machine.time().unwrap_or(0);
            all.push((time, look(&mut self.machine)));
        }
        Ok(all)
    }
}
