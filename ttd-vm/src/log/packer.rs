//! Packing old blocks in a thread beside the run.
//!
//! Compressing a block takes longer than writing it. So copies of blocks go to a thread, and what comes back replaces
//! them. How many are packed at a time depends on how fast the thread is; what the log forgets does not, because it
//! forgets only when all are packed. Before anything else is done to blocks, all that are on their way must come back.

use std::sync::mpsc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use ttd_core::Compressor;

use super::block::{BlockCopy, PackedBlock};

/// How many blocks are on their way at most.
pub(crate) const UNDERWAY: usize = 16;

/// Sends blocks to the thread and gets them back, first in, first out.
#[derive(Default)]
pub(crate) struct Packer {
    worker: Option<Worker>,
    underway: usize,
}

struct Worker {
    /// The process that it belongs to: a forked child has no thread to answer.
    process: u32,
    blocks: Sender<BlockCopy>,
    packed: Receiver<PackedBlock>,
}

impl Worker {
    fn start() -> Option<Worker> {
        let (blocks, to_pack) = mpsc::channel::<BlockCopy>();
        let (done, packed) = mpsc::channel();
        let work = move || {
            let mut compressor = Compressor::default();
            while let Ok(block) = to_pack.recv() {
                if done.send(block.pack(&mut compressor)).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("packer".to_owned()).spawn(work).ok()?;
        Some(Worker { process: std::process::id(), blocks, packed })
    }

    fn is_here(&self) -> bool {
        self.process == std::process::id()
    }
}

impl Packer {
    /// How many blocks are on their way.
    pub(crate) fn underway(&self) -> usize {
        self.underway
    }

    /// Sends a block.
    pub(crate) fn send(&mut self, block: BlockCopy) {
        self.underway += 1;
        if self.worker.is_none() {
            self.worker = Worker::start();
        }
        if let Some(worker) = self.worker.as_ref().filter(|worker| worker.is_here()) {
            // A thread that is gone is noticed when the block does not come back.
            let _ = worker.blocks.send(block);
        }
    }

    /// The block that was sent first, if it is packed by now.
    pub(crate) fn receive_if_done(&mut self) -> Option<PackedBlock> {
        let worker = self.worker.as_ref().filter(|worker| worker.is_here())?;
        let packed = worker.packed.try_recv().ok()?;
        self.underway -= 1;
        Some(packed)
    }

    /// Waits for the block that was sent first; `None` if it is lost.
    pub(crate) fn receive(&mut self) -> Option<PackedBlock> {
        self.underway -= 1;
        let worker = self.worker.as_ref().filter(|worker| worker.is_here())?;
        worker.packed.recv().ok()
    }
}

impl Drop for Packer {
    fn drop(&mut self) {
        // The channels of another process may be locked for ever.
        if let Some(worker) = self.worker.take().filter(|worker| !worker.is_here()) {
            std::mem::forget(worker);
        }
    }
}
