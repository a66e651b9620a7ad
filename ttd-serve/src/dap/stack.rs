//! Threads, frames and scopes.

use serde_json::{Value, json};

use super::adapter::Adapter;
use super::requests::{Reply, Request};
use super::variables::Reference;

/// Frames that a request gets at most.
const MOST: usize = 1000;

impl Adapter<'_> {
    pub(super) fn threads(&mut self) -> Reply {
        let threads = self.session()?.threads();
        let threads: Vec<Value> = threads.iter().map(|t| json!({ "id": t.number, "name": t.name })).collect();
        let list = Value::Array(threads);
        self.connection.snapshot.set(list.clone());
        Ok(json!({ "threads": list }))
    }

    pub(super) fn stack_trace(&mut self, request: &Request) -> Reply {
        let thread = request.needed_number("threadId")?;
        let session = self.session()?;
        if !session.threads().iter().any(|known| known.number == thread) {
            return Err(format!("There is no thread {thread} now"));
        }
        let stack = session.stack_of(thread);
        let total = stack.len();
        let levels = request.size("levels").filter(|levels| *levels > 0).unwrap_or(MOST).min(MOST);
        let shown = stack.into_iter().skip(request.size("startFrame").unwrap_or(0)).take(levels);
        let mut frames = Vec::new();
        for frame in shown {
            let id = self.frame_id(thread, frame.index);
            let source = self.source_of(&frame.path);
            frames.push(json!({
                "id": id, "name": frame.function, "line": frame.line, "column": 1, "source": source,
                "canRestart": true,
            }));
        }
        Ok(json!({ "stackFrames": frames, "totalFrames": total }))
    }

    /// The number by which the client knows a frame.
    fn frame_id(&mut self, thread: u64, index: usize) -> usize {
        let known = self.frames.iter().position(|frame| *frame == (thread, index));
        1 + known.unwrap_or_else(|| {
            self.frames.push((thread, index));
            self.frames.len() - 1
        })
    }

    /// The frame that a request names: its thread, and its number counted from the innermost.
    pub(super) fn frame(&self, request: &Request) -> Result<(u64, usize), String> {
        let id = request.needed_number("frameId")?;
        let at = usize::try_from(id).unwrap_or(usize::MAX).checked_sub(1);
        at.and_then(|at| self.frames.get(at)).copied().ok_or_else(|| format!("There is no frame {id} at this stop"))
    }

    /// As `frame`; without one, the innermost of the present event.
    pub(super) fn frame_or_newest(&mut self, request: &Request) -> Result<(u64, usize), String> {
        match request.number("frameId") {
            Some(_) => self.frame(request),
            None => Ok((self.session()?.running_thread(), 0)),
        }
    }

    /// The command that goes to where a frame was called first.
    pub(super) fn line_to_frame(&mut self, request: &Request) -> Result<String, String> {
        let (thread, index) = self.frame(request)?;
        let stack = self.session()?.stack_of(thread);
        let frame = stack.get(index).ok_or("This frame is gone")?;
        Ok(format!("goto {}", frame.began))
    }

    pub(super) fn scopes(&mut self, request: &Request) -> Reply {
        let (thread, frame) = self.frame(request)?;
        let session = self.session()?;
        let running = session.running_thread();
        let returned = session.returned_value().filter(|_| frame == 0 && thread == running);
        let at_top = session.stack_of(thread).get(frame).is_some_and(|frame| frame.function == "<module>");
        let mut scopes = Vec::new();
        if returned.is_some() {
            let reference = self.refer(Reference::Returned { thread, frame });
            scopes.push(json!({
                "name": "Return value", "presentationHint": "returnValue", "variablesReference": reference,
                "expensive": false,
            }));
        }
        if self.left.is_some() && frame == 0 && thread == running {
            let reference = self.refer(Reference::Left);
            scopes.push(json!({
                "name": "Return value", "presentationHint": "returnValue", "variablesReference": reference,
                "expensive": false,
            }));
        }
        if !at_top {
            let reference = self.refer(Reference::Locals { thread, frame });
            scopes.push(json!({
                "name": "Locals", "presentationHint": "locals", "variablesReference": reference, "expensive": false,
            }));
        }
        let reference = self.refer(Reference::Globals { thread, frame });
        scopes.push(json!({
            "name": "Globals", "presentationHint": "globals", "variablesReference": reference, "expensive": !at_top,
        }));
        Ok(json!({ "scopes": scopes }))
    }
}
