//! The terminal: what is drawn goes there, and it is left as it was found.

use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use crossterm::style::{Attribute, Color as Ink, Print, SetAttribute, SetBackgroundColor, SetForegroundColor};
use crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{execute, queue};
use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};

/// Whether the terminal shows the game.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while the game is shown there. It is restored when this is dropped.
#[derive(Debug)]
pub(super) struct Taken(());

impl Taken {
    /// Takes the terminal.
    ///
    /// # Errors
    ///
    /// Those of the terminal, which is restored then.
    pub(super) fn new() -> io::Result<Self> {
        IS_TAKEN.store(true, Ordering::Relaxed);
        let taken = Self(());
        terminal::enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, Hide, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        restore();
    }
}

/// Leaves the terminal as it was found, if it was taken. A terminal that is gone is left alone.
pub(super) fn restore() {
    if IS_TAKEN.swap(false, Ordering::Relaxed) {
        let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, Show, LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

/// Standard output as a place to draw on.
#[derive(Debug)]
pub(super) struct Screen {
    out: io::BufWriter<Stdout>,
}

impl Screen {
    pub(super) fn new(is_coloured: bool) -> Self {
        // What the command line says comes before the environment.
        crossterm::style::force_color_output(is_coloured);
        Self { out: io::BufWriter::with_capacity(1 << 16, io::stdout()) }
    }
}

const fn ink(colour: Color) -> Ink {
    match colour {
        Color::Indexed(number) => Ink::AnsiValue(number),
        _ => Ink::Reset,
    }
}

impl Backend for Screen {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> io::Result<()> {
        let mut next = None;
        let mut style = (Color::Reset, Color::Reset, Modifier::empty());
        for (x, y, cell) in content {
            if next != Some((x, y)) {
                queue!(self.out, MoveTo(x, y))?;
            }
            next = Some((x.saturating_add(1), y));
            let wanted = (cell.fg, cell.bg, cell.modifier);
            if wanted != style {
                queue!(self.out, SetAttribute(Attribute::Reset))?;
                let attributes = [
                    (Modifier::BOLD, Attribute::Bold),
                    (Modifier::DIM, Attribute::Dim),
                    (Modifier::REVERSED, Attribute::Reverse),
                ];
                for (_, attribute) in attributes.into_iter().filter(|(modifier, _)| cell.modifier.contains(*modifier)) {
                    queue!(self.out, SetAttribute(attribute))?;
                }
                if cell.fg != Color::Reset {
                    queue!(self.out, SetForegroundColor(ink(cell.fg)))?;
                }
                if cell.bg != Color::Reset {
                    queue!(self.out, SetBackgroundColor(ink(cell.bg)))?;
                }
                style = wanted;
            }
            queue!(self.out, Print(cell.symbol()))?;
        }
        // Written even if nothing has changed: so it is noticed that the terminal is gone.
        queue!(self.out, SetAttribute(Attribute::Reset))
    }

    /// The cursor is hidden as long as the terminal is taken.
    fn hide_cursor(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The cursor is hidden; where it is matters to nobody.
    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        queue!(self.out, MoveTo(x, y))
    }

    fn clear(&mut self) -> io::Result<()> {
        queue!(self.out, terminal::Clear(terminal::ClearType::All))
    }

    fn clear_region(&mut self, _: ClearType) -> io::Result<()> {
        self.clear()
    }

    fn size(&self) -> io::Result<Size> {
        terminal::size().map(|(width, height)| Size { width, height })
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size()?, pixels: Size::ZERO })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
