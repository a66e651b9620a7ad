//! The steps behind a point of a stream, newest first. Points share the steps that they have in common.

use std::rc::Rc;

/// Steps; none at the beginning of a stream.
pub(super) struct Chain<T>(Option<Rc<Link<T>>>);

struct Link<T> {
    step: T,
    before: Chain<T>,
}

impl<T> Chain<T> {
    /// No steps.
    pub(super) const NEW: Chain<T> = Chain(None);

    /// These steps and one more.
    pub(super) fn and(&self, step: T) -> Chain<T> {
        Chain(Some(Rc::new(Link { step, before: self.clone() })))
    }

    /// The steps, from the newest on.
    pub(super) fn steps(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.0.as_deref(), |link| link.before.0.as_deref()).map(|link| &link.step)
    }
}

impl<T> Clone for Chain<T> {
    fn clone(&self) -> Chain<T> {
        Chain(self.0.clone())
    }
}

impl<T> Drop for Link<T> {
    fn drop(&mut self) {
        // A long chain is not dropped recursively.
        let mut next = self.before.0.take();
        while let Some(mut link) = next.and_then(Rc::into_inner) {
            next = link.before.0.take();
        }
    }
}
