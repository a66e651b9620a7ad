//! Runs with a real Redis and a real PostgreSQL are gone back through when these servers are no more. Where a server is
//! not installed its test says that it is skipped.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{DirBuilderExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

/// How long a server may need to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server of this test's own. It is stopped, and its folder removed, at the end.
struct Service {
    process: Child,
    folder: PathBuf,
    port: u16,
}

impl Service {
    fn start(mut command: Command, folder: PathBuf, port: u16) -> Service {
        let process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut service = Service { process: process.expect("the server starts"), folder, port };
        let end = Instant::now() + PATIENCE;
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(service.process.try_wait().expect("it can be asked").is_none(), "the server has ended");
            assert!(Instant::now() < end, "the server does not answer");
            sleep(Duration::from_millis(20));
        }
        service
    }

    fn stop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
        assert!(TcpStream::connect(("127.0.0.1", self.port)).is_err(), "nobody answers any more");
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A program in one of the folders of `PATH`, or in these.
fn installed(name: &str, others: &[PathBuf]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).chain(others.iter().cloned()).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn skip(server: &str) {
    eprintln!("skipped: {server} is not installed");
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("its address").port()
}

fn own_folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("ttd-{name}-{}", std::process::id()));
    fs::DirBuilder::new().mode(0o700).create(&folder).expect("a folder");
    folder
}

fn redis() -> Option<Service> {
    let server = installed("redis-server", &[])?;
    let (folder, port) = (own_folder("redis"), free_port());
    let mut command = Command::new(server);
    command.args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--port", &port.to_string()]);
    command.arg("--dir").arg(&folder);
    Some(Service::start(command, folder, port))
}

/// User and group that PostgreSQL must run as, which root may not; `None` where this process is another user's.
fn postgres_user(folder: &Path) -> Option<(u32, u32)> {
    use std::os::unix::fs::MetadataExt as _;
    if fs::metadata(folder).expect("its owner").uid() != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("the users");
    let fields = users.lines().map(|line| line.split(':').collect::<Vec<_>>()).find(|fields| fields[0] == "postgres");
    let fields = fields.expect("the user postgres");
    Some((fields[2].parse().expect("a number"), fields[3].parse().expect("a number")))
}

fn postgres() -> Option<Service> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders: Vec<_> = versions.map(|version| version.path().join("bin")).collect();
    let (make, server) = (installed("initdb", &folders)?, installed("postgres", &folders)?);
    let (folder, port) = (own_folder("postgres"), free_port());
    let user = postgres_user(&folder);
    if let Some((user, group)) = user {
        chown(&folder, Some(user), Some(group)).expect("it gets the folder");
    }
    let command = |program| {
        let mut command = Command::new(program);
        command.current_dir("/").arg("-D").arg(folder.join("data"));
        if let Some((user, group)) = user {
            command.uid(user).gid(group);
        }
        command
    };
    let mut making = command(make);
    let made = making.args(["-A", "trust", "-U", "postgres", "--no-sync"]).output().expect("initdb starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut serving = command(server);
    serving.args(["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-p", &port.to_string()]);
    serving.arg("-k").arg(&folder);
    Some(Service::start(serving, folder.clone(), port))
}

/// Records the program in this mode to its end, stops the server, and types the other commands. Returns all output.
fn session(program: &str, mode: &str, mut service: Service, forwards: &str, backwards: &str) -> String {
    let path = format!("{}/tests/programs/{program}.py", env!("CARGO_MANIFEST_DIR"));
    let mut client = Command::new(env!("CARGO_BIN_EXE_ttd-py"))
        .args(["-m", mode, &path, &service.port.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the debugger starts");
    let mut input = client.stdin.take().expect("its input");
    let mut output = client.stdout.take().expect("its output");
    input.write_all(forwards.as_bytes()).expect("it reads");
    let (mut seen, mut piece) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&seen).contains("at the end of the program") {
        let n = output.read(&mut piece).expect("it writes");
        assert!(n > 0, "{mode}: {}", String::from_utf8_lossy(&seen));
        seen.extend_from_slice(&piece[..n]);
    }
    service.stop();
    input.write_all(backwards.as_bytes()).expect("it reads");
    drop(input);
    output.read_to_end(&mut seen).expect("it writes");
    assert!(client.wait().expect("it ends").success());
    let text = String::from_utf8_lossy(&seen).into_owned();
    assert!(!text.contains("divergence"), "{mode}: {text}");
    text
}

/// What was answered, in this order and nothing between that is one of these.
fn assert_in_order(text: &str, answers: &[&str]) {
    let mut rest = text;
    for answer in answers {
        let at = rest.find(answer).unwrap_or_else(|| panic!("no {answer} in its place: {text}"));
        rest = &rest[at + answer.len()..];
    }
}

/// In every mode, records a client of a server, which is stopped then, and looks for the answers on the way back.
fn goes_back(program: &str, start: fn() -> Option<Service>, server: &str, commands: [&str; 2], answers: &[&str]) {
    let [forwards, backwards] = commands;
    for mode in ["tdb", "hybrid", "odb"] {
        let Some(service) = start() else { return skip(server) };
        assert_in_order(&session(program, mode, service, forwards, backwards), answers);
    }
}

#[test]
fn a_client_of_redis_is_gone_back_through_without_the_server() {
    let answers = [
        "[b'10', b'30', b'70', b'65'] b\"ERR unknown command",
        "('pear', b'-5')",
        "('pear', b'40')",
        "redis_client.py(18)__call__()->b'40'",
        "('pear', b'10')",
        "0 -> 10",
        "10 -> 30",
        "30 -> 70",
        "70 -> 65",
        "redis_client.py(33)put()->20",
        "'fig'",
    ];
    let forwards = "b 33\nc\nc\nc\nc\nc\n";
    let backwards = "rc\np name, stock\nrc\np name, stock\nlast stock\nrc\nrc\np name, stock\nup\nhistory total\n\
             goto end\nrfind func == 'put' and kind == 'return' and retval == 20\np name\nq\n";
    goes_back("redis_client", redis, "redis-server", [forwards, backwards], &answers);
}

#[test]
fn a_client_of_postgres_is_gone_back_through_without_the_server() {
    let answers = [
        "45 division by zero",
        "[['45']]",
        "([['80']], 20)",
        "[['60']]",
        "50 -> 60",
        "60 -> 80",
        "80 -> 45",
        "postgres_client.py(18)__call__()->[['80']]",
    ];
    let forwards = "b 46\nc\nc\nc\nc\n";
    let backwards = "rc\np rows\nrc\np rows, amount\nrc\np rows\nup\nhistory balance\nc\nlast rows\nq\n";
    goes_back("postgres_client", postgres, "PostgreSQL", [forwards, backwards], &answers);
}
