//! Calls that take paths.

use smallvec::SmallVec;
use ttd_core::value::Value;
use ttd_pyalgos::text::posix_path::{normalized, root_length};

use super::system::audit_paths;
use super::{fd_arg, ints};
use crate::native::*;
use crate::ops::codec::{self, Codec};
use crate::vm::host::system::table::CURRENT_FOLDER;
use crate::vm::host::{HostRequest, Op, Reply};
use crate::{Vm, ids};

/// A path: its bytes, and the str or bytes that messages show.
type PathArg = (Vec<u8>, Value);

/// A path argument: a str, bytes, or an object with `__fspath__`.
pub(super) fn path_arg(vm: &mut Vm, v: Value, function: &str, parameter: &str) -> Res<PathArg> {
    match path_bytes(vm, v)? {
        Some(path) => without_null(vm, path, function, parameter),
        None => {
            let name = vm.type_name(v);
            let message = format!("{function}: {parameter} should be string, bytes or os.PathLike, not {name}");
            Err(vm.type_error(message))
        }
    }
}

/// A path as the system's functions of `os.path` take it: str or bytes.
fn text_or_bytes(vm: &mut Vm, v: Value, function: &str) -> Res {
    match fspath(vm, v)? {
        Some((_, inner)) => Ok(inner),
        None => {
            let name = vm.type_name(v);
            Err(vm.type_error(format!("{function}: path should be string, bytes or os.PathLike, not {name}")))
        }
    }
}

/// A part of a path, of the same type.
fn path_like(vm: &mut Vm, path: Value, bytes: &[u8]) -> Value {
    if path.is(ids::STR) { vm.new_str_raw(bytes) } else { vm.new_bytes(bytes) }
}

pub(super) fn normpath(vm: &mut Vm, args: Args) -> Res {
    let path = text_or_bytes(vm, args.get(0), "_path_normpath")?;
    let out = normalized(vm.heap.bytes(path));
    Ok(path_like(vm, path, &out))
}

pub(super) fn split_root(vm: &mut Vm, args: Args) -> Res {
    let path = text_or_bytes(vm, args.get(0), "_path_splitroot_ex")?;
    let bytes = vm.heap.bytes(path).to_vec();
    let (root, rest) = bytes.split_at(root_length(&bytes));
    let parts = [b"", root, rest].map(|part| path_like(vm, path, part));
    Ok(vm.new_tuple(&parts))
}

fn without_null(vm: &mut Vm, path: PathArg, function: &str, parameter: &str) -> Res<PathArg> {
    if path.0.contains(&0) {
        return Err(vm.value_error(format!("{function}: embedded null character in {parameter}")));
    }
    Ok(path)
}

/// What a path is, by `__fspath__` if need be: a str or bytes as messages show it, and the str or bytes in it. `None`
/// for what is no path.
fn fspath(vm: &mut Vm, v: Value) -> Res<Option<(Value, Value)>> {
    let is_text = |v: Value| v.is(ids::STR) || v.is(ids::BYTES);
    let inner = vm.unwrap(v);
    if is_text(inner) {
        return Ok(Some((v, inner)));
    }
    let Some(method) = vm.special(v, "__fspath__") else { return Ok(None) };
    let shown = vm.call(method, &[v])?;
    let inner = vm.unwrap(shown);
    if !is_text(inner) {
        let (name, given) = (vm.type_name(v), vm.type_name(shown));
        let message = format!("expected {name}.__fspath__() to return str or bytes, not {given}");
        return Err(vm.type_error(message));
    }
    Ok(Some((shown, inner)))
}

/// The encoded path of a str or bytes; `None` for other types.
fn path_bytes(vm: &mut Vm, v: Value) -> Res<Option<PathArg>> {
    let Some((shown, inner)) = fspath(vm, v)? else { return Ok(None) };
    let bytes = if inner.is(ids::BYTES) { vm.heap.bytes(inner).to_vec() } else { encode_name(vm, inner)? };
    Ok(Some((bytes, shown)))
}

/// Encodes a str for the system.
pub(super) fn encode_name(vm: &mut Vm, text: Value) -> Res<Vec<u8>> {
    codec::encode(vm, text, Codec::Utf8, "surrogateescape")
}

/// Decodes a name from the system.
pub(super) fn decode_name(vm: &mut Vm, name: &[u8]) -> Res {
    if let Ok(text) = std::str::from_utf8(name) {
        return Ok(vm.new_str(text));
    }
    let object = vm.new_bytes(name);
    let text = codec::decode(vm, object, name, Codec::Utf8, "surrogateescape")?;
    Ok(vm.new_str_raw(&text))
}

/// Whether names derived from this path are bytes.
fn wants_bytes(vm: &Vm, v: Value) -> bool {
    vm.unwrap(v).is(ids::BYTES)
}

/// A call with one path that returns nothing, whose numbers are also those of its audit event.
fn simple(vm: &mut Vm, args: Args, op: Op, function: &str, numbers: &[i64]) -> Res {
    let (path, shown) = path_arg(vm, args.get(0), function, "path")?;
    let event = if op == Op::Unlink { "remove" } else { function };
    audit_paths(vm, event, &[shown], numbers)?;
    let ask = numbers.iter().fold(HostRequest::of(op).path(&path), |ask, n| ask.number(*n));
    vm.ask_or_raise(&ask, &[shown])?;
    Ok(Value::NONE)
}

/// A call with two paths.
fn double(vm: &mut Vm, args: Args, op: Op, function: &str, numbers: &[i64]) -> Res {
    let (from, shown) = path_arg(vm, args.get(0), function, "src")?;
    let (to, shown_too) = path_arg(vm, args.get(1), function, "dst")?;
    let event = if op == Op::Rename { "rename" } else { function };
    let told = if op == Op::Link { 2 } else { numbers.len() };
    audit_paths(vm, event, &[shown, shown_too], &numbers[..told])?;
    let ask = numbers.iter().fold(HostRequest::of(op).path(&from).path(&to), |ask, n| ask.number(*n));
    vm.ask_or_raise(&ask, &[shown, shown_too])?;
    Ok(Value::NONE)
}

/// A descriptor that a path or a file could stand for as well: one that is a truth value is warned of.
pub(super) fn fd_or_warned(vm: &mut Vm, v: Value) -> Res<i64> {
    if v.is_bool() {
        vm.warn("RuntimeWarning", "bool is used as a file descriptor")?;
    }
    fd_arg(vm, v)
}

/// The folder of an argument `dir_fd`.
pub(super) fn folder(vm: &mut Vm, v: Option<Value>) -> Res<i64> {
    match v.filter(|v| !v.is_none()) {
        None => Ok(CURRENT_FOLDER),
        Some(v) if vm.is_integer(v) || vm.special(v, "__index__").is_some() => fd_or_warned(vm, v),
        Some(v) => {
            let name = vm.type_name(v);
            Err(vm.type_error(format!("argument should be integer or None, not {name}")))
        }
    }
}

/// An argument that is a path, or one of a descriptor and None where they are allowed: bytes and what messages show, or
/// a number or None.
pub(super) fn path(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let (function, parameter) = (vm.text_lossy(args.get(1)).into_owned(), vm.text_lossy(args.get(2)).into_owned());
    let (fd, none) = (vm.truth(args.get(3))?, vm.truth(args.get(4))?);
    if none && v.is_none() {
        return Ok(Value::NONE);
    }
    if let Some(path) = path_bytes(vm, v)? {
        let (path, shown) = without_null(vm, path, &function, &parameter)?;
        let path = vm.new_bytes(&path);
        return Ok(vm.new_tuple(&[path, shown]));
    }
    if fd && (vm.is_integer(v) || vm.special(v, "__index__").is_some()) {
        return fd_or_warned(vm, v).map(Value::int);
    }
    let kinds = match (fd, none) {
        (true, true) => "string, bytes, os.PathLike, integer or None",
        (true, false) => "string, bytes, os.PathLike or integer",
        (false, true) => "string, bytes, os.PathLike or None",
        (false, false) => "string, bytes or os.PathLike",
    };
    let name = vm.type_name(v);
    Err(vm.type_error(format!("{function}: {parameter} should be {kinds}, not {name}")))
}

pub(super) fn stat(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let follow = vm.truth(args.get(1))?;
    let function = if follow { "stat" } else { "lstat" };
    let folder = folder(vm, args.opt(2))?;
    let reply = match path_bytes(vm, v)? {
        Some(path) => {
            let (path, shown) = without_null(vm, path, function, "path")?;
            vm.close_abandoned_named(&path)?;
            let ask = HostRequest::of(Op::Stat).path(&path).number(i64::from(follow)).number(folder);
            vm.ask_or_raise(&ask, &[shown])?
        }
        None if vm.is_integer(v) && folder != CURRENT_FOLDER => {
            return Err(vm.value_error("stat: can't specify dir_fd without matching path"));
        }
        None if vm.is_integer(v) && !follow => {
            return Err(vm.value_error("stat: cannot use fd and follow_symlinks together"));
        }
        None if vm.is_integer(v) => {
            let fd = fd_or_warned(vm, v)?;
            vm.ask_or_raise(&HostRequest::of(Op::StatFd).number(fd), &[v])?
        }
        None => {
            let name = vm.type_name(v);
            let message = format!("stat: path should be string, bytes, os.PathLike or integer, not {name}");
            return Err(vm.type_error(message));
        }
    };
    Ok(ints(vm, &reply))
}

/// An instance of `stat_result`: what is shown are the first numbers; behind the times in nanoseconds come others.
pub(super) fn status(vm: &mut Vm, args: Args) -> Res {
    const SHOWN: usize = 10;
    const TIMES: usize = 3;
    let numbers = SmallVec::<[Value; 24]>::from_slice(vm.heap.tuple(args.get(1)));
    let (shown, others) = numbers.split_at(SHOWN.min(numbers.len()));
    let mut more = SmallVec::<[Value; 24]>::new();
    for nanos in others.iter().take(TIMES) {
        more.push(Value::float(vm.as_i64(*nanos).unwrap_or(0) as f64 / 1e9));
    }
    more.extend_from_slice(others);
    let (shown, more) = (vm.new_tuple(shown), vm.new_tuple(&more));
    Ok(crate::modules::core::struct_of(vm, args.get(0), shown, more))
}

pub(super) fn access(vm: &mut Vm, args: Args) -> Res {
    let folder = folder(vm, args.opt(2))?;
    let (path, _) = path_arg(vm, args.get(0), "access", "path")?;
    let mode = vm.index_i64(args.get(1))?;
    let effective = match args.opt(3) {
        Some(v) if vm.truth(v)? => i64::from(libc::AT_EACCESS),
        _ => 0,
    };
    let flags = effective | no_follow(vm, args.opt(4))?;
    let ask = HostRequest::of(Op::Access).path(&path).number(mode).number(folder).number(flags);
    Ok(Value::bool(vm.request(&ask)? == Reply::Done))
}

/// The flag for an argument `follow_symlinks`.
fn no_follow(vm: &mut Vm, v: Option<Value>) -> Res<i64> {
    let follow = match v {
        Some(v) => vm.truth(v)?,
        None => true,
    };
    Ok(if follow { 0 } else { i64::from(libc::AT_SYMLINK_NOFOLLOW) })
}

pub(super) fn list(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let function = vm.text_lossy(args.get(1)).into_owned();
    let (reply, as_bytes) = match path_bytes(vm, v)? {
        Some(path) => {
            let (path, shown) = without_null(vm, path, &function, "path")?;
            (vm.ask_or_raise(&HostRequest::of(Op::List).path(&path), &[shown])?, wants_bytes(vm, shown))
        }
        None if vm.is_integer(v) => {
            let fd = fd_arg(vm, v)?;
            (vm.ask_or_raise(&HostRequest::of(Op::List).number(fd), &[v])?, false)
        }
        None => {
            let name = vm.type_name(v);
            let message = format!("{function}: path should be string, bytes, os.PathLike, integer or None, not {name}");
            return Err(vm.type_error(message));
        }
    };
    let mut out = Vec::new();
    let Reply::Names(names) = reply else { return Ok(vm.new_list(&[])) };
    for entry in names {
        let (head, name) = entry.split_at(9);
        let letter = vm.intern(&char::from(head[0]).to_string());
        let number = vm.int(head[1..].try_into().map_or(0, i64::from_le_bytes));
        let name = if as_bytes { vm.new_bytes(name) } else { decode_name(vm, name)? };
        out.push(vm.new_tuple(&[letter, number, name]));
    }
    Ok(vm.new_list(&out))
}

pub(super) fn readlink(vm: &mut Vm, args: Args) -> Res {
    let folder = folder(vm, args.opt(1))?;
    let (path, shown) = path_arg(vm, args.get(0), "readlink", "path")?;
    let target = vm.ask_bytes(&HostRequest::of(Op::ReadLink).path(&path).number(folder), &[shown])?;
    if wants_bytes(vm, shown) { Ok(vm.new_bytes(&target)) } else { decode_name(vm, &target) }
}

pub(super) fn mkdir(vm: &mut Vm, args: Args) -> Res {
    let folder = folder(vm, args.opt(2))?;
    let mode = vm.index_i64(args.opt(1).unwrap_or(Value::int(0o777)))?;
    simple(vm, args, Op::MakeDir, "mkdir", &[mode, folder])
}

pub(super) fn rmdir(vm: &mut Vm, args: Args) -> Res {
    let folder = folder(vm, args.opt(1))?;
    simple(vm, args, Op::RemoveDir, "rmdir", &[folder])
}

pub(super) fn unlink(vm: &mut Vm, args: Args) -> Res {
    let folder = folder(vm, args.opt(1))?;
    simple(vm, args, Op::Unlink, "unlink", &[folder])
}

pub(super) fn remove(vm: &mut Vm, args: Args) -> Res {
    let folder = folder(vm, args.opt(1))?;
    simple(vm, args, Op::Unlink, "remove", &[folder])
}

pub(super) fn rename(vm: &mut Vm, args: Args) -> Res {
    let folders = [folder(vm, args.opt(2))?, folder(vm, args.opt(3))?];
    double(vm, args, Op::Rename, "rename", &folders)
}

pub(super) fn replace(vm: &mut Vm, args: Args) -> Res {
    let folders = [folder(vm, args.opt(2))?, folder(vm, args.opt(3))?];
    double(vm, args, Op::Rename, "replace", &folders)
}

pub(super) fn link(vm: &mut Vm, args: Args) -> Res {
    let [from, to] = [folder(vm, args.opt(2))?, folder(vm, args.opt(3))?];
    let follow = match args.opt(4) {
        Some(v) => vm.truth(v)?,
        None => false,
    };
    let flags = if follow { i64::from(libc::AT_SYMLINK_FOLLOW) } else { 0 };
    double(vm, args, Op::Link, "link", &[from, to, flags])
}

pub(super) fn symlink(vm: &mut Vm, args: Args) -> Res {
    let folder = folder(vm, args.opt(3))?;
    double(vm, args, Op::SymLink, "symlink", &[folder])
}

pub(super) fn chmod(vm: &mut Vm, args: Args) -> Res {
    let folder = folder(vm, args.opt(2))?;
    let flags = no_follow(vm, args.opt(3))?;
    let mode = vm.index_i64(args.get(1))?;
    let (path, shown) = path_arg(vm, args.get(0), "chmod", "path")?;
    audit_paths(vm, "chmod", &[shown], &[mode, folder])?;
    let ask = HostRequest::of(Op::ChangeMode).path(&path).number(mode).number(folder).number(flags);
    match vm.request(&ask)? {
        // Linux gives symbolic links no mode.
        Reply::Fail(errno) if flags != 0 && i64::from(errno) == i64::from(libc::EOPNOTSUPP) => {
            let text = "chmod: follow_symlinks unavailable on this platform";
            Err(vm.error(vm.types.not_implemented_error, text))
        }
        Reply::Fail(errno) => Err(vm.errno_error_about(i64::from(errno), &[shown])),
        _ => Ok(Value::NONE),
    }
}

pub(super) fn truncate(vm: &mut Vm, args: Args) -> Res {
    let length = vm.index_i64(args.get(1))?;
    simple(vm, args, Op::TruncatePath, "truncate", &[length])
}

pub(super) fn getcwd(vm: &mut Vm, _args: Args) -> Res {
    let folder = vm.ask_bytes(&HostRequest::of(Op::WorkingDir), &[])?;
    decode_name(vm, &folder)
}

pub(super) fn getcwdb(vm: &mut Vm, _args: Args) -> Res {
    let folder = vm.ask_bytes(&HostRequest::of(Op::WorkingDir), &[])?;
    Ok(vm.new_bytes(&folder))
}

pub(super) fn chdir(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let (path, shown) = match path_bytes(vm, v)? {
        Some(path) => without_null(vm, path, "chdir", "path")?,
        None if vm.is_integer(v) => {
            let fd = fd_or_warned(vm, v)?;
            vm.audit("os.chdir", &[v])?;
            vm.ask_or_raise(&HostRequest::of(Op::ChangeDir).number(fd), &[v])?;
            return Ok(Value::NONE);
        }
        None => {
            let name = vm.type_name(args.get(0));
            let message = format!("chdir: path should be string, bytes, os.PathLike or integer, not {name}");
            return Err(vm.type_error(message));
        }
    };
    vm.audit("os.chdir", &[shown])?;
    vm.ask_or_raise(&HostRequest::of(Op::ChangeDir).path(&path), &[shown])?;
    Ok(Value::NONE)
}

pub(super) fn open_path(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if vm.is_integer(v) {
        return vm.index(v);
    }
    let Some((path, inner)) = fspath(vm, v)? else {
        let name = vm.type_name(v);
        return Err(vm.type_error(format!("expected str, bytes or os.PathLike object, not {name}")));
    };
    if vm.heap.bytes(inner).contains(&0) {
        return Err(vm.value_error("embedded null byte"));
    }
    Ok(path)
}
