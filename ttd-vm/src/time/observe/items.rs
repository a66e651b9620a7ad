//! Items of lists and deques by what distinguishes them between two events: where one was before it moved.

use super::location::WatchTarget;
use crate::ids;
use crate::time::machine::Machine;

impl Machine {
    /// The items of the list or deque that a location is an item of, each as a number that only the same object or an
    /// equal small number has at this event and the next. `None`: it is another container, whose items do not move.
    pub fn identities_of_items(&self, location: &WatchTarget) -> Option<Vec<u64>> {
        let WatchTarget::Item { object, .. } = location else { return None };
        let vm = self.vm();
        let container = vm.find_allocated(*object)?;
        let container = vm.container_in(container).unwrap_or(container);
        let items = match container.tid() {
            ids::LIST => vm.heap.list(container).to_vec(),
            ids::DEQUE => (0..vm.heap.deque_len(container)).map(|at| vm.heap.deque_get(container, at)).collect(),
            _ => return None,
        };
        Some(items.into_iter().map(|item| if item.is_obj() { vm.heap.alloc_id(item) } else { item.raw() }).collect())
    }
}
