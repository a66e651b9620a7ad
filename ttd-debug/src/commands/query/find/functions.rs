//! Conditions on nothing but the function and the file, such as `func.startswith("test_")`: a function's events pass all
//! or none, so they are evaluated once for each function.

use crate::session::Session;
use crate::syntax::text;
use crate::target::Test;

/// The words that such a condition may use. Builtins may mean something else in a function.
const KNOWN: &[&str] = &["func", "file"];

/// The test that leaves out the functions that have run so far in which the conditions do not hold. `None` where the
/// expression has no such condition, and where one raises: then the whole expression is evaluated.
pub(super) fn excluded(session: &mut Session, expression: &str) -> Option<Test> {
    let conditions = ttd_code::conditions_on(expression, KNOWN);
    if conditions.is_empty() {
        return None;
    }
    let codes: Vec<u32> = session.target.functions().into_iter().map(|(code, _)| code).collect();
    let names: Vec<String> = codes
        .iter()
        .map(|code| {
            let code = session.target.code(*code);
            format!("({}, {})", text::quote(&code.name), text::quote(text::file_name(&code.path)))
        })
        .collect();
    let conditions: Vec<String> = conditions.into_iter().map(|condition| format!("({condition})")).collect();
    let asked =
        format!("''.join(['01'[not not ({})] for func, file in ({},)])", conditions.join(" and "), names.join(", "));
    let held = session.target.eval_in_diversion(&asked, 0, &[]).ok()?;
    let held = text::unquote(&held.text).filter(|held| held.len() == codes.len())?;
    let mut others: Vec<u32> =
        codes.into_iter().zip(held.bytes()).filter(|(_, held)| *held == b'0').map(|(code, _)| code).collect();
    others.sort_unstable();
    (!others.is_empty()).then_some(Test::OtherCodes(others))
}
