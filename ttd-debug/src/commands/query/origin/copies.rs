//! Steps of `origin` through copies: an item of `list(x)` was one of `x`, an attribute of `replace(p)` one of `p`.

use ttd_code::analysis::value_flow::{ValueSource, copies};

use super::{Next, Tracer, quoted};
use crate::target::{Key, Time, WatchTarget};
use crate::travel::Interrupted;

impl Tracer<'_> {
    /// Goes on from an item of a container that a line of user frame `n` made as a copy. The target stands before it.
    pub(crate) fn copied_item(
        &mut self,
        source: &str,
        line: u32,
        location: &WatchTarget,
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        let key = match location {
            WatchTarget::Item { key: Key::Number(at), .. } => at.to_string(),
            WatchTarget::Item { key: Key::Text(text), .. } => crate::syntax::text::quote(text),
            _ => String::new(),
        };
        let held = held.unwrap_or_default();
        for from in copies::copies(source, line) {
            if let Some(location) = self.item_of(from, n, held, Some(&key)) {
                return Ok(Some(Next::Place(location, t)));
            }
        }
        Ok(None)
    }

    /// Goes on from an attribute of an object that a line of user frame `n` made.
    pub(crate) fn copied_attribute(
        &mut self,
        source: &str,
        line: u32,
        name: &str,
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        match copies::made(source, line, name) {
            Some((from, false)) => self.follow(source, from, (n, t), held),
            Some((ValueSource { text, .. }, true)) => {
                match self.session.target.locate(&format!("({text}).{name}"), n, &[]) {
                    Ok(WatchTarget::Expression { .. }) | Err(_) => {
                        self.end(format!("{} made it", quoted(text))).map(Some)
                    }
                    Ok(location) => Ok(Some(Next::Place(location, t))),
                }
            }
            None => Ok(None),
        }
    }
}
