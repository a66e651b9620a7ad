//! Files whose text is compiled by a call: what is known of them, and whether they are the program's.

use ttd_code::Options;

use crate::Vm;
use crate::vm::code::event_choice::{is_programs, module_of};
use crate::vm::host::input_log::Reply;
use crate::vm::host::request::{HostRequest, Op};

/// A line of a file. The compiler shows it in errors when it has no text.
pub(super) fn line_of_file(vm: &mut Vm, path: &str, line: u32) -> Option<String> {
    if path.starts_with('<') || path.is_empty() {
        return None;
    }
    let name = vm.new_str(path);
    let bytes = vm.ask_bytes(&HostRequest::of(Op::Source).path(path.as_bytes()), &[name]).ok()?;
    let text = ttd_code::decode_source(&bytes).ok()?;
    let found = text.split_inclusive('\n').nth((line as usize).checked_sub(1)?)?;
    Some(found.to_owned())
}

/// Ends of the names of archives that hold modules.
const ARCHIVES: [&str; 4] = [".zip/", ".pyz/", ".egg/", ".whl/"];

/// Whether a library compiles a file of the program: a test runner or a loader does.
fn is_adopted(path: &str, options: &Options) -> bool {
    let is_file = || path.starts_with('/') || ARCHIVES.iter().any(|end| path.contains(end));
    !options.program && path.ends_with(".py") && is_file() && is_programs(path)
}

/// A file of the program that a library compiles has the role of the program's own modules.
pub(super) fn adopt_text(vm: &mut Vm, path: &str, text: &str, options: &mut Options) {
    if is_adopted(path, options) {
        vm.add_source(path, text);
        let role = vm.role_of_module(&module_of(path, &[]), path);
        (options.counted, options.program) = (role.counted, role.program);
    }
}

/// As `adopt_text`, where the text that is compiled is not that of the file.
pub(super) fn adopt_file(vm: &mut Vm, path: &str, options: &mut Options) {
    if !is_adopted(path, options) {
        return;
    }
    let request = HostRequest::of(Op::Source).path(path.as_bytes());
    let Ok(Reply::Bytes(bytes)) = vm.request(&request) else { return };
    let Ok(text) = ttd_code::decode_file(&bytes, path) else { return };
    adopt_text(vm, path, &text, options);
}
