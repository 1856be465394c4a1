//! The differences between turn tables and live tables on the play screen.

use std::time::Instant;

use host::{CommonEvent, ExportFormat};
use play::{LegalMove, Square};
use ratatui::layout::Rect;

use super::controls::Controls;
use crate::{
    canvas::Canvas,
    context::AppContext,
    keys::{Action, KeyContext},
    screens::{Sight, Step, Touch, ask::Afterwards},
    slash::SlashCommand,
    visit::Kind,
    widgets::board::{Form, Turned},
};

/// A board mode: the content of the board and the panel, and the meaning of squares and keys.
///
/// The screen owns the line, the cursor, seats, offers, files and the end; the mode does the rest.
pub(crate) trait Mode: Default + Sized + 'static {
    type Kind: Kind;

    /// What an exported game is written as.
    const EXPORT: ExportFormat;
    /// What can be done with a finished game.
    const AFTERWARDS: Afterwards;

    /// Which keys count.
    fn key_contexts(&self) -> &'static [KeyContext];

    /// From which side the board is seen.
    fn turned(view: &<Self::Kind as Kind>::View) -> Turned;

    /// What Tab makes of a typed text.
    fn candidates(&self, typed: &str, controls: &Controls<Self::Kind>) -> Vec<String>;

    /// Tab was pressed: what candidates need is asked for.
    fn before_completion(&mut self, _controls: &mut Controls<Self::Kind>) {}

    /// Whether a typed text is played without Enter.
    fn is_complete(&self, _typed: &str, _controls: &Controls<Self::Kind>) -> bool {
        false
    }

    /// Words of the table with the names of squares that this board shows.
    fn shown_words(words: String, _view: Option<&<Self::Kind as Kind>::View>) -> String {
        words
    }

    /// What every kind of table knows of an event.
    fn common(event: &<Self::Kind as Kind>::Event) -> Option<&CommonEvent>;

    /// A snapshot has come.
    fn opened(&mut self, controls: &mut Controls<Self::Kind>) -> Step;

    /// Something happened that only this kind of table knows.
    fn event(
        &mut self,
        event: <Self::Kind as Kind>::Event,
        controls: &mut Controls<Self::Kind>,
        context: &mut AppContext,
    );

    /// All events of an update have been handled.
    fn updated(&mut self, _controls: &mut Controls<Self::Kind>) {}

    fn answer(&mut self, answer: <Self::Kind as Kind>::Answer, controls: &mut Controls<Self::Kind>);

    /// The table refused the last command.
    fn refused(&mut self) {}

    fn note(&mut self, note: <Self::Kind as Kind>::Note, controls: &mut Controls<Self::Kind>);

    /// Nothing is chosen or marked any more.
    fn unmark(&mut self, controls: &mut Controls<Self::Kind>);

    /// Takes a key before the screen does; nothing if it is the screen's.
    fn act(&mut self, action: Action, controls: &mut Controls<Self::Kind>, context: &mut AppContext) -> Option<Step>;

    /// Takes the square as Enter or a click does.
    fn take(&mut self, square: Square, controls: &mut Controls<Self::Kind>) -> Step;

    fn touch(&mut self, touch: Touch, controls: &mut Controls<Self::Kind>) -> Step;

    /// Gives up a choice; returns whether there was one.
    fn step_back(&mut self, controls: &mut Controls<Self::Kind>) -> bool;

    /// Plays what was typed.
    fn play_text(&mut self, text: &str, controls: &mut Controls<Self::Kind>);

    /// Plays one of several moves on the same squares.
    fn play_move(&mut self, mv: LegalMove, controls: &mut Controls<Self::Kind>);

    /// Obeys a command that only this kind of table knows.
    fn obey(&mut self, command: &SlashCommand, controls: &mut Controls<Self::Kind>, context: &mut AppContext);

    /// Reviews or replays the game.
    fn review(&mut self, controls: &mut Controls<Self::Kind>, context: &mut AppContext) -> Step;

    /// Whether somebody who leaves now is asked first.
    fn is_running(view: &<Self::Kind as Kind>::View) -> bool;

    /// Whether the player lost while others play on.
    fn is_out(_view: &<Self::Kind as Kind>::View) -> bool {
        false
    }

    /// Whether the table is seen, or another screen hides it.
    fn show(&mut self, _sight: Sight, _controls: &mut Controls<Self::Kind>) {}

    fn suspend(&mut self, _controls: &mut Controls<Self::Kind>) {}

    fn pass(&mut self, _controls: &mut Controls<Self::Kind>, _now: Instant) {}

    fn next_change(&self, controls: &Controls<Self::Kind>, now: Instant) -> Option<Instant>;

    /// Draws the board into the upper left of the area.
    fn draw_board(&self, canvas: &mut Canvas<'_>, area: Rect, form: Form, shown: Shown<'_, Self>);

    /// The row above the board.
    fn draw_header(&self, canvas: &mut Canvas<'_>, row: Rect, shown: Shown<'_, Self>);

    /// The row below the board.
    fn draw_footer(&self, canvas: &mut Canvas<'_>, row: Rect, shown: Shown<'_, Self>);

    /// The record or what happened, beside the board or below it.
    fn draw_panel(&self, canvas: &mut Canvas<'_>, area: Rect, place: Panel, shown: Shown<'_, Self>);

    /// Whether nothing moves, so that a long task may cover the board.
    fn is_still(&self, _shown: Shown<'_, Self>) -> bool {
        false
    }

    /// Draws something in place of the line; returns whether it did.
    fn draw_instead_of_line(&self, _canvas: &mut Canvas<'_>, _row: Rect) -> bool {
        false
    }

    /// The banner for an earlier position, before all other texts.
    fn banner(&self, _shown: Shown<'_, Self>) -> Option<String> {
        None
    }

    /// The state of the game, where there is nothing else to say.
    fn standing(&self, form: Form, shown: Shown<'_, Self>) -> String;
}

/// What drawing reads.
pub(crate) struct Shown<'a, M: Mode> {
    pub(crate) view: &'a <M::Kind as Kind>::View,
    pub(crate) controls: &'a Controls<M::Kind>,
    pub(crate) now: Instant,
    /// Whether a lesson or a mission says what to do.
    pub(crate) is_guided: bool,
}

impl<M: Mode> Clone for Shown<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Mode> Copy for Shown<'_, M> {}

/// Where a panel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Panel {
    Beside,
    Below,
}
