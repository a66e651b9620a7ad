//! Memory from the operating system and the C library.
//!
//! Large amounts are put on large pages where the system allows it: page faults of fresh memory otherwise cost more
//! than the work done with it.
//!
//! # Why the unsafe code is sound
//!
//! New mappings and new memory have no other owner. Advice never changes contents. Functions that take memory back pass
//! the obligation to the caller.

/// Bytes of a large page.
pub(crate) const HUGE: usize = 2 << 20;
/// Less address space than this is not worth a heap.
const MIN_RESERVED: usize = 16 << 20;

/// Reserves `wanted` bytes of addresses that read as zero. Where addresses are scarce, it takes half of the largest
/// power-of-two fraction that the system gives, and leaves the rest to stacks, containers and strings under
/// construction.
pub(crate) fn reserve(wanted: usize) -> (*mut u8, usize) {
    let (mut bytes, mut halved) = (wanted, false);
    loop {
        if let Some(p) = map(bytes) {
            if bytes == wanted || halved || bytes / 2 < MIN_RESERVED {
                return (p, bytes);
            }
            // SAFETY: nothing refers to it yet.
            unsafe { unreserve(p, bytes) };
            halved = true;
        }
        bytes /= 2;
        if bytes < MIN_RESERVED {
            no_room(MIN_RESERVED, "the heap");
        }
    }
}

/// The payload of the unwinding when the system cannot give the memory that is needed; the caller reports it.
#[derive(Debug)]
pub struct NoRoom(pub String);

/// Gives up for lack of addresses. It is no bug, so it unwinds without a panic message.
#[cold]
pub fn no_room(bytes: usize, what: &str) -> ! {
    give_up(format!("not enough memory: no {} MB of addresses for {what}", bytes >> 20))
}

/// Gives up because the system refused memory in the middle of the work.
#[cold]
fn refused(bytes: usize) -> ! {
    give_up(format!("not enough memory: the system refused {} KB", bytes >> 10))
}

fn give_up(text: String) -> ! {
    std::panic::resume_unwind(Box::new(NoRoom(text)))
}

/// Makes a new mapping, if there is room for it.
fn map(bytes: usize) -> Option<*mut u8> {
    // SAFETY: see the module.
    let p = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if p == libc::MAP_FAILED {
        return None;
    }
    // Small programs stay on small pages.
    advise(p.cast::<u8>().wrapping_add(HUGE), bytes - HUGE);
    Some(p.cast())
}

/// Has all threads allocate from the first arena of glibc, which grows by many pages at once: those of other threads
/// grow page by page, with a system call each. To be called before the first thread is started.
pub fn use_one_arena() {
    #[cfg(target_env = "gnu")]
    // SAFETY: it sets a number in the C library. A refusal changes nothing.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Probes whether the system can give this many bytes now, without keeping them.
#[cold]
pub(crate) fn can_be_had(bytes: u64) -> bool {
    usize::try_from(bytes).is_ok_and(|n| Vec::<u8>::new().try_reserve_exact(n).is_ok())
}

/// Releases reserved addresses.
///
/// # Safety
/// They must come from `reserve`, with this length, and nothing may refer to them.
pub(crate) unsafe fn unreserve(p: *mut u8, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { libc::munmap(p.cast(), bytes) };
}

/// Releases the memory behind reserved addresses; they read as zero afterwards.
///
/// # Safety
/// The range must be whole pages from `reserve`, and nothing in it may be in use.
pub(crate) unsafe fn discard_pages(p: *mut u8, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { libc::madvise(p.cast(), bytes, libc::MADV_DONTNEED) };
}

/// Allocates `words` uninitialised words.
pub(crate) fn fresh(words: usize) -> *mut u64 {
    let bytes = words * 8;
    let align = if bytes < HUGE { 16 } else { HUGE };
    let mut p = std::ptr::null_mut();
    // SAFETY: the alignment is a power of two.
    let failed = unsafe { libc::posix_memalign(&raw mut p, align, bytes) };
    if failed != 0 {
        refused(bytes);
    }
    advise(p.cast(), bytes);
    p.cast()
}

/// Moves the contents into larger memory.
///
/// # Safety
/// `p` must come from `fresh` or `regrow`; it is consumed.
pub(crate) unsafe fn regrow(p: *mut u64, words: usize) -> *mut u64 {
    // SAFETY: the caller's promise.
    let q = unsafe { libc::realloc(p.cast(), words * 8) };
    if q.is_null() {
        refused(words * 8);
    }
    advise(q.cast(), words * 8);
    q.cast()
}

/// Frees memory.
///
/// # Safety
/// `p` must come from `fresh` or `regrow`, and nothing may refer to it.
pub(crate) unsafe fn give_back(p: *mut u64) {
    // SAFETY: the caller's promise.
    unsafe { libc::free(p.cast()) };
}

/// Asks for large pages where the memory spans any.
fn advise(p: *mut u8, bytes: usize) {
    let start = (p as usize).next_multiple_of(HUGE);
    let end = (p as usize + bytes) & !(HUGE - 1);
    if start < end {
        // SAFETY: see the module.
        unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
    }
}
