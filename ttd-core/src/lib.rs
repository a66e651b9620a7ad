//! ttd-core.
