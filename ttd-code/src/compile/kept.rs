//! Compiled texts that a process keeps, if it runs the same programs in many machines.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Options, compile};
use crate::bytecode::code::Code;
use crate::source::{Mode, SyntaxError};

/// The bytes of source text that are kept at most.
const MOST_TEXT: usize = 64 << 20;

/// What a code object is compiled from.
#[derive(PartialEq, Eq, Hash)]
struct Origin {
    source: Box<str>,
    path: Box<str>,
    options: Options,
    is_main: bool,
}

/// The code objects, and the bytes of their texts.
#[derive(Default)]
struct Kept {
    codes: HashMap<Origin, Arc<Code>>,
    bytes: usize,
}

/// `None` until somebody asks for it: a process with one machine would only hold texts. What is compiled depends on its
/// origin alone, so that machines that share it and go back do not notice.
static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

/// From now on, a module that is compiled again from the same text gives the same code object.
pub fn keep_compiled() {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default();
}

/// Compiles the text of a module, `is_main` if the program begins with it: one machine may have it as an imported
/// module as well, with code objects of its own.
///
/// # Errors
/// As [`compile`].
pub fn compile_module(source: &str, path: &str, options: Options, is_main: bool) -> Result<Arc<Code>, SyntaxError> {
    let lock = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if lock().is_none() {
        return compile(source, path, Mode::Exec, options);
    }
    let origin = Origin { source: source.into(), path: path.into(), options, is_main };
    let known = lock().as_ref().and_then(|kept| kept.codes.get(&origin).cloned());
    if let Some(code) = known {
        return Ok(code);
    }
    let code = compile(source, path, Mode::Exec, options)?;
    let mut kept = lock();
    let kept = kept.get_or_insert_default();
    if kept.bytes + source.len() > MOST_TEXT {
        *kept = Kept::default();
    }
    kept.bytes += source.len();
    Ok(kept.codes.entry(origin).or_insert(code).clone())
}
