//! The page's server lets in only its owner, survives whatever comes in, and stays responsive.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::wire::page::{Client, Server};
use crate::wire::{Rng, each};

/// A program that runs until it is stopped.
const ENDLESS: &str = "../../cli/tests/mcp/endless.py";

fn status(response: &str) -> &str {
    response.split_whitespace().nth(1).unwrap_or("nothing")
}

#[test]
fn only_its_own_page_is_served() {
    let server = Server::start(&["fib3.py"]).expect("it starts");
    let (host, cookie, token) = (server.host(), server.cookie(), server.token.clone());
    assert!(token.len() >= 32, "{token}");
    let get = |path: &str, host: &str, cookie: &str| {
        let cookie = if cookie.is_empty() { String::new() } else { format!("\r\nCookie: {cookie}") };
        server.http(&format!("GET {path} HTTP/1.1\r\nHost: {host}{cookie}"))
    };
    // The token gives a cookie, and only the token does.
    let welcome = get(&format!("/?token={token}"), &host, "");
    assert_eq!(status(&welcome), "303", "{welcome}");
    let lower = welcome.to_lowercase();
    assert!(lower.contains("location: /\r\n") && lower.contains("httponly; samesite=strict; path=/"), "{welcome}");
    for wrong in ["", "x", &token[1..], &format!("{token}0"), &token.to_uppercase()] {
        let response = get(&format!("/?token={wrong}"), &host, "");
        assert_eq!(status(&response), "403", "{wrong}: {response}");
        assert!(!response.to_lowercase().contains("set-cookie"), "{response}");
    }
    // Nothing without the cookie, nothing under another name.
    for path in ["/", "/index.html", "/main.js", "/ws", "/nothing"] {
        assert_eq!(status(&get(path, &host, "")), "403", "{path}");
        assert_eq!(status(&get(path, &host, &cookie.replace(&token, &token[1..]))), "403", "{path}");
        assert_eq!(status(&get(path, &format!("evil.example:{}", server.port), &cookie)), "403", "{path}");
        assert_eq!(status(&get(path, "127.0.0.1", &cookie)), "403", "{path}");
    }
    assert_eq!(status(&get("/", &format!("localhost:{}", server.port), &cookie)), "200");
    let page = server.get("/");
    assert_eq!(status(&page), "200");
    for header in [
        "content-security-policy: default-src 'self';",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
        "content-type: text/html; charset=utf-8",
    ] {
        assert!(page.to_lowercase().contains(header), "{header}: {page}");
    }
    assert!(server.get("/main.js").to_lowercase().contains("content-type: text/javascript"));
    // Exact names only.
    for path in [
        "/../Cargo.toml",
        "/core/../main.js",
        "/%2e%2e/Cargo.toml",
        "/core//link.js",
        "//main.js",
        "/core",
        "/.",
        "/main.js%00",
    ] {
        let response = server.get(path);
        assert_eq!(status(&response), "404", "{path}: {response}");
    }
    assert_eq!(status(&server.http(&format!("POST / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}"))), "405");
    // The connection wants the cookie and the origin.
    let own = format!("http://{host}");
    let refused = |cookie: Option<&str>, origin: Option<&str>| match server.connect_as(cookie, origin) {
        Ok(_) => panic!("{cookie:?} {origin:?} was let in"),
        Err(why) => assert!(why.contains("403"), "{why}"),
    };
    refused(None, Some(&own));
    refused(Some("ttd-1=2"), Some(&own));
    refused(Some(&cookie), None);
    for origin in ["null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1", &format!("https://{host}")]
    {
        refused(Some(&cookie), Some(origin));
    }
    drop(server.connect());
}

#[test]
fn a_port_in_use_is_said() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let failed = Server::start(&["--port", &port, "fib3.py"]).err().expect("no server");
    assert!(failed.starts_with(&format!("ttd-py: can't listen on port {port}: ")), "{failed}");
    let failed = Server::start(&["no_such_file.py"]).err().expect("no server");
    assert!(failed.contains("no_such_file.py"), "{failed}");
}

#[test]
fn values_are_text() {
    let server = Server::start(&["repr_values.py"]).expect("it starts");
    let mut client = server.connect();
    client.whole_run().expect("it ends");
    let markup = "<script>alert(1)</script>&\u{0}\u{1b}[31m\u{1e}\u{1f}\u{2028}\"\\\n\u{202e}";
    let quoted = serde_json::to_string(markup).expect("JSON");
    let quoted = quoted
        .replace("\\u0000", "\\x00")
        .replace("\\u001b", "\\x1b")
        .replace("\\u001e", "\\x1e")
        .replace("\\u001f", "\\x1f");
    let value = client.answer(json!({ "request": "eval", "expression": quoted }));
    let text = value["value"].as_str().expect("a text");
    assert!(text.contains("<script>") && !text.contains(['\u{0}', '\u{1b}', '\n']), "{text}");
    let class = "type('<b>\\x1f\\x1e\\n', (), {'__repr__': lambda self: '\\x00<i>\\x1e\\x1f' * 3})()";
    let parts = client.answer(json!({ "request": "parts", "expression": format!("[{class}]") }));
    assert_eq!(parts["parts"][0]["class"], "<b>??\n", "{parts}");
    assert_eq!(parts["parts"].as_array().map(Vec::len), Some(1), "{parts}");
    // A value whose repr never ends is left when nobody waits any more.
    let endless = "type('E', (), {'__repr__': lambda self: [0 for _ in iter(int, 1)]})()";
    let id = client.request(json!({ "request": "eval", "expression": endless }));
    std::thread::sleep(Duration::from_millis(100));
    client.send(&json!({ "cancel": id }).to_string());
    assert_eq!(client.outcome(&id.into()).expect("an answer").message["error"], "cancelled");
}

/// Names of requests and of members, and values, in all mixtures of which requests come.
const NAMES: &[&str] = &[
    "hello",
    "look",
    "parts",
    "eval",
    "source",
    "coverage",
    "inline",
    "timeline",
    "tree",
    "history",
    "origin",
    "uses",
    "last",
    "next_change",
    "executions",
    "output",
    "threads",
    "branches",
    "find",
    "complete",
    "pause",
    "marks",
    "x",
];
const MEMBERS: &[&str] = &[
    "focus",
    "expression",
    "line",
    "path",
    "from",
    "to",
    "buckets",
    "start",
    "count",
    "which",
    "time",
    "text",
    "at",
    "near",
    "branch",
    "filter",
];
const VALUES: &[&str] = &[
    "null",
    "true",
    "0",
    "7",
    "28",
    "-1",
    "1.5",
    "1e300",
    "18446744073709551615",
    "99999999999999999999",
    "\"\"",
    "\"n\"",
    "\"fib3.py\"",
    "\"\\u0000\"",
    "\"\\ud83d\\ude00\"",
    "[]",
    "[[[]]]",
    "{}",
    "{\"time\": 13}",
    "{\"time\": 13, \"frame\": 1, \"branch\": 0, \"thread\": 1}",
    "{\"time\": {}}",
    "\"f1\"",
    "\"(\"",
];

#[test]
fn whatever_comes_in_is_answered() {
    let server = Server::start(&["fib3.py"]).expect("it starts");
    let mut client = server.connect();
    client.whole_run().expect("it ends");
    let mut rng = Rng(7);
    for n in 0..1500_u64 {
        let mut text = format!("{{\"id\": {n}, \"request\": \"{}\"", rng.of(NAMES));
        for _ in 0..rng.below(5) {
            text += &format!(", \"{}\": {}", rng.of(MEMBERS), rng.of(VALUES));
        }
        text.push('}');
        client.send(&text);
        client.outcome(&n.into()).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    // What is no request.
    for n in 0..1000 {
        let text = match n % 5 {
            0 => (0..rng.below(40)).map(|_| char::from(32 + rng.below(95) as u8)).collect(),
            1 => format!("{{\"id\": {}, \"request\": {}}}", rng.of(VALUES), rng.of(VALUES)),
            2 => "[".repeat(rng.below(2000)),
            3 => format!("{{\"cancel\": {}}}", rng.of(VALUES)),
            _ => rng.of(VALUES).to_string(),
        };
        client.send(&text);
    }
    client.send_bytes(&[0, 159, 146, 150]);
    assert_eq!(client.answer(json!({ "request": "eval", "expression": "6 * 7" }))["value"], "42");
    let refused = client.unasked.iter().filter(|message| message["error"].is_string()).count();
    assert!(refused > 500, "{refused}");
    // An oversized message ends its connection, and no other.
    let mut other = server.connect();
    other.send(&format!("{{\"id\": 1, \"request\": \"eval\", \"expression\": \"{}\"}}", "1".repeat(2 << 20)));
    assert!(other.message().is_err());
    assert!(client.error(json!({ "request": "eval", "expression": "1".repeat(1 << 17) })).contains("65536"));
    assert_eq!(client.answer(json!({ "request": "eval", "expression": "6 * 7" }))["value"], "42");
    assert!(server.megabytes() < 500, "{} MB", server.megabytes());
}

#[test]
fn a_running_program_is_looked_at_paused_and_left() {
    let failed = each(&["ttd", "odb"], |mode| {
        let server = Server::start(&["--mode", mode, ENDLESS])?;
        let mut client = server.connect();
        let ran = |client: &mut Client| client.answer(json!({ "request": "hello" }))["last"].as_u64().unwrap_or(0);
        let begun = Instant::now();
        while ran(&mut client) < 50_000 {
            assert!(begun.elapsed() < Duration::from_secs(15), "{mode}: it does not run");
            std::thread::sleep(Duration::from_millis(20));
        }
        // It is looked at while it runs.
        let look = client.answer(json!({ "request": "look", "focus": { "time": 1000 } }));
        assert_eq!(look["time"], 1000);
        let paused = client.answer(json!({ "request": "pause" }));
        assert_eq!(paused["state"], "paused");
        let last = ran(&mut client);
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(ran(&mut client), last, "{mode}");
        let timeline = client.answer(json!({ "request": "timeline", "buckets": 10 }));
        assert_eq!(timeline["to"], last + 1);
        client.answer(json!({ "request": "run" }));
        let begun = Instant::now();
        while ran(&mut client) <= last {
            assert!(begun.elapsed() < Duration::from_secs(15), "{mode}: it does not go on");
        }
        // The word that ends the session.
        let quit = client.answer(json!({ "request": "command", "line": "quit" }));
        assert_eq!(quit["answers"][0]["kind"], "quit");
        assert_eq!(server.finish(), (Some(0), String::new()));
        Ok(())
    });
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn a_program_sleeps_on_however_often_it_is_asked() {
    let server = Server::start(&["../../cli/tests/web/nap.py"]).expect("it starts");
    let mut client = server.connect();
    let begun = Instant::now();
    while client.answer(json!({ "request": "hello" }))["complete"] != true {
        assert!(begun.elapsed() < Duration::from_secs(10), "it sleeps for ever");
        std::thread::sleep(Duration::from_millis(60));
    }
    let output = client.answer(json!({ "request": "output" }));
    let texts: Vec<&str> =
        output["pieces"].as_array().expect("pieces").iter().filter_map(|piece| piece["text"].as_str()).collect();
    assert_eq!(texts, ["before\n", "after\n"]);
}

#[test]
fn a_death_is_said() {
    let server = Server::start(&["uncaught_nested.py"]).expect("it starts");
    let mut client = server.connect();
    let hello = client.whole_run().expect("it ends");
    let died = &hello["run"]["end"]["died"];
    assert_eq!((&died["at"], &hello["run"]["end"]["status"]), (&json!(40), &json!(1)), "{hello}");
    assert!(died["traceback"].as_str().is_some_and(|text| text.starts_with("Traceback")), "{hello}");
    assert!(hello["end"].as_str().is_some_and(|text| text.starts_with("died of ValueError")), "{hello}");
    let output = client.answer(json!({ "request": "output" }));
    assert_eq!(output["pieces"][2]["stream"], "stderr", "{output}");
}

#[test]
fn long_runs_are_counted_exactly() {
    const CALLS: u64 = 430_000;
    let server = Server::start(&["../../cli/tests/web/long.py"]).expect("it starts");
    let mut client = server.connect();
    // It is counted while it runs.
    client.request(json!({ "request": "timeline", "buckets": 100 }));
    let hello = client.whole_run().expect("it ends");
    let last = hello["last"].as_u64().expect("a number");
    assert!(last > 1 << 21, "{last}");
    let outcome = client.ask(json!({ "request": "timeline", "buckets": 300 })).expect("an answer");
    assert!(outcome.parts[0]["coarse"] == true || outcome.parts.is_empty(), "{:?}", outcome.parts[0]);
    let whole = &outcome.message["answer"];
    let rows = |timeline: &Value| timeline["buckets"].as_array().cloned().unwrap_or_default();
    let sum = |timeline: &Value| rows(timeline).iter().filter_map(|row| row["calls"].as_u64()).sum::<u64>();
    assert_eq!(sum(whole), CALLS + 1);
    let edges: Vec<(u64, u64)> =
        rows(whole).iter().map(|row| (row["from"].as_u64().unwrap_or(1), row["to"].as_u64().unwrap_or(0))).collect();
    assert_eq!((edges[0].0, edges[edges.len() - 1].1), (0, last + 1));
    assert!(edges.windows(2).all(|pair| pair[0].1 == pair[1].0) && edges.len() <= 300, "{edges:?}");
    assert!(rows(whole).iter().all(|row| row["depth"].as_u64().is_some_and(|depth| depth <= 2)));
    // Short stretches are counted by themselves, to the same end; cut at odd places, long ones as well.
    let middle = last / 3;
    let mut part =
        |from: u64, to: u64| client.answer(json!({ "request": "timeline", "from": from, "to": to, "buckets": 7 }));
    let (first, rest) = (part(0, middle), part(middle, last + 1));
    assert_eq!(sum(&first) + sum(&rest), CALLS + 1);
    let (first, rest) = (part(0, 12_345), part(12_345, last + 1));
    assert_eq!(sum(&first) + sum(&rest), CALLS + 1);
    let path = hello["program"].clone();
    let coverage = client.answer(json!({ "request": "coverage", "path": path }));
    assert_eq!(coverage["hits"], json!([1, null, null, 1, CALLS, null, null, 1, CALLS + 1, CALLS, 1]));
    let tree = client.answer(json!({ "request": "tree" }));
    assert_eq!(tree["calls"][0]["calls"], CALLS);
    let tree = client.answer(json!({ "request": "tree", "time": 0, "start": CALLS - 1, "count": 5 }));
    assert_eq!((&tree["total"], &tree["calls"][0]["arguments"]), (&json!(CALLS), &json!(format!("n={}", CALLS - 1))));
    let inline = client.answer(json!({ "request": "inline", "focus": { "time": last } }));
    assert!(inline["lines"].as_array().is_some_and(|lines| lines.iter().any(|line| line["hits"] == CALLS)), "{inline}");
    let begun = Instant::now();
    for step in 1..=10 {
        client.answer(json!({ "request": "look", "focus": { "time": last * step / 11 } }));
    }
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert!(server.megabytes() < 700, "{} MB", server.megabytes());
}

#[test]
fn what_is_not_wanted_any_more_is_left() {
    let server = Server::start(&["algo_sieve.py"]).expect("it starts");
    let mut client = server.connect();
    client.whole_run().expect("it ends");
    let endless = json!({ "request": "eval", "expression": "[0 for _ in iter(int, 1)]" });
    // Cancels out of order: what waits, what was never asked, what runs.
    let first = client.request(endless.clone());
    let second = client.request(json!({ "request": "eval", "expression": "2" }));
    let third = client.request(json!({ "request": "eval", "expression": "3" }));
    client.send(&json!({ "cancel": third }).to_string());
    client.send(&json!({ "cancel": 999 }).to_string());
    assert_eq!(client.outcome(&third.into()).expect("an answer").message["error"], "cancelled");
    client.send(&json!({ "cancel": first }).to_string());
    assert_eq!(client.outcome(&first.into()).expect("an answer").message["error"], "cancelled");
    assert_eq!(client.outcome(&second.into()).expect("an answer").message["answer"]["value"], "2");
    // Of the looks that wait only the newest is answered.
    let long = client.request(endless.clone());
    let looks: Vec<u64> =
        (0..5).map(|time| client.request(json!({ "request": "look", "focus": { "time": time } }))).collect();
    for older in &looks[..4] {
        assert_eq!(client.outcome(&(*older).into()).expect("an answer").message["error"], "superseded");
    }
    client.send(&json!({ "cancel": long }).to_string());
    client.outcome(&long.into()).expect("an answer");
    assert_eq!(client.outcome(&looks[4].into()).expect("an answer").message["answer"]["time"], 4);
    // A client that vanishes in the middle takes what it asked with it; another one is served.
    let mut other = server.connect();
    other.request(endless);
    std::thread::sleep(Duration::from_millis(50));
    drop(other);
    let mut another = server.connect();
    assert_eq!(another.answer(json!({ "request": "eval", "expression": "4" }))["value"], "4");
    // Everybody hears what has changed for all.
    client.answer(json!({ "request": "command", "line": "mark here" }));
    let heard: Value = another.message().expect("a message");
    assert_eq!(heard["changed"], json!(["marks"]), "{heard}");
    // A search goes on beside other requests, and ends when it is cancelled.
    let found = client.request(json!({ "request": "find", "expression": "[k for k in range(300)] and kind == kind" }));
    for time in 0..5 {
        let look = client.request(json!({ "request": "look", "focus": { "time": time } }));
        let mut asked = client.outcome(&look.into()).expect("an answer");
        assert_eq!(asked.message["answer"]["time"].take(), time);
    }
    client.send(&json!({ "cancel": found }).to_string());
    let ended = |message: &Value| message["id"] == found && message.get("part").is_none();
    let over = client.unasked.iter().any(ended) || client.outcome(&found.into()).is_ok();
    assert!(over);
}
