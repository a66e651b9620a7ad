//! What the system tells about itself: clocks, random bytes, numbers of processes.

use std::time::{SystemTime, UNIX_EPOCH};

use rustix::io::Errno;

use super::ClockKind;
use super::input_log::Reply;
use super::os::{Answer, World};
use super::request::{HostRequest, Op};

impl World {
    pub(super) fn system_request(&self, request: &HostRequest) -> Answer {
        Ok(match request.op {
            Op::Clock => Reply::Int(self.clock(ClockKind::from_number(request.first()))),
            Op::Random => Reply::Bytes(random(request.first() as usize)?),
            Op::Ids => {
                use rustix::process::{getegid, geteuid, getgid, getpid, getppid, getuid};
                Reply::Int(match request.first() {
                    0 => i64::from(getpid().as_raw_pid()),
                    1 => getppid().map_or(0, rustix::process::Pid::as_raw_pid).into(),
                    2 => getuid().as_raw().into(),
                    3 => geteuid().as_raw().into(),
                    4 => getgid().as_raw().into(),
                    _ => getegid().as_raw().into(),
                })
            }
            Op::Garbage => Reply::Int(self.garbage),
            Op::MemoryInUse => Reply::Ints(self.memory_in_use.map(u64::cast_signed).to_vec()),
            Op::CpuCount => Reply::Int(std::thread::available_parallelism().map_or(1, |n| n.get() as i64)),
            Op::SystemName => {
                let name = rustix::system::uname();
                let parts = [name.sysname(), name.nodename(), name.release(), name.version(), name.machine()];
                Reply::Names(parts.iter().map(|part| part.to_bytes().to_vec()).collect())
            }
            _ => Reply::Done,
        })
    }

    fn clock(&self, kind: ClockKind) -> i64 {
        let nanos = match kind {
            ClockKind::Time => SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos(),
            ClockKind::Perf | ClockKind::Monotonic => self.started.elapsed().as_nanos(),
            ClockKind::Process => {
                let t = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
                return t.tv_sec * 1_000_000_000 + t.tv_nsec;
            }
        };
        i64::try_from(nanos).unwrap_or(i64::MAX)
    }
}

fn random(n: usize) -> Answer<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(n).map_err(|_| Errno::NOMEM)?;
    bytes.resize(n, 0);
    let mut done = 0;
    while done < n {
        match rustix::rand::getrandom(&mut bytes[done..], rustix::rand::GetRandomFlags::empty()) {
            Ok(count) => done += count,
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
    }
    Ok(bytes)
}
