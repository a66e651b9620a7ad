//! Packs the Python modules of the binary: source text and compiled code of each, compressed separately.
//!
//! It writes three tables: the standard library (with our own modules in place of files of the same name), the modules
//! that are native in CPython and written in Python here, and the hidden modules. Compiling the standard library takes
//! seconds, so the result is cached until this program changes, which includes the compiler.

#![allow(clippy::print_stdout, reason = "build scripts talk to cargo on standard output")]

mod replacements;

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use replacements::REPLACEMENTS;
use ttd_code::{Mode, Options, compile, decode_source, pack};

/// Names of folders of the standard library that are not packed, at any depth.
const EXCLUDED: &[&str] = &["test", "tests", "idlelib", "tkinter", "turtledemo", "site-packages"];

/// Native modules that are the concatenation of several files: name, folder, and files in order.
const MULTI_FILE: &[(&str, &str, &[&str])] = &[
    ("_io", "io/_io", &["base", "raw", "buffered", "memory", "text", "open"]),
    ("posix", "os/posix", &["constants", "base", "descriptors", "attributes", "users", "system", "timers"]),
    ("_ctypes", "data/_ctypes", &["memory", "data", "types", "arrays", "aggregates", "pointers", "functions"]),
];

/// Packages that read files beside them, and the folder of these. They become the module `_files` in the package.
const WITH_FILES: &[(&str, &str)] = &[("venv", "venv/scripts")];

/// The folder that modules of the standard library name as theirs. See `src/lib.rs`.
const ROOT: &str = "/ttd-py/lib/python3.14";

/// A module to pack.
struct ModuleSource {
    name: String,
    /// The file name in tracebacks.
    path: String,
    package: bool,
    source: String,
}

/// A packed module: compressed code and source.
struct Packed {
    name: String,
    path: String,
    package: bool,
    code: Vec<u8>,
    source: Vec<u8>,
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../ttd-vm/src/lib");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where to write"));
    let own = Path::new("../ttd-vm/src/lib");
    let ours = library_sources(&own.join("library"));
    let replaced: Vec<String> = ours.iter().map(|t| t.name.clone()).collect();
    let standard = cached(&out, "standard", || {
        let root = Path::new(rustpython_pylib::LIB_PATH);
        adapted(root, library_sources(root))
    });
    let standard = standard.into_iter().filter(|p| !replaced.contains(&p.name));
    let mut library: Vec<Packed> = standard.chain(pack_all(ours)).collect();
    library.sort_by(|a, b| a.name.cmp(&b.name));
    let wheel = pip_wheel(Path::new(rustpython_pylib::LIB_PATH));
    fs::copy(wheel, out.join("pip.whl")).expect("the wheel of pip can be copied");
    let mut table = Table::default();
    table.add("LIBRARY", &library);
    table.add("NATIVE", &pack_all(native_sources(own)));
    table.add("HIDDEN", &pack_all(hidden_sources(own)));
    fs::write(out.join("modules.bin"), &table.blob).expect("the packed modules can be written");
    fs::write(out.join("modules.rs"), &table.rust).expect("the table can be written");
}

/// Adapts the library: replaces what stands in `REPLACEMENTS`, and adds the files that packages read, as modules.
fn adapted(root: &Path, mut sources: Vec<ModuleSource>) -> Vec<ModuleSource> {
    for (name, old, new) in REPLACEMENTS {
        let module = sources.iter_mut().find(|m| m.name == *name).expect("a module of the library");
        assert!(module.source.matches(old).count() == 1, "{name}: {old:?} is not what it says");
        module.source = module.source.replace(old, new);
    }
    for (package, folder) in WITH_FILES {
        let folder = root.join(folder);
        sources.push(ModuleSource {
            name: format!("{package}._files"),
            path: format!("{ROOT}/{package}/_files.py"),
            package: false,
            source: files_as_module(&folder),
        });
    }
    sources
}

/// Finds the wheel of pip that the library brings along.
fn pip_wheel(root: &Path) -> PathBuf {
    let folder = root.join("ensurepip/_bundled");
    let mut entries = fs::read_dir(&folder).into_iter().flatten().flatten().map(|e| e.path());
    entries.find(|path| path.extension().is_some_and(|e| e == "whl")).expect("a wheel of pip")
}

/// The text of a module that holds the files of a folder, and unpacks them.
fn files_as_module(folder: &Path) -> String {
    let mut rows = String::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(at) = folders.pop() {
        let mut entries: Vec<PathBuf> = fs::read_dir(&at).into_iter().flatten().flatten().map(|e| e.path()).collect();
        entries.sort();
        for path in entries {
            match fs::read_to_string(&path) {
                Ok(text) => {
                    let inside = path.strip_prefix(folder).expect("a file of the folder");
                    writeln!(rows, "    {:?}: {},", inside.to_string_lossy(), literal(&text)).expect("a string");
                }
                Err(_) => folders.push(path),
            }
        }
    }
    format!(
        "\"\"\"The files of the package.\"\"\"\n\nimport os\n\nFILES = {{\n{rows}}}\n\n\n\
         def unpack(folder):\n    \"\"\"Writes the files into a folder.\"\"\"\n    \
         for name, text in FILES.items():\n        \
         path = os.path.join(folder, name)\n        \
         os.makedirs(os.path.dirname(path), exist_ok=True)\n        \
         with open(path, \"w\") as file:\n            file.write(text)\n"
    )
}

/// A text as a literal of Python.
fn literal(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '\\' | '"' => format!("\\{c}"),
        '\n' => "\\n".into(),
        ' '..='~' => c.to_string(),
        c => format!("\\U{:08x}", u32::from(c)),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// Reads the modules of a folder laid out like the standard library.
fn library_sources(root: &Path) -> Vec<ModuleSource> {
    let mut files = Vec::new();
    walk(root, &mut files);
    let texts = files.iter().filter_map(|file| {
        let inside = file.strip_prefix(root).ok()?.to_str()?.replace('\\', "/");
        let stem = inside.strip_suffix(".py")?;
        let name = stem.strip_suffix("/__init__").unwrap_or(stem).replace('/', ".");
        let package = stem.ends_with("/__init__");
        Some(ModuleSource { name, path: format!("{ROOT}/{inside}"), package, source: read(file)? })
    });
    texts.collect()
}

fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !EXCLUDED.contains(&name) {
                walk(&path, out);
            }
        } else if name.ends_with(".py") {
            out.push(path);
        }
    }
}

fn read(file: &Path) -> Option<String> {
    let bytes = fs::read(file).ok()?;
    match decode_source(&bytes) {
        Ok(text) => Some(text),
        Err(e) => panic!("{}: {e}", file.display()),
    }
}

/// Reads the modules that are native in CPython: one file each, or the parts in a folder.
fn native_sources(own: &Path) -> Vec<ModuleSource> {
    let root = own.join("native");
    let excluded: Vec<PathBuf> = MULTI_FILE.iter().map(|(_, folder, _)| root.join(folder)).collect();
    let mut texts = modules_below(&root, &excluded);
    for (name, folder, parts) in MULTI_FILE {
        let texts_of = parts.iter().map(|p| read(&root.join(folder).join(format!("{p}.py"))));
        let source: Option<Vec<String>> = texts_of.collect();
        texts.push(untraced(name, source.unwrap_or_else(|| panic!("a part of {name} is missing")).concat()));
    }
    texts.sort_by(|a, b| a.name.cmp(&b.name));
    texts
}

/// Reads the hidden modules.
fn hidden_sources(own: &Path) -> Vec<ModuleSource> {
    modules_below(&own.join("hidden"), &[])
}

/// Reads the modules below a folder, sorted by name, except those in the folders `excluded`. Subfolders only group the
/// files for readers: neither a module's name nor its path contains them.
fn modules_below(root: &Path, excluded: &[PathBuf]) -> Vec<ModuleSource> {
    let mut files = Vec::new();
    walk(root, &mut files);
    files.retain(|file| !excluded.iter().any(|folder| file.starts_with(folder)));
    assert!(!files.is_empty(), "{}: no modules", root.display());
    let module = |file: &PathBuf| Some(untraced(file.file_stem()?.to_str()?, read(file)?));
    let mut texts: Vec<ModuleSource> = files.iter().filter_map(module).collect();
    // The hidden modules run in this order.
    texts.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(texts.windows(2).all(|pair| pair[0].name != pair[1].name), "{}: two modules with one name", root.display());
    texts
}

/// Returns a module whose frames tracebacks omit.
fn untraced(name: &str, source: String) -> ModuleSource {
    ModuleSource { name: name.to_string(), path: format!("<ttd {name}>"), package: false, source }
}

/// Compiles and packs modules on all processors.
fn pack_all(texts: Vec<ModuleSource>) -> Vec<Packed> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(BTreeMap::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(texts.len().max(1));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            // Deeply nested source needs more than a thread's default stack.
            let builder = std::thread::Builder::new().stack_size(256 << 20);
            let work = || {
                while let Some((i, text)) = texts.get(next.fetch_add(1, Ordering::Relaxed)).map(|t| (t.name.clone(), t))
                {
                    let one = pack_one(text);
                    done.lock().expect("no thread panicked").insert(i, one);
                }
            };
            builder.spawn_scoped(scope, work).expect("a thread can be made");
        }
    });
    done.into_inner().expect("no thread panicked").into_values().collect()
}

fn pack_one(text: &ModuleSource) -> Packed {
    let code = match compile(&text.source, &text.path, Mode::Exec, Options::default()) {
        Ok(code) => code,
        Err(e) => panic!("{}: {e}", text.path),
    };
    let small = lz4_flex::block::compress_prepend_size;
    Packed {
        name: text.name.clone(),
        path: text.path.clone(),
        package: text.package,
        code: small(&pack(&code)),
        source: small(text.source.as_bytes()),
    }
}

/// Returns the cached result of the last build, or packs anew if this program has changed since.
fn cached(out: &Path, name: &str, make: impl FnOnce() -> Vec<ModuleSource>) -> Vec<Packed> {
    let program = std::env::current_exe().and_then(fs::read).unwrap_or_default();
    let mut hasher = DefaultHasher::new();
    program.hash(&mut hasher);
    let stamp = hasher.finish().to_le_bytes();
    let file = out.join(format!("{name}.cache"));
    if let Some(found) = fs::read(&file).ok().and_then(|bytes| load(bytes.strip_prefix(&stamp)?)) {
        return found;
    }
    let made = pack_all(make());
    let mut bytes = stamp.to_vec();
    for one in &made {
        for part in [one.name.as_bytes(), one.path.as_bytes(), &[u8::from(one.package)], &one.code, &one.source] {
            bytes.extend_from_slice(&(part.len() as u32).to_le_bytes());
            bytes.extend_from_slice(part);
        }
    }
    // If this fails, the next build only takes longer.
    let _ = fs::write(&file, bytes);
    made
}

fn load(mut bytes: &[u8]) -> Option<Vec<Packed>> {
    let mut out = Vec::new();
    while !bytes.is_empty() {
        let mut part = || {
            let (n, rest) = bytes.split_first_chunk::<4>()?;
            let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*n) as usize)?;
            bytes = rest;
            Some(part.to_vec())
        };
        let (name, path, package, code, source) = (part()?, part()?, part()?, part()?, part()?);
        let text = |bytes| String::from_utf8(bytes).ok();
        out.push(Packed { name: text(name)?, path: text(path)?, package: package == [1], code, source });
    }
    Some(out)
}

/// The tables as Rust source, and the bytes that they refer to.
#[derive(Default)]
struct Table {
    rust: String,
    blob: Vec<u8>,
}

impl Table {
    fn add(&mut self, name: &str, modules: &[Packed]) {
        let mut rows = String::new();
        for m in modules {
            let code = self.append(&m.code);
            let source = self.append(&m.source);
            let (name, path, package) = (&m.name, &m.path, m.package);
            let fields = format!(
                "name: {name:?}, path: {path:?}, package: {package}, code: {code}, source: {source}, live_source: None, unpacked: OnceLock::new()"
            );
            rows.push_str(&format!("    Module {{ {fields} }},\n"));
        }
        let count = modules.len();
        writeln!(self.rust, "pub(super) static {name}: [Module; {count}] = [\n{rows}];")
            .expect("a string takes all text");
    }

    fn append(&mut self, bytes: &[u8]) -> String {
        let from = self.blob.len();
        self.blob.extend_from_slice(bytes);
        format!("({from}, {})", self.blob.len())
    }
}
