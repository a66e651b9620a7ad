//! `output`: what the program has written, with the events that wrote it.

use serde_json::{Value, json};

use super::super::desk::Desk;
use super::super::request::Request;

/// Bytes of an answer at most.
const MOST: usize = 1 << 18;

pub(super) fn output(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    let from = request.number("from")?.unwrap_or(0);
    let count = request.size("count")?.unwrap_or(MOST).min(MOST);
    desk.stand(request.branch()?, None)?;
    let (pieces, next, total) = desk.session.output_pieces(from, count);
    let pieces = pieces.iter().map(|piece| {
        json!({
            "at": piece.start,
            "stream": piece.stream.map(|stream| match stream {
                ttd_debug::views::Stream::Out => "stdout",
                ttd_debug::views::Stream::Err => "stderr",
            }),
            "text": piece.text,
            "time": piece.time.map(|t| t.0),
        })
    });
    Ok(json!({ "pieces": pieces.collect::<Vec<_>>(), "next": next, "total": total }))
}
