//! The command line of ttd-py.
fn main() {}
