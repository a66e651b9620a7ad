//! Steps of `origin` through copies: an item of `list(x)` was one of `x`, an attribute of `replace(p)` one of `p`.

use ttd_code::analysis::value_flow::copies::{self, Piece};
use ttd_code::analysis::value_flow::{ValueSource, choice, may_have_effects};

use super::{Next, Stored, Tracer};
use crate::syntax::text::{quote, unquote};
use crate::target::{Key, WatchTarget};
use crate::travel::Interrupted;

impl Tracer<'_> {
    /// Goes on from an item of a container that a line made as a copy.
    pub(super) fn copied_item(&mut self, location: &WatchTarget, at: Stored<'_>) -> Option<Next> {
        let key = match location {
            WatchTarget::Item { key: Key::Number(at), .. } => at.to_string(),
            WatchTarget::Item { key: Key::Text(text), .. } => quote(text),
            _ => String::new(),
        };
        let held = at.held.unwrap_or_default();
        let mut copied = copies::copies(at.source, at.line).into_iter();
        let found = copied.find_map(|from| self.item_of(from, at.n, held, Some(&key)));
        found.map(|location| Next::Place(location, at.from))
    }

    /// Goes on from an item of a sequence that a line joined of others.
    pub(super) fn joined_item(
        &mut self,
        location: &WatchTarget,
        Stored { source, line, n, from: t, held, .. }: Stored<'_>,
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

    /// Goes on from an attribute of an object that a line made.
    pub(super) fn copied_attribute(&mut self, name: &str, at: Stored<'_>) -> Result<Option<Next>, Interrupted> {
        let Stored { source, line, n, from: t, held, .. } = at;
        match copies::made(source, line, name) {
            Some((from, false)) => self.follow(source, from, (n, t), held),
            Some((ValueSource { text, .. }, true)) => {
                match self.session.target.locate(&format!("({text}).{name}"), n, &[]) {
                    Ok(WatchTarget::Expression { .. }) | Err(_) => self.given_by(source, text, (n, t)).map(Some),
                    Ok(location) => Ok(Some(Next::Place(location, t))),
                }
            }
            None => self.field(name, at),
        }
    }

    /// Goes on from a field of an object to the argument at its place in a call of its class.
    fn field(&mut self, name: &str, at: Stored<'_>) -> Result<Option<Next>, Interrupted> {
        let mut possible = copies::positional(at.source, at.line);
        possible.retain(|(class, place, _)| self.field_at(class, *place, at.n).is_some_and(|field| field == name));
        let possible: Vec<ValueSource<'_>> = possible.into_iter().map(|(_, _, from)| from).collect();
        self.first_of(at.source, &possible, (at.n, at.from), at.held)
    }

    /// The field of a class that stands at a place in its `__match_args__`.
    pub(super) fn field_at(&mut self, class: &str, place: usize, n: usize) -> Option<String> {
        let field = self.session.target.eval(&format!("{class}.__match_args__[{place}]"), n);
        field.ok().and_then(|field| unquote(&field))
    }
}
