//! Takes the terminal and restores it after quitting, panics and signals.

use std::{
    io::{self, Stdout, Write as _},
    panic,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    buffer::Buffer,
    crossterm::{
        cursor::Show,
        event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
        execute,
        terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
    layout::Position,
};

/// Whether the program has taken the terminal; read by the panic hook.
static IS_OURS: AtomicBool = AtomicBool::new(false);

/// A terminal in raw mode on its alternate screen; dropping this restores it.
pub struct Stage {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Stage {
    /// Takes the terminal, and makes sure that a panic of this thread restores it before the message is printed.
    ///
    /// A panic of another thread is reported by the owner of the thread; printed here it would damage the screen.
    pub fn open() -> io::Result<Stage> {
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let own = thread::current().id();
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if thread::current().id() == own {
                give_back();
                before(panic);
            } else if !IS_OURS.load(Ordering::SeqCst) {
                before(panic);
            }
        }));
        // Made first: its drop restores the terminal if a later step fails.
        let stage = Stage { terminal };
        Stage::take()?;
        Ok(stage)
    }

    /// Draws a picture; only cells that changed are sent.
    pub fn show(&mut self, draw: impl FnOnce(&mut Buffer) -> Option<Position>) -> io::Result<()> {
        self.terminal.draw(|frame| {
            if let Some(cursor) = draw(frame.buffer_mut()) {
                frame.set_cursor_position(cursor);
            }
        })?;
        Ok(())
    }

    /// The next picture is sent whole.
    ///
    /// `Terminal::clear` would query the position of the cursor, and the thread that reads keys would read the
    /// response.
    pub(super) fn forget(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(size.into())
    }

    /// Rings the terminal's bell.
    pub(super) fn ring() -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(b"\x07")?;
        out.flush()
    }

    /// Suspends the program and restores the terminal for the shell.
    #[cfg(unix)]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        Stage::take()?;
        self.forget()
    }

    /// This system has no job control.
    #[cfg(not(unix))]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        self.forget()
    }

    /// Restores the terminal.
    pub fn close(self) {
        drop(self);
    }

    fn take() -> io::Result<()> {
        IS_OURS.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste
        )
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the terminal. Each part is tried, and errors are ignored: a terminal that is gone shows no message.
fn give_back() {
    if !IS_OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    drop(execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    ));
    drop(disable_raw_mode());
}
