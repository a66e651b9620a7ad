//! Steps of `origin` through copies: an item of `list(x)` was one of `x`, an attribute of `replace(p)` one of `p`.

use ttd_code::analysis::value_flow::copies::{self, Piece};
use ttd_code::analysis::value_flow::{ValueSource, choice, may_have_effects};

use super::{Next, Tracer};
use crate::syntax::text::quote;
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
            WatchTarget::Item { key: Key::Text(text), .. } => quote(text),
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

    /// Goes on from an item of a sequence that a line of user frame `n` joined of others. The target stands before it.
    pub(super) fn joined_item(
        &mut self,
        source: &str,
        line: u32,
        location: &WatchTarget,
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        let WatchTarget::Item { key: Key::Number(at), .. } = location else { return Ok(None) };
        for pieces in copies::joined(source, line) {
            let Some(place) = self.place_in(&pieces, *at, n) else { continue };
            let from = choice::source_of(&place);
            let value = self.session.target.eval(&place, n).ok();
            if value.is_some()
                && value.as_deref() == held
                && let Some(next) = self.follow(source, from, (n, t), held)?
            {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    /// The expression that gave item `at` of a sequence joined of these pieces; `None` if nothing says that.
    fn place_in(&mut self, pieces: &[Piece<'_>], at: i64, n: usize) -> Option<String> {
        let len = |tracer: &mut Self, piece: &Piece<'_>| -> Option<i64> {
            if !piece.spread {
                return Some(1);
            }
            let asked = (!may_have_effects(piece.text)).then(|| format!("len({})", piece.text))?;
            tracer.session.target.eval(&asked, n).ok()?.parse().ok()
        };
        let lens: Vec<i64> = pieces.iter().map(|piece| len(self, piece)).collect::<Option<_>>()?;
        let mut at = if at < 0 { at + lens.iter().sum::<i64>() } else { at };
        for (piece, len) in pieces.iter().zip(lens) {
            if at < len {
                return Some(if piece.spread { format!("({})[{at}]", piece.text) } else { piece.text.to_string() });
            }
            at -= len;
        }
        None
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
                    Ok(WatchTarget::Expression { .. }) | Err(_) => self.given_by(source, text, (n, t)).map(Some),
                    Ok(location) => Ok(Some(Next::Place(location, t))),
                }
            }
            None => self.field(source, line, name, (n, t), held),
        }
    }

    /// Goes on from a field of an object to the argument at its place in a call of its class.
    fn field(
        &mut self,
        source: &str,
        line: u32,
        name: &str,
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        let wanted = quote(name);
        let mut possible = copies::positional(source, line);
        possible.retain(|(class, at, _)| {
            let field = self.session.target.eval(&format!("{class}.__match_args__[{at}]"), n);
            field.is_ok_and(|field| field == wanted)
        });
        let possible: Vec<ValueSource<'_>> = possible.into_iter().map(|(_, _, from)| from).collect();
        self.first_of(source, &possible, (n, t), held)
    }
}
