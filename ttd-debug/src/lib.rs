//! ttd-debug.
