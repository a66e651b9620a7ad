//! Memory from the operating system and the C library.
//!
//! Large amounts are put on large pages where the system allows it: the page faults of fresh memory otherwise cost
//! more than what is done with it.
//!
//! # Why the unsafe code is sound
//!
//! New mappings and new memory belong to nobody else. Advice changes nothing about the contents. What takes memory
//! back passes the obligation to the caller.

/// Bytes of a large page.
pub(crate) const HUGE: usize = 2 << 20;
/// Less address space than this is not worth a heap.
const MIN_RESERVED: usize = 16 << 20;

/// Reserves addresses, zero when first read: so many bytes, or half of the largest half, quarter ... that the system
/// gives. Where addresses are scarce, the other half is for all that is not in the heap: stacks, containers, and texts
/// while they are being made.
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

/// That the system gives less than is needed to begin: what unwinds in that case. Whoever started this says it.
#[derive(Debug)]
pub struct NoRoom(pub String);

/// Gives up for want of addresses. This is no mistake of the program, so nobody looks for the place where it happened.
#[cold]
pub fn no_room(bytes: usize, what: &str) -> ! {
    let text = format!("not enough memory: no {} MB of addresses for {what}", bytes >> 20);
    std::panic::resume_unwind(Box::new(NoRoom(text)))
}

/// A new mapping, if there is room for it.
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

/// Whether so many bytes can be had from the system now. They are not kept.
#[cold]
pub(crate) fn can_be_had(bytes: u64) -> bool {
    usize::try_from(bytes).is_ok_and(|n| Vec::<u8>::new().try_reserve_exact(n).is_ok())
}

/// Gives reserved addresses back.
///
/// # Safety
/// They must come from `reserve`, with this length, and nothing may refer to them.
pub(crate) unsafe fn unreserve(p: *mut u8, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { libc::munmap(p.cast(), bytes) };
}

/// Gives the memory of reserved addresses back; they read as zero afterwards.
///
/// # Safety
/// The range must be whole pages of what `reserve` gave, and nothing in it may be in use.
pub(crate) unsafe fn discard_pages(p: *mut u8, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { libc::madvise(p.cast(), bytes, libc::MADV_DONTNEED) };
}

/// So many words of memory, not initialised.
pub(crate) fn fresh(words: usize) -> *mut u64 {
    let bytes = words * 8;
    let align = if bytes < HUGE { 16 } else { HUGE };
    let mut p = std::ptr::null_mut();
    // SAFETY: the alignment is a power of two.
    let failed = unsafe { libc::posix_memalign(&raw mut p, align, bytes) };
    assert!(failed == 0, "the system has no memory left");
    advise(p.cast(), bytes);
    p.cast()
}

/// The same contents in larger memory.
///
/// # Safety
/// `p` must come from `fresh` or `regrow`; it is taken back.
pub(crate) unsafe fn regrow(p: *mut u64, words: usize) -> *mut u64 {
    // SAFETY: the caller's promise.
    let q = unsafe { libc::realloc(p.cast(), words * 8) };
    assert!(!q.is_null(), "the system has no memory left");
    advise(q.cast(), words * 8);
    q.cast()
}

/// Takes memory back.
///
/// # Safety
/// `p` must come from `fresh` or `regrow`, and nothing may refer to it.
pub(crate) unsafe fn give_back(p: *mut u64) {
    // SAFETY: the caller's promise.
    unsafe { libc::free(p.cast()) };
}

/// Asks for large pages for memory that has room for some.
fn advise(p: *mut u8, bytes: usize) {
    let start = (p as usize).next_multiple_of(HUGE);
    let end = (p as usize + bytes) & !(HUGE - 1);
    if start < end {
        // SAFETY: see the module.
        unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
    }
}
