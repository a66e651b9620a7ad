//! `_stat`: the modes of files.

use ttd_core::value::Value;

use crate::native::*;
use crate::{Vm, methods};

/// The module.
pub const MODULE: ModuleDef = ModuleDef { name: "_stat", doc: DOC, functions: FUNCTIONS, types: &[], init };

const DOC: &str = "S_IFMT_: file type bits\n\
      S_IFDIR: directory\n\
      S_IFCHR: character device\n\
      S_IFBLK: block device\n\
      S_IFREG: regular file\n\
      S_IFIFO: fifo (named pipe)\n\
      S_IFLNK: symbolic link\n\
      S_IFSOCK: socket file\n\
      S_IFDOOR: door\n\
      S_IFPORT: event port\n\
      S_IFWHT: whiteout\n\
      \n\
      S_ISUID: set UID bit\n\
      S_ISGID: set GID bit\n\
      S_ENFMT: file locking enforcement\n\
      S_ISVTX: sticky bit\n\
      S_IREAD: Unix V7 synonym for S_IRUSR\n\
      S_IWRITE: Unix V7 synonym for S_IWUSR\n\
      S_IEXEC: Unix V7 synonym for S_IXUSR\n\
      S_IRWXU: mask for owner permissions\n\
      S_IRUSR: read by owner\n\
      S_IWUSR: write by owner\n\
      S_IXUSR: execute by owner\n\
      S_IRWXG: mask for group permissions\n\
      S_IRGRP: read by group\n\
      S_IWGRP: write by group\n\
      S_IXGRP: execute by group\n\
      S_IRWXO: mask for others (not in group) permissions\n\
      S_IROTH: read by others\n\
      S_IWOTH: write by others\n\
      S_IXOTH: execute by others\n\
      \n\
      UF_SETTABLE: mask of owner changable flags\n\
      UF_NODUMP: do not dump file\n\
      UF_IMMUTABLE: file may not be changed\n\
      UF_APPEND: file may only be appended to\n\
      UF_OPAQUE: directory is opaque when viewed through a union stack\n\
      UF_NOUNLINK: file may not be renamed or deleted\n\
      UF_COMPRESSED: macOS: file is hfs-compressed\n\
      UF_TRACKED: used for dealing with document IDs\n\
      UF_DATAVAULT: entitlement required for reading and writing\n\
      UF_HIDDEN: macOS: file should not be displayed\n\
      SF_SETTABLE: mask of super user changeable flags\n\
      SF_ARCHIVED: file may be archived\n\
      SF_IMMUTABLE: file may not be changed\n\
      SF_APPEND: file may only be appended to\n\
      SF_RESTRICTED: entitlement required for writing\n\
      SF_NOUNLINK: file may not be renamed or deleted\n\
      SF_SNAPSHOT: file is a snapshot file\n\
      SF_FIRMLINK: file is a firmlink\n\
      SF_DATALESS: file is a dataless object\n\
      \n\
      On macOS:\n\
      SF_SUPPORTED: mask of super user supported flags\n\
      SF_SYNTHETIC: mask of read-only synthetic flags\n\
      \n\
      ST_MODE\n\
      ST_INO\n\
      ST_DEV\n\
      ST_NLINK\n\
      ST_UID\n\
      ST_GID\n\
      ST_SIZE\n\
      ST_ATIME\n\
      ST_MTIME\n\
      ST_CTIME\n\
      \n\
      FILE_ATTRIBUTE_*: Windows file attribute constants\n\
      \x20                  (only present on Windows)\n\
      ";

const FUNCTIONS: &[Method] = methods! {
    /// S_ISDIR(mode) -> bool
    ///
    /// Return True if mode is from a directory.
    Pure "S_ISDIR" "(object, /)" => is_dir;
    /// S_ISCHR(mode) -> bool
    ///
    /// Return True if mode is from a character special device file.
    Pure "S_ISCHR" "(object, /)" => is_chr;
    /// S_ISBLK(mode) -> bool
    ///
    /// Return True if mode is from a block special device file.
    Pure "S_ISBLK" "(object, /)" => is_blk;
    /// S_ISREG(mode) -> bool
    ///
    /// Return True if mode is from a regular file.
    Pure "S_ISREG" "(object, /)" => is_reg;
    /// S_ISFIFO(mode) -> bool
    ///
    /// Return True if mode is from a FIFO (named pipe).
    Pure "S_ISFIFO" "(object, /)" => is_fifo;
    /// S_ISLNK(mode) -> bool
    ///
    /// Return True if mode is from a symbolic link.
    Pure "S_ISLNK" "(object, /)" => is_lnk;
    /// S_ISSOCK(mode) -> bool
    ///
    /// Return True if mode is from a socket.
    Pure "S_ISSOCK" "(object, /)" => is_sock;
    /// S_ISDOOR(mode) -> bool
    ///
    /// Return True if mode is from a door.
    Pure "S_ISDOOR" "(object, /)" => is_door;
    /// S_ISPORT(mode) -> bool
    ///
    /// Return True if mode is from an event port.
    Pure "S_ISPORT" "(object, /)" => is_port;
    /// S_ISWHT(mode) -> bool
    ///
    /// Return True if mode is from a whiteout.
    Pure "S_ISWHT" "(object, /)" => is_wht;
    /// Return the portion of the file's mode that can be set by os.chmod().
    Pure "S_IMODE" "(object, /)" => permissions;
    /// Return the portion of the file's mode that describes the file type.
    Pure "S_IFMT" "(object, /)" => kind_of;
    /// Convert a file's mode to a string of the form '-rwxrwxrwx'
    Pure "filemode" "(object, /)" => filemode;
};

/// The bits for the kind of a file.
const KIND: u32 = 0o170000;

/// The kind of no file: Linux has no doors, event ports and whiteouts.
const ABSENT: u32 = 0;

const CONSTANTS: &[(&str, i64)] = &[
    ("SF_APPEND", 0o1000000),
    ("SF_ARCHIVED", 0o200000),
    ("SF_DATALESS", 0o10000000000),
    ("SF_FIRMLINK", 0o40000000),
    ("SF_IMMUTABLE", 0o400000),
    ("SF_NOUNLINK", 0o4000000),
    ("SF_SETTABLE", 0o37777600000),
    ("SF_SNAPSHOT", 0o10000000),
    ("ST_ATIME", 0o7),
    ("ST_CTIME", 0o11),
    ("ST_DEV", 0o2),
    ("ST_GID", 0o5),
    ("ST_INO", 0o1),
    ("ST_MODE", 0),
    ("ST_MTIME", 0o10),
    ("ST_NLINK", 0o3),
    ("ST_SIZE", 0o6),
    ("ST_UID", 0o4),
    ("S_ENFMT", 0o2000),
    ("S_IEXEC", 0o100),
    ("S_IFBLK", 0o60000),
    ("S_IFCHR", 0o20000),
    ("S_IFDIR", 0o40000),
    ("S_IFDOOR", 0),
    ("S_IFIFO", 0o10000),
    ("S_IFLNK", 0o120000),
    ("S_IFPORT", 0),
    ("S_IFREG", 0o100000),
    ("S_IFSOCK", 0o140000),
    ("S_IFWHT", 0),
    ("S_IREAD", 0o400),
    ("S_IRGRP", 0o40),
    ("S_IROTH", 0o4),
    ("S_IRUSR", 0o400),
    ("S_IRWXG", 0o70),
    ("S_IRWXO", 0o7),
    ("S_IRWXU", 0o700),
    ("S_ISGID", 0o2000),
    ("S_ISUID", 0o4000),
    ("S_ISVTX", 0o1000),
    ("S_IWGRP", 0o20),
    ("S_IWOTH", 0o2),
    ("S_IWRITE", 0o200),
    ("S_IWUSR", 0o200),
    ("S_IXGRP", 0o10),
    ("S_IXOTH", 0o1),
    ("S_IXUSR", 0o100),
    ("UF_APPEND", 0o4),
    ("UF_COMPRESSED", 0o40),
    ("UF_DATAVAULT", 0o200),
    ("UF_HIDDEN", 0o100000),
    ("UF_IMMUTABLE", 0o2),
    ("UF_NODUMP", 0o1),
    ("UF_NOUNLINK", 0o20),
    ("UF_OPAQUE", 0o10),
    ("UF_SETTABLE", 0o177777),
    ("UF_TRACKED", 0o100),
];

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    for (name, value) in CONSTANTS {
        vm.dict_set_str(dict, name, Value::int(*value));
    }
    Ok(())
}

/// A mode as an argument.
fn mode(vm: &mut Vm, args: &Args) -> Res<u32> {
    let given = vm.unwrap(args.get(0));
    if !vm.is_integer(given) {
        return Err(vm.type_error("an integer is required"));
    }
    let too_large = match vm.as_i64(given) {
        Some(number) if number < 0 => "can't convert negative value to unsigned int",
        Some(number) => match u32::try_from(number) {
            Ok(mode) => return Ok(mode),
            Err(_) => "mode out of range",
        },
        None if vm.big_is_negative(given) => "can't convert negative value to unsigned int",
        None if vm.heap.bytes(given).len() <= 8 => "mode out of range",
        None => "Python int too large to convert to C unsigned long",
    };
    Err(vm.overflow_error(too_large))
}

macro_rules! kinds {
    ($($name:ident $kind:expr;)*) => {$(
        fn $name(vm: &mut Vm, args: Args) -> Res {
            let mode = mode(vm, &args)?;
            Ok(Value::bool($kind != ABSENT && mode & KIND == $kind))
        }
    )*};
}

kinds! {
    is_dir 0o40000;
    is_chr 0o20000;
    is_blk 0o60000;
    is_reg 0o100000;
    is_fifo 0o10000;
    is_lnk 0o120000;
    is_sock 0o140000;
    is_door ABSENT;
    is_port ABSENT;
    is_wht ABSENT;
}

fn permissions(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::int((mode(vm, &args)? & 0o7777).into()))
}

fn kind_of(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::int((mode(vm, &args)? & KIND).into()))
}

fn filemode(vm: &mut Vm, args: Args) -> Res {
    let mode = mode(vm, &args)?;
    let kind = match mode & KIND {
        0o100000 => '-',
        0o40000 => 'd',
        0o120000 => 'l',
        0o60000 => 'b',
        0o20000 => 'c',
        0o10000 => 'p',
        0o140000 => 's',
        _ => '?',
    };
    let mut text = String::from(kind);
    // Owner, group and others; the bit and the letters that stand in the place of `x`.
    for (shift, special, with, without) in [(6, 0o4000, 's', 'S'), (3, 0o2000, 's', 'S'), (0, 0o1000, 't', 'T')] {
        let bits = mode >> shift;
        text.push(if bits & 4 != 0 { 'r' } else { '-' });
        text.push(if bits & 2 != 0 { 'w' } else { '-' });
        text.push(match (mode & special != 0, bits & 1 != 0) {
            (true, true) => with,
            (true, false) => without,
            (false, true) => 'x',
            (false, false) => '-',
        });
    }
    Ok(vm.new_str(&text))
}
