//! Threads that wait for the outside: one for keys and the mouse, one for signals.

use std::{io, sync::mpsc::Sender, thread};

use ratatui::crossterm::event::{self, Event, MouseEventKind};

use crate::AppEvent;

/// Sends what comes from the outside to `events`, as long as somebody listens.
pub(super) fn listen(events: &Sender<AppEvent>) -> io::Result<()> {
    let keys = events.clone();
    thread::Builder::new().name("keys".to_owned()).spawn(move || {
        loop {
            let event = match event::read() {
                Ok(Event::Key(key)) => AppEvent::Key(key),
                // Nothing changes while a mouse is only on its way.
                Ok(Event::Mouse(mouse)) if matches!(mouse.kind, MouseEventKind::Moved | MouseEventKind::Drag(_)) => {
                    continue;
                }
                Ok(Event::Mouse(mouse)) => AppEvent::Mouse(mouse),
                Ok(Event::Paste(text)) => AppEvent::Paste(text),
                Ok(Event::Resize(..) | Event::FocusGained) => AppEvent::Resize,
                Ok(Event::FocusLost) => continue,
                // A terminal that is gone ends the program; games are stored.
                Err(_) => AppEvent::Terminate,
            };
            let ends = matches!(event, AppEvent::Terminate);
            if keys.send(event).is_err() || ends {
                return;
            }
        }
    })?;
    listen_for_signals(events)
}

#[cfg(unix)]
fn listen_for_signals(events: &Sender<AppEvent>) -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let events = events.clone();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            if events.send(AppEvent::Terminate).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn listen_for_signals(_post: &Sender<AppEvent>) -> io::Result<()> {
    Ok(())
}
