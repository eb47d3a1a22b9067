//! `tavlei play` on the full screen of a pseudo-terminal.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};
use nix::sys::termios::{LocalFlags, tcgetattr};

/// Nothing here takes longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A directory that goes away.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tavlei-screen-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The command on a terminal of 80 columns and 24 rows.
struct Running {
    program: Child,
    keys: Option<File>,
    /// Kept open, so that its state can be asked for when the program has ended.
    terminal: OwnedFd,
    shown: Arc<Mutex<Vec<u8>>>,
}

impl Running {
    fn start(args: &[&str], directory: &Path) -> Self {
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(Some(&size), None).expect("a pseudo-terminal");
        let side = || Stdio::from(pair.slave.try_clone().expect("a second handle of the terminal"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_tavlei"));
        command.arg("play").args(args).current_dir(directory).env("TERM", "xterm").env_remove("NO_COLOR");
        let program = command.stdin(side()).stdout(side()).stderr(side()).spawn().expect("the program runs");
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (mut source, place) = (File::from(pair.master.try_clone().expect("a handle")), Arc::clone(&shown));
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = source.read(&mut buffer) {
                place.lock().expect("no panic").extend_from_slice(&buffer[..read]);
            }
        });
        Self { program, keys: Some(File::from(pair.master)), terminal: pair.slave, shown }
    }

    fn shown(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().expect("no panic")).into_owned()
    }

    fn press(&mut self, keys: &str) {
        let terminal = self.keys.as_mut().expect("it is open");
        terminal.write_all(keys.as_bytes()).expect("keys are taken");
    }

    /// Waits until a text is shown. A screen skips what is there already, so blanks are passed over.
    #[track_caller]
    fn wait_for(&self, text: &str) {
        let text = text.replace(' ', "");
        wait(|| without_blanks(&self.shown()).contains(&text), || format!("{text:?} is not shown: {:?}", self.tail()));
    }

    /// The last of what is shown.
    fn tail(&self) -> String {
        let plain = without_blanks(&self.shown());
        plain.chars().skip(plain.chars().count().saturating_sub(1000)).collect()
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.program.id().to_string()]).status();
        assert!(sent.expect("a signal is sent").success());
    }

    /// Waits for the end of the program.
    fn end(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            match self.program.try_wait().expect("it can be waited for") {
                Some(status) => return status,
                None if begun.elapsed() > PATIENCE => panic!("it does not end: {:?}", self.tail()),
                None => thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    /// The terminal is as it was found: lines, echo, the first screen, the cursor, no mouse.
    #[track_caller]
    fn assert_sane(&self) {
        let flags = tcgetattr(&self.terminal).expect("a terminal").local_flags;
        assert!(flags.contains(LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG), "{flags:?}");
        // What was written last may still be on its way.
        for sequence in ["\x1b[?1049l", "\x1b[?25h", "\x1b[?1000l", "\x1b[?2004l"] {
            wait(|| self.shown().contains(sequence), || format!("{sequence:?} is not written"));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// A text without escape sequences and blanks.
fn without_blanks(shown: &str) -> String {
    let mut parts = shown.split("\x1b[");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(part.len(), |end| end + 1);
        text += &part[end..];
    }
    text.replace(' ', "")
}

#[track_caller]
fn wait(mut is_so: impl FnMut() -> bool, otherwise: impl Fn() -> String) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{}", otherwise());
        thread::sleep(Duration::from_millis(10));
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn a_game_against_the_bot_is_saved_and_broken_off() {
    let directory = Directory::new("bot");
    let file = directory.0.join("game.txt");
    let mut play = Running::start(&["towers", "--time", "20ms", "--save", "game.txt"], &directory.0);
    play.wait_for("Moves");
    assert!(play.shown().contains("\x1b[?1049h"), "{:?}", play.tail());
    play.press("c3-d4\r");
    // The record has the answer of the bot.
    wait(|| read(&file).contains("1. c3-d4 ") && !read(&file).contains("c3-d4 *"), || read(&file));
    // A click on a3 chooses it, or is refused because the answer makes a capture compulsory (T-7).
    play.press("\x1b[<0;5;12M\x1b[<0;5;12m");
    play.wait_for("a3");
    play.press("\x1bOB");
    play.press("\x03");
    assert_eq!(play.end().code(), Some(130), "{:?}", play.tail());
    play.assert_sane();
    let replayed = Command::new(env!("CARGO_BIN_EXE_tavlei")).arg("replay").arg(&file).output().expect("it runs");
    assert!(replayed.status.success(), "{replayed:?}");
}

#[test]
fn a_search_of_a_minute_is_left_at_once() {
    let directory = Directory::new("long");
    let mut play = Running::start(&["ashtarashki", "--time", "10m"], &directory.0);
    play.wait_for("Moves");
    play.press("c3-d4\r");
    play.wait_for("thinks");
    // The screen lives while the bot thinks.
    play.press("?");
    play.wait_for("Help");
    let begun = Instant::now();
    play.press("\x03");
    assert_eq!(play.end().code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(5));
    play.assert_sane();
    assert!(read(&directory.0.join("tavlei-ashtarashki-1.txt")).contains("1. c3-d4 *"), "{:?}", play.tail());
}

#[test]
fn a_signal_saves_the_game() {
    for (signal, status) in [("-TERM", 143), ("-INT", 130)] {
        let directory = Directory::new(&signal[1..]);
        fs::write(directory.0.join("tavlei-towers-1.txt"), "kept").expect("written");
        let mut play = Running::start(&["towers", "--side", "both"], &directory.0);
        play.wait_for("Moves");
        play.press("c3-d4\r");
        play.wait_for("1. c3-d4");
        play.signal(signal);
        assert_eq!(play.end().code(), Some(status));
        play.assert_sane();
        assert_eq!(read(&directory.0.join("tavlei-towers-1.txt")), "kept");
        assert!(read(&directory.0.join("tavlei-towers-2.txt")).contains("1. c3-d4 *"), "{:?}", play.tail());
        play.wait_for("--load tavlei-towers-2.txt");
    }
}

#[test]
fn a_terminal_that_goes_away_leaves_a_record() {
    let directory = Directory::new("hangup");
    let file = directory.0.join("game.txt");
    fs::write(&file, "[Game \"proryv\"]\n\n1. b2-c3 c4-c3 *\n").expect("written");
    let mut play = Running::start(&["proryv", "--side", "both", "--load", "game.txt"], &directory.0);
    play.wait_for("look away");
    // Black records in the second turn.
    play.press("\rd5-d4\r\ra1-a2\r");
    play.wait_for("White a1-a2, Black d5-d4");
    // As when its window is closed. A program that outlives hang-ups finds that nothing can be written any more.
    play.signal("-HUP");
    play.keys = None;
    let status = play.end();
    assert!(status.code() == Some(129) || status.code() == Some(130), "{status:?}");
    let saved = read(&directory.0.join("tavlei-proryv-1.txt"));
    assert!(saved.contains("2. a1-a2 d5-d4 *"), "{saved}");
}

#[test]
fn two_bots_are_watched_and_paused() {
    let directory = Directory::new("watch");
    let args = ["towers", "--watch", "--white", "greedy", "--black", "random", "--seed", "3", "--time", "20ms"];
    let mut play = Running::start(&args, &directory.0);
    play.wait_for("4.");
    play.press(" ");
    play.wait_for("Paused");
    let before = play.shown();
    thread::sleep(Duration::from_millis(300));
    assert_eq!(play.shown().matches(':').count(), before.matches(':').count(), "nothing is played");
    play.press("q");
    play.wait_for("save it and leave");
    play.press("d");
    assert_eq!(play.end().code(), Some(0));
    play.assert_sane();
    assert_eq!(fs::read_dir(&directory.0).expect("a directory").count(), 0);
}

#[test]
fn a_game_goes_elsewhere_if_its_file_cannot_be_written() {
    let directory = Directory::new("elsewhere");
    let mut play = Running::start(&["towers", "--side", "both", "--save", "no/game.txt"], &directory.0);
    play.wait_for("Moves");
    play.press("c3-d4\r");
    play.wait_for("no/game.txt:");
    play.press("q");
    play.wait_for("save it and leave");
    // It cannot be saved, so it is not left.
    play.press("yf6-e5\r");
    play.wait_for("f6-e5");
    play.press("\x03");
    assert_eq!(play.end().code(), Some(130));
    assert!(read(&directory.0.join("tavlei-towers-1.txt")).contains("1. c3-d4 f6-e5 *"), "{}", play.tail());
}

#[test]
fn lines_are_asked_for_or_all_that_there_is() {
    let directory = Directory::new("lines");
    let mut play = Running::start(&["towers", "--lines"], &directory.0);
    play.wait_for("White> ");
    play.press("quit\n");
    assert_eq!(play.end().code(), Some(0));
    assert!(!play.shown().contains("\x1b[?1049h"));
}
