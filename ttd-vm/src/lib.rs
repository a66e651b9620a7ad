//! ttd-vm.
