//! The window for questions: whether to leave, which move is meant, what follows the end of a game.

use host::{End, SeatNumber};
use play::{Action as MoveAction, LegalMove, PieceKind, Rung};
use practice::Mission;
use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, WindowPlace, rows, wide},
    context::{AppContext, Storage},
    keys::{Action, KeyContext},
    screens::{Reply, Screen, Step},
    visit::sentence,
    widgets::menu::{Entry, Menu},
};

/// A question with some answers; Esc gives none.
pub(crate) struct Ask {
    title: String,
    /// A line of its own above the words, in the accent's colour.
    heading: String,
    words: String,
    width: u16,
    options: Vec<AskOption>,
    menu: Menu,
    place: WindowPlace,
    typing: Typing,
}

/// What becomes of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Typing {
    /// Some of them are keys of the menu.
    Keys,
    /// They close the window and go to the line beneath.
    Passed,
}

/// An answer.
struct AskOption {
    label: String,
    note: String,
    /// The reply to the screen beneath; without one the window just closes.
    reply: Option<Reply>,
}

fn option(label: &str, note: &str, reply: Option<Reply>) -> AskOption {
    AskOption {
        label: label.to_owned(),
        note: note.to_owned(),
        reply,
    }
}

/// What can be done with a finished game besides playing again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Afterwards {
    /// It is judged by the engine.
    Review,
    /// It is replayed.
    Replay,
}

impl Ask {
    fn plain(title: &str, options: Vec<AskOption>) -> Ask {
        Ask {
            title: title.to_owned(),
            heading: String::new(),
            words: String::new(),
            width: 34,
            options,
            menu: Menu::default(),
            place: WindowPlace::Middle,
            typing: Typing::Keys,
        }
    }

    /// Whether to leave a running game.
    pub(crate) fn leave_game(storage: Storage, resigning: Resigning) -> Ask {
        let waits = match storage {
            Storage::Disk => "it waits for you",
            Storage::Memory => "until you quit",
        };
        let mut options = vec![option("Play on", "", None), option("Leave", waits, Some(Reply::Leave))];
        match resigning {
            Resigning::Possible => options.push(option("Resign", "", Some(Reply::Resign))),
            Resigning::NotBegun => {}
            Resigning::Out => {
                "Watch on".clone_into(&mut options[0].label);
                "you are out".clone_into(&mut options[1].note);
            }
        }
        Ask::plain("Leave the game?", options)
    }

    /// Whether to leave a mission.
    pub(crate) fn leave_mission() -> Ask {
        let options = vec![
            option("Play on", "", None),
            option("Leave", "begin it again later", Some(Reply::Leave)),
        ];
        Ask::plain("Leave the mission?", options)
    }

    /// The end of a mission; as at the end of a game, nothing that begins something is chosen first.
    pub(crate) fn mission_over(won: bool, reason: &str, next: Option<&Mission>) -> Ask {
        let mut options = vec![
            option("Board", "look at it", None),
            option("Again", "the same mission", Some(Reply::Rematch)),
        ];
        if next.is_some() {
            options.push(option("Next", "the next mission", Some(Reply::Next)));
        }
        let next = next.map(|next| format!(" Next: {}.", next.title));
        options.push(option("Replay", "at any speed", Some(Reply::Review)));
        options.push(option("Missions", "the list", Some(Reply::Leave)));
        let (title, heading) = if won {
            ("Mission accomplished", "Well done")
        } else {
            ("Mission failed", "Try again")
        };
        Ask {
            heading: heading.to_owned(),
            words: sentence(reason) + &next.unwrap_or_default(),
            width: 32,
            place: WindowPlace::Aside,
            typing: Typing::Passed,
            ..Ask::plain(title, options)
        }
    }

    /// Whether to resign.
    pub(crate) fn resign() -> Ask {
        let options = vec![
            option("Play on", "", None),
            option("Resign", "the game is lost", Some(Reply::Resign)),
        ];
        Ask::plain("Resign?", options)
    }

    /// Whether to leave a running match.
    pub(crate) fn leave_match() -> Ask {
        let options = vec![
            option("Watch on", "", None),
            option("Leave", "the match ends here", Some(Reply::Leave)),
        ];
        Ask::plain("Leave the arena?", options)
    }

    /// Whether to leave a match that is over and was not written to files.
    pub(crate) fn leave_finished_match() -> Ask {
        let options = vec![
            option("Stay", "", None),
            option("Save", "results and games", Some(Reply::Save)),
            option("Leave", "nothing is stored", Some(Reply::Leave)),
        ];
        Ask::plain("Leave the arena?", options)
    }

    /// Which of several moves on the same squares.
    pub(crate) fn which_move(moves: Vec<LegalMove>) -> Ask {
        let title = match moves.first().map(|mv| mv.action) {
            Some(MoveAction::Upgrade) => "Upgrade?",
            Some(MoveAction::Return(_)) => "Buy back?",
            Some(MoveAction::Move | MoveAction::Promote(_)) | None => "Your pawn becomes",
        };
        let options = moves.into_iter().map(|mv| AskOption {
            label: action_name(mv.action).to_owned(),
            note: mv.label.clone(),
            reply: Some(Reply::Move(mv)),
        });
        let options: Vec<AskOption> = options.collect();
        let names = options.iter().map(|option| wide(&option.label)).max().unwrap_or(0);
        let notes = options.iter().map(|option| wide(&option.note)).max().unwrap_or(0);
        Ask {
            width: (Menu::notes_after(names) + notes).max(32),
            place: WindowPlace::Aside,
            ..Ask::plain(title, options)
        }
    }

    /// The same window with another sentence.
    pub(crate) fn adding(mut self, sentence: Option<String>) -> Ask {
        if let Some(sentence) = sentence {
            let end = if self.words.ends_with('.') { "" } else { "." };
            self.words = format!("{}{end} {sentence}.", self.words);
        }
        self
    }

    /// The end of a game of so many seats for somebody on `yours`; `next` is the rung of the ladder that fits after it.
    ///
    /// The first entry does not start anything, so that Enter for a move does not start another game by accident.
    /// Letters go to the line below.
    pub(crate) fn game_over(
        end: &End,
        yours: &[SeatNumber],
        seats: usize,
        afterwards: Afterwards,
        next: Option<NextRung>,
    ) -> Ask {
        let title = match (end.winner, yours) {
            (None, _) => "A draw",
            (Some(winner), [seat]) if winner == *seat => "You win",
            (Some(_), [_]) => "You lose",
            (Some(_), _) => "The game is over",
        };
        let (review, how, file) = match afterwards {
            Afterwards::Review => ("Review", "with the engine", "as a PGN file"),
            Afterwards::Replay => ("Replay", "at any speed", "to a file"),
        };
        let again = if seats > 2 { "one seat further" } else { "sides swapped" };
        let mut options = vec![
            option("Board", "look at it", None),
            option(review, how, Some(Reply::Review)),
            option("Rematch", again, Some(Reply::Rematch)),
        ];
        if let Some(NextRung { step, rung }) = next {
            let label = match step {
                RungStep::Up => "Stronger",
                RungStep::Down => "Weaker",
            };
            options.push(option(label, &rung.label(), Some(Reply::Level(rung.level.spec))));
        }
        options.push(option("Save", file, Some(Reply::Save)));
        options.push(option("Home", "", Some(Reply::Leave)));
        Ask {
            heading: end.result.clone(),
            words: end.words.clone(),
            width: 32,
            place: WindowPlace::Aside,
            typing: Typing::Passed,
            ..Ask::plain(title, options)
        }
    }
}

/// Whether somebody who leaves a game could give it up instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resigning {
    Possible,
    /// The game has not begun.
    NotBegun,
    /// The player is out and only watches.
    Out,
}

/// The rung that fits after a result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NextRung {
    pub(crate) step: RungStep,
    pub(crate) rung: Rung,
}

/// Where the next rung is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RungStep {
    Up,
    Down,
}

impl Screen for Ask {
    fn is_window(&self) -> bool {
        true
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        match self.typing {
            Typing::Keys => &[KeyContext::Menu],
            Typing::Passed => &[KeyContext::Menu, KeyContext::Line],
        }
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, _context: &mut AppContext) -> Step {
        if self.menu.steer(action, self.options.len()) {
            return Step::Stay;
        }
        match action {
            Action::Enter => {
                let reply = self.options.get(self.menu.at).and_then(|option| option.reply.clone());
                reply.map_or(Step::Back, Step::Reply)
            }
            Action::Back => Step::Back,
            Action::Type(_) => Step::Pass(action),
            _ => Step::Stay,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _area: Rect, _context: &AppContext) {
        let entries: Vec<Entry<'_>> = self
            .options
            .iter()
            .map(|option| Entry::noted(&option.label, option.note.clone()))
            .collect();
        let words = rows(&self.words, self.width.min(canvas.cells.area.width.saturating_sub(4)));
        // Below a board every row counts: the words say what the heading says.
        let is_low = self.place == WindowPlace::Aside && !canvas.has_room_aside(self.width + 4);
        let above = match (self.heading.is_empty(), is_low) {
            (true, _) => 0,
            (false, true) => words.len() as u16,
            (false, false) => words.len() as u16 + 3,
        };
        let room = canvas.window(&self.title, self.width, above + entries.len() as u16, self.place);
        if above > 0 {
            let first = if is_low { room.y } else { room.y + 2 };
            if !is_low {
                canvas.centred(room, room.y + 1, &self.heading, canvas.look.accent());
            }
            for (y, line) in (first..).zip(&words) {
                canvas.centred(room, y, line, canvas.look.panel());
            }
        }
        let menu = Rect {
            y: room.y + above,
            height: room.height.saturating_sub(above),
            ..room
        };
        self.menu.draw(canvas, menu, &entries);
    }
}

const fn action_name(action: MoveAction) -> &'static str {
    match action {
        MoveAction::Move => "Move",
        MoveAction::Upgrade => "Upgrade",
        MoveAction::Promote(kind) | MoveAction::Return(kind) => match kind {
            PieceKind::Pawn => "Pawn",
            PieceKind::Knight => "Knight",
            PieceKind::Bishop => "Bishop",
            PieceKind::Rook => "Rook",
            PieceKind::Queen | PieceKind::OpenQueen => "Queen",
            PieceKind::King => "King",
        },
    }
}
