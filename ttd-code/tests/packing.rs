//! Packed code round-trips, and damaged code is refused without a panic.

use ttd_code::{Damaged, Mode, Options, compile, pack, unpack};

/// Every kind of constant, local, handler and position.
const SOURCE: &str = r#"
"""A docstring."""
BIG, NEGATIVE = 123456789012345678901234567890, -98765432109876543210
NUMBERS = (1.5, -0.0, 2j, 1 << 40, -7, True, None, ..., b"bytes", "\udc80 \u20ac")
def outer(a, /, b=1, *rest, c, **more):
    def inner():
        nonlocal a
        a += 1
        return [a for a in rest if a in {1, 2, 3}]
    try:
        return inner()[1:2]
    except (ValueError, KeyError) as e:
        raise RuntimeError from e
    finally:
        print(more)
async def later():
    async with outer as o:
        yield o
"#;

fn packed(counted: bool) -> Vec<u8> {
    let opts = Options { counted, ..Options::default() };
    pack(&compile(SOURCE, "x.py", Mode::Exec, opts).expect("it compiles"))
}

#[test]
fn comes_back_equal() {
    for counted in [false, true] {
        let opts = Options { counted, ..Options::default() };
        let code = compile(SOURCE, "x.py", Mode::Exec, opts).expect("it compiles");
        assert_eq!(unpack(&pack(&code)), Ok(code));
    }
}

#[test]
fn cut_off_is_refused() {
    let bytes = packed(true);
    for n in 0..bytes.len() {
        assert_eq!(unpack(&bytes[..n]), Err(Damaged), "{n} bytes");
    }
    assert_eq!(unpack(&[&bytes[..], &[0]].concat()), Err(Damaged));
}

#[test]
fn changed_bytes_are_no_panic() {
    let bytes = packed(true);
    for at in 0..bytes.len() {
        for value in [0, 1, 0x7F, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] = value;
            let _ = unpack(&changed);
        }
    }
    // Endlessly nested tuples.
    let mut deep = vec![0; 32];
    deep.extend(std::iter::repeat_n([11, 1], 5000).flatten());
    let _ = unpack(&deep);
}
