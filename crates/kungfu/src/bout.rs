//! A game as a table plays it: with waiting commands (6.2) and a record (7.1).

use crate::{
    Command, Deed, Entry, Event, Game, MOST_PIECES, PieceId, Player, Record, Refusal, Replay, ReplayError, Slot, Start,
};

/// A game, the commands that wait for a piece to wake, and everything that was accepted.
///
/// Two are equal if they have the same game, the same waiting commands in the same order, and the same record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bout {
    game: Game,
    waiting: [Option<Waiting>; MOST_PIECES],
    /// How many commands have waited; the earlier one goes first.
    waited: u32,
    record: Record,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Waiting {
    command: Command,
    number: u32,
}

/// What became of a command that was not refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The piece starts, a castling rook with it.
    Starts {
        /// The piece.
        slot: Slot,
        /// The rook.
        rook: Option<Slot>,
    },
    /// It waits until the piece is ready, instead of what waited before (6.2).
    Waits,
}

impl Bout {
    /// A game at tick 0.
    pub fn new(start: Start, seed: u64) -> Self {
        Bout {
            game: Game::new(&start),
            waiting: [None; MOST_PIECES],
            waited: 0,
            record: Record::new(start, seed),
        }
    }

    /// A game that goes on where a record ends; what waited then is forgotten.
    pub fn resume(record: Record) -> Result<Self, ReplayError> {
        let replay = Replay::new(record)?;
        Ok(Bout {
            game: replay.at(replay.record().ticks),
            waiting: [None; MOST_PIECES],
            waited: 0,
            record: replay.into_record(),
        })
    }

    /// The game as it stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What has been accepted so far.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// What [`Bout::submit`] would answer; nothing changes.
    pub fn consider(&self, player: Player, command: Command) -> Result<Answer, Refusal> {
        let mut game = self.game;
        match game.submit(player, command) {
            Ok((slot, rook)) => Ok(Answer::Starts { slot, rook }),
            Err(refusal @ Refusal::Resting { .. }) => self.may_wait(command, refusal).map(|_| Answer::Waits),
            Err(refusal) => Err(refusal),
        }
    }

    /// Gives a command; one for a resting piece waits.
    pub fn submit(&mut self, player: Player, command: Command) -> Result<Answer, Refusal> {
        match self.game.submit(player, command) {
            Ok((slot, rook)) => {
                self.note(player, command);
                Ok(Answer::Starts { slot, rook })
            }
            Err(refusal @ Refusal::Resting { .. }) => self.wait(command, refusal),
            Err(refusal) => Err(refusal),
        }
    }

    /// Where a piece will be sent when its rest ends.
    pub fn waiting(&self, slot: Slot) -> Option<Command> {
        self.waiting[slot.index()].map(|waiting| waiting.command)
    }

    /// All commands that wait, in the order in which they will be tried.
    pub fn all_waiting(&self) -> Vec<Command> {
        let mut all: Vec<Waiting> = self.waiting.iter().flatten().copied().collect();
        all.sort_by_key(|waiting| waiting.number);
        all.into_iter().map(|waiting| waiting.command).collect()
    }

    /// Forgets what waits for a player's piece.
    pub fn forget(&mut self, player: Player, piece: PieceId) -> Result<(), Refusal> {
        let slot = self.game.field().find(piece).ok_or(Refusal::NoSuchPiece)?;
        if piece.player != player {
            let kind = self.game.field().get(slot).kind;
            return Err(Refusal::NotYours { kind });
        }
        self.waiting[slot.index()] = None;
        Ok(())
    }

    /// Takes a player's king off (5.3).
    pub fn resign(&mut self, player: Player, emit: &mut impl FnMut(Event)) -> Result<(), Refusal> {
        self.game.resign(player, emit)?;
        self.add(player, Deed::Resign);
        Ok(())
    }

    /// Offers a draw (5.3).
    pub fn offer_draw(&mut self, player: Player, emit: &mut impl FnMut(Event)) -> Result<(), Refusal> {
        self.game.offer_draw(player, emit)?;
        self.add(player, Deed::OfferDraw);
        Ok(())
    }

    /// Lets a tick pass, then tries what waited for the pieces that woke.
    pub fn tick(&mut self, emit: &mut impl FnMut(Event)) {
        self.game.tick(emit);
        if self.waiting.iter().all(Option::is_none) {
            self.keep_time();
            return;
        }
        while let Some(slot) = self.next_awake() {
            let Some(Waiting { command, .. }) = self.waiting[slot.index()].take() else {
                break;
            };
            match self.game.submit(command.piece.player, command) {
                Ok((slot, _)) => {
                    self.note(command.piece.player, command);
                    emit(Event::Started(slot));
                }
                Err(refusal) => emit(Event::Dropped { slot, refusal }),
            }
        }
        self.keep_time();
    }

    /// Of the pieces that wait and rest no more, the one that has waited longest.
    fn next_awake(&self) -> Option<Slot> {
        let field = self.game.field();
        field
            .slots()
            .filter(|&slot| field.get(slot).rest_left(field.tick()) == 0)
            .filter_map(|slot| Some((self.waiting[slot.index()]?.number, slot)))
            .min()
            .map(|(_, slot)| slot)
    }

    fn wait(&mut self, command: Command, refusal: Refusal) -> Result<Answer, Refusal> {
        let slot = self.may_wait(command, refusal)?;
        self.waited += 1;
        self.waiting[slot.index()] = Some(Waiting {
            command,
            number: self.waited,
        });
        Ok(Answer::Waits)
    }

    /// The piece for which a command may wait; how it moves is checked when its rest ends.
    fn may_wait(&self, command: Command, refusal: Refusal) -> Result<Slot, Refusal> {
        let field = self.game.field();
        let slot = field.find(command.piece).ok_or(refusal)?;
        let piece = field.get(slot);
        let [row, col] = command.to;
        let square = field.board().square(row, col).ok_or(Refusal::OffBoard)?;
        if square == piece.square {
            return Err(Refusal::SameSquare { kind: piece.kind });
        }
        Ok(slot)
    }

    fn note(&mut self, player: Player, command: Command) {
        let [row, col] = command.to;
        if let Some(to) = self.game.field().board().square(row, col) {
            let piece = command.piece;
            self.add(player, Deed::Move { piece, to });
        }
    }

    fn add(&mut self, player: Player, deed: Deed) {
        let tick = self.game.tick_count();
        self.record.entries.push(Entry { tick, player, deed });
        self.record.outcome = self.game.outcome();
    }

    fn keep_time(&mut self) {
        self.record.ticks = self.game.tick_count();
        self.record.outcome = self.game.outcome();
    }
}
