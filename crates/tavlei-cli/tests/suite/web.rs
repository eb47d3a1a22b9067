//! The web board’s server: what it answers, and what it refuses.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A server that ends with the test.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tavlei"));
        command.args(["serve", "--port", "0"]).args(arguments).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let mut said = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut said).expect("its address");
        let port = said.split(':').nth(2).and_then(|rest| rest.split('/').next()?.parse().ok());
        Self { child, port: port.unwrap_or_else(|| panic!("no address: {said}")) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
        stream
    }

    /// Sends bytes and returns all that comes back until the connection is closed or the answer is whole.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may have answered and closed before all was sent.
        let _ = stream.write_all(bytes);
        read(&mut stream)
    }

    fn request(&self, head: &str, body: &str) -> String {
        let port = self.port;
        let length = body.len();
        self.send(
            format!("{head}\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}")
                .as_bytes(),
        )
    }

    fn get(&self, path: &str) -> String {
        self.request(&format!("GET {path} HTTP/1.1"), "")
    }

    /// Asks, and returns the status and the answer.
    fn ask(&self, path: &str, body: &Value) -> (u16, Value) {
        let head = format!("POST /api/{path} HTTP/1.1\r\nContent-Type: application/json");
        let answer = self.request(&head, &body.to_string());
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer}"));
        (status(head), serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}")))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
        Err(error) => panic!("{error}"),
    }
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> u16 {
    let code = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
    code.unwrap_or_else(|| panic!("no status: {answer}"))
}

#[test]
fn the_page_and_its_files_are_served_with_a_strict_policy() {
    let server = Server::start(&[]);
    for path in ["/", "/app.js", "/board.js", "/words.js", "/server.js", "/board.css", "/favicon.svg"] {
        let answer = server.get(path);
        assert_eq!(status(&answer), 200, "{path}");
        assert!(answer.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{answer}");
        assert!(answer.contains("x-content-type-options: nosniff"), "{answer}");
        let body = answer.split_once("\r\n\r\n").expect("a body").1;
        assert!(!body.contains("https://") && !body.contains("http://") || path == "/favicon.svg", "{path}: elsewhere");
        assert!(!body.contains("onclick=") && !body.contains("style="), "{path}: what the policy forbids");
    }
}

#[test]
fn every_text_of_the_page_is_there_in_both_languages() {
    let words = include_str!("../../assets/words.js");
    let (english, russian) = words.split_once("\n  ru: {").expect("two languages");
    let keys = |text: &str| {
        let keys = text.split([',', '{', '\n']).filter_map(|part| part.trim().split_once(':'));
        let keys = keys.map(|(key, _)| key.trim().trim_matches('\'').to_owned());
        keys.filter(|key| key.chars().all(|c| c.is_ascii_alphabetic() || c == '-'))
            .collect::<std::collections::BTreeSet<_>>()
    };
    let russian = keys(russian);
    let missing: Vec<_> = keys(english).into_iter().filter(|key| !russian.contains(key) && key != "en").collect();
    assert_eq!(missing, [""; 0]);
    for word in include_str!("../../assets/index.html").split("data-word=\"").skip(1) {
        let key = word.split('"').next().unwrap_or_default();
        assert!(russian.contains(key), "{key}");
    }
}

#[test]
fn a_game_is_played_by_squares_and_by_texts_in_each_game() {
    let server = Server::start(&[]);
    for (game, squares, text) in [
        ("towers", &["c3", "d4"][..], "c3-d4"),
        ("ashtarashki", &["c3", "d4"], "c3-d4"),
        ("proryv", &["b2", "c3"], "b2-c3 --"),
    ] {
        let (_, mut state) = server.ask("state", &json!({ "game": game }));
        assert!(state["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{game}");
        for square in squares {
            let chosen = &state["white"]["squares"];
            let choose = json!({ "side": "white", "square": square });
            let (status, next) = server.ask("state", &json!({ "game": game, "white": chosen, "choose": choose }));
            assert_eq!(status, 200, "{next}");
            state = next;
        }
        if game == "proryv" {
            let choose = json!({ "side": "black", "square": "--" });
            let white = &state["white"]["squares"];
            state = server.ask("state", &json!({ "game": game, "white": white, "choose": choose })).1;
        }
        assert_eq!(state["moves"], json!([text]), "{game}");
        let (_, typed) = server.ask("state", &json!({ "game": game, "play": text }));
        assert_eq!(typed["position"], state["position"]);
        let (_, record) = server.ask("write", &json!({ "game": game, "moves": [text] }));
        let (_, read) = server.ask("read", &json!({ "game": "towers", "record": record }));
        assert_eq!((&read["game"], &read["moves"]), (&json!(game), &json!([text])));
        let side = if game == "proryv" { "white" } else { "black" };
        let (status, thought) =
            server.ask("think", &json!({ "game": game, "moves": [text], "side": side, "milliseconds": 30 }));
        assert_eq!(status, 200, "{thought}");
        assert!(thought["move"].is_string(), "{thought}");
    }
}

#[test]
fn refusals_name_the_reason() {
    let server = Server::start(&[]);
    let refused = |body: Value| {
        let (status, answer) = server.ask("state", &body);
        assert_eq!(status, 422, "{body}: {answer}");
        answer["error"].as_str().unwrap_or_default().to_owned()
    };
    assert!(refused(json!({ "game": "chess" })).contains("there is no game ‘chess’"));
    assert!(refused(json!({ "game": "towers", "play": "c3-c5" })).contains("c3"));
    assert!(refused(json!({ "game": "towers", "start": "w a2=0;" })).contains("light square"));
    assert!(refused(json!({ "game": "towers", "rules": "board=9" })).contains("rules"));
    assert!(refused(json!({ "game": "towers", "moves": ["c3-d4", "c3-d4"] })).contains("move 2"));
    assert!(refused(json!({ "game": "towers", "choose": { "side": "black", "square": "f6" } })).contains("turn"));
    assert!(refused(json!({ "game": "towers", "choose": { "side": "white", "square": "z9" } })).contains("no square"));
    let capture =
        json!({ "game": "towers", "start": "w c3=0,a1=0;d4=0", "choose": { "side": "white", "square": "a1" } });
    assert!(refused(capture).contains("T-7"));
    assert!(refused(json!({ "game": "proryv", "start": "w a5;b2", "play": "-- --" })).contains("over"));
    assert_eq!(server.ask("state", &json!({ "gaem": "towers" })).0, 400);
    assert_eq!(server.ask("read", &json!({ "game": "towers", "record": "1. c3-c5" })).0, 422);
    let (_, analysis) = server.ask("analyse", &json!({ "game": "towers", "depth": 6 }));
    assert_eq!(analysis["total"], json!("37908"));
}

#[test]
fn hostile_requests_get_an_error_or_a_closed_connection() {
    let server = Server::start(&[]);
    let port = server.port;
    let head = |lines: &str| format!("GET / HTTP/1.1\r\n{lines}\r\nConnection: close\r\n\r\n");
    for (lines, expected) in [
        (format!("Host: evil.example:{port}"), 403),
        ("Host: evil.example".to_owned(), 403),
        (format!("Host: 127.0.0.1.evil.example:{port}"), 403),
        (format!("Host: 127.0.0.1:{port}\r\nOrigin: http://evil.example"), 403),
        (format!("Host: 127.0.0.1:{port}\r\nOrigin: null"), 403),
        (format!("Host: 127.0.0.1:{port}\r\nSec-Fetch-Site: cross-site"), 403),
        (format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}"), 200),
        (format!("Host: 127.0.0.1:{port}\r\nHost: evil.example"), 403),
        (format!("Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nOrigin: http://evil.example"), 403),
        ("X-None: 1".to_owned(), 403),
    ] {
        assert_eq!(status(&server.send(head(&lines).as_bytes())), expected, "{lines}");
    }
    for path in
        ["/../Cargo.toml", "/..%2f..%2fetc/passwd", "//etc/passwd", "/assets/app.js", "/api", "/api/state/", "/app.js/"]
    {
        assert!(matches!(status(&server.get(path)), 404 | 405), "{path}");
    }
    for method in ["PUT", "DELETE", "TRACE", "OPTIONS", "CONNECT"] {
        let answer = server.request(&format!("{method} / HTTP/1.1"), "");
        assert!(answer.is_empty() || status(&answer) >= 400, "{method}: {answer}");
    }
    // A form of another site can’t send JSON.
    assert_eq!(status(&server.request("POST /api/state HTTP/1.1\r\nContent-Type: text/plain", "{}")), 415);
    assert_eq!(status(&server.request("POST /api/state HTTP/1.1\r\nContent-Type: application/json", "{")), 400);
    let long = "x".repeat(1 << 20);
    let head = "POST /api/state HTTP/1.1\r\nContent-Type: application/json";
    let answer = server.request(head, &long);
    assert!(answer.is_empty() || status(&answer) == 413, "{answer}");
    let many = json!({ "game": "towers", "moves": vec!["c3-d4"; 5_000] });
    assert_eq!(server.ask("state", &many).0, 422);
    let nested = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    assert_eq!(status(&server.request(head, &nested)), 400);
    for garbage in [&b"\0\xff\xfe\r\n\r\n"[..], b"GET\r\n\r\n", &[b'A'; 200_000]] {
        let answer = server.send(garbage);
        assert!(answer.is_empty() || status(&answer) >= 400, "{answer}");
    }
    assert_eq!(status(&server.get("/")), 200, "it still stands");
}

#[test]
fn a_slow_head_or_body_is_not_waited_for() {
    let server = Server::start(&[]);
    let begun = Instant::now();
    let mut slow_head = server.connect();
    slow_head.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("sent");
    let mut slow_body = server.connect();
    let head = format!(
        "POST /api/state HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        server.port
    );
    slow_body.write_all(head.as_bytes()).expect("sent");
    let mut first = [0; 64];
    let read = slow_body.read(&mut first).expect("an answer");
    assert!(read == 0 || status(&String::from_utf8_lossy(&first[..read])) == 408);
    let answer = self::read(&mut slow_head);
    assert!(answer.is_empty() || status(&answer) == 408, "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(12), "{:?}", begun.elapsed());
}

#[test]
fn two_hundred_clients_at_once_lose_nothing() {
    let server = Server::start(&[]);
    let body = json!({ "game": "ashtarashki", "moves": ["c3-d4"] });
    let answered = std::thread::scope(|scope| {
        let clients = (0..200).map(|_| scope.spawn(|| (0..5).filter(|_| server.ask("state", &body).0 == 200).count()));
        clients.collect::<Vec<_>>().into_iter().map(|client| client.join().expect("a client")).sum::<usize>()
    });
    assert_eq!(answered, 1_000);
}

#[test]
fn thousands_of_connections_that_come_and_go_leave_nothing_behind() {
    let server = Server::start(&[]);
    let descriptors = || std::fs::read_dir(format!("/proc/{}/fd", server.child.id())).map_or(0, Iterator::count);
    let before = descriptors();
    // Some say nothing, some break off in the middle of a head or a body.
    let head = format!("POST /api/state HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 50\r\n", server.port);
    let body = format!("{head}Content-Type: application/json\r\n\r\n{{");
    for said in ["", head.as_str(), body.as_str()].into_iter().cycle().take(10_000) {
        let mut stream = server.connect();
        let _ = stream.write_all(said.as_bytes());
    }
    // So many that stay open without a word that further ones are closed at once.
    let idle: Vec<_> = (0..300).map(|_| server.connect()).collect();
    drop(idle);
    let until = Instant::now() + Duration::from_secs(10);
    loop {
        let mut stream = server.connect();
        let _ = stream.write_all(
            format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", server.port).as_bytes(),
        );
        if read(&mut stream).starts_with("HTTP/1.1 200") {
            break;
        }
        assert!(Instant::now() < until, "it does not come back");
    }
    #[cfg(target_os = "linux")]
    {
        while descriptors() > before + 8 {
            assert!(Instant::now() < until, "{} files are open, {before} were", descriptors());
            std::thread::sleep(Duration::from_millis(50));
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).expect("a process");
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("memory");
        let kilobytes: u64 = resident.trim().trim_end_matches(" kB").parse().expect("a number");
        assert!(kilobytes < 64 << 10, "{kilobytes} kB");
    }
}

#[test]
fn an_analysis_ends_in_time_however_deep() {
    let server = Server::start(&[]);
    for (game, rules) in [("proryv", ""), ("proryv", "board=8x8")] {
        let begun = Instant::now();
        let (status, answer) =
            server.ask("analyse", &json!({ "game": game, "rules": rules, "depth": 4_000_000_000u32 }));
        assert_eq!((status, &answer["is_complete"]), (200, &json!(false)), "{game} {rules}: {answer}");
        assert!(begun.elapsed() < Duration::from_secs(9), "{game} {rules}: {:?}", begun.elapsed());
    }
}

#[test]
fn a_search_stops_when_nobody_waits_for_it() {
    let server = Server::start(&[]);
    for (game, bot) in [("towers", "alphabeta"), ("towers", "uct"), ("proryv", "regret")] {
        let body =
            json!({ "game": game, "bot": bot, "side": "white", "milliseconds": u64::from(u32::MAX) }).to_string();
        let head = format!(
            "POST /api/think HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}",
            server.port,
            body.len()
        );
        // More than there are places, on every machine.
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) * 2 {
            server.connect().write_all(format!("{head}\r\n\r\n{body}").as_bytes()).expect("sent");
        }
        std::thread::sleep(Duration::from_millis(200));
        let begun = Instant::now();
        let (status, answer) = server.ask("think", &json!({ "game": "towers", "milliseconds": 1 }));
        assert_eq!(status, 200, "{bot}: {answer}");
        assert!(begun.elapsed() < Duration::from_secs(3), "{bot}: {:?}", begun.elapsed());
    }
}

#[test]
fn searches_do_not_keep_a_board_waiting() {
    let server = &Server::start(&[]);
    let thinking = json!({ "game": "towers", "milliseconds": 2_000 });
    std::thread::scope(|scope| {
        let thinkers: Vec<_> = (0..16).map(|_| scope.spawn(|| server.ask("think", &thinking).0)).collect();
        std::thread::sleep(Duration::from_millis(200));
        let begun = Instant::now();
        assert_eq!(server.ask("state", &json!({ "game": "towers" })).0, 200);
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        // Those that find no place in time are told so.
        let answers: Vec<_> = thinkers.into_iter().map(|thinker| thinker.join().expect("a client")).collect();
        assert!(answers.iter().all(|status| matches!(status, 200 | 503)), "{answers:?}");
        assert!(answers.contains(&200), "{answers:?}");
    });
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let mut server = Server::start(&[]);
    kill(Pid::from_raw(server.child.id().cast_signed()), Signal::SIGTERM).expect("it runs");
    let begun = Instant::now();
    while server.child.try_wait().expect("a child").is_none() {
        assert!(begun.elapsed() < Duration::from_secs(5), "it goes on");
        std::thread::sleep(Duration::from_millis(10));
    }
}
