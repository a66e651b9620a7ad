//! The clients that are there, and what is on the way to each.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::request::ClientId;

/// Clients at most.
const MOST: usize = 32;
/// Bytes on the way to a client at most: one that does not read is let go.
const MOST_BYTES: usize = 1 << 24;

/// The clients. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Clients(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    next: ClientId,
    /// How many connections are open.
    open: usize,
    outboxes: HashMap<ClientId, Outbox>,
}

struct Outbox {
    messages: UnboundedSender<String>,
    bytes: Arc<AtomicUsize>,
}

/// What a client is to get.
pub(super) struct Inbound {
    messages: UnboundedReceiver<String>,
    bytes: Arc<AtomicUsize>,
}

impl Inbound {
    /// The next message; `None` when the client was let go.
    pub(super) async fn next(&mut self) -> Option<String> {
        let message = self.messages.recv().await?;
        self.bytes.fetch_sub(message.len(), Ordering::Relaxed);
        Some(message)
    }
}

impl Clients {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a client in; `None` if there are too many.
    pub(super) fn join(&self) -> Option<(ClientId, Inbound)> {
        let mut state = self.state();
        if state.open >= MOST {
            return None;
        }
        let (sender, receiver) = unbounded_channel();
        let bytes: Arc<AtomicUsize> = Arc::default();
        let id = state.next;
        state.next += 1;
        state.open += 1;
        state.outboxes.insert(id, Outbox { messages: sender, bytes: bytes.clone() });
        Some((id, Inbound { messages: receiver, bytes }))
    }

    /// The connection of a client is over.
    pub(super) fn leave(&self, client: ClientId) {
        let mut state = self.state();
        state.outboxes.remove(&client);
        state.open = state.open.saturating_sub(1);
    }

    /// Lets all clients go.
    pub(super) fn close(&self) {
        self.state().outboxes.clear();
    }

    /// Whether a connection is open.
    pub(super) fn are_there(&self) -> bool {
        self.state().open > 0
    }

    fn send(&self, client: ClientId, message: &Value) {
        let mut state = self.state();
        let Some(outbox) = state.outboxes.get(&client) else { return };
        if !outbox.send(message.to_string()) {
            state.outboxes.remove(&client);
        }
    }

    /// Answers a request.
    pub(super) fn answer(&self, client: ClientId, id: &Value, outcome: Result<Value, String>) {
        self.send(
            client,
            &match outcome {
                Ok(answer) => json!({ "id": id, "answer": answer }),
                Err(error) => json!({ "id": id, "error": error }),
            },
        );
    }

    /// Sends a part of an answer.
    pub(super) fn part(&self, client: ClientId, id: &Value, part: &Value) {
        self.send(client, &json!({ "id": id, "part": part }));
    }

    /// Tells how far a request has come.
    pub(super) fn progress(&self, client: ClientId, id: &Value, done: u64, of: Option<u64>) {
        self.send(client, &json!({ "id": id, "progress": { "done": done, "of": of } }));
    }

    /// Tells everybody.
    pub(super) fn tell(&self, message: &Value) {
        let text = message.to_string();
        self.state().outboxes.retain(|_, outbox| outbox.send(text.clone()));
    }
}

impl Outbox {
    /// Whether the client is there and reads.
    fn send(&self, message: String) -> bool {
        let length = message.len();
        let waiting = self.bytes.fetch_add(length, Ordering::Relaxed);
        waiting + length <= MOST_BYTES && self.messages.send(message).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_does_not_read_is_let_go() {
        let clients = Clients::default();
        let (one, _inbound) = clients.join().expect("room");
        let (two, inbound) = clients.join().expect("room");
        drop(inbound);
        clients.part(two, &json!(1), &json!(2));
        let long = Value::String("x".repeat(MOST_BYTES / 4));
        for _ in 0..3 {
            clients.part(one, &json!(1), &long);
            assert!(!clients.state().outboxes.is_empty());
        }
        clients.part(one, &json!(1), &long);
        assert!(clients.state().outboxes.is_empty());
    }
}
