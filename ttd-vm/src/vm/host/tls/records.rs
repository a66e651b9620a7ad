//! The records of a connection. They come in one at a time, as OpenSSL reads them, so nothing behind a goodbye is taken
//! from the socket.

use std::io::Read as _;

use rustix::io::Errno;

use super::alerts;
use super::connection::{Connection, Done, RECORD};
use super::engine::Engine;
use super::failure::{Failure, Halt};
use super::transport::Transport;

/// Bytes before each record: kind, version, length.
const HEADER: usize = 5;
/// The longest record that is read.
const LONGEST: usize = RECORD + 2048;

impl Connection {
    /// Moves what rustls has to send to `outgoing`, and sends of it what can be sent.
    pub(super) fn flush(&mut self, transport: &mut Transport<'_>) -> Done<()> {
        if let Engine::Live(live) = &mut self.engine {
            while live.wants_write() {
                let _ = live.write_tls(&mut self.outgoing.0);
            }
        }
        while self.outgoing.1 < self.outgoing.0.len() {
            match transport.write(&self.outgoing.0[self.outgoing.1..]) {
                Ok(n) => self.outgoing.1 += n,
                Err(Errno::AGAIN) => return Err(Halt::WantWrite),
                Err(errno) => return Err(Halt::Errno(errno.raw_os_error())),
            }
        }
        self.outgoing = (Vec::new(), 0);
        Ok(())
    }

    /// Reads one record, and lets rustls work it off.
    pub(super) fn pull(&mut self, transport: &mut Transport<'_>) -> Done<()> {
        loop {
            let whole = match self.record.get(3..HEADER) {
                Some(length) => HEADER + usize::from(u16::from_be_bytes([length[0], length[1]])),
                None => HEADER,
            };
            if self.record.len() == HEADER {
                self.check_header(whole, transport)?;
            }
            if self.record.len() >= HEADER && self.record.len() == whole {
                break;
            }
            let room = whole - self.record.len();
            match transport.read(&mut self.record, room) {
                Ok(0) => return Err(Halt::Ended),
                Ok(_) => {}
                Err(Errno::AGAIN) => return Err(Halt::WantRead),
                Err(errno) => return Err(Halt::Errno(errno.raw_os_error())),
            }
        }
        let record = std::mem::take(&mut self.record);
        self.work_off(&record).inspect_err(|_| {
            // The alert is sent as far as it can be.
            let _ = self.flush(transport);
        })
    }

    fn check_header(&mut self, whole: usize, transport: &mut Transport<'_>) -> Done<()> {
        const PROTOCOL_VERSION: u8 = 70;
        let foreign = alerts::foreign(&self.record);
        let Some(reason) = foreign.or((whole > HEADER + LONGEST).then_some("PACKET_LENGTH_TOO_LONG")) else {
            return Ok(());
        };
        if reason == "WRONG_VERSION_NUMBER" {
            self.outgoing.0.extend_from_slice(&alerts::fatal(PROTOCOL_VERSION));
            let _ = self.flush(transport);
        }
        self.engine = Engine::Dead;
        self.failure = Some(Failure::of(reason));
        Err(Halt::Failed(Failure::of(reason)))
    }

    fn work_off(&mut self, mut record: &[u8]) -> Done<()> {
        match &mut self.engine {
            Engine::Accepting(acceptor) => {
                while !record.is_empty() && acceptor.read_tls(&mut record).is_ok_and(|n| n > 0) {}
                match acceptor.accept() {
                    Ok(Some(accepted)) => self.engine = Engine::Greeted(Box::new(accepted)),
                    Ok(None) => {}
                    Err((error, mut alert)) => {
                        let _ = alert.write_all(&mut self.outgoing.0);
                        self.engine = Engine::Dead;
                        return Err(self.fail(&error));
                    }
                }
            }
            Engine::Live(live) => {
                while !record.is_empty() && live.read_tls(&mut record).is_ok_and(|n| n > 0) {}
                match live.process_new_packets() {
                    Ok(state) => {
                        if self.plain.1 == self.plain.0.len() {
                            self.plain = (Vec::new(), 0);
                        }
                        let start = self.plain.0.len();
                        self.plain.0.resize(start + state.plaintext_bytes_to_read(), 0);
                        let n = live.reader().read(&mut self.plain.0[start..]).unwrap_or(0);
                        self.plain.0.truncate(start + n);
                        self.got_goodbye |= state.peer_has_closed();
                    }
                    Err(error) => return Err(self.fail(&error)),
                }
            }
            Engine::Greeted(_) | Engine::Dead => {}
        }
        Ok(())
    }
}
