//! The controls of a player at a table: the connection, the line, the cursor and the status.

use std::time::{Duration, Instant};

use host::{BotSpec, CommandId, CommonCommand, OccupantView, SeatNumber, TableId};
use play::{Board, GameId, Square};

use crate::{
    context::AppContext,
    keys::Action,
    offered::OfferedGame,
    remote::ChatCommand,
    screens::ask::{Afterwards, Ask, NextRung, RungStep},
    status::Status,
    visit::{ChatMessage, Kind, Visit, sentence},
    widgets::{board::Turned, line::Line},
};

/// What the play screen has at every kind of table.
pub(crate) struct Controls<K: Kind> {
    pub(crate) visit: Visit<K>,
    games: Vec<OfferedGame>,
    pub(crate) line: Line,
    pub(crate) cursor: Option<Square>,
    pub(crate) flipped: bool,
    pub(crate) status: Status,
    /// What a bot or somebody in the chat said last.
    pub(crate) talk: String,
    /// The move that was typed last, and the number of its command.
    typed: Option<(CommandId, String)>,
    /// A warning about the table that lasts, such as that it cannot be stored.
    pub(crate) warning: String,
}

impl<K: Kind> Controls<K> {
    pub(crate) fn open(context: &mut AppContext, table: &TableId, seats: &[SeatNumber]) -> Result<Controls<K>, String> {
        Ok(Controls {
            visit: Visit::open(context, table, seats)?,
            games: OfferedGame::all(&context.host),
            line: Line::default(),
            cursor: None,
            flipped: false,
            status: Status::default(),
            talk: String::new(),
            typed: None,
            warning: String::new(),
        })
    }

    /// The game with this id, if it is offered.
    pub(crate) fn game(&self, id: GameId) -> Option<&OfferedGame> {
        self.games.iter().find(|game| game.id() == id)
    }

    /// The name of a game for people.
    pub(crate) fn game_name(&self, id: GameId) -> String {
        self.game(id)
            .map_or_else(|| id.to_string(), |game| game.name().to_owned())
    }

    pub(crate) fn say(&mut self, words: impl Into<String>) {
        self.status = Status::calm(words);
    }

    pub(crate) fn refuse(&mut self, words: impl Into<String>) {
        self.status = Status::refusal(words);
    }

    /// Removes the status.
    pub(crate) fn quieten(&mut self) {
        self.status = Status::default();
    }

    /// Refuses a typed text; it stays on the line to be corrected.
    pub(crate) fn refuse_text(&mut self, text: &str, words: impl Into<String>) {
        self.line.put_back(text);
        self.refuse(words);
    }

    /// The table refused a command; a typed move stays on the line to be corrected.
    pub(crate) fn refused(&mut self, id: CommandId, words: String) {
        if let Some((_, text)) = self.typed.take_if(|(typed, _)| *typed == id) {
            self.line.put_back(&text);
        }
        self.refuse(words);
    }

    /// Sends a typed move.
    pub(crate) fn send_typed(&mut self, text: &str, command: K::Command) {
        self.status = Status::default();
        self.typed = Some((self.visit.send_numbered(command), text.to_owned()));
    }

    /// Sends a command of this kind of table; its refusal becomes the status.
    pub(crate) fn send(&mut self, command: K::Command) {
        self.status = Status::default();
        self.visit.send_own(command);
    }

    /// Sends a command of every kind of table.
    pub(crate) fn send_common(&mut self, command: CommonCommand) {
        self.status = Status::default();
        self.visit.send_common(command);
    }

    /// Takes part in the chat of a table of a server.
    pub(crate) fn chat(&mut self, command: &ChatCommand) {
        self.status = Status::default();
        if !self.visit.chat(command) {
            self.refuse("This table has no chat.");
        }
    }

    /// Shows what was said last, or why something was not said.
    pub(crate) fn hear(&mut self, message: ChatMessage) {
        match message {
            ChatMessage::Lines(lines) => {
                if let Some(line) = lines.last() {
                    let name = line.seat.map_or_else(|| line.name.clone(), |seat| self.name(seat));
                    self.talk = format!("{name}: {}", line.text);
                }
            }
            ChatMessage::Refused(words) => self.refuse(sentence(&words)),
        }
    }

    /// The name on a seat; the player, unless named, is "You".
    pub(crate) fn name(&self, seat: SeatNumber) -> String {
        let Some(facts) = self.visit.facts() else {
            return String::new();
        };
        let Some(at) = facts.seats.get(usize::from(seat.0)) else {
            return String::new();
        };
        if facts.yours == [seat] && at.name == at.side {
            "You".to_owned()
        } else {
            at.name.clone()
        }
    }

    /// All names, in the order of the seats.
    pub(crate) fn names(&self) -> Vec<String> {
        let count = self.visit.facts().map_or(0, |facts| facts.seats.len());
        (0..count).map(|seat| self.name(SeatNumber(seat as u8))).collect()
    }

    /// Who is away, and what can be done about it when.
    pub(crate) fn absence_words(&self, now: Instant) -> Option<String> {
        let facts = self.visit.facts()?;
        let absence = facts.absence.filter(|absence| !facts.yours.contains(&absence.seat))?;
        let name = self.name(absence.seat);
        let left = absence.wait.saturating_sub(self.visit.age(now));
        Some(match (absence.may_claim, absence.may_call_off && left.is_zero()) {
            (true, _) => format!("{name} is away. /claim wins, /calloff ends the game."),
            (false, true) => format!("{name} is away. /calloff ends the game."),
            (false, false) if facts.yours.is_empty() => format!("{name} is away."),
            (false, false) => format!("{name} is away; /claim or /calloff in {} s.", left.as_secs() + 1),
        })
    }

    /// When [`Controls::absence_words`] say something else.
    pub(crate) fn next_absence_change(&self, now: Instant) -> Option<Instant> {
        let absence = self.visit.facts()?.absence?;
        let left = absence.wait.saturating_sub(self.visit.age(now));
        let step = Duration::from_millis(left.as_millis() as u64 % 1_000 + 1);
        (!left.is_zero()).then(|| now + step)
    }

    /// A seat with a bot, if there is one.
    pub(crate) fn bot(&self) -> Option<SeatNumber> {
        let facts = self.visit.facts()?;
        let is_bot = |seat: &&host::Seat| matches!(seat.occupant, OccupantView::Bot(_));
        let bot = facts.seats.iter().position(is_bot)?;
        Some(SeatNumber(bot as u8))
    }

    /// The bot on that seat.
    pub(crate) fn bot_spec(&self) -> Option<BotSpec> {
        let seat = self.bot()?;
        match &self.visit.facts()?.seats.get(usize::from(seat.0))?.occupant {
            OccupantView::Bot(spec) => Some(spec.clone()),
            OccupantView::Open | OccupantView::Person => None,
        }
    }

    /// The window at the end of the game, once there is one.
    pub(crate) fn end_window(&self, afterwards: Afterwards) -> Option<Ask> {
        let facts = self.visit.facts()?;
        let seats = facts.seats.len();
        Some(Ask::game_over(
            facts.end?,
            facts.yours,
            seats,
            afterwards,
            self.next_rung(),
        ))
    }

    /// The rung that fits after a game against bots of one level that somebody has won.
    fn next_rung(&self) -> Option<NextRung> {
        let facts = self.visit.facts()?;
        let &[own] = facts.yours else { return None };
        let winner = facts.end?.winner?;
        let others = facts
            .seats
            .iter()
            .enumerate()
            .filter(|(seat, _)| *seat != usize::from(own.0));
        let mut specs = others.map(|(_, seat)| match &seat.occupant {
            OccupantView::Bot(spec) => Some(spec.as_str()),
            OccupantView::Open | OccupantView::Person => None,
        });
        let spec = specs.next()??;
        if !specs.all(|other| other == Some(spec)) {
            return None;
        }
        let game = self.game(facts.game)?;
        let ladder = game.ladder();
        let level = game.find_bot(spec).map(|bot| bot.level.spec);
        let spec = level.unwrap_or(spec);
        let (step, rung) = if winner == own {
            (RungStep::Up, ladder.above(spec)?)
        } else {
            (RungStep::Down, ladder.below(spec)?)
        };
        Some(NextRung { step, rung: *rung })
    }

    /// Moves the cursor on a board seen like this; the first move puts it there.
    pub(crate) fn steer(&mut self, action: Action, turned: Turned) {
        let Some(board) = self.visit.facts().map(|facts| facts.board.clone()) else {
            return;
        };
        let Some(square) = self.cursor else {
            self.cursor = Some(home_square(&board, turned));
            return;
        };
        let (column, row) = turned.place(&board, square);
        let (columns, rows) = if turned.is_sideways() {
            (board.height, board.width)
        } else {
            (board.width, board.height)
        };
        let (column, row) = match action {
            Action::Up => (column, row.saturating_sub(1)),
            Action::Down => (column, (row + 1).min(rows - 1)),
            Action::Left => (column.saturating_sub(1), row),
            Action::Right => ((column + 1).min(columns - 1), row),
            _ => (column, row),
        };
        let there = turned.square(&board, column, row);
        if !board.holes.contains(&there) {
            self.cursor = Some(there);
        }
    }
}

/// Where the cursor begins: before the middle of the side below.
fn home_square(board: &Board, turned: Turned) -> Square {
    turned.square(board, board.width / 2, board.height.saturating_sub(2))
}
