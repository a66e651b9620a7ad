//! Calls that take paths.

use ttd_core::value::Value;

use super::{fd_arg, ints, no_folder};
use crate::native::*;
use crate::ops::codec::{self, Codec};
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

fn without_null(vm: &mut Vm, path: PathArg, function: &str, parameter: &str) -> Res<PathArg> {
    if path.0.contains(&0) {
        return Err(vm.value_error(format!("{function}: embedded null character in {parameter}")));
    }
    Ok(path)
}

/// The encoded path of a str or bytes; `None` for other types.
fn path_bytes(vm: &mut Vm, v: Value) -> Res<Option<PathArg>> {
    let (mut shown, mut inner) = (v, vm.unwrap(v));
    if !inner.is(ids::STR)
        && !inner.is(ids::BYTES)
        && let Some(method) = vm.special(v, "__fspath__")
    {
        shown = vm.call(method, &[v])?;
        inner = vm.unwrap(shown);
    }
    if inner.is(ids::BYTES) {
        return Ok(Some((vm.heap.bytes(inner).to_vec(), shown)));
    }
    if inner.is(ids::STR) {
        return Ok(Some((encode_name(vm, inner)?, shown)));
    }
    Ok(None)
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

/// A call with one path that returns nothing.
fn simple(vm: &mut Vm, args: Args, op: Op, function: &str, number: Option<i64>) -> Res {
    let (path, shown) = path_arg(vm, args.get(0), function, "path")?;
    let mut ask = HostRequest::of(op).path(&path);
    if let Some(n) = number {
        ask = ask.number(n);
    }
    vm.ask_or_raise(&ask, &[shown])?;
    Ok(Value::NONE)
}

/// A call with two paths.
fn double(vm: &mut Vm, args: Args, op: Op, function: &str) -> Res {
    let (from, shown) = path_arg(vm, args.get(0), function, "src")?;
    let (to, shown_too) = path_arg(vm, args.get(1), function, "dst")?;
    vm.ask_or_raise(&HostRequest::of(op).path(&from).path(&to), &[shown, shown_too])?;
    Ok(Value::NONE)
}

pub(super) fn stat(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let reply = match path_bytes(vm, v)? {
        Some(path) => {
            let follow = vm.truth(args.get(1))?;
            let (path, shown) = without_null(vm, path, if follow { "stat" } else { "lstat" }, "path")?;
            vm.ask_or_raise(&HostRequest::of(Op::Stat).path(&path).number(i64::from(follow)), &[shown])?
        }
        None if vm.is_integer(v) => {
            let fd = fd_arg(vm, v)?;
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

pub(super) fn access(vm: &mut Vm, args: Args) -> Res {
    no_folder(vm, args.opt(2))?;
    let (path, _) = path_arg(vm, args.get(0), "access", "path")?;
    let mode = vm.index_i64(args.get(1))?;
    let reply = vm.request(&HostRequest::of(Op::Access).path(&path).number(mode))?;
    Ok(Value::bool(reply == Reply::Done))
}

pub(super) fn list(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let function = vm.text_lossy(args.get(1)).into_owned();
    let (path, shown) = match path_bytes(vm, v)? {
        Some(path) => without_null(vm, path, &function, "path")?,
        None => {
            let name = vm.type_name(v);
            let message = format!("{function}: path should be string, bytes, os.PathLike, integer or None, not {name}");
            return Err(vm.type_error(message));
        }
    };
    let reply = vm.ask_or_raise(&HostRequest::of(Op::List).path(&path), &[shown])?;
    let as_bytes = wants_bytes(vm, shown);
    let mut out = Vec::new();
    let Reply::Names(names) = reply else { return Ok(vm.new_list(&[])) };
    for entry in names {
        let letter = vm.intern(&char::from(entry[0]).to_string());
        let name = if as_bytes { vm.new_bytes(&entry[1..]) } else { decode_name(vm, &entry[1..])? };
        out.push(vm.new_tuple(&[letter, name]));
    }
    Ok(vm.new_list(&out))
}

pub(super) fn readlink(vm: &mut Vm, args: Args) -> Res {
    no_folder(vm, args.opt(1))?;
    let (path, shown) = path_arg(vm, args.get(0), "readlink", "path")?;
    let target = vm.ask_bytes(&HostRequest::of(Op::ReadLink).path(&path), &[shown])?;
    if wants_bytes(vm, shown) { Ok(vm.new_bytes(&target)) } else { decode_name(vm, &target) }
}

pub(super) fn mkdir(vm: &mut Vm, args: Args) -> Res {
    no_folder(vm, args.opt(2))?;
    let mode = vm.index_i64(args.opt(1).unwrap_or(Value::int(0o777)))?;
    simple(vm, args, Op::MakeDir, "mkdir", Some(mode))
}

pub(super) fn rmdir(vm: &mut Vm, args: Args) -> Res {
    no_folder(vm, args.opt(1))?;
    simple(vm, args, Op::RemoveDir, "rmdir", None)
}

pub(super) fn unlink(vm: &mut Vm, args: Args) -> Res {
    no_folder(vm, args.opt(1))?;
    simple(vm, args, Op::Unlink, "unlink", None)
}

pub(super) fn remove(vm: &mut Vm, args: Args) -> Res {
    no_folder(vm, args.opt(1))?;
    simple(vm, args, Op::Unlink, "remove", None)
}

pub(super) fn rename(vm: &mut Vm, args: Args) -> Res {
    no_folder(vm, args.opt(2).or(args.opt(3)))?;
    double(vm, args, Op::Rename, "rename")
}

pub(super) fn replace(vm: &mut Vm, args: Args) -> Res {
    no_folder(vm, args.opt(2).or(args.opt(3)))?;
    double(vm, args, Op::Rename, "replace")
}

pub(super) fn link(vm: &mut Vm, args: Args) -> Res {
    no_folder(vm, args.opt(2).or(args.opt(3)))?;
    double(vm, args, Op::Link, "link")
}

pub(super) fn symlink(vm: &mut Vm, args: Args) -> Res {
    no_folder(vm, args.opt(3))?;
    double(vm, args, Op::SymLink, "symlink")
}

pub(super) fn chmod(vm: &mut Vm, args: Args) -> Res {
    no_folder(vm, args.opt(2))?;
    let mode = vm.index_i64(args.get(1))?;
    simple(vm, args, Op::ChangeMode, "chmod", Some(mode))
}

pub(super) fn truncate(vm: &mut Vm, args: Args) -> Res {
    let length = vm.index_i64(args.get(1))?;
    simple(vm, args, Op::TruncatePath, "truncate", Some(length))
}

pub(super) fn utime(vm: &mut Vm, args: Args) -> Res {
    let (path, shown) = path_arg(vm, args.get(0), "utime", "path")?;
    let (accessed, modified) = (vm.index_i64(args.get(1))?, vm.index_i64(args.get(2))?);
    vm.ask_or_raise(&HostRequest::of(Op::SetTimes).path(&path).number(accessed).number(modified), &[shown])?;
    Ok(Value::NONE)
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
    let (path, shown) = match path_bytes(vm, args.get(0))? {
        Some(path) => without_null(vm, path, "chdir", "path")?,
        None => {
            let name = vm.type_name(args.get(0));
            let message = format!("chdir: path should be string, bytes, os.PathLike or integer, not {name}");
            return Err(vm.type_error(message));
        }
    };
    vm.ask_or_raise(&HostRequest::of(Op::ChangeDir).path(&path), &[shown])?;
    Ok(Value::NONE)
}

pub(super) fn open_path(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if vm.is_integer(v) {
        return vm.index(v);
    }
    let inner = vm.unwrap(v);
    let path = if inner.is(ids::STR) || inner.is(ids::BYTES) {
        v
    } else {
        match vm.special(v, "__fspath__") {
            Some(method) => vm.call(method, &[v])?,
            None => {
                let name = vm.type_name(v);
                return Err(vm.type_error(format!("expected str, bytes or os.PathLike object, not {name}")));
            }
        }
    };
    let inner = vm.unwrap(path);
    if (inner.is(ids::STR) || inner.is(ids::BYTES)) && vm.heap.bytes(inner).contains(&0) {
        return Err(vm.value_error("embedded null byte"));
    }
    Ok(path)
}
