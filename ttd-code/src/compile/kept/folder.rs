//! Compiled modules in a folder, which later runs of the same build load.
//!
//! A file is named by a hash of everything that its code depends on. It holds a checksum and the packed code. Whatever
//! goes wrong with the folder, the module is compiled as if there were none.

use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

use ttd_pyalgos::hash::string::keyed_hash;

use crate::bytecode::code::Code;
use crate::bytecode::serialize::{format_id, pack, unpack};
use crate::compile::Options;

/// Texts below this number of bytes are compiled as soon as a file is read.
const MIN_SOURCE: usize = 1000;
/// The builds whose folders are kept.
const BUILDS: usize = 3;
/// Files that were not used for this long are removed.
const UNUSED: Duration = Duration::from_secs(30 * 24 * 3600);
/// A file's time says that it was used, to this precision.
const USED: Duration = Duration::from_secs(24 * 3600);

struct Folder {
    /// The folder of this build.
    path: PathBuf,
    writes: bool,
}

/// `None` until somebody asks for it.
static FOLDER: OnceLock<Folder> = OnceLock::new();

/// From now on, modules are kept in a folder within `all`, which `build` names: it has to tell apart any two programs
/// that may compile differently. Folders of other builds and files that nobody uses are removed now and then. Without
/// `writes` nothing is added. The first call decides.
pub fn keep_compiled_in(all: &Path, build: &str, writes: bool) {
    let path = all.join(build);
    if writes && !path.exists() && create(&path).is_ok() {
        remove_builds(all);
    }
    // The process has one folder, as it has one build.
    let _ = FOLDER.set(Folder { path, writes });
}

/// Creates a folder that nobody else can write to.
fn create(path: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn times(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let time = |entry: fs::DirEntry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()));
    entries.filter_map(time).collect()
}

/// Removes the folders of all but the last builds, and old files of these.
fn remove_builds(all: &Path) {
    let mut builds = times(all);
    builds.sort_unstable_by(|a, b| b.cmp(a));
    for (_, old) in builds.iter().skip(BUILDS) {
        let _ = fs::remove_dir_all(old);
    }
    for (_, build) in builds.iter().take(BUILDS) {
        let is_old = |time: &SystemTime| time.elapsed().is_ok_and(|age| age > UNUSED);
        for (_, file) in times(build).into_iter().filter(|(time, _)| is_old(time)) {
            let _ = fs::remove_file(file);
        }
    }
}

/// The place of a module in the folder.
pub(super) struct Entry {
    file: PathBuf,
    writes: bool,
}

impl Entry {
    /// `None` if there is no folder, or if compiling is no work.
    pub(super) fn of(source: &str, path: &str, options: Options, is_main: bool) -> Option<Entry> {
        let folder = FOLDER.get().filter(|_| source.len() >= MIN_SOURCE)?;
        let mut what = KeyBytes::default();
        (format_id(), path, options, is_main, source).hash(&mut what);
        let name = format!("{:016x}{:016x}", keyed_hash(1, &what.0), keyed_hash(2, &what.0));
        Some(Entry { file: folder.path.join(name), writes: folder.writes })
    }

    /// The code, if the file is there and whole.
    pub(super) fn load(&self) -> Option<Arc<Code>> {
        let data = fs::read(&self.file).ok()?;
        let (sum, packed) = data.split_first_chunk::<8>()?;
        if u64::from_le_bytes(*sum) != keyed_hash(format_id(), packed) {
            return None;
        }
        let code = unpack(packed).ok()?;
        if self.writes {
            self.touch();
        }
        Some(code)
    }

    fn touch(&self) {
        let now = SystemTime::now();
        let used = fs::metadata(&self.file).and_then(|data| data.modified());
        if used.is_ok_and(|used| now.duration_since(used).is_ok_and(|age| age > USED)) {
            let _ = File::options().append(true).open(&self.file).and_then(|file| file.set_modified(now));
        }
    }

    /// Writes the code. Others may read and write the same file meanwhile.
    pub(super) fn store(&self, code: &Code) {
        if !self.writes {
            return;
        }
        let packed = pack(code);
        let new = self.file.with_extension(format!("{}.new", std::process::id()));
        let write = || {
            let mut file = File::create_new(&new)?;
            file.write_all(&keyed_hash(format_id(), &packed).to_le_bytes())?;
            file.write_all(&packed)?;
            fs::rename(&new, &self.file)
        };
        if write().is_err() {
            let _ = fs::remove_file(&new);
        }
    }
}

/// Collects what is hashed.
#[derive(Default)]
struct KeyBytes(Vec<u8>);

impl Hasher for KeyBytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        keyed_hash(0, &self.0)
    }
}
