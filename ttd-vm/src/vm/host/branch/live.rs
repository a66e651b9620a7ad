//! A branch that the user lets change the outside: after the recorded inputs, it asks the world itself.
//!
//! What it opens has numbers of its own. A file that was open before the branch parted is opened again, as for any
//! other branch; sockets and processes of before are not its own, and asking for them ends the run.

use super::super::Host;
use super::super::descriptors::Descriptor;
use super::super::input_log::Reply;
use super::super::request::{HostRequest, Op};
use super::past_files::PastFile;

impl Host {
    /// Lets the present branch change the outside.
    pub(crate) fn let_change_outside(&mut self) {
        self.outside.is_live = true;
    }

    /// Whether the present branch may change the outside, although the world is at another place.
    pub(crate) fn is_live_branch(&self) -> bool {
        self.outside.is_live
    }

    /// The reply to a request of a branch that may change the outside; `None` if it is about something that the branch
    /// does not have.
    pub(in crate::vm::host) fn ask_live(&mut self, request: &HostRequest) -> Option<Reply> {
        let number = match request.descriptor().filter(|fd| request.op.takes_descriptor() && *fd > 2) {
            None => None,
            Some(fd) => match self.outside.files.get(&fd) {
                Some(number) => Some(*number),
                // It is not the branch's, so nothing happens to it.
                None if request.op == Op::Close => return Some(Reply::Done),
                None => Some(self.open_past_file_live(fd)?),
            },
        };
        let folder = self.folder_at(self.state.inputs);
        let (reply, opened) = self.world.on_live_branch(folder.as_deref(), |world| {
            if request.op == Op::ChangeDir
                && let Some(folder) = world.changed_folder(request)
            {
                return Reply::Bytes(folder);
            }
            match number {
                Some(number) => world.carry_out(&request.on_descriptor(number), false),
                None => world.carry_out(request, false),
            }
        });
        self.outside.files.extend(opened.into_iter().map(|number| (number, number)));
        if let (Op::Close, Reply::Done, Some(fd)) = (request.op, &reply, request.descriptor()) {
            self.outside.files.remove(&fd);
        }
        Some(reply)
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
