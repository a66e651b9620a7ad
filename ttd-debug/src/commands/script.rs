//! Questions that are written in Python: a script defines a function, which is called in a diversion.

use crate::session::Session;
use crate::syntax::text;
use crate::target::{EvalError, SavedValue};

/// The name of the object that a question is about.
const THING: &str = "_ttd_thing";

/// Calls a function of a script, which returns a text, where the target is; with the object, if there is one.
///
/// # Errors
/// What it raised, or that it was interrupted.
pub(crate) fn ask(
    session: &mut Session,
    script: &str,
    function: &str,
    thing: Option<&SavedValue>,
) -> Result<String, EvalError> {
    let script = text::quote(script);
    let names: Vec<_> = thing.into_iter().map(|thing| (THING.to_string(), thing.clone())).collect();
    let arguments = if names.is_empty() { "" } else { THING };
    let call =
        format!("(lambda names, *args: (exec({script}, names), names['{function}'](*args))[1])({{}}, {arguments})");
    let result = session.target.eval_in_diversion(&call, 0, &names)?;
    Ok(text::unquote(&result.text).unwrap_or_default())
}
