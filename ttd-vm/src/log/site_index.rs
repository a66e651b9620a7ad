//! Which blocks have events at certain instructions: the others need not be read for them.

use std::rc::Rc;

use super::block::Block;
use super::transitions::Table;
use crate::vm::code::CodeRt;
use crate::vm::event::Event;

/// The most instructions for which looking is worthwhile: events that may be anywhere are in every block.
const MOST: usize = 1 << 12;

/// Instructions whose events are looked for, block by block.
pub(crate) struct SiteIndex {
    /// Code object and index, sorted.
    sites: Vec<(u32, u32)>,
    /// Their addresses.
    addresses: Vec<usize>,
    /// The transitions of the table that was asked last that lead to one of them.
    leading: Option<(Rc<Table>, Vec<u16>)>,
}

impl SiteIndex {
    /// Of these instructions: code object and index. `None` if there are too many.
    pub(crate) fn new(sites: &[(u32, u32)], codes: &[&'static CodeRt]) -> Option<SiteIndex> {
        if sites.len() > MOST {
            return None;
        }
        let mut sites = sites.to_vec();
        sites.sort_unstable();
        let address = |(code, at): &(u32, u32)| codes[*code as usize].start().wrapping_add(*at as usize) as usize;
        let addresses = sites.iter().map(address).collect();
        Some(SiteIndex { sites, addresses, leading: None })
    }

    /// Whether a moment of a block may be at one of them, or `is_wanted` one of the events that were delivered alone.
    pub(crate) fn may_be_in(&mut self, block: &Block, is_wanted: impl FnMut(&Event) -> bool) -> bool {
        if self.addresses.iter().any(|address| block.full_at.may_have(*address)) {
            return true;
        }
        if block.states.iter().map(|state| &state.last).any(is_wanted) {
            return true;
        }
        let table = &block.transitions;
        let known = self.leading.take().filter(|(known, _)| Rc::ptr_eq(known, table));
        let sites = &self.sites;
        let find = || (table.clone(), table.leading_to(|code, at| is_among(sites, code, at)));
        let (_, leading) = self.leading.insert(known.unwrap_or_else(find));
        leading.iter().any(|id| block.used.binary_search(id).is_ok())
    }
}

/// Whether an instruction is among these; `code`: none if it may be of any code object.
fn is_among(sites: &[(u32, u32)], code: Option<u32>, at: u32) -> bool {
    match code {
        Some(code) => sites.binary_search(&(code, at)).is_ok(),
        None => sites.iter().any(|(_, site)| *site == at),
    }
}
