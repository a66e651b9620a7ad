//! The connection of a client: what it asks goes into the queue, what it is to get goes out.

use axum::extract::ws::{Message as Frame, WebSocket};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;

use super::clients::{Clients, Inbound};
use super::queue::{Put, Queue};
use super::request::{self, ClientId, Message};

/// Why a request was not handled.
const SUPERSEDED: &str = "superseded";
pub(super) const CANCELLED: &str = "cancelled";

/// Talks to a client until it is gone.
pub(super) async fn converse(
    socket: WebSocket,
    client: ClientId,
    mut inbound: Inbound,
    clients: Clients,
    queue: Queue,
) {
    let (mut to_client, mut from_client) = socket.split();
    let sending = tokio::spawn(async move {
        while let Some(message) = inbound.next().await {
            if to_client.send(Frame::Text(message.into())).await.is_err() {
                return;
            }
        }
        // It is let go. A client that is gone already cannot hear it.
        let _ = to_client.send(Frame::Close(None)).await;
    });
    while let Some(Ok(frame)) = from_client.next().await {
        match frame {
            Frame::Text(text) => take(client, &text, &clients, &queue),
            Frame::Binary(_) => clients.answer(client, &Value::Null, Err("a message must be a text".into())),
            Frame::Close(_) => break,
            Frame::Ping(_) | Frame::Pong(_) => {}
        }
        if sending.is_finished() {
            break;
        }
    }
    sending.abort();
    clients.leave(client);
    queue.leave(client);
}

fn take(client: ClientId, text: &str, clients: &Clients, queue: &Queue) {
    match request::read(client, text) {
        Ok(Message::Request(request)) => {
            let id = request.id.clone();
            match queue.put(request) {
                Put::Waits(None) => {}
                Put::Waits(Some(older)) => clients.answer(client, &older, Err(SUPERSEDED.into())),
                Put::TooMany => clients.answer(client, &id, Err("too many requests wait".into())),
            }
        }
        Ok(Message::Cancel(id)) => {
            if queue.cancel(client, id.clone()) {
                clients.answer(client, &id, Err(CANCELLED.into()));
            }
        }
        Err((id, why)) => clients.answer(client, &id, Err(why)),
    }
}
