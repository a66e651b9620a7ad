//! `--apply`: runs a program, then again with a patch and the same inputs, and says whether that repairs the run.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ttd_debug::answer::render;
use ttd_debug::commands::branches::patch::{self, Verdict};
use ttd_vm::vm::host::settings::Settings;

use crate::args::{Debugging, Program};
use crate::output::{self, complain};
use crate::{machine, terminal};

/// Returns the exit status: 0 if the run ends well with the patch, 1 if not, 2 if it could not be tried.
pub(crate) fn apply(program: Program, settings: Arc<Settings>, how: &Debugging, file: &str) -> i32 {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return refuse(&format!("can't read {file}: {error}")),
    };
    let folder = match &program {
        Program::Script(path, _) => Path::new(path).parent().map(Path::to_path_buf),
        _ => None,
    };
    let folders = [PathBuf::from("."), folder.unwrap_or_default()];
    let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
    if let Err(why) = patch::check(file, &text, &folders) {
        return refuse(&why);
    }
    let (mut session, _) = match machine::launch(program, settings, how) {
        Ok(launched) => launched,
        Err(status) => return status,
    };
    if !session.run_to_end() {
        complain("ttd-py: interrupted");
        return 1;
    }
    let Verdict { answers, status } = session.try_patch(file, &text);
    match status {
        2 => refuse(render::render_all(&answers).trim_start_matches("*** ").trim_end()),
        _ => match output::write(&render::paint_all(&answers, terminal::paint())) {
            Ok(()) => status,
            Err(_) => 1,
        },
    }
}

fn refuse(why: &str) -> i32 {
    complain(&format!("ttd-py: {why}"));
    2
}
