//! Threads that wait for the outside: one for keys and the mouse, one for signals.

use std::{io, sync::mpsc::Sender, thread};

use ratatui::crossterm::event::{self, Event, MouseEventKind};

use crate::Happening;

/// Sends what comes from the outside to `post`, as long as somebody listens.
pub(super) fn listen(post: &Sender<Happening>) -> io::Result<()> {
    let keys = post.clone();
    thread::Builder::new().name("keys".to_owned()).spawn(move || {
        loop {
            let happening = match event::read() {
                Ok(Event::Key(key)) => Happening::Key(key),
                // Nothing changes while a mouse is only on its way.
                Ok(Event::Mouse(mouse)) if matches!(mouse.kind, MouseEventKind::Moved | MouseEventKind::Drag(_)) => {
                    continue;
                }
                Ok(Event::Mouse(mouse)) => Happening::Mouse(mouse),
                Ok(Event::Paste(text)) => Happening::Paste(text),
                Ok(Event::Resize(..) | Event::FocusGained) => Happening::Resize,
                Ok(Event::FocusLost) => continue,
                // A terminal that is gone ends the program; games are kept.
                Err(_) => Happening::Terminate,
            };
            let ends = matches!(happening, Happening::Terminate);
            if keys.send(happening).is_err() || ends {
                return;
            }
        }
    })?;
    listen_for_signals(post)
}

#[cfg(unix)]
fn listen_for_signals(post: &Sender<Happening>) -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let post = post.clone();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            if post.send(Happening::Terminate).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn listen_for_signals(_post: &Sender<Happening>) -> io::Result<()> {
    Ok(())
}
