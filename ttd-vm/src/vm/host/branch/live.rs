//! A branch that the user lets change the outside: after the recorded inputs, it asks the world itself.
//!
//! What it opens has numbers of its own. A file that was open before the branch parted is opened again, as for any
//! other branch; sockets and processes of before are not its own, and asking for them ends the run.

use super::super::Host;
use super::super::descriptors::Descriptor;
use super::super::input_log::Reply;
use super::super::request::{HostRequest, Op};
use super::past_files::PastFile;

/// What a branch that may change the outside asks the world.
pub(in crate::vm::host) enum Asked<'a> {
    /// This request.
    Request(HostRequest<'a>),
    /// Nothing: this is the reply.
    Reply(Reply),
    /// Nothing, because what the request is about is not the branch's own.
    Foreign,
}

impl Host {
    /// Lets the present branch change the outside.
    pub(crate) fn let_change_outside(&mut self) {
        self.outside.is_live = true;
    }

    /// Whether the present branch may change the outside, although the world is at another place.
    pub(crate) fn is_live_branch(&self) -> bool {
        self.outside.is_live
    }

    /// A request of a branch that may change the outside, about the descriptor that the world has for it.
    pub(in crate::vm::host) fn asked_live<'a>(&mut self, request: &HostRequest<'a>) -> Asked<'a> {
        let Some(fd) = request.descriptor().filter(|fd| request.op.takes_descriptor() && *fd > 2) else {
            return Asked::Request(*request);
        };
        match self.outside.files.get(&fd).copied() {
            Some(number) if request.op == Op::Close => {
                self.outside.files.remove(&fd);
                Asked::Request(request.on_descriptor(number))
            }
            Some(number) => Asked::Request(request.on_descriptor(number)),
            // It is not the branch's, so nothing happens to it.
            None if request.op == Op::Close => Asked::Reply(Reply::Done),
            None => match self.open_past_file_live(fd) {
                Some(number) => Asked::Request(request.on_descriptor(number)),
                None => Asked::Foreign,
            },
        }
    }

    /// Carries a request of the program out, where the world is at the program's place or the branch may change it.
    pub(in crate::vm::host) fn carry_out(&mut self, request: &HostRequest, in_diversion: bool) -> Reply {
        if !self.is_closed() {
            return self.world.carry_out(request, in_diversion);
        }
        let folder = self.folder_at(self.state.inputs);
        let (reply, opened) = self.world.on_live_branch(folder.as_deref(), |world| {
            match request.op {
                Op::ChangeDir => world.changed_folder(request).map(Reply::Bytes),
                _ => None,
            }
            .unwrap_or_else(|| world.carry_out(request, in_diversion))
        });
        self.outside.files.extend(opened.into_iter().map(|number| (number, number)));
        reply
    }

    fn open_past_file_live(&mut self, fd: i64) -> Option<i64> {
        let past = PastFile::find(&self.input_log, self.state.inputs, fd)?;
        let folder = self.folder_at(past.opened);
        let (number, _) = self.world.on_live_branch(folder.as_deref(), |world| {
            let path = world.resolve(&past.path);
            let file = past.open_again(&path, &path)?;
            Some(i64::from(world.put(Descriptor::new(file.into()), false)))
        });
        self.outside.files.insert(fd, number?);
        number
    }
}
