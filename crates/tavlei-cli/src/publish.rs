//! Files that are written whole or not at all.
//!
//! A file that is published is written beside its place, under a name of its own, and moved there when all of it is on disk:
//! whoever reads at that place finds what was there before or all of what is new, whenever the writer ends. Writers of one
//! directory wait for each other (by a lock of the directory) while they look at what is there and move their files. No link
//! is followed: one that stands in the place is replaced itself.

use std::collections::hash_map::RandomState;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::output::{Done, Failure};

/// The suffix of a file that is not published yet.
const PART: &str = ".part";

/// A file that is being written beside its place. It goes away if it is not published.
#[derive(Debug)]
pub(crate) struct Unpublished {
    place: PathBuf,
    beside: PathBuf,
    file: File,
    /// Held as long as the file is written, so that others see that its writer is still there.
    _lock: Lock,
}

impl Unpublished {
    /// Begins the file that is to stand in a place. What writers have left there that were killed is cleared away.
    ///
    /// # Errors
    ///
    /// There can’t be such a file.
    pub(crate) fn create(place: &Path) -> io::Result<Self> {
        if place.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let name = place.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let directory = directory_of(place);
        let _waiting = Lock::of_directory(directory)?;
        let hidden = format!(".{}.", name.to_string_lossy());
        clear_away(directory, &hidden);
        loop {
            // Each of these has keys of its own.
            let own = RandomState::new().build_hasher().finish();
            let beside = directory.join(format!("{hidden}{}-{own:016x}{PART}", std::process::id()));
            // This neither follows a link nor opens what is there already.
            match File::options().read(true).write(true).create_new(true).open(&beside) {
                Ok(file) => {
                    let lock = Lock::of(&file).inspect_err(|_| drop(fs::remove_file(&beside)))?;
                    return Ok(Self { place: place.to_owned(), beside, file, _lock: lock });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The file, to be written and read.
    pub(crate) const fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Moves the file to its place, unless what stands there is to be kept: no other writer comes between the question
    /// and the answer.
    ///
    /// # Errors
    ///
    /// It can’t be moved; or what the question fails with. The place is as it was, then.
    pub(crate) fn publish<K, E: From<io::Error>>(
        self,
        keeps: impl FnOnce(&Path) -> Result<Option<K>, E>,
    ) -> Result<Option<K>, E> {
        self.file.sync_all()?;
        let directory = directory_of(&self.place);
        let _lock = Lock::of_directory(directory)?;
        let kept = keeps(&self.place)?;
        if kept.is_none() {
            fs::rename(&self.beside, &self.place)?;
            // Where a directory can’t be synchronized nothing is lost but the certainty that the file outlives a power cut.
            let _ = File::open(directory).and_then(|directory| directory.sync_all());
        }
        Ok(kept)
    }
}

/// Writes a file, whole or not at all, over what stands in its place.
///
/// # Errors
///
/// There can’t be such a file. The place is as it was, then.
pub(crate) fn write_whole(place: &Path, content: &[u8]) -> Done {
    let write = || {
        let mut file = Unpublished::create(place)?;
        file.file().write_all(content)?;
        file.publish(|_| io::Result::Ok(None::<()>))
    };
    write().map(drop).map_err(|error| Failure::Input(format!("{}: {error}", place.display())))
}

impl Drop for Unpublished {
    fn drop(&mut self) {
        // It has moved away if all went well.
        let _ = fs::remove_file(&self.beside);
    }
}

/// Removes the files with such names that nobody is writing.
fn clear_away(directory: &Path, hidden: &str) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_part = name.starts_with(hidden) && name.ends_with(PART);
        if is_part && entry.file_type().is_ok_and(|kind| kind.is_file()) && Lock::is_free(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The directory that a file stands in.
fn directory_of(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

/// A file to whose end whole texts are written, even if several programs do so at once.
#[derive(Debug)]
pub(crate) struct Appender {
    file: File,
    path: PathBuf,
}

impl Appender {
    /// # Errors
    ///
    /// The file can’t be opened.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = File::options().append(true).create(true).open(path)?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Writes a text to the end. A line there that has no end gets one, or the text would belong to it.
    ///
    /// # Errors
    ///
    /// The text can’t be written; then nothing of it is.
    pub(crate) fn append(&mut self, text: &str) -> io::Result<()> {
        let _lock = Lock::of(&self.file)?;
        let before = self.file.metadata().ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len());
        let text = match before {
            Some(1..) if last_byte(&self.path)? != b'\n' => &format!("\n\n{text}"),
            _ => text,
        };
        self.file.write_all(text.as_bytes()).inspect_err(|_| {
            if let Some(length) = before {
                let _ = self.file.set_len(length);
            }
        })
    }
}

fn last_byte(path: &Path) -> io::Result<u8> {
    let mut last = [0];
    let mut known = File::open(path)?;
    known.seek(SeekFrom::End(-1))?;
    known.read_exact(&mut last)?;
    Ok(last[0])
}

/// Makes a file that grows beyond what the system allows a failure to write, instead of the end of the program.
pub(crate) fn report_full_files() {
    #[cfg(unix)]
    {
        // Whether it happened is told by the failure.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    }
}

/// That this process alone has a file or a directory, as far as all who write ask for it; where there are no such
/// locks, nothing.
#[derive(Debug)]
struct Lock {
    #[cfg(unix)]
    _held: nix::fcntl::Flock<File>,
}

#[cfg(unix)]
impl Lock {
    /// Waits until nobody else has the file.
    fn of(file: &File) -> io::Result<Self> {
        Self::with(file.try_clone()?, nix::fcntl::FlockArg::LockExclusive)
    }

    /// Waits until nobody else has the directory.
    fn of_directory(directory: &Path) -> io::Result<Self> {
        Self::with(File::open(directory)?, nix::fcntl::FlockArg::LockExclusive)
    }

    /// Returns whether nobody has the file at this place.
    fn is_free(path: &Path) -> bool {
        File::open(path).and_then(|file| Self::with(file, nix::fcntl::FlockArg::LockExclusiveNonblock)).is_ok()
    }

    fn with(file: File, how: nix::fcntl::FlockArg) -> io::Result<Self> {
        nix::fcntl::Flock::lock(file, how).map(|held| Self { _held: held }).map_err(|(_, error)| error.into())
    }
}

#[cfg(not(unix))]
impl Lock {
    const fn of(_: &File) -> io::Result<Self> {
        Ok(Self {})
    }

    const fn of_directory(_: &Path) -> io::Result<Self> {
        Ok(Self {})
    }

    /// Nobody can tell.
    const fn is_free(_: &Path) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Directory(PathBuf);

    impl Directory {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("tavlei-publish-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).expect("a directory");
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("a directory").flatten();
            let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect::<Vec<_>>();
            names.sort();
            names
        }
    }

    impl Drop for Directory {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn replace(_: &Path) -> io::Result<Option<()>> {
        Ok(None)
    }

    #[test]
    fn a_file_is_published_whole_or_not_at_all() {
        let directory = Directory::new("whole");
        let place = directory.0.join("file");
        let mut file = Unpublished::create(&place).expect("a file");
        file.file().write_all(b"one").expect("written");
        assert!(!place.exists());
        assert_eq!(directory.names().len(), 1);
        assert_eq!(file.publish(replace).expect("published"), None);
        assert_eq!(fs::read(&place).expect("a file"), b"one");

        // What is given up, refused or kept out leaves nothing behind.
        drop(Unpublished::create(&place).expect("a file"));
        let file = Unpublished::create(&place).expect("a file");
        assert!(file.publish(|_| Err::<Option<()>, _>(io::Error::other("no"))).is_err());
        let file = Unpublished::create(&place).expect("a file");
        assert_eq!(file.publish(|_| io::Result::Ok(Some("kept"))).expect("kept"), Some("kept"));
        assert_eq!(
            (fs::read(&place).expect("a file").as_slice(), directory.names()),
            (b"one".as_slice(), vec!["file".to_owned()])
        );
        assert!(Unpublished::create(&directory.0).is_err(), "a directory");
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed_and_what_the_dead_have_left_goes_away() {
        let directory = Directory::new("link");
        let (place, other) = (directory.0.join("file"), directory.0.join("other"));
        fs::write(&other, "other").expect("written");
        std::os::unix::fs::symlink(&other, &place).expect("a link");
        fs::write(directory.0.join(".file.7-0.part"), "dead").expect("written");
        std::os::unix::fs::symlink(&other, directory.0.join(".file.8-0.part")).expect("a link");
        let mut alive = Unpublished::create(&place).expect("a file");
        let mut file = Unpublished::create(&place).expect("a file");
        assert_eq!(
            directory.names().len(),
            5,
            "the link, what it leads to, a link that looks like a part, two writers: {:?}",
            directory.names()
        );
        file.file().write_all(b"new").expect("written");
        alive.file().write_all(b"newer").expect("written");
        for file in [file, alive] {
            file.publish(replace).expect("published");
        }
        assert_eq!(fs::read(&place).expect("a file"), b"newer");
        assert!(place.symlink_metadata().expect("a file").is_file());
        assert_eq!(fs::read(&other).expect("a file"), b"other");
    }

    #[test]
    fn texts_are_appended_to_ended_lines() {
        let directory = Directory::new("append");
        let path = directory.0.join("file");
        fs::write(&path, "no end").expect("written");
        let (mut one, mut two) = (Appender::open(&path).expect("a file"), Appender::open(&path).expect("a file"));
        for appender in [&mut one, &mut two] {
            appender.append("text\n").expect("written");
        }
        assert_eq!(fs::read_to_string(&path).expect("a file"), "no end\n\ntext\ntext\n");
    }
}
