//! Branches that only try something: the run that they leave keeps the world.

use super::edit::Change;
use crate::time::inspect::eval_error::EvalError;
use crate::time::machine::Machine;

impl Machine {
    /// As `open_branch`, on a branch whose world is closed wherever it begins. What it prints is kept and not shown.
    ///
    /// # Errors
    /// As for `open_branch`.
    pub fn open_trial(&mut self, change: &Change<'_>) -> Result<String, EvalError> {
        let printed = self.open_branch(change, false)?;
        let Some(parent) = self.branches.get(self.branches.current).map(|branch| branch.parent) else {
            return Ok(printed);
        };
        let vm = self.vm_mut();
        let Some(mut left) = vm.driver().and_then(|d| d.away.take(parent)) else { return Ok(printed) };
        if let Some(outside) = &mut left.outside {
            vm.host.leave_world_to(outside);
        }
        if let Some(d) = vm.driver() {
            d.away.put(parent, left);
        }
        Ok(printed)
    }

    /// Makes the present branch, which was a trial, one like any other.
    pub fn keep_trial(&mut self) {
        self.vm_mut().host.show_output();
    }
}
